// A machine that makes moves at random, for tables without an engine that looks ahead.

import type { Json, Prompt } from "houserules"

export interface Machine<Game> {
  readonly state: { [field: string]: unknown }
  prompt(role: string): Prompt
  action(role: string, action: string, argument?: Json): void
  clone(): Game
}

/** A move of a role that leads to none of the positions it had in this turn, which the new one joins; any, if all do. */
export function moveOf<Game extends Machine<Game>>(game: Game, role: string, had: Set<string>): [action: string, argument: Json] | undefined {
  had.add(position(game))
  const moves = Object.entries(game.prompt(role).actions ?? {}).flatMap(([action, offered]): [string, Json][] =>
    action === "undo" ? [] : Array.isArray(offered) ? offered.map(argument => [action, argument]) : offered ? [[action, null]] : [],
  )
  shuffle(moves)
  return moves.find(move => !had.has(position(after(game, role, move)))) ?? moves[0]
}

function after<Game extends Machine<Game>>(game: Game, role: string, [action, argument]: [string, Json]): Game {
  const next = game.clone()
  try {
    next.action(role, action, ...(argument === null ? [] : [argument]))
  } catch {
    // Nothing changed.
  }
  return next
}

/** The position on the table, without the log and the undo stack. */
function position({ state: { log, undo, ...rest } }: Machine<unknown>): string {
  return JSON.stringify(rest)
}

function shuffle<T>(items: T[]) {
  for (let last = items.length - 1; last > 0; last--) {
    const at = Math.floor(Math.random() * (last + 1))
    ;[items[last], items[at]] = [items[at]!, items[last]!]
  }
}
