import type { Files, ShippedGame } from "./api.js"

/** A shipped game without its text, which comes when it is asked for. */
export interface ShelfGame extends Omit<ShippedGame, "source" | "files"> {
  /** Fails if it cannot be fetched. */
  text(): Promise<{ source: string; files?: Files }>
}

/** The shipped games, the simplest first. */
export const shelf: ShelfGame[]
