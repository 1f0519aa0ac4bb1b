// Many games of the rules at the table: several Workers play parts, one more puts them together.
//
// Invariant: the result of a run depends on rules, plan and number of games, not on the number of Workers.

import { effect, signal } from "@preact/signals"
import type { LabComparison, LabFlaw, LabPlan, LabReport, RulesInfo } from "houserules"
import { download } from "../common/download"
import { fileName } from "../keep/files"
import { openings, table } from "../session/state"
import { openRecord } from "../travel/travel"
import { type Original, same, type Text } from "../common/text"
import { neverReached } from "../write/coverage"
import { LabWorker } from "./worker-client"

/** Approximate duration of a part. */
const PART_MS = 200

const CORES = navigator.hardwareConcurrency || 2
/** Number of Workers: one core is left for the page, if there are more than two. */
export const PLAYERS = CORES > 2 ? Math.min(8, CORES - 1) : CORES

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
  /** By number: those that were made small, or are being made. */
  flaws: { [number: number]: Small }
  /** With the run before it, of other rules on the same seeds. */
  comparison?: LabComparison
  /** File name of an original, whose games these are: those of the variant follow. */
  first?: string
  /** File name of the original that these are compared with. */
  original?: string
  /** Approximate number of games needed to tell if the rules are fair. */
  enough?: number
  /** Why it ended. */
  failed?: string
}

/** A flaw that is made small. */
export interface Small {
  /** With as few moves as found so far. */
  flaw?: LabFlaw
  /** End of the search in progress. */
  until?: number
}

/** Time for shrinking a flaw. */
export const SEARCH_SECONDS = 10

export const run = signal<Run>()

effect(() => {
  const { report, text } = run.value ?? {}
  neverReached.value = report && text && { text, lines: report.lines.filter(({ most }) => most === 0) }
})

/** Rules that were played, and their counts. */
type Played = Pick<Run, "text" | "plan" | "wanted"> & { tally: string }
/** By the run before, and by the last run of an original. */
let before: Played | undefined
let beside: Played | undefined
let workers: LabWorker[] = []
let keeper: LabWorker | undefined
/** Stops for the searches in progress. */
const searches = new Map<number, () => void>()

/** Counts of another game do not apply. */
openings.subscribe(() => {
  stop()
  for (const end of searches.values()) end()
  keeper?.end()
  keeper = before = beside = run.value = undefined
})

/** The number of games, or the wanted precision of every seat's share, from 0 to 1. */
export type Wanted = { games: number } | { sure: number }

/**
 * Begins, with options and players; the counts of earlier rules are kept for comparison. `original`: those of a variant are played
 * first, unless they were.
 */
export function begin(howMany: Wanted, seed: number, given: Pick<LabPlan, "players" | "rotate" | "options" | "imagined">, original?: Original) {
  const playing = table.value
  if (!playing) return
  const { scenario, options } = playing.position.record
  const { text, info } = playing
  const plan = { seed, scenario, options, ...given }
  const wanted = "sure" in howMany ? 0 : howMany.games
  const whole = () => playAll({ text, info, plan, wanted, original: original?.name }, "sure" in howMany ? howMany.sure : undefined)
  if (original && !(isAlike(beside, plan, wanted) && same(beside.text, original.text))) playAll({ text: original.text, info, plan, wanted, first: original.name }, undefined, whole)
  else whole()
}

/** Plays games. `sure`: until each share is that certain. */
function playAll(given: Pick<Run, "text" | "info" | "plan" | "wanted" | "first" | "original">, sure?: number, then?: () => void) {
  stop()
  for (const end of searches.values()) end()
  const { text, plan } = given
  let { wanted } = given
  keeper?.end()
  keeper = new LabWorker()
  workers = Array.from({ length: PLAYERS }, () => new LabWorker())
  const own = { keeper, workers, start: performance.now(), next: 0, parts: [] as string[], joining: false }
  run.value = { ...given, running: true, seconds: 0, flaws: {} }

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
      const report = await own.keeper.ask("join", own.parts.splice(0), true)
      update({ report, seconds: (performance.now() - own.start) / 1000 })
      if (report.games < wanted) continue
      await goOn()
    }
    own.joining = false
  }
  /** All are there that were wanted: until it is sure, more are. */
  const goOn = async () => {
    const more = sure === undefined ? undefined : await own.keeper.ask("until", sure)
    if (more === undefined) return finish()
    wanted = more
    update({ wanted })
    for (const worker of own.workers) play(worker).catch(fail)
  }
  const finish = async () => {
    for (const worker of own.workers) worker.end()
    // All wanted games are finished: the report is read once, unless the user stopped on seeing it.
    const report = await own.keeper.ask("join", [], sure !== undefined)
    const picture = await own.keeper.ask("picture")
    update({ running: false, picture, report })
    const tally = await own.keeper.ask("tally")
    const played = { text, plan, wanted, tally }
    if (given.first) beside = played
    else {
      const other = given.original ? beside : before
      if (isAlike(other, plan, wanted) && !same(other.text, text)) update({ comparison: await own.keeper.ask("compare", other.text, other.plan, other.tally) })
      before = played
    }
    if (keeper === own.keeper) then?.()
  }
  let games = 1
  const play = async (worker: LabWorker) => {
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
  const open = [keeper, ...workers].map(worker => worker.ask("open", text, plan))
  open[0]!.then(enough => update({ enough })).catch(() => undefined)
  Promise.all(open)
    .then(() => (sure === undefined ? own.workers.forEach(worker => void play(worker).catch(fail)) : goOn()))
    .catch(fail)
}

/** `true` if as many games were played on the same seeds. */
function isAlike(played: Played | undefined, plan: LabPlan, wanted: number): played is Played {
  return played !== undefined && played.wanted === wanted && JSON.stringify(played.plan) === JSON.stringify(plan)
}

/** Stops the games; the counts so far stay. */
export function stop() {
  for (const worker of workers) worker.end()
  workers = []
  const now = run.value
  if (!now?.running) return
  run.value = { ...now, running: false }
  keeper?.ask("picture").then(
    picture => run.value?.text === now.text && (run.value = { ...run.value, picture }),
    () => undefined,
  )
}

/** Makes a flaw small, in a Worker of its own, which can be stopped at any time. */
export async function search(number: number): Promise<LabFlaw | undefined> {
  const [own, now] = [keeper, run.value]
  const known = now?.flaws[number]
  if (!own || !now || known?.until) return undefined
  if (known?.flaw) return known.flaw
  const tell = (to: Small) => {
    if (keeper === own && run.value) run.value = { ...run.value, flaws: { ...run.value.flaws, [number]: to } }
  }
  const until = Date.now() + SEARCH_SECONDS * 1000
  tell({ until })
  let found: LabFlaw | undefined
  const worker = new LabWorker(flaw => tell({ flaw: (found = flaw), until }))
  const stopped = new Promise<undefined>(resolve => searches.set(number, () => resolve(undefined)))
  const whole = async () => {
    await worker.ask("open", now.text, now.plan)
    await worker.ask("join", [await own.ask("tally")], false)
    return worker.ask("flaw", number, SEARCH_SECONDS)
  }
  const flaw = (await Promise.race([whole(), stopped]).catch(() => undefined)) ?? found
  worker.end()
  searches.delete(number)
  tell({ flaw })
  return keeper === own ? flaw : undefined
}

/** Stops the search for fewer moves; its result so far stays. */
export function stopSearch(number: number) {
  searches.get(number)?.()
}

/** Makes it small, and opens it at the table. */
export async function show(number: number) {
  const flaw = await search(number)
  if (flaw) openRecord(flaw.record)
}

/** File formats of a report, by ending. */
export const FILES = { html: "text/html", md: "text/markdown", json: "application/json", csv: "text/csv", svg: "image/svg+xml" }

/** The report as a file. */
export async function save(kind: keyof typeof FILES) {
  const { report } = run.value ?? {}
  if (!keeper || !report) return
  const call = { html: "html", md: "markdown", csv: "csv", svg: "picture" } as const
  const text = kind === "json" ? JSON.stringify(report, null, 2) : await keeper.ask(call[kind])
  download(`${fileName()}-lab.${kind}`, new Blob([text], { type: FILES[kind] }))
}
