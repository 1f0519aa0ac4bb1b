// The search for a move within a time.
//
// Invariant: it ends in time, however long a game is. So playouts stop when time runs out.

import type { Game, Move, Search } from "houserules/slim"
import type { Thinking } from "./protocol"

/** Minimum and maximum moves of a playout. */
const LEAST_MOVES = 20
const MOST_MOVES = 5000
/** Time of a move until it is measured. */
const GUESS_MS = 0.1

export class Thought {
  private readonly search: Search
  /** Fraction of the work done. */
  private part = 0
  /** Iterations at once, for about half of the remaining time. */
  private batch = 1
  private moveMs = GUESS_MS

  constructor(
    game: Game,
    readonly role: string,
    private readonly begun: number,
  ) {
    this.search = game.search(role)
  }

  /** Goes on until a time, and says how much of it is done. */
  run(until: number, { ms, games, positions }: Thinking): number {
    const end = this.begun + ms
    let now = performance.now()
    do {
      // Enough, or nothing to choose between.
      if (this.part >= 1 || (this.part > 0 && now >= end)) return 1
      const most = Math.round(Math.max(LEAST_MOVES, Math.min(MOST_MOVES, (end - now) / this.moveMs)))
      const moves = this.search.run(this.batch, most)
      if (moves === undefined) return 1
      this.part += this.batch / (moves === 0 ? positions : games)
      const took = performance.now() - now
      now += took
      if (moves > 0) this.moveMs = 0.5 * (this.moveMs + took / moves)
      const fitting = ((Math.min(until, end) - now) / 2) * (this.batch / Math.max(took, 0.01))
      this.batch = Math.max(1, Math.min(2 * this.batch, Math.floor(fitting)))
    } while (now < Math.min(until, end))
    return Math.min(1, Math.max(this.part, (now - this.begun) / ms))
  }

  get best(): Move | undefined {
    return this.search.best
  }

  free() {
    this.search.free()
  }
}
