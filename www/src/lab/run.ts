// Many games of the rules at the table: several Workers play parts, one more puts them together.
//
// What must stay true: what a run says depends on rules, plan and number of games, not on how many Workers there are.

import { signal } from "@preact/signals"
import type { LabComparison, LabFlaw, LabPlan, LabReport, RulesInfo } from "house-rules"
import { download } from "../packing"
import { fileName, openRecord, table } from "../session"
import { same, type Text } from "../text"
import { LabWorker } from "./worker-client"

/** A part takes about so long. */
const PART_MS = 200

const PLAYERS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1))

export interface Run {
  /** The rules that are played. */
  text: Text
  info: RulesInfo
  plan: LabPlan
  wanted: number
  running: boolean
  seconds: number
  report?: LabReport
  /** SVG of the report, once the run is over. */
  picture?: string
  /** By number: made small, or being made small. */
  flaws: { [number: number]: LabFlaw | "searching" }
  /** With the run before it, of other rules on the same seeds. */
  comparison?: LabComparison
  /** Why it ended. */
  failed?: string
}

export const run = signal<Run>()

/** Rules that were played before, and what was counted. */
let before: { text: Text; plan: LabPlan; wanted: number; tally: string } | undefined
let workers: LabWorker[] = []
let keeper: LabWorker | undefined

/** Begins, with who sits where; what was counted of rules that are others now is kept to compare. */
export function begin(wanted: number, seed: number, seats: Pick<LabPlan, "players" | "rotate">) {
  const playing = table.value
  if (!playing) return
  stop()
  const { scenario, options } = playing.position.record
  const { text, info } = playing
  const plan = { seed, scenario, options, ...seats }
  keeper?.end()
  keeper = new LabWorker()
  workers = Array.from({ length: PLAYERS }, () => new LabWorker())
  const own = { keeper, workers, start: performance.now(), next: 0, parts: [] as string[], joining: false }
  run.value = { text, info, plan, wanted, running: true, seconds: 0, flaws: {} }

  const update = (to: Partial<Run>) => {
    if (keeper === own.keeper && run.value) run.value = { ...run.value, ...to }
  }
  const fail = (error: unknown) => {
    if (workers !== own.workers) return
    stop()
    update({ failed: error instanceof Error ? error.message : String(error) })
  }
  const join = async () => {
    if (own.joining) return
    own.joining = true
    while (own.parts.length > 0) {
      const report = await own.keeper.ask("join", own.parts.splice(0))
      update({ report, seconds: (performance.now() - own.start) / 1000 })
      if (report.games >= wanted) await finish(report)
    }
    own.joining = false
  }
  const finish = async (report: LabReport) => {
    for (const worker of own.workers) worker.end()
    const picture = await own.keeper.ask("picture")
    update({ running: false, picture, report })
    const tally = await own.keeper.ask("tally")
    if (before && before.wanted === wanted && samePlan(before.plan, plan) && !same(before.text, text))
      update({ comparison: await own.keeper.ask("compare", before.text, before.plan, before.tally) })
    before = { text, plan, wanted, tally }
  }
  const play = async (worker: LabWorker) => {
    await worker.ask("open", text, plan)
    let games = 1
    while (own.next < wanted && workers === own.workers) {
      const from = own.next
      const count = Math.min(games, wanted - from)
      own.next += count
      const { part, ms } = await worker.ask("play", from, count)
      if (workers !== own.workers) return
      own.parts.push(part)
      join().catch(fail)
      games = Math.max(1, Math.min(count * 4, Math.round((count * PART_MS) / Math.max(ms, 1))))
    }
  }
  keeper.ask("open", text, plan).catch(fail)
  for (const worker of workers) play(worker).catch(fail)
}

function samePlan(a: LabPlan, b: LabPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Ends the games; what was counted so far stays. */
export function stop() {
  for (const worker of workers) worker.end()
  workers = []
  const now = run.value
  if (!now?.running) return
  run.value = { ...now, running: false }
  keeper?.ask("picture").then(picture => run.value?.text === now.text && (run.value = { ...run.value, picture }), () => undefined)
}

/** Makes a flaw small. */
export async function search(number: number): Promise<LabFlaw | undefined> {
  const [own, now] = [keeper, run.value]
  const known = now?.flaws[number]
  if (!own || !now || known === "searching") return undefined
  if (known) return known
  run.value = { ...now, flaws: { ...now.flaws, [number]: "searching" } }
  const flaw = await own.ask("flaw", number).catch(() => undefined)
  if (keeper !== own || !run.value) return undefined
  const { [number]: _, ...flaws } = run.value.flaws
  run.value = { ...run.value, flaws: flaw ? { ...flaws, [number]: flaw } : flaws }
  return flaw
}

/** Makes it small, and opens it at the table. */
export async function show(number: number) {
  const flaw = await search(number)
  if (flaw) openRecord(flaw.record)
}

/** The report as a file. */
export async function save(kind: "json" | "csv" | "svg") {
  const { report } = run.value ?? {}
  if (!keeper || !report) return
  const text = kind === "json" ? JSON.stringify(report, null, 2) : await keeper.ask(kind === "csv" ? "csv" : "picture")
  const type = { json: "application/json", csv: "text/csv", svg: "image/svg+xml" }[kind]
  download(`${fileName()}-lab.${kind}`, new Blob([text], { type }))
}
