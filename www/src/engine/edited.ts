// A state with another value somewhere in it.

import type { Json } from "house-rules"
import type { Step } from "../common/values"

/** As a state has it for a result. */
const NOBODY = -1

type State = { [key: string]: Json }

/**
 * The state with a value there. Who is active is given by names, and written as the state has it: a name, or a list of them; the result
 * of nobody is given as "None".
 */
export function withValue(state: State, steps: Step[], value: Json): State {
  const next = structuredClone(state)
  const [last, ...way] = steps.toReversed()
  let at: Json = next
  for (const step of way.toReversed()) at = (at as State)[step]!
  const set = steps.length > 1 ? value : last === "active" ? activeOf(value as string[], state.active!) : last === "result" && value === "None" ? NOBODY : value
  Object.defineProperty(at, last!, { value: set, configurable: true, enumerable: true, writable: true })
  return next
}

function activeOf(names: string[], before: Json): Json {
  if (Array.isArray(before) || names.length > 1) return names
  return names[0] ?? "None"
}
