// Results of random games: the first answer of the lab, from machine code.

import { signal } from "@preact/signals"
import type { RandomReport, RulesInfo } from "houserules"
import { joined } from "../engine/report"
import { engine, play } from "../session/engine"
import { table } from "../session/state"

export interface Trial {
  /** The rules that are tried. */
  table: RulesInfo
  wanted: number
  report?: RandomReport
  /** Duration of the games. */
  seconds: number
  running: boolean
}

export const trial = signal<Trial>()

/** Plays a number of random games of the rules at the table, and reports progress. */
export function tryOut(wanted: number) {
  if (!table.value) return
  const begun: Trial = { table: table.value.info, wanted, seconds: 0, running: true }
  trial.value = begun
  const next = () =>
    play("Random games failed", async () => {
      const now = trial.value
      if (!now?.running || now.table !== table.value?.info) return stopTrial()
      const played = now.report?.games ?? 0
      const start = performance.now()
      try {
        const more = await engine.ask("games", played + 1, wanted - played)
        if (trial.value !== now) return
        const report = now.report ? joined(now.report, more) : more
        trial.value = { ...now, report, seconds: now.seconds + (performance.now() - start) / 1000, running: report.games < wanted }
      } catch (error) {
        stopTrial()
        throw error
      }
      if (trial.value.running) next()
    })
  next()
}

export function stopTrial() {
  if (trial.value?.running) trial.value = { ...trial.value, running: false }
}
