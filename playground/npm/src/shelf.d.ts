import type { Files, MachineRules, ShippedGame } from "./api.js"

/** A shipped game that loads its text and machine code on demand. Either fails if it cannot be fetched. */
export interface ShelfGame extends Omit<ShippedGame, "source" | "files"> {
  /** Range of players. */
  players: { min: number; max: number }
  /** Approximate minutes of a game; of a lesson, to learn it. */
  minutes: number
  /** Any of `board`, `cards`, `dice`, `bluff`, `war` and `together`; none for lessons. */
  kinds: string[]
  /** Loads its text and the files beside it. */
  text(): Promise<{ source: string; files?: Files }>
  /** Loads its rules as machine code, which needs no engine and no `init`. */
  rules(): Promise<Pick<MachineRules, "info" | "on_setup" | "resume">>
}

/** All shipped games, the simplest first. */
export const shelf: ShelfGame[]
