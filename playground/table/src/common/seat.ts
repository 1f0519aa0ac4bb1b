// A seat's view of a position.

import type { Json, Prompt } from "houserules"

/** The fields of a view. */
export interface Fields {
  [field: string]: Json
}

/** Number of omitted items, by field of a view. */
export type Missing = Map<string, number>

export interface Seat {
  prompt: string | null
  /** Absent for a seat that is not active. */
  actions?: Prompt["actions"]
  /** Why something is not offered. */
  why?: Prompt["why"]
  /** The author's words for moves. */
  labels?: Prompt["labels"]
  fields: Fields
  /** The drawn fields of the seat's view before the last move. Absent if there was none. */
  before?: Fields
  /** Fields from within the last move that show values which existed only then. Given once, after the move. */
  between?: Fields
  /** Number of omitted items, by field: there are too many. */
  missing: Missing
  /** Number of omitted offers. */
  untold: number
}

/** A viewer without a role. */
export const OBSERVER = "Observer"

/** `true` if an action is offered, with any argument. */
export function isOffered(offered: Json[] | 0 | 1): boolean {
  return Array.isArray(offered) ? offered.length > 0 : offered === 1
}
