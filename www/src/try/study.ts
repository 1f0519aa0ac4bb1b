// Games in several variants, side by side: with several values of a number, or one player against another; played by several Workers.
//
// Invariant: the result depends on rules, plan and wish, not on the number of Workers: the engine decides stage by stage which games to
// play.

import { signal } from "@preact/signals"
import type { DefaultInText, LabPlan, NumberInText, StudyReport } from "houserules"
import { download } from "../common/download"
import { fileName } from "../keep/files"
import { mainOf, same, type Text } from "../common/text"
import { edit } from "../write/editing"
import { file, openings, table, text, type Table } from "../session/state"
import { PLAYERS } from "./run"
import type { Studied, Values } from "./worker"
import { LabWorker } from "./worker-client"

export interface Studying {
  /** The rules that are varied. */
  text: Text
  given: Studied
  running: boolean
  /** `true` once everything has been played. */
  over: boolean
  seconds: number
  /** Games that were joined, and as many as there may be. */
  played: number
  most: number
  report?: StudyReport
  failed?: string
}

/** The numbers of the rules at the table, and the defaults of their options. */
export const inText = signal<{ text: Text; numbers: NumberInText[]; defaults: DefaultInText[] }>()

// Those of another game are none of this one.
openings.subscribe(() => {
  inText.value = undefined
})

/** Minimum games of a part; with players that look ahead, one. */
const LEAST = 25

/** Looks for the numbers of a text, unless they are known. */
export async function findNumbers(text: Text) {
  if (same(inText.value?.text, text)) return
  const worker = new LabWorker()
  try {
    const found = await worker.ask("numbers", text)
    if (same(text, table.value?.text)) inText.value = { text, ...found }
  } finally {
    worker.end()
  }
}

/** The games of a table: its setup. */
export function planOf({ position }: Table): LabPlan {
  const { scenario, options } = position.record
  return { scenario, options, closely: 0 }
}

/** Studies of a page, one at a time. */
export class Studies {
  readonly now = signal<Studying>()
  private workers: LabWorker[] = []
  private keeper: LabWorker | undefined

  constructor() {
    // Counts of another game do not apply.
    openings.subscribe(() => {
      this.stop()
      this.keeper?.end()
      this.keeper = this.now.value = undefined
    })
  }

  /** Begins to play games of each variant. */
  async begin(given: Omit<Studied, "plan">) {
    const playing = table.value
    if (!playing) return
    this.stop()
    this.keeper?.end()
    const own = (this.keeper = new LabWorker())
    const mine = (this.workers = Array.from({ length: PLAYERS }, () => new LabWorker()))
    const { text } = playing
    const study = { ...given, plan: planOf(playing) }
    const start = performance.now()
    this.now.value = { text, given: study, running: true, over: false, seconds: 0, played: 0, most: 0 }
    const update = (to: Partial<Studying>) => {
      if (this.keeper === own && this.now.value) this.now.value = { ...this.now.value, ...to }
    }
    try {
      const variants = await own.ask("study", text, study)
      update({ most: variants * (given.games ?? 0) })
      await Promise.all(mine.map(worker => worker.ask("study", text, study)))
      let stage = await own.ask("stage")
      while (stage) {
        const { from, games, variants } = stage
        // In turn, so that all grow sure together.
        const parts = partsOf(from, games, given.ladder ? 1 : LEAST).flatMap(([first, count]) => variants.map(variant => [variant, first, count] as const))
        const share = async (worker: LabWorker) => {
          for (let part = parts.shift(); part; part = parts.shift()) {
            const [variant, first, count] = part
            const { part: tally } = await worker.ask("playVariant", variant, first, count)
            if (this.workers !== mine) return
            const report = await own.ask("joinVariants", [[variant, tally]])
            update({ report, played: report.games, seconds: (performance.now() - start) / 1000 })
          }
        }
        await Promise.all(mine.map(share))
        if (this.workers !== mine) return
        stage = await own.ask("stage")
      }
      update({ running: false, over: true })
    } catch (error) {
      if (this.workers === mine) update({ running: false, failed: error instanceof Error ? error.message : String(error) })
    }
    for (const worker of mine) worker.end()
  }

  /** Stops the games; the counts so far stay. */
  stop() {
    for (const worker of this.workers) worker.end()
    this.workers = []
    if (this.now.value?.running) this.now.value = { ...this.now.value, running: false }
  }

  /** Writes other values into the rules, if they are still the played ones. */
  async use(of: Text, values: Values) {
    const source = await this.keeper?.ask("withValues", of, values)
    if (source === undefined || !same(of, text.value)) return
    file.value = mainOf(of)
    edit(mainOf(of), source)
  }

  /** The report as a file. */
  async save(kind: "json" | "csv") {
    const { report } = this.now.value ?? {}
    if (!this.keeper || !report) return
    const text = kind === "json" ? JSON.stringify(report, null, 2) : await this.keeper.ask("studyCsv")
    download(`${fileName()}-what-if.${kind}`, new Blob([text], { type: kind === "json" ? "application/json" : "text/csv" }))
  }
}

export const whatIf = new Studies()
export const ladder = new Studies()

/** Games in parts, which are few so that something is seen soon. */
function partsOf(from: number, games: number, least: number): [from: number, games: number][] {
  const size = Math.max(least, Math.ceil(games / (least === 1 ? 40 : 8)))
  return Array.from({ length: Math.ceil(games / size) }, (_, at) => [from + at * size, Math.min(size, games - at * size)])
}
