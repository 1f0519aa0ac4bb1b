// The search for a move within a time: the tree is the engine's, and the games from its leaves are played by machine code where there is
// any. Where the rules say what a position is worth there are no such games.
//
// What must stay true: it ends in time, however long a game is. So a game is played no further than there is time for.

import type { Game, GameError, MachineRules, Move, Rules, Search } from "house-rules/slim"
import type { Thinking } from "./protocol"

/** A position that the rules value costs so much of a game that is played on: the tree grows by each alike. */
const VALUED = 1 / 8
/** A game is played on for so many moves in any case, and at most. */
const LEAST_MOVES = 20
const MOST_MOVES = 5000
/** A move takes so long, before it is known better. */
const GUESS_MS = 0.1

export class Thought {
  private readonly search: Search
  private games = 0
  private moveMs = GUESS_MS

  constructor(
    game: Game,
    readonly role: string,
    private readonly rules: Rules,
    private readonly code: MachineRules | undefined,
    private readonly begun: number,
  ) {
    this.search = game.search(role)
  }

  /** Goes on until a time, and says how much of it is done. */
  run(until: number, { ms, games }: Thinking): number {
    const end = this.begun + ms
    do {
      const state = this.games < games ? this.search.ahead() : undefined
      // Nothing to choose between, or enough of it.
      if (state === undefined) return 1
      if (state !== null) this.play(state, end)
      this.games += state === null ? VALUED : 1
    } while (performance.now() < Math.min(until, end))
    return Math.min(1, Math.max(this.games / games, (performance.now() - this.begun) / ms))
  }

  get best(): Move | undefined {
    return this.search.best
  }

  free() {
    this.search.free()
  }

  private play(state: string, end: number) {
    const begun = performance.now()
    const most = Math.round(Math.max(LEAST_MOVES, Math.min(MOST_MOVES, (end - begun) / this.moveMs)))
    const seed = 1 + Math.floor(Math.random() * 2 ** 31)
    const { made, result } = this.played(state, most, seed)
    this.search.learn(result)
    const took = (performance.now() - begun) / Math.max(1, made)
    this.moveMs = this.games === 0 ? took : 0.8 * this.moveMs + 0.2 * took
  }

  /** Rules that fail on the way come to a draw, as the engine has it. */
  private played(state: string, most: number, seed: number): { made: number; result?: string } {
    if (this.code) {
      try {
        const game = this.code.resume(state)
        return { made: game.playout(seed, most), result: game.result }
      } catch (error) {
        return failed(error)
      }
    }
    const game = this.rules.resume(state)
    try {
      return { made: game.play_random(most, seed), result: game.result }
    } catch (error) {
      return failed(error)
    } finally {
      game.free()
    }
  }
}

/** What the engine died of is none of the rules' failures. */
function failed(error: unknown): { made: number } {
  const { name, code } = error as Partial<GameError>
  if (name !== "GameError" || code === "HR1101") throw error
  return { made: 0 }
}
