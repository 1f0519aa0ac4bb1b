// What the table is given: the types of its interface.

import type { Json, LogLine, Move, Options, Prompt, RulesInfo, View } from "houserules"

/** A game at one moment, as one role sees it. */
export interface Position {
  /** The role that looks, and whose moves are made here. Without it somebody looks on. */
  role?: string
  /** What that role sees, as `game.view(role)` gives it, or a server of Rally the Troops. */
  view: View
  /** The roles that play, where not all do. */
  roles?: readonly string[]
  /** The roles that are to act. */
  active?: readonly string[]
  /** How it ended: a role, "Draw" or another text. Absent while it goes on. */
  result?: string
}

/** Makes a move. If what it gives is a promise that fails, or if it throws, the table says why. */
export type Send = (move: Move) => unknown

/** A game that the table plays by itself: of `houserules`, or of an exported `game.js`. */
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

/** What begins such games. */
export interface PlayedRules {
  /** What is drawn. An exported `game.js` has it in the file `info.js`. */
  readonly info?: RulesInfo
  on_setup(seed?: number, scenario?: string, options?: Options): PlayedGame
}

/** What a table shows: a position, whose moves are sent; or a game of rules, which it plays by itself. */
export interface Given {
  /** What is drawn: `rules.info` of `houserules`, or `info` of an exported `info.js`. Not needed with rules of `houserules`. */
  info?: RulesInfo
  /** A position. Give another one after each move. */
  position?: Position
  /** Is given the moves that are made in the position. Without it nothing can be clicked. */
  send?: Send
  /** Rules to be played at this table. */
  rules?: PlayedRules
  /** With `rules`: the role that is played here. The computer plays all others. Without it everybody plays at this screen. */
  seat?: string
}
