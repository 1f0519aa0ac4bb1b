// The engine, and the page's state from its answers.
//
// Invariant: the engine gets one request at a time, in order (`enqueue`), and each request is built when it is dequeued.

import { batch } from "@preact/signals"
import type { Record as GameRecord } from "houserules"
import { advanced, type Lines } from "../common/lines"
import { same, type Text } from "../common/text"
import { unreachable } from "../common/coming"
import { Died, Engine, Refused } from "../engine/client"
import type { CallName, Opened, Position } from "../engine/protocol"
import { dropMark, keep } from "../store/keeper"
import { isOwn } from "../store/kept"
import { begins, drawing, ends } from "../store/watch"
import { formed } from "houserules-table/src/common/form.ts"
import { beginEarly, endEarly } from "./early"
import {
  branches,
  checked,
  cursor,
  deadly,
  earlier,
  edited,
  fault,
  killer,
  looking,
  positions,
  record,
  shipped,
  table,
  text,
  undoes,
  undrawn,
  unloaded,
  versions,
  type Table,
} from "./state"

/** Calls that make all moves of a game. */
const RUNS: CallName[] = ["open", "replay", "go", "peek", "story"]

/** Calls that might not terminate are watched by a timer. */
export const engine = new Engine({
  begins: call => RUNS.includes(call) && begins(shipped.value.id, "run"),
  ends: call => RUNS.includes(call) && ends("run"),
  grows: goOn,
})
export const SETUP = "These rules cannot start a game"

/** The engine begins to load. */
export function warm() {
  engine.warm().catch(() => undefined)
}

let last: Promise<void> = Promise.resolve()

/** Comes to its end when the task is over, however it ends. */
export function enqueue(task: () => Promise<void>): Promise<void> {
  last = last.then(task).catch(reportError)
  return last
}

/** An action at the table. A refusal by the rules is shown, and nothing else changes. */
export function play(what: string, task: () => Promise<void>) {
  enqueue(async () => {
    if (!table.value) return
    if (engine.blank) await reload()
    if (unloaded.value !== undefined || !table.value) return
    fault.value = undefined
    try {
      await task()
    } catch (error) {
      if (error instanceof Refused) fault.value = { what, error: error.info, text: table.value.text }
      else if (error instanceof Died) {
        fault.value = { what: `${what}: ${error.message}` }
        await revive()
      } else throw error
    }
  })
}

/** A look at something: the game does not change, and if it cannot be shown, nothing happens. */
export function glance(task: () => Promise<void>): Promise<void> {
  return enqueue(async () => {
    if (!table.value || engine.blank || unloaded.value !== undefined) return
    try {
      await task()
    } catch (error) {
      if (error instanceof Died) await revive()
      else if (!(error instanceof Refused)) throw error
    }
  })
}

// The text

let pause: ReturnType<typeof setTimeout> | undefined

/** Compiles the text after this time, unless it changes before. */
export function recompileIn(ms: number) {
  clearTimeout(pause)
  pause = setTimeout(recompile, ms)
}

/** Compiles the text, if it has changed. A record that no rules accepted is dropped. */
export function recompile() {
  clearTimeout(pause)
  enqueue(async () => {
    const now = text.value
    if (same(checked.value?.text, now) || same(killer.value?.text, now)) return
    if (engine.blank) await playEarly()
    try {
      let opened = await engine.ask("open", now, wanted(), lines())
      if (opened.fault?.code.startsWith("HR08")) {
        record.value = undefined
        branches.value = []
        opened = await engine.ask("open", now, null)
      }
      take(now, opened)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      checked.value = fault.value = undefined
      await bury(now, error)
    }
  })
}

/** Until the engine is there, a game that has just begun is played without it. */
async function playEarly() {
  const early = await beginEarly()
  if (early) show(early)
  await engine.warm(text.value).catch(() => undefined)
  endEarly()
}

function take(text: Text, { table: opened, fault: failed, ...result }: Opened) {
  batch(() => {
    checked.value = { text, ...result }
    fault.value = failed && { what: SETUP, error: failed, text }
    if (!opened) return
    const { lines: carried, ...table } = opened
    if (carried) {
      record.value = { ...record.value!, moves: carried.main }
      branches.value = carried.branches
    }
    show({ text, ...table })
  })
}

/** Compiles the text that killed the engine once more; loads the engine once more. */
export function tryAgain() {
  // Nothing has begun.
  if (shipped.value.id === "") return location.reload()
  if (killer.value) dropMark(shipped.value.id)
  killer.value = undefined
  if (unloaded.value !== undefined) enqueue(reload)
  recompile()
}

addEventListener("online", () => unloaded.value !== undefined && tryAgain())

// The game

/** The record without the moves taken back. */
export function wanted(): GameRecord | null {
  return record.value ? { ...record.value, moves: record.value.moves.slice(0, cursor.value) } : null
}

/** All lines of the game. */
export function lines(): Lines {
  return { main: record.value?.moves ?? [], branches: branches.value }
}

/** Shows a new position after moves. Later moves of the old line are kept. */
export function arrive(position: Position) {
  const { moves } = position.record
  const now = record.value
  turn(position, now ? advanced({ main: now.moves, branches: branches.value }, moves) : { main: moves, branches: [] })
}

/** Shows a position of other lines. */
export function turn(position: Position, { main, branches: others }: Lines, at = position.record.moves.length) {
  batch(() => {
    record.value = { ...position.record, moves: main }
    branches.value = others
    cursor.value = at
    looking.value = false
    show({ ...table.value!, position })
  })
}

export function show(next: Table) {
  const { moves } = record.value ?? next.position.record
  record.value = { ...next.position.record, moves }
  if (!undrawn.value) drawing(shipped.value.id)
  const [seat] = next.position.seats.values()
  table.value = { ...next, info: formed(next.info, seat?.fields) }
  undoes.value ||= next.position.undoes
  save()
}

/** Draws the table all the same. */
export function drawTable() {
  dropMark(shipped.value.id)
  drawing(shipped.value.id)
  undrawn.value = undefined
}

export function save() {
  const { info, text: played } = table.value ?? {}
  keep({
    ...(edited.value && { text: text.value }),
    ...(played && !same(played, text.value) && { played }),
    record: record.value,
    ...(branches.value.length > 0 && { branches: branches.value }),
    ...(earlier.value.length > 0 && { earlier: earlier.value }),
    cursor: cursor.value,
    ...(positions.value.length > 0 && { positions: positions.value }),
    ...(versions.value.length > 0 && { versions: versions.value }),
    deadly: deadly.value !== undefined,
    ...(isOwn(shipped.value.id) && info && { title: info.title }),
  })
}

// The engine's death

/** After the engine's death at a text, or before it was there at all: then that is not for the text to answer for. */
export async function bury(text: Text, error: Died) {
  if (!error.loaded) {
    unloaded.value = unreachable(error.message)
    return
  }
  kill(text, error)
  await revive()
}

function kill(text: Text, { message }: Died) {
  killer.value = { text, why: `These rules crashed the engine: ${message}` }
  save()
}

/** Tries once more to load the engine. */
async function reload() {
  unloaded.value = undefined
  await revive()
}

/** After the engine's death: starts a new one, with the last rules and the current game. */
async function revive() {
  if (!table.value) return
  const { text, position } = table.value
  if (same(killer.value?.text, text)) table.value = undefined
  else await reopen(text, position.record)
}

/** In the whole engine: with the previous game. */
async function goOn() {
  if (!table.value) return
  const { text, position } = table.value
  await engine.ask("open", text, position.record)
  // It has the position only as the result of the line.
  if (position.keeps) show({ ...table.value, position: { ...position, keeps: false } })
}

/** Plays rules that worked before, independent of the current text. */
export async function reopen(text: Text, record: GameRecord | null) {
  try {
    const opened = await engine.ask("open", text, record)
    if (!opened.table) return
    const { info, position } = opened.table
    show({ text, info, position })
  } catch (error) {
    if (!(error instanceof Died)) throw error
    if (error.loaded) {
      kill(text, error)
      table.value = undefined
    } else unloaded.value = unreachable(error.message)
  }
}
