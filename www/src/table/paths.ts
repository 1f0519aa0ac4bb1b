// Offers as paths of clicks: what can be clicked next, and what the clicks come to. No element is known here.

import type { ClickInfo, Json } from "house-rules"
import { own } from "../common/objects"
import type { Seat } from "../common/seat"

/** A place that can be clicked, by number; places of a board have a row and a column. */
export interface Place {
  row?: number
  column?: number
}

/** Something that can be chosen once all is clicked. */
export interface Choice {
  action: string
  argument: Json
  /** The arguments that were no clicks, with their positions. */
  rest: { at: number; value: Json }[]
}

/** A click as an offer has it. */
type Part = { sends: "cell" | "row" | "column"; value: Json }

/** An offer, and the clicks that make it. */
export interface Candidate extends Choice {
  clicks: Part[]
  reason?: string
}

/** What a click does. `refused`: the clicks that come to nothing, and nobody says why. */
export type Step = { make: Candidate } | { picked: number[]; told?: string; refused?: number[] }

/** What can be clicked after some clicks. */
export interface Paths {
  legal(number: number): boolean
  /** Whether a click there does anything: what is picked can be let go, or something else picked instead. */
  answers(number: number): boolean
  /** Whether it is the first of several clicks, and nothing else. */
  leads(number: number): boolean
  /** Why a place cannot be clicked, if the rules say so. */
  reason(number: number): string | undefined
  pick(number: number): Step
  /** What is left to choose, if the clicks alone do not decide. */
  choices: Choice[]
}

/** Whether what is clicked may have to wait for another click. */
export function takesSeveral(clicks: ClickInfo[]): boolean {
  return clicks.some(({ sends }) => sends.length > 1 || sends[0] === "cells")
}

/** The offers of a seat, and what the rules refuse with a reason, as clicks. */
export function offersOf(clicks: ClickInfo[], { actions, why }: Pick<Seat, "actions" | "why">): { offers: Candidate[]; withheld: Candidate[] } {
  return { offers: clicks.flatMap(click => candidates(click, own(actions, click.action))), withheld: clicks.flatMap(click => refused(click, own(why, click.action))) }
}

/** After these clicks. Places are asked by the thousand, of offers by the thousand. */
export function pathsOf({ offers, withheld }: ReturnType<typeof offersOf>, picked: number[], place: (number: number) => Place): Paths {
  const matches = (part: Part | undefined, number: number) => part !== undefined && part.value === (part.sends === "cell" ? number : place(number)[part.sends])
  const after = (all: Candidate[], path: number[]) => (path.length === 0 ? all : all.filter(({ clicks }) => path.every((number, at) => matches(clicks[at], number))))
  const left = after(offers, picked)
  const longer = picked.length === 0 ? [] : left.filter(({ clicks }) => clicks.length > picked.length + 1)
  const open = byPlace(left, ({ clicks }) => clicks[picked.length])
  const ahead = byPlace(longer, ({ clicks }) => clicks.at(-1))
  const closed = byPlace(after(withheld, picked), ({ clicks }) => clicks[picked.length])
  const first = byPlace(offers, ({ clicks }) => clicks[0])
  const at = (places: ByPlace, number: number) => {
    const { row, column } = place(number)
    return [places.cell.get(number), places.row.get(row ?? -1), places.column.get(column ?? -1)].flatMap(found => found ?? [])
  }
  /** Several clicks at once: a path with one way there is taken whole by a click on its last place. */
  const shortcut = (number: number) => {
    const ways = at(ahead, number)
    return ways.length === 1 ? ways[0] : undefined
  }
  const legal = (number: number) => at(open, number).length > 0 || shortcut(number) !== undefined
  const reason = (number: number) => {
    if (legal(number)) return undefined
    const all = at(closed, number)
    const exact = all.find(({ clicks }) => clicks.length === picked.length + 1)
    return exact?.reason ?? (new Set(all.map(({ reason }) => reason)).size === 1 ? all[0]!.reason : undefined)
  }
  return {
    legal,
    answers: number => legal(number) || picked.includes(number) || at(first, number).length > 0,
    leads(number) {
      const ways = at(first, number)
      return ways.length > 0 && ways.every(({ clicks }) => clicks.length > 1)
    },
    reason,
    pick(number) {
      const next = [...picked, number]
      const left = after(offers, next)
      const direct = left.length === 0 ? shortcut(number) : undefined
      if (direct) return { make: direct }
      // The first of several clicks only selects, whatever it may lead to.
      if (left.length === 1 && (next.length > 1 || left[0]!.clicks.length === 1)) return { make: left[0]! }
      if (left.length > 0) return { picked: next }
      if (picked.at(-1) !== number && after(offers, [number]).length > 0) return { picked: [number] }
      const told = reason(number)
      return { picked: [], told, refused: told === undefined && !picked.includes(number) ? next : undefined }
    },
    choices: picked.length === 0 ? [] : left.filter(({ clicks }) => clicks.length === picked.length),
  }
}

/** Candidates by the place that a part of theirs is. */
type ByPlace = { [sends in Part["sends"]]: Map<Json, Candidate[]> }

function byPlace(all: Candidate[], part: (of: Candidate) => Part | undefined): ByPlace {
  const places: ByPlace = { cell: new Map(), row: new Map(), column: new Map() }
  for (const one of all) {
    const of = part(one)
    if (!of) continue
    const there = places[of.sends].get(of.value)
    if (there) there.push(one)
    else places[of.sends].set(of.value, [one])
  }
  return places
}

/** The offers of an action as clicks and what is left. */
function candidates({ action, sends }: ClickInfo, offered: Json[] | 0 | 1 | undefined): Candidate[] {
  return Array.isArray(offered) ? offered.flatMap(argument => candidate({ action, sends }, argument) ?? []) : []
}

function refused({ action, sends }: ClickInfo, why: string | [Json, string][] | undefined): Candidate[] {
  if (!Array.isArray(why)) return []
  return why.flatMap(([argument, reason]) => {
    const found = candidate({ action, sends }, argument)
    return found ? { ...found, reason } : []
  })
}

function candidate({ action, sends }: ClickInfo, argument: Json): Candidate | undefined {
  const values = sends.length === 1 ? [argument] : argument
  // Another state may offer the same action with fewer arguments.
  if (!Array.isArray(values) || values.length !== sends.length) return undefined
  const clicks: Part[] = []
  const rest: Candidate["rest"] = []
  for (const [at, kind] of sends.entries()) {
    const value = values[at]!
    if (kind === "choice") rest.push({ at, value })
    else if (kind === "cells") clicks.push(...(Array.isArray(value) ? value : []).map(one => ({ sends: "cell" as const, value: one })))
    else clicks.push({ sends: kind, value })
  }
  return { action, argument, rest, clicks }
}

/** What is asked by clicks that come to nothing: the action, with as many of its arguments as they say. */
export function questionOf({ action, sends }: ClickInfo, clicked: number[], place: (number: number) => Place): { action: string; argument: Json | undefined } {
  const values: Json[] = []
  for (const kind of sends) {
    const number = clicked[values.length]
    if (number === undefined || kind === "choice" || kind === "cells") break
    values.push(kind === "cell" ? number : (place(number)[kind] ?? null))
  }
  return { action, argument: sends.length === 1 ? values[0] : values }
}
