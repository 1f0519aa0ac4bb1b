// How well a machine plays: how long it may think for a move, and how many games it plays ahead at most; or eight times as
// many positions, where the rules say what one is worth.

import type { Thinking } from "../engine/protocol"
import { entriesOf } from "../store/local"

export type Strength = "random" | "easy" | "normal" | "strong"

interface Level extends Thinking {
  name: string
}

/** The games are enough for small ones; in large ones the time is over first. After one game any move is as good as another. */
export const STRENGTHS: { [strength in Strength]: Level } = {
  random: { name: "machine, at random", ms: 300, games: 1 },
  easy: { name: "machine, easy (0.3 s)", ms: 300, games: 100 },
  normal: { name: "machine, normal (1 s)", ms: 1000, games: 500 },
  strong: { name: "machine, strong (3 s)", ms: 3000, games: 2500 },
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
