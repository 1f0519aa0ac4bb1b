// Things visible only within a move: a trick that is taken as soon as it is complete, dice that are removed at once.
//
// Invariant: all of it is in the rules' own view for the seat at one moment of the move. Boards are left out: rules may try moves on them.

import type { Containers, Json, ShowInfo } from "houserules"
import { own } from "houserules-table/src/common/objects.ts"
import type { Fields } from "houserules-table/src/common/seat.ts"

/** The kinds of shows considered. */
export const PASSING: ReadonlySet<ShowInfo["kind"]> = new Set(["cards", "areas", "counter", "dice"])

/** The fields at the moment with the most things that were not there before and are gone after; undefined if there were none. */
export function between(shows: ShowInfo[], before: Fields, moments: Fields[], after: Fields): Fields | undefined {
  const fields = shows.flatMap(({ kind, items, owners, chosen }) => {
    if (items === undefined || !PASSING.has(kind)) return []
    const full = fullest(moments.map(fields => ({ fields, ...weigh(kind, before[items], fields[items] ?? null, after[items]) })))
    // Owners and chosen cards are from the same moment.
    return full ? [items, owners, chosen].flatMap(name => (name === undefined ? [] : [[name, full.fields[name] ?? null] as const])) : []
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

interface Weight {
  /** Amount that exists only at this moment. */
  passing: number
  /** Total amount. */
  all: number
}

function fullest<T extends Weight>(found: T[]): T | undefined {
  let best: T | undefined
  for (const it of found) if (it.passing > 0 && (!best || it.passing > best.passing || (it.passing === best.passing && it.all > best.all))) best = it
  return best
}

function weigh(kind: ShowInfo["kind"], before: Json | undefined, value: Json, after: Json | undefined): Weight {
  if (kind === "counter" || kind === "dice") return sum(places(value).map((one, at) => counted(places(before)[at], one, places(after)[at])))
  if (kind === "cards") return listed(before, value, after)
  return sum(Object.entries((value ?? {}) as Containers).map(([name, { contents }]) => listed(contentsOf(before, name), contents as Json[], contentsOf(after, name))))
}

function sum(all: Weight[]): Weight {
  return all.reduce((a, b) => ({ passing: a.passing + b.passing, all: a.all + b.all }), { passing: 0, all: 0 })
}

/** For a list of cards. Face-down cards cannot be recognised. */
function listed(before: Json | undefined, value: Json | undefined, after: Json | undefined): Weight {
  const known = new Set([...items(before), ...items(after)])
  const all = items(value)
  return { passing: all.filter(card => !known.has(card)).length, all: all.length }
}

function items(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.flatMap(item => (item === null ? [] : [JSON.stringify(item)])) : []
}

function contentsOf(containers: Json | undefined, name: string): Json | undefined {
  return own((containers ?? {}) as Containers, name)?.contents as Json[] | undefined
}

/** Of a value: one that is gone after, and not one that goes up or down. */
function counted(before: Json | undefined, value: Json | undefined, after: Json | undefined): Weight {
  const gone = after === null || after === undefined || after === 0 || after === ""
  const there = value !== null && value !== undefined && value !== 0 && value !== ""
  return { passing: gone && there && JSON.stringify(value) !== JSON.stringify(before) ? 1 : 0, all: there ? 1 : 0 }
}

function places(value: Json | undefined): (Json | undefined)[] {
  return Array.isArray(value) ? value : [value]
}
