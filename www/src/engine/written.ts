// States that somebody has written: made by another value somewhere in one, and found in a record.

import type { Json, Record as GameRecord } from "houserules"
import { isWritten } from "../common/lines"
import type { Step } from "../common/values"
import type { Edit } from "./protocol"
import { trimText } from "./trim"

/** As a state has it for a result. */
const NOBODY = -1

type State = { [key: string]: Json }

/**
 * The state with a changed value. Active roles are given by names, and stored in the state's form: a name, or a list of them; the result
 * without a winner is given as "None".
 */
export function withValue(state: State, steps: Step[], value: Json): State {
  const next = structuredClone(state)
  const last = steps.at(-1)!
  let at: Json = next
  for (const step of steps.slice(0, -1)) at = (at as State)[step]!
  const set = steps.length > 1 ? value : asKept(last, value, state)
  // A key may be called as anything that objects have.
  Object.defineProperty(at, last, { value: set, configurable: true, enumerable: true, writable: true })
  return next
}

/** A value in the form of the state. */
function asKept(field: Step, value: Json, { active }: State): Json {
  if (field === "active") return activeOf(value as string[], active!)
  return field === "result" && value === "None" ? NOBODY : value
}

function activeOf(names: string[], before: Json): Json {
  if (Array.isArray(before) || names.length > 1) return names
  return names[0] ?? "None"
}

/** The states in a record written by users. States whose part of the log was undone by a later one are left out. */
export function editsOf({ moves }: GameRecord): Edit[] {
  const all = moves.flatMap((move, at) => (isWritten(move) ? [{ at, what: trimText(move[1]), line: linesOf(move[2] as string) }] : []))
  return all.filter((edit, index) => all.slice(index + 1).every(later => later.line >= edit.line))
}

/** Lengths of written states' logs: each is read once. */
const linesIn = new Map<string, number>()
const MOST_READ = 200

function linesOf(state: string): number {
  const known = linesIn.get(state)
  if (known !== undefined) return known
  if (linesIn.size >= MOST_READ) linesIn.clear()
  const lines = logLength(state)
  linesIn.set(state, lines)
  return lines
}

function logLength(state: string): number {
  try {
    const kept = JSON.parse(state) as { log?: Json[]; state?: { log: Json[] } }
    return (kept.log ?? kept.state!.log).length
  } catch {
    // The rules will report the mistake in it.
    return 0
  }
}
