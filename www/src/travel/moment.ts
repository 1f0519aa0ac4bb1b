// The moment that somebody points at, without going there.
//
// Invariant: it is shown from the seat at the table, and nothing of other seats' views reaches the page.

import { signal } from "@preact/signals"
import type { Moment, Position } from "../engine/protocol"
import { engine, glance } from "../session/engine"
import { record, table } from "../session/state"

/** The position shown instead of the current one. */
export const glimpsed = signal<Position>()

/** Moves are shown one after another: nothing that is pointed at meanwhile is. */
export const replaying = signal(false)

let wanted: { moment: Moment; role: string } | undefined
let asking = false

/** Shows a moment as soon as the engine has answered; if others were requested meanwhile, only the last. */
export function point(moment: Moment, role: string) {
  if (replaying.value) return
  wanted = { moment, role }
  if (!asking) void ask()
}

/** Shows the current position again. */
export function pointAway() {
  if (replaying.value) return
  wanted = undefined
  glimpsed.value = undefined
}

async function ask() {
  asking = true
  while (wanted) {
    const now = wanted
    await glance(async () => {
      const [of, before] = [record.value!, table.value]
      const position = await engine.ask("peek", of, now.moment, now.role)
      if (wanted && table.value === before) glimpsed.value = position
    })
    if (wanted === now) break
  }
  asking = false
}

/** After travelling or a move, the new position is shown. */
table.subscribe(pointAway)
