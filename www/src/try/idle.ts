// Random games while nobody types: flaws of the rules appear among the problems, with the shortest game found.
//
// Invariant: they run in a Worker of their own, which ends with the next keystroke, so nothing ever waits for it.

import { computed, effect, signal } from "@preact/signals"
import type { LabFlaw, LabFound } from "houserules"
import { contentOf, mainOf, same, type Text } from "../common/text"
import { lesson } from "../session/lessons"
import { checked, table, text } from "../session/state"
import { settings } from "../store/local"
import { type Found, noticed } from "../write/found"
import { run } from "./run"
import { LabWorker } from "./worker-client"

/** Time without typing. */
const AFTER_MS = 1000
/** Approximate duration of a part, and of the pause after it. */
const PART_MS = 50
/** All parts together. */
const MOST_MS = 8000
/** Time for shrinking a game with a flaw. */
const SEARCH_SECONDS = 2

/** `true` to play them. */
export const idle = signal(settings.load("idle") !== "no")

export function setIdle(on: boolean) {
  idle.value = on
  settings.store("idle", on ? "yes" : "no")
}

/** Number of games played of a text. */
export const idled = signal<{ text: Text; games: number; running: boolean }>()

const hidden = signal(document.hidden)
addEventListener("visibilitychange", () => (hidden.value = document.hidden))
const busy = computed(() => run.value?.running ?? false)

effect(() => {
  const { text: compiled, diagnostics = [] } = checked.value ?? {}
  const sound = compiled && same(compiled, text.value) && !diagnostics.some(({ severity, alone }) => severity === "error" && !alone)
  // A lesson begins with rules that are not finished.
  if (!sound || !idle.value || hidden.value || busy.value || lesson.value !== undefined) return
  // All has been said of it.
  if (same(idled.peek()?.text, compiled) && !idled.peek()!.running) return
  let worker: LabWorker | undefined
  const wait = setTimeout(() => {
    worker = new LabWorker()
    watch(worker, compiled).catch(() => undefined)
  }, AFTER_MS)
  return () => {
    clearTimeout(wait)
    worker?.end()
  }
})

async function watch(worker: LabWorker, text: Text) {
  const playing = table.peek()
  const { scenario, options } = playing && same(playing.text, text) ? playing.position.record : {}
  const known = new Map<string, Found>()
  await worker.ask("open", text, { scenario, options })
  let [games, part, spent] = [0, 1, 0]
  while (spent < MOST_MS) {
    const played = await worker.ask("play", games, part)
    const { flaws } = await worker.ask("join", [played.part], true)
    games += part
    spent += played.ms
    part = Math.max(1, Math.min(part * 4, Math.round((part * PART_MS) / Math.max(played.ms, 1))))
    idled.value = { text, games, running: true }
    for (const it of flaws) {
      const key = `${it.kind} ${it.file} ${it.line} ${it.column} ${it.message}`
      if (known.has(key)) continue
      known.set(key, told(text, it, await worker.ask("flaw", it.number, SEARCH_SECONDS)))
      noticed.value = { text, found: [...known.values()] }
    }
    await new Promise(resolve => setTimeout(resolve, played.ms))
  }
  noticed.value = { text, found: [...known.values()] }
  idled.value = { text, games, running: false }
  worker.end()
}

/** A flaw as a problem of the text. It is a warning unless it stops a game. */
function told(text: Text, found: LabFound, flaw: LabFlaw | undefined): Found {
  const { kind, name, message, code = "", file, line = 1, column = 1 } = found
  const moves = flaw?.record.moves.length
  const from = offset(contentOf(text, file ?? mainOf(text)), line, column)
  return {
    ...{ severity: kind === "fault" || kind === "invariant" ? "error" : "warning", code, labels: [], fixes: [] },
    ...{ file, from, to: from, line, column },
    message: kind === "fault" || kind === "invariant" ? message : `${name}: ${message}`,
    help: way(moves),
    record: flaw?.record,
  }
}

function way(moves: number | undefined): string {
  if (moves === undefined) return "found by a random game"
  if (moves === 0) return "found at the start of the game"
  return moves === 1 ? "found by a random game after 1 move" : `found by a random game after ${moves} moves`
}

/** Offset of a place; line and column count from 1. */
function offset(content: string, line: number, column: number): number {
  let at = 0
  for (let before = 1; before < line; before++) at = content.indexOf("\n", at) + 1
  return at + column - 1
}
