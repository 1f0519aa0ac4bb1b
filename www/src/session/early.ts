// A shipped game is played by machine code of its own until the engine is there: that comes with the page, and the engine is a hundred
// times as large.
//
// Invariant: all moves made so are in `record`, from which the engine gets them.

import type { Move } from "houserules"
import { shelf } from "houserules/shelf"
import type { EarlyGame } from "../engine/early-game"
import type { Position } from "../engine/protocol"
import { edited, record, shipped, table, type Table, text } from "./state"

let game: EarlyGame | undefined

/** A game as it begins, if it is shipped, and nothing has been changed or played. */
export async function beginEarly(): Promise<Table | undefined> {
  const entry = shelf.find(({ id }) => id === shipped.value.id)
  if (!entry || edited.value || record.value) return undefined
  try {
    const [{ EarlyGame }, rules] = await Promise.all([import("../engine/early-game"), entry.rules()])
    if (entry.id !== shipped.value.id || edited.value || table.value) return undefined
    game = new EarlyGame(rules)
    return { text: text.value, info: rules.info, position: game.position() }
  } catch {
    // The engine comes in any case.
    return undefined
  }
}

/** Makes a move; undefined if it is the engine's to make. */
export function moveEarly(move: Move): Position | undefined {
  return game?.move(move)
}

/** From now on the engine plays. */
export function endEarly() {
  game = undefined
}
