// Positions that the user has saved under a name, to start from again. They are kept with the game.

import { signal } from "@preact/signals"
import { freeName } from "houserules-table/src/common/words.ts"
import { engine, play, save } from "../session/engine"
import { openings, positions } from "../session/state"
import type { SavedPosition } from "../store/kept"

/** Maximum saved positions. */
export const MOST_POSITIONS = 100

/** The last deleted position, with its index. */
export const deleted = signal<{ position: SavedPosition; at: number }>()

function keep(all: SavedPosition[]) {
  positions.value = all
  save()
}

/** Saves the current position. */
export function savePosition(name: string) {
  play("The position could not be saved", async () => {
    const state = await engine.ask("state")
    keep([...positions.value, { name: unused(name), state }])
  })
}

export function rename(position: SavedPosition, name: string) {
  if (name !== position.name) keep(positions.value.map(it => (it === position ? { ...it, name: unused(name) } : it)))
}

export function remove(position: SavedPosition) {
  deleted.value = { position, at: positions.value.indexOf(position) }
  keep(positions.value.filter(it => it !== position))
}

export function putBack() {
  const { position, at } = deleted.value!
  deleted.value = undefined
  keep(positions.value.toSpliced(at, 0, { ...position, name: unused(position.name) }))
}

function unused(name: string): string {
  const taken = new Set(positions.value.map(it => it.name))
  return freeName(name, it => taken.has(it))
}

openings.subscribe(() => {
  deleted.value = undefined
})
