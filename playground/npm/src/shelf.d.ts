import type { Files, MachineRules, ShippedGame } from "./api.js"

/** A shipped game whose text and machine code come when they are asked for. Either fails if it cannot be fetched. */
export interface ShelfGame extends Omit<ShippedGame, "source" | "files"> {
  /** Numbers of players. */
  players: { min: number; max: number }
  /** Minutes of a game among people, about. */
  minutes: number
  /** Any of `board`, `cards`, `dice`, `bluff` and `war`; none for lessons. */
  kinds: string[]
  /** Its text, and the files beside it. */
  text(): Promise<{ source: string; files?: Files }>
  /** Its rules as machine code, which is played without the engine: `init` is not needed. */
  rules(): Promise<Pick<MachineRules, "info" | "on_setup" | "resume">>
}

/** The shipped games, the simplest first. */
export const shelf: ShelfGame[]
