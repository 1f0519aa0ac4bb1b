// Estimates the duration of a ladder before it begins: a few games of its lowest player are played, and stronger players take
// proportionally longer.

import { signal } from "@preact/signals"
import type { LabPlan } from "houserules"
import { same, type Text } from "../common/text"
import { openings } from "../session/state"
import { PLAYERS } from "./run"
import type { Studying } from "./study"
import { LabWorker } from "./worker-client"

/** The lowest player that looks ahead, and how far. */
const AHEAD = 8
const LOWEST = ["random", `search:${AHEAD}`]

/** Maximum time, and maximum number, of games to measure. */
const TRIED_MS = 3000
const TRIED = 20

/** A game that takes longer is not waited for. */
const PATIENCE_MS = 15_000

interface Measured {
  text: Text
  plan: LabPlan
  /** Of a game of the lowest player; undefined while it is measured. */
  seconds?: number
  /** Number of games measured. */
  games?: number
  /** The measurement was stopped: it takes at least as long. */
  longer?: boolean
  failed?: boolean
}

export const measured = signal<Measured>()

openings.subscribe(() => {
  measured.value = undefined
})

/** Measures the duration of games of these rules, unless it is known; the returned function stops it. */
export function measure(text: Text, plan: LabPlan): () => void {
  if (isOf(measured.peek(), text, plan)) return () => undefined
  const worker = new LabWorker()
  const mine = (measured.value = { text, plan } as Measured)
  const tell = (to: Partial<Measured>) => {
    worker.end()
    clearTimeout(patience)
    if (measured.peek() === mine) measured.value = { ...mine, ...to }
  }
  const patience = setTimeout(() => tell({ seconds: PATIENCE_MS / 1000, longer: true }), PATIENCE_MS)
  const play = async () => {
    await worker.ask("study", text, { ladder: LOWEST, games: TRIED, plan })
    const all: number[] = []
    for (let left = TRIED_MS; left > 0 && all.length < TRIED; left -= all.at(-1)!) all.push((await worker.ask("playVariant", 0, all.length, 1)).ms)
    // The middle one: a single game may be long, and rules are compiled in the first.
    all.sort((a, b) => a - b)
    tell({ seconds: all[(all.length - 1) >> 1]! / 1000, games: all.length })
  }
  play().catch(() => tell({ failed: true }))
  return () => {
    worker.end()
    clearTimeout(patience)
    if (measured.peek() === mine) measured.value = undefined
  }
}

/** Expected duration of a ladder, in seconds. */
export interface Expected {
  seconds: number
  /** Number of games measured; undefined if it is all games played. */
  games?: number
  /** Probably longer: the measured game was not over. */
  longer?: boolean
}

/** About how long a ladder takes; the one that was climbed last says it best, if it was the same. */
export function expected(ladder: string[], games: number, seats: number, text: Text, plan: LabPlan, last: Studying | undefined): Expected | undefined {
  if (last?.over && last.played > 0 && same(last.text, text) && String(last.given.ladder) === String(ladder) && isSame(last.given.plan, plan))
    return { seconds: (last.seconds * games * (ladder.length - 1)) / last.played }
  const now = measured.value
  if (!isOf(now, text, plan) || now?.seconds === undefined) return undefined
  const ahead = ladder.map(it => Number(it.split(":")[1] ?? 0))
  // The higher player has one seat, the lower one all others.
  const rungs = ahead.slice(1).map((it, at) => (it + (seats - 1) * ahead[at]!) / AHEAD)
  return { seconds: (now.seconds * games * rungs.reduce((sum, it) => sum + it, 0)) / PLAYERS, games: now.games, longer: now.longer }
}

function isOf(it: Measured | undefined, text: Text, plan: LabPlan): boolean {
  return it !== undefined && same(it.text, text) && isSame(it.plan, plan)
}

function isSame(a: LabPlan | undefined, b: LabPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
