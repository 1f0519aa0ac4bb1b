// Strengths of a machine: time limit for a move, and maximum playouts, or maximum positions if the rules define their worth.

import type { Thinking } from "../engine/protocol"
import { entriesOf } from "../store/local"

export type Strength = "random" | "easy" | "normal" | "strong"

interface Level extends Thinking {
  name: string
}

/** In small games, the number of games is the limit; in large ones, the time. After one game all moves are equally good. Each level
 * searches several times as many positions as the one below, so that it wins most of their games even on a slow machine. */
export const STRENGTHS: { [strength in Strength]: Level } = {
  random: { name: "beginner", ms: 300, games: 1, positions: 1 },
  easy: { name: "easy", ms: 300, games: 100, positions: 400 },
  normal: { name: "normal", ms: 1000, games: 1000, positions: 6000 },
  strong: { name: "strong", ms: 3000, games: 30_000, positions: 100_000 },
}

export function isStrength(value: unknown): value is Strength {
  return typeof value === "string" && Object.hasOwn(STRENGTHS, value)
}

/** The stored seats of the machine; unreadable ones are dropped. */
export function readSeats(kept: string | null): Map<string, Strength> {
  return new Map(entriesOf(kept).filter((seat): seat is [string, Strength] => isStrength(seat[1])))
}

export function writeSeats(seats: ReadonlyMap<string, Strength>): string {
  return JSON.stringify(Object.fromEntries(seats))
}
