import type { Game } from "boardgame.io"
import type { GameError, Json, MachineRules, Names, Options, Rules, View } from "./api.js"

/** What a match is set up with: boardgame.io's `setupData`. */
export interface SetupData {
  /** A whole number. The setup is then made at once. Everybody can read it: for tests, and for games without anything hidden. */
  seed?: number
  scenario?: string
  options?: Options
}

/** What `adapt` may be told beside the rules. Its seed, scenario and options are those of matches that say nothing else. */
export interface AdaptOptions extends SetupData {
  /** The name of the game in boardgame.io, without blanks. The title of the rules if absent. */
  name?: string
  /**
   * All play on one device. A client without a `playerID` then sees what the current player sees, and every setup is made at once, not by
   * the move `begin`. Not for a server: it would send the first state of a match to all clients, hidden or not.
   */
  local?: boolean
  /** As in `FrameworkOptions`: the names of earlier rules, under which matches may have begun. */
  earlier?: Names[]
  /** As in `FrameworkOptions`. */
  told?: (sentence: string) => void
  /** Gets the errors of rules that fail in a match; the move is then refused. `console.error` if absent. */
  failed?: (error: GameError) => void
}

/** What a game ends with, as `ctx.gameover`. Neither `winner`, `winners` nor `draw` is there for a result that is no player's. */
export interface GameOver {
  /** As in `Game.result`. */
  result: string
  /** The player who has won alone, by number. */
  winner?: string
  /** The players who have won together. */
  winners?: string[]
  draw?: true
}

/** The state of a match: the framework's, or, before the move `begin`, what the game is to be set up with. */
export type MatchState = { [key: string]: Json }

/** `G` as clients have it: the view of a player, with the arguments of all offers as they are. */
export type ClientState = View

/**
 * Makes a boardgame.io game of rules. Player 0 has the first of their roles, player 1 the second, and so on. Every action is a move:
 * `client.moves.space(4)`, `client.moves.move(12, 28)`. So is taking back, where the rules offer it: `client.moves.undo()`.
 */
export function adapt(rules: Rules | MachineRules, options?: AdaptOptions): Game<MatchState, Record<string, unknown>, SetupData>
