import type { Game } from "boardgame.io"
import type { GameError, Json, MachineRules, Names, Options, Rules, View } from "./api.js"

/** Setup of a match: boardgame.io's `setupData`. */
export interface SetupData {
  /** A whole number, which makes the setup at once. Everybody can read it: for tests, and for games without secrets. */
  seed?: number
  scenario?: string
  options?: Options
}

/** Options of `adapt`. Seed, scenario and options are defaults for matches. */
export interface AdaptOptions extends SetupData {
  /** Name of the game in boardgame.io, without blanks; the title of the rules by default. */
  name?: string
  /**
   * `true` if all play on one device. A client without a `playerID` then has the current player's view, and every setup is made at once,
   * not by the move `begin`. Not for servers, which send the first state of a match to all clients, secrets included.
   */
  local?: boolean
  /** As in `FrameworkOptions`: names of earlier rules that matches may have begun under. */
  earlier?: Names[]
  /** As in `FrameworkOptions`. */
  told?: (sentence: string) => void
  /** Receives errors of rules that fail in a match; the move is refused. `console.error` by default. */
  failed?: (error: GameError) => void
}

/** Outcome of a game, as `ctx.gameover`. Has no `winner`, `winners` or `draw` if the result names no player. */
export interface GameOver {
  /** As in `Game.result`. */
  result: string
  /** Number of the only winner. */
  winner?: string
  /** Numbers of joint winners. */
  winners?: string[]
  draw?: true
}

/** State of a match: the framework's, or, before the move `begin`, its scenario and options. */
export type MatchState = { [key: string]: Json }

/** `G` on clients: a player's view, with the arguments of all offers as values. */
export type ClientState = View

/**
 * Makes a boardgame.io game of rules. Player 0 has the first role, player 1 the second, and so on. Every action is a move:
 * `client.moves.space(4)`, `client.moves.move(12, 28)`. So is undo, if the rules offer it: `client.moves.undo()`.
 */
export function adapt(rules: Rules | MachineRules, options?: AdaptOptions): Game<MatchState, Record<string, unknown>, SetupData>
