// Offers as paths of clicks: the possible next clicks, and the moves they make. This code knows no elements.
//
// A click may supply several arguments (the card, and its owner), and arguments may be clicked in several shows, in any order. Cells of one
// show are clicked in the order of the arguments.

import type { ClickInfo, Json } from "houserules"
import { own } from "./common/objects"
import type { Seat } from "./common/seat"

/** The values of a place; places of a board have a row and a column. */
export interface Place {
  row?: number
  column?: number
  /** The value that lies there. */
  item?: Json
  record?: { [name: string]: Json }
  /** The role in whose seat it is. */
  seat?: number
}

/** A show: the effects of clicks in it, and its places by number. */
export interface Clickable {
  clicks: ClickInfo[]
  numbers: Iterable<number>
  place(number: number): Place
}

/** A place of a show, each by its number. */
export interface Target {
  show: number
  number: number
}

/** Something that can be chosen once all is clicked. */
export interface Choice {
  action: string
  argument: Json
  /** The arguments that were no clicks, with their positions. */
  rest: { at: number; value: Json }[]
  /** In the author's words. */
  label?: string
}

export type Send = ClickInfo["sends"][number]

/** An argument that a click can supply, in a show that has it. */
interface Way {
  show: number
  kind: string
  key: string
}

/** One of the things that are clicked for an offer: the ways to do so. */
type Part = Way[]

/** An offer, and the clicks that make it. */
export interface Candidate extends Choice {
  parts: Part[]
  /** The argument that each part is of. */
  of: number[]
  reason?: string
}

/** The effect of a click. `refused`: clicks without an effect or explanation. */
export type Step = { make: Candidate } | { picked: Target[]; told?: string; refused?: Target[] }

/** The possible clicks after some others. */
export interface Paths {
  legal(target: Target): boolean
  /** `true` if a click there has an effect: it can also cancel a pick, or pick something else. */
  answers(target: Target): boolean
  /** `true` if it can only be the first of several clicks. */
  leads(target: Target): boolean
  /** Why a place cannot be clicked, if the rules give a reason. */
  reason(target: Target): string | undefined
  /** The moves that a click there makes, or starts. */
  offered(target: Target): Candidate[]
  pick(target: Target): Step
  /** The remaining choices, if the clicks alone do not decide. */
  choices: Choice[]
}

/** `true` if a click may have to wait for another. */
export function takesSeveral(clicks: ClickInfo[]): boolean {
  return clicks.some(({ sends }) => sends.length > 1 || sends[0] === "cells")
}

export interface Offers {
  /** The shows, with the values of each place. */
  keys(target: Target): string[]
  offers: Candidate[]
  withheld: Candidate[]
}

/** The offers of a seat, and refused moves with a reason, as clicks. Moves without clicks are left out. */
export function offersOf(shows: Clickable[], { actions, why }: Pick<Seat, "actions" | "why">): Offers {
  const keys = keysOf(shows)
  const there = shows.map((show, at) => new Set([...show.numbers].flatMap(number => keys({ show: at, number }))))
  const names = new Set(shows.flatMap(({ clicks }) => clicks.map(({ action }) => action)))
  const offers: Candidate[] = []
  const withheld: Candidate[] = []
  for (const action of names) {
    const ways = shows.flatMap(({ clicks }, show) => clicks.filter(it => it.action === action).map(({ sends }) => ({ show, sends })))
    const made = (argument: Json, plain: boolean) => candidate(action, argument, plain, ways, there) ?? []
    const offered = own(actions, action)
    if (Array.isArray(offered)) offers.push(...offered.flatMap(argument => made(argument, false)))
    else if (offered === 1) offers.push(...[made(null, true)].flat())
    const reasons = own(why, action)
    if (Array.isArray(reasons)) withheld.push(...reasons.flatMap(([argument, reason]) => [made(argument, false)].flat().map(it => ({ ...it, reason }))))
    else if (reasons !== undefined) withheld.push(...[made(null, true)].flat().map(it => ({ ...it, reason: reasons })))
  }
  return { keys, offers, withheld }
}

/** The values of a place that clicks there can send. */
function keysOf(shows: Clickable[]): Offers["keys"] {
  const kinds = shows.map(({ clicks }) => {
    const sends = new Map(clicks.flatMap(({ sends }) => sends).map(it => [kindOf(it), it]))
    return { sends: [...sends.values()], whole: clicks.some(({ sends }) => sends.length === 0 || (sends.some(isValue) && !hasPlace(sends))) }
  })
  return ({ show, number }) => {
    const { sends, whole } = kinds[show] ?? { sends: [], whole: false }
    const place = shows[show]?.place(number) ?? {}
    const keys = sends.flatMap(send => {
      const value = valueAt(send, number, place)
      return value === undefined ? [] : keyOf(kindOf(send), value)
    })
    return whole ? [...keys, ALL] : keys
  }
}

/** The whole of a show. */
const ALL = "all"

/** A constant, sent by any click. */
function isValue(send: Send): send is { value: Json } {
  return typeof send === "object" && "value" in send
}

/** `true` if the place of the click matters. */
function hasPlace(sends: Send[]): boolean {
  return sends.some(send => !isValue(send) && send !== "choice")
}

function kindOf(send: Send): string {
  if (isValue(send)) return ALL
  if (typeof send === "object") return `.${send.field}`
  return send === "cells" ? "cell" : send
}

function keyOf(kind: string, value: Json): string {
  return `${kind} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`
}

/** The value that a click on a place sends; undefined for one that is the same everywhere, or no click. */
export function valueAt(send: Send, number: number, place: Place): Json | undefined {
  if (isValue(send)) return undefined
  if (typeof send === "object") return own(place.record, send.field)
  switch (send) {
    case "cell":
    case "cells":
      return number
    case "row":
    case "column":
    case "seat":
      return place[send]
    case "item":
      return place.item ?? undefined
    default:
      return undefined
  }
}

interface Sender {
  show: number
  sends: Send[]
}

/** An offer as clicks, and the remaining arguments; undefined if no present thing supplies any of it. */
function candidate(action: string, argument: Json, plain: boolean, senders: Sender[], there: ReadonlySet<string>[]): Candidate | undefined {
  // `action pass` without an argument offers none, as a button does.
  if (plain || argument === null) {
    const ways = senders.flatMap(({ show, sends }) => (sends.length === 0 ? [{ show, kind: ALL, key: ALL }] : []))
    if (ways.length > 0) return { action, argument, rest: [], parts: [ways], of: [0] }
    if (plain) return undefined
  }
  // Another state may offer the same action with fewer arguments.
  const fits = senders.flatMap(({ show, sends }) => {
    const values = sends.length === 1 ? [argument] : argument
    const fits = Array.isArray(values) && values.length === sends.length && sends.length > 0
    const same = (send: Send, at: number) => !isValue(send) || JSON.stringify(send.value) === JSON.stringify((values as Json[])[at])
    return fits && sends.every(same) ? [{ show, sends, values: values as Json[] }] : []
  })
  const [first] = fits
  if (!first) return undefined
  const parts: Part[] = []
  const of: number[] = []
  const rest: Candidate["rest"] = []
  for (const [at, value] of first.values.entries()) {
    // Constants are sent with the other clicks.
    if (fits.some(({ sends }) => isValue(sends[at]!) && hasPlace(sends))) continue
    const ways = (one: Json, kind: (send: Send) => boolean) =>
      fits.flatMap(({ show, sends }): Way[] => {
        const send = sends[at]!
        const way = { show, kind: kindOf(send), key: isValue(send) ? ALL : keyOf(kindOf(send), one) }
        return kind(send) && there[show]!.has(way.key) ? [way] : []
      })
    const path = Array.isArray(value) ? value.map(one => ways(one, send => send === "cells")) : []
    const once = ways(value, send => send !== "cells" && send !== "choice")
    const clicked = path.length > 0 && path.every(it => it.length > 0) ? path : once.length > 0 ? [once] : []
    if (clicked.length === 0) rest.push({ at, value })
    parts.push(...clicked)
    of.push(...clicked.map(() => at))
  }
  return parts.length > 0 ? { action, argument, rest, parts, of } : undefined
}

/** An offer, and which of its parts have been clicked. */
interface Begun {
  offer: Candidate
  done: boolean[]
  /** Number of missing arguments. */
  left: number
  /** Number of arguments supplied by the last click. */
  clicked: number
}

const ORDERED = new Set(["cell", "row", "column"])

/** `true` if one must be clicked before the other, in the same show. */
function goesBefore(earlier: Part, way: Way): boolean {
  return earlier.some(({ show, kind }) => show === way.show && kind !== ALL && (kind === way.kind || (ORDERED.has(kind) && ORDERED.has(way.kind))))
}

/** The possible next clicks for an offer. */
function open({ offer, done }: Begun): Way[] {
  return offer.parts.flatMap((part, at) => (done[at] ? [] : part.filter(way => !offer.parts.some((other, before) => before < at && !done[before] && goesBefore(other, way)))))
}

/** State after a click, which supplies all it can; undefined if that is nothing. */
function advance(begun: Begun, show: number, keys: string[]): Begun | undefined {
  const { offer } = begun
  const done = [...begun.done]
  const used: Way[] = []
  for (const [at, part] of offer.parts.entries()) {
    if (done[at]) continue
    const way = part.find(
      way => way.show === show && keys.includes(way.key) && !goesBefore(used, way) && !offer.parts.some((other, before) => before < at && !done[before] && goesBefore(other, way)),
    )
    if (!way) continue
    done[at] = true
    used.push(way)
  }
  return used.length > 0 ? { offer, done, left: begun.left - used.length, clicked: used.length } : undefined
}

/** After these clicks. Places are asked by the thousand, of offers by the thousand. */
export function pathsOf({ keys, offers, withheld }: Offers, picked: Target[]): Paths {
  const all = begin(offers)
  const step = (now: Begun[], target: Target) => {
    const here = keys(target)
    const next = now.flatMap(it => advance(it, target.show, here) ?? [])
    // It supplies as many arguments of an action as it can.
    const most = new Map<string, number>()
    for (const { offer, clicked } of next) most.set(offer.action, Math.max(clicked, most.get(offer.action) ?? 0))
    return next.filter(({ offer, clicked }) => clicked === most.get(offer.action))
  }
  const left = picked.reduce(step, all)
  const longer = picked.length === 0 ? [] : left.filter(it => it.left > 1)
  const ready = byPlace(left, open)
  const ahead = byPlace(longer, ({ offer }) => offer.parts.at(-1)!)
  const closed = byPlace(picked.reduce(step, begin(withheld)), open)
  const first = byPlace(all, open)
  const find = (places: ByPlace, target: Target) => (places.size === 0 ? [] : keys(target).flatMap(key => places.get(`${target.show} ${key}`) ?? []))
  const has = (places: ByPlace, target: Target) => places.size > 0 && keys(target).some(key => places.has(`${target.show} ${key}`))
  /** Several clicks at once: a path with one way there is taken whole by a click on its last place. */
  const shortcut = (target: Target) => {
    const ways = find(ahead, target)
    return ways.length === 1 ? ways[0]!.offer : undefined
  }
  const legal = (target: Target) => has(ready, target) || shortcut(target) !== undefined
  const isPicked = (target: Target) => picked.some(it => isSame(it, target))
  const reason = (target: Target) => {
    if (legal(target)) return undefined
    const found = find(closed, target)
    const exact = found.find(it => step([it], target)[0]?.left === 0)
    return exact?.offer.reason ?? (new Set(found.map(({ offer }) => offer.reason)).size === 1 ? found[0]!.offer.reason : undefined)
  }
  return {
    legal,
    answers: target => legal(target) || isPicked(target) || has(first, target),
    leads(target) {
      const ways = step(all, target)
      return ways.length > 0 && ways.every(({ left }) => left > 0)
    },
    reason,
    offered(target) {
      const next = step(left, target)
      return (next.length > 0 ? next : step(all, target)).map(({ offer }) => offer)
    },
    pick(target) {
      const next = [...picked, target]
      const after = step(left, target)
      const direct = after.length === 0 ? shortcut(target) : undefined
      if (direct) return { make: direct }
      // The first of several clicks only selects, wherever it leads.
      if (after.length === 1 && (next.length > 1 || after[0]!.left === 0)) return { make: after[0]!.offer }
      if (after.length > 0) return { picked: next }
      const last = picked.at(-1)
      if (!(last && isSame(last, target)) && step(all, target).length > 0) return { picked: [target] }
      const told = reason(target)
      // A click on a selected place deselects it; a refused click keeps the selection, for another try.
      if (isPicked(target)) return { picked: [], told }
      return { picked, told, refused: told === undefined ? next : undefined }
    },
    choices: picked.length === 0 ? [] : choicesOf(left),
  }
}

/** Fully clicked offers; and alternatives to them from other clicks, such as a die in view. */
function choicesOf(left: Begun[]): Choice[] {
  const open = new Set(left.flatMap(it => (it.left === 0 ? it.offer.rest.map(({ at }) => `${it.offer.action} ${at}`) : [])))
  return left.flatMap(({ offer, done }): Choice[] => {
    const more = [...new Set(offer.of.filter((_, at) => !done[at]))]
    if (!more.every(at => open.has(`${offer.action} ${at}`))) return []
    const values = offer.argument as Json[]
    return [{ ...offer, rest: [...offer.rest, ...more.map(at => ({ at, value: values[at]! }))].sort((a, b) => a.at - b.at) }]
  })
}

function isSame(a: Target, b: Target): boolean {
  return a.show === b.show && a.number === b.number
}

function begin(offers: Candidate[]): Begun[] {
  return offers.map(offer => ({ offer, done: offer.parts.map(() => false), left: offer.parts.length, clicked: 0 }))
}

/** Offers by the place that a part of theirs is. */
type ByPlace = Map<string, Begun[]>

function byPlace(all: Begun[], ways: (of: Begun) => Way[]): ByPlace {
  const places: ByPlace = new Map()
  for (const one of all) {
    for (const key of new Set(ways(one).map(({ show, key }) => `${show} ${key}`))) {
      const there = places.get(key)
      if (there) there.push(one)
      else places.set(key, [one])
    }
  }
  return places
}

/** Question asked by clicks without an effect in a show: the action, with as many first arguments as they supply. */
export function questionOf({ action, sends }: ClickInfo, clicked: number[], place: (number: number) => Place): { action: string; argument: Json | undefined } {
  const values: Json[] = []
  for (const send of sends) {
    const number = clicked[values.length]
    if (number === undefined || send === "choice" || send === "cells") break
    values.push(isValue(send) ? send.value : (valueAt(send, number, place(number)) ?? null))
  }
  return { action, argument: sends.length < 2 ? values[0] : values }
}
