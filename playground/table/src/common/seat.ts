// What one seat sees of a position.

import type { Json, Prompt } from "houserules"

/** What a view holds, by field. */
export interface Fields {
  [field: string]: Json
}

/** How many items of the fields of a view are missing. */
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
  /** What the same seat saw before the last move, of the fields that are drawn. Absent where there was none. */
  before?: Fields
  /** Fields as they were within the last move, of what was there only then. Told once, when the move has been made. */
  between?: Fields
  /** How many items of the fields are not there, for there are too many. */
  missing: Missing
  /** How many offers are not there. */
  untold: number
}

/** Who looks on and plays no role. */
export const OBSERVER = "Observer"

/** Whether an action is offered, with any argument. */
export function isOffered(offered: Json[] | 0 | 1): boolean {
  return Array.isArray(offered) ? offered.length > 0 : offered === 1
}
