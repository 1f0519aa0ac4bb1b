// Going to another moment of the game, or to another game.

import type { Record as GameRecord } from "house-rules"
import { arrive, engine, play, show, wanted } from "../session/engine"
import { cursor, pane, record, side, table } from "../session/state"

const REPLAYS = "The game cannot be replayed"

/** Goes to the position after that many moves; the moves after it are kept. */
export function travel(to: number) {
  cursor.value = to
  play(REPLAYS, async () => show({ ...table.value!, position: await engine.ask("replay", wanted()!) }))
}

/** Drops the moves that the present rules refuse. */
export function keepPlaying() {
  play(REPLAYS, async () => arrive(await engine.ask("replay", table.value!.position.record)))
}

/** Opens a random game that went wrong, as far as it went. */
export function openWrong(seed: number, moves: number) {
  pane.value = side.value = "table"
  play(REPLAYS, async () => seatAt(await engine.ask("wrong", seed, moves)))
}

/** Opens a game that was played elsewhere. */
export function openRecord(wanted: GameRecord) {
  pane.value = side.value = "table"
  play(REPLAYS, async () => seatAt(wanted))
}

async function seatAt(played: GameRecord) {
  record.value = played
  cursor.value = played.moves.length
  show({ ...table.value!, position: await engine.ask("replay", played) })
}
