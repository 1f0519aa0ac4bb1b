// Strengths of a machine: time limit for a move, and maximum playouts, or maximum positions if the rules define their worth.

import type { Thinking } from "../engine/protocol"
import { entriesOf } from "../store/local"

export type Strength = "random" | "easy" | "normal" | "strong"

interface Level extends Thinking {
  name: string
}

/** The games are enough for small ones; in large ones the time is over first. After one game any move is as good as another. Each level
    looks at so many times more positions than the one below that it wins most of their games, also where a machine is slow. */
export const STRENGTHS: { [strength in Strength]: Level } = {
  random: { name: "beginner", ms: 300, games: 1, positions: 1 },
  easy: { name: "easy", ms: 300, games: 100, positions: 400 },
  normal: { name: "normal", ms: 1000, games: 1000, positions: 6000 },
  strong: { name: "strong", ms: 3000, games: 30_000, positions: 100_000 },
}

export function isStrength(value: unknown): value is Strength {
  return typeof value === "string" && Object.hasOwn(STRENGTHS, value)
}

/** The machine's seats as they are kept; what is not understood is nobody's. */
export function readSeats(kept: string | null): Map<string, Strength> {
  return new Map(entriesOf(kept).filter((seat): seat is [string, Strength] => isStrength(seat[1])))
}

export function writeSeats(seats: ReadonlyMap<string, Strength>): string {
  return JSON.stringify(Object.fromEntries(seats))
}
