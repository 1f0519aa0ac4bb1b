// A moment within the last move that is to be seen: the position is there already, and anything that is done is done there.

import { computed, effect, signal } from "@preact/signals"
import type { Position } from "../engine/protocol"
import { table } from "../session/state"

/** Time on display. */
const STAYS_MS = 1200

const over = signal<Position>()

/** The position whose moment is to be seen now. */
export const passing = computed(() => {
  const { position } = table.value ?? {}
  return position && position !== over.value && [...position.seats.values()].some(({ between }) => between) ? position : undefined
})

effect(() => {
  const position = passing.value
  if (!position) return
  const pause = setTimeout(() => {
    over.value = position
  }, STAYS_MS)
  return () => clearTimeout(pause)
})
