// The log of the whole line that is played, also of the moves that were taken back.

import { effect, signal } from "@preact/signals"
import type { LogLine, Move } from "houserules"
import type { Edit } from "../engine/protocol"
import { same, type Text } from "../common/text"
import { engine, glance } from "../session/engine"
import { cursor, record, table } from "../session/state"

interface Story {
  /** The line, and the rules it was played by. */
  moves: Move[]
  text: Text
  lines: LogLine[]
  /** Number of earlier lines, not loaded. */
  before: number
  /** States of the whole line that somebody has written. */
  edits: Edit[]
}

const told = signal<Story>()

/** The known part of it: until the engine answers, the log up to the current position. */
export function story(): Pick<Story, "lines" | "before" | "edits"> {
  const { position, text } = table.value!
  if (told.value?.moves === record.value!.moves && same(told.value.text, text)) return told.value
  return { lines: position.log, before: position.logged, edits: position.edits }
}

effect(() => {
  const { position, text } = table.value ?? {}
  const moves = record.value?.moves
  if (!position || !text || !moves) return
  if (cursor.value >= moves.length) {
    told.value = { moves, text, lines: position.log, before: position.logged, edits: position.edits }
    return
  }
  const now = told.peek()
  if (now?.moves === moves && same(now.text, text)) return
  void glance(async () => {
    if (record.value?.moves !== moves || !same(table.value?.text, text)) return
    const { log, logged, edits } = await engine.ask("story", record.value)
    told.value = { moves, text, lines: log, before: logged, edits }
  })
})
