// Limits the data from the engine to the page: excess is cut, and counted.

import type { Branch, Json, LogLine, Steps, Tree } from "houserules"
import type { Missing } from "houserules-table/src/common/seat.ts"

/** Of one list. */
const MOST_ITEMS = 10_000
/** Of all values that the seats see together; each sees some in any case. */
const MOST_VALUES = 200_000
const LEAST_VALUES = 2000
/** The latest lines of a log. */
const MOST_LINES = 1000
/** Of one text, in letters. */
export const MOST_LETTERS = 2000
/** Of one action. */
const MOST_OFFERS = 10_000
/** Maximum for all values of an inspected position. */
const MOST_INSIDE = 50_000
/** States, procedures and functions that called one another. */
const MOST_CALLS = 100

/** Maximum values for each of this number of seats. */
export function roomFor(seats: number): number {
  return Math.max(LEAST_VALUES, Math.floor(MOST_VALUES / seats))
}

/** The fields for which there is room. */
export function trimFields(fields: { [field: string]: Json }, room: number): { fields: { [field: string]: Json }; missing: Missing } {
  const missing: Missing = new Map()
  let left = room
  const trim = (field: string, value: Json): Json => {
    left--
    if (typeof value === "string") return trimText(value)
    if (typeof value !== "object" || value === null) return value
    const length = Array.isArray(value) ? value.length : Object.keys(value).length
    const kept = Math.min(length, MOST_ITEMS, Math.max(0, left))
    if (kept < length) missing.set(field, (missing.get(field) ?? 0) + length - kept)
    if (Array.isArray(value)) return (kept < length ? value.slice(0, kept) : value).map(item => trim(field, item))
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, kept)
        .map(([key, item]) => [key, trim(field, item)]),
    )
  }
  return { fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, trim(field, value)])), missing }
}

export function trimText(text: string): string {
  if (text.length <= MOST_LETTERS) return text
  return `${text.slice(0, MOST_LETTERS)}… (${(text.length - MOST_LETTERS).toLocaleString("en")} more letters)`
}

/** The latest lines, and how many there are before them. */
export function trimLog(log: LogLine[]): { log: LogLine[]; before: number } {
  const before = Math.max(0, log.length - MOST_LINES)
  return { log: log.slice(before).map(line => (typeof line === "string" ? trimText(line) : { ...line, text: trimText(line.text) })), before }
}

/** Offers or reasons, by action; anything but a list stays the same. */
export function trimOffers<T>(offers: { [action: string]: T } | undefined): { [action: string]: T } | undefined {
  if (!offers) return undefined
  const trim = (offered: T) => (Array.isArray(offered) && offered.length > MOST_OFFERS ? (offered.slice(0, MOST_OFFERS) as T) : offered)
  return Object.fromEntries(Object.entries(offers).map(([action, offered]) => [action, trim(offered)]))
}

/** Number of omitted offers. */
export function untold(offers: { [action: string]: unknown } | undefined): number {
  return Object.values(offers ?? {}).reduce<number>((sum, offered) => sum + (Array.isArray(offered) ? Math.max(0, offered.length - MOST_OFFERS) : 0), 0)
}

/** A position, cut to the available room, and the omitted parts: items by the path of their field, and frames. */
export function trimTree({ globals, frames }: Tree): { tree: Tree; missing: Missing; deeper: number } {
  const kept = frames.slice(0, MOST_CALLS)
  const branches = [...globals, ...kept.flatMap(({ fields }) => fields)]
  const { fields, missing } = trimFields(Object.fromEntries(branches.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]]))), MOST_INSIDE)
  const trim = (branch: Branch) => ({ ...branch, value: fields[branch.path] })
  const tree = { globals: globals.map(trim), frames: kept.map(frame => ({ ...frame, fields: frame.fields.map(trim) })) }
  return { tree, missing, deeper: frames.length - kept.length }
}

/** Steps with the innermost calls and the frames on top. */
export function trimSteps(steps: Steps): Steps {
  return { ...steps, steps: steps.steps.map(step => ({ ...step, calls: step.calls.slice(0, MOST_CALLS), frames: step.frames.slice(0, MOST_CALLS) })) }
}
