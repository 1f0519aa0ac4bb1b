// Short tones for events at the table.

import { effect } from "@preact/signals"
import type { Json, RulesInfo } from "houserules"
import { own } from "houserules-table/src/common/objects.ts"
import type { Fields } from "houserules-table/src/common/seat.ts"
import type { Position } from "../engine/protocol"
import { openings, table } from "../session/state"
import { machines } from "./machine"
import { seat } from "./seat"
import { ring, type Sound, sounds } from "./tones"

let last: Position | undefined

openings.subscribe(() => {
  last = undefined
})

effect(() => {
  const { info, position } = table.value ?? {}
  const before = last
  last = position
  if (!info || !position || !before || !sounds.peek()) return
  if (position.record.seed !== before.record.seed || position.record.moves.length <= before.record.moves.length) return
  ring(...heard(info, position))
})

/** The sounds of a new position. */
function heard(info: RulesInfo, { result, record, active, seats }: Position): Sound[] {
  if (result !== undefined) return ["end"]
  const role = seat.peek()
  const { before, fields } = seats.get(role) ?? {}
  const lost = before && fields && piecesOn(info, fields) < piecesOn(info, before)
  // Between people at one screen each move is somebody's turn.
  const mine = active.includes(role) && machines.peek().has(record.moves.at(-1)![0])
  return [lost ? "loss" : "move", ...(mine ? (["turn"] as const) : [])]
}

/** Number of pieces on all boards. */
function piecesOn({ shows }: RulesInfo, fields: Fields): number {
  const boards = shows.flatMap(({ kind, items }) => (kind === "board" && items !== undefined ? [own(fields, items)] : []))
  const count = (value: Json | undefined): number =>
    Array.isArray(value) ? value.reduce<number>((sum, one) => sum + count(one), 0) : value === null || value === undefined ? 0 : 1
  return boards.reduce<number>((sum, board) => sum + count(board), 0)
}
