// Interface of the table: the types of its input.

import type { Json, LogLine, Move, Options, Prompt, RulesInfo, View } from "houserules"

/** A game at one moment, as one role sees it. */
export interface Position {
  /** The role that looks, and whose moves are made here. Without it somebody looks on. */
  role?: string
  /** The role's view, from `game.view(role)` or from a server of Rally the Troops. */
  view: View
  /** The roles that play, where not all do. */
  roles?: readonly string[]
  /** The roles that are to act. */
  active?: readonly string[]
  /** The result: a role, "Draw" or another text. Absent while the game goes on. */
  result?: string
}

/** Makes a move. If it throws, or returns a promise that fails, the table shows the reason. */
export type Send = (move: Move) => unknown

/** Is told what somebody does at the table that is no move. */
export interface Watch {
  /** A click on something that belongs to these moves, none of which is offered. */
  tried?(moves: { action: string; argument?: Json }[]): void
  /** The text on how to play was opened. */
  looked?(): void
}

/** A game that the table runs by itself: of `houserules`, or of an exported `game.js`. */
export interface PlayedGame {
  readonly roles: readonly string[]
  readonly active: readonly string[]
  readonly result: string | undefined
  readonly lines: readonly LogLine[]
  readonly state: { [field: string]: unknown }
  on_view(role: string): { [field: string]: Json }
  prompt(role: string): Prompt
  action(role: string, action: string, argument?: Json): void
  clone(): PlayedGame
}

/** Starts such games. */
export interface PlayedRules {
  /** The description of the game. An exported `game.js` has it in the file `info.js`. */
  readonly info?: RulesInfo
  on_setup(seed?: number, scenario?: string, options?: Options): PlayedGame
}

/** Input of a table: a position, with moves sent to a callback; or rules, with a game that the table runs by itself. */
export interface Given {
  /** Drawing instructions: `rules.info` of `houserules`, or `info` of an exported `info.js`. Not needed with rules of `houserules`. */
  info?: RulesInfo
  /** A position. Give another one after each move. */
  position?: Position
  /** Is given the moves that are made in the position. Without it nothing can be clicked. */
  send?: Send
  /** With a position: is told what is no move. */
  watch?: Watch
  /** Rules to be played at this table. */
  rules?: PlayedRules
  /** With `rules`: the role that is played here. The computer plays all others. Without it everybody plays at this screen. */
  seat?: string
}
