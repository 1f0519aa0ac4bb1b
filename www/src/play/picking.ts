// Moves that are made by clicks: what can be clicked, what has been, and what it comes to.

import type { ClickInfo, Json } from "house-rules"
import { useMemo, useState } from "preact/hooks"
import type { Seat } from "../engine/protocol"

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

export interface Picking {
  /** What has been clicked so far. */
  picked: number[]
  legal(place: number): boolean
  /** Whether a click there does anything: what is picked can be let go, or something else picked instead. */
  answers(place: number): boolean
  /** Why a place cannot be clicked, if the rules say so. */
  reason(place: number): string | undefined
  pick(place: number): void
  /** Why the last click did nothing. */
  told: string | undefined
  cancel(): void
  /** What is left to choose, if the clicks alone do not decide. */
  choices: Choice[]
}

type Part = { sends: "cell" | "row" | "column"; value: Json }

interface Candidate extends Choice {
  clicks: Part[]
  reason?: string
}

interface Props {
  clicks: ClickInfo[]
  seat: Seat
  place(number: number): Place
  send(action: string, argument: Json): void
}

export function usePicking({ clicks, seat, place, send }: Props): Picking {
  const [state, setState] = useState<{ of: Seat; picked: number[]; told?: string }>({ of: seat, picked: [] })
  // Every position has clicks of its own.
  const picked = state.of === seat ? state.picked : []
  const offers = useMemo(() => clicks.flatMap(click => candidates(click, own(seat.actions, click.action))), [clicks, seat])
  const withheld = useMemo(() => clicks.flatMap(click => refused(click, own(seat.why, click.action))), [clicks, seat])

  const matches = (part: Part | undefined, number: number) => {
    if (!part) return false
    return part.value === (part.sends === "cell" ? number : place(number)[part.sends])
  }
  const after = (all: Candidate[], path: number[]) => (path.length === 0 ? all : all.filter(({ clicks }) => path.every((number, at) => matches(clicks[at], number))))
  // Places are asked by the thousand, of offers by the thousand.
  const [open, ahead, closed, first] = useMemo(() => {
    const left = after(offers, picked)
    const longer = picked.length === 0 ? [] : left.filter(({ clicks }) => clicks.length > picked.length + 1)
    const at = picked.length
    return [byPlace(left, ({ clicks }) => clicks[at]), byPlace(longer, ({ clicks }) => clicks.at(-1)), byPlace(after(withheld, picked), ({ clicks }) => clicks[at]), byPlace(offers, ({ clicks }) => clicks[0])]
  }, [offers, withheld, state])
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
  const setPicked = (next: number[], told?: string) => setState({ of: seat, picked: next, told })
  const make = ({ action, argument }: Candidate) => {
    setPicked([])
    send(action, argument)
  }
  const reason = (number: number) => {
    if (legal(number)) return undefined
    const all = at(closed, number)
    const exact = all.find(({ clicks }) => clicks.length === picked.length + 1)
    return exact?.reason ?? (new Set(all.map(({ reason }) => reason)).size === 1 ? all[0]!.reason : undefined)
  }
  const whole = picked.length === 0 ? [] : after(offers, picked).filter(({ clicks }) => clicks.length === picked.length)

  return {
    picked,
    legal,
    answers: number => legal(number) || picked.includes(number) || at(first, number).length > 0,
    reason,
    told: state.of === seat ? state.told : undefined,
    pick(number) {
      const next = [...picked, number]
      const left = after(offers, next)
      const direct = left.length === 0 ? shortcut(number) : undefined
      if (direct) make(direct)
      // The first of several clicks only selects, whatever it may lead to.
      else if (left.length === 1 && (next.length > 1 || left[0]!.clicks.length === 1)) make(left[0]!)
      else if (left.length > 0) setPicked(next)
      else if (picked.at(-1) !== number && after(offers, [number]).length > 0) setPicked([number])
      else setPicked([], reason(number))
    },
    cancel: () => picked.length > 0 && setPicked([]),
    choices: whole,
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

/** What an object has under a name, whatever objects have anyway. */
function own<T>(of: { [name: string]: T } | undefined, name: string): T | undefined {
  return of && Object.hasOwn(of, name) ? of[name] : undefined
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
