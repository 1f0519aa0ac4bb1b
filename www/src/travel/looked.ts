// *Look inside*: whether it is open, and the position as a tree.
//
// Invariant: while it is closed, it makes no requests to the engine.

import { effect, signal } from "@preact/signals"
import { Died } from "../engine/client"
import type { Inside, Position, Views } from "../engine/protocol"
import { engine, glance } from "../session/engine"
import { openings, record, table } from "../session/state"
import { settings } from "../store/local"

const PARTS = ["state", "steps", "seats"] as const
export type Part = (typeof PARTS)[number]

export const inside = signal(settings.load("inside") === "open")
export const part = signal<Part>(PARTS.find(it => it === settings.load("inside-part")) ?? "state")

/** Why somebody who looked there sees nothing. */
export const blind = signal<string>()

export function lookInside(on: boolean) {
  if (on) blind.value = undefined
  inside.value = on
  settings.store("inside", on ? "open" : "closed")
}

export function turnTo(to: Part) {
  part.value = to
  settings.store("inside-part", to)
}

/** Asks the engine about the position at the table. If this kills the engine, nothing is asked again automatically. */
export function ask(position: Position, task: () => Promise<void>): Promise<void> {
  return glance(async () => {
    if (!inside.value || table.value?.position !== position || !record.value) return
    try {
      await task()
    } catch (error) {
      if (error instanceof Died) {
        inside.value = false
        blind.value = `Look inside crashed the engine: ${error.message}`
      }
      throw error
    }
  })
}

/** The position at the table, if known. */
export const looked = signal<Inside & { of: Position }>()

effect(() => {
  const position = table.value?.position
  if (!inside.value || part.value !== "state" || !position || looked.peek()?.of === position) return
  void ask(position, async () => {
    const seen = await engine.ask("inside", record.value!, position.record.moves.length)
    if (table.value?.position === position) looked.value = { ...seen, of: position }
  })
})

/** The position at the table from each seat, if known. */
export const known = signal<{ views: Views; of: Position }>()

effect(() => {
  const position = table.value?.position
  if (!inside.value || part.value !== "seats" || !position || known.peek()?.of === position) return
  void ask(position, async () => {
    const views = await engine.ask("views", record.value!, position.record.moves.length)
    if (table.value?.position === position) known.value = { views, of: position }
  })
})

openings.subscribe(() => {
  known.value = looked.value = blind.value = undefined
})
