// An engine for the lab, off the page's thread: it plays parts of the games, or puts the parts of others together.

import { compile, GameError, initSync, type Lab, type LabComparison, type LabFlaw, type LabPlan, type LabReport, type Language } from "house-rules/slim"
import type { Given } from "../engine/protocol"
import type { Text } from "../common/text"

/** The calls that it answers. `open` comes first. */
export interface Calls {
  open(text: Text, plan: LabPlan): void
  /** Plays the games of these numbers; what was counted, and how long it took. */
  play(from: number, games: number): { part: string; ms: number }
  join(parts: string[]): LabReport
  /** In so many seconds; what is found until then is said meanwhile. */
  flaw(number: number, seconds: number): LabFlaw | undefined
  /** All that was joined. */
  tally(): string
  /** What changed since other rules, of which so much was counted. */
  compare(text: Text, plan: LabPlan, tally: string): LabComparison
  csv(): string
  picture(): string
}

/** `found` comes before the answer, any number of times. */
export type Answer = { found: LabFlaw } | { value: unknown } | { failed: string }

let lab: Lab
let language: Language

const calls: Calls = {
  open(text, plan) {
    lab = labOf(text, plan)
    language = text.language
  },
  play(from, games) {
    const start = performance.now()
    return { part: lab.play(from, games), ms: performance.now() - start }
  },
  join(parts) {
    for (const part of parts) lab.join(part)
    return lab.report()
  },
  flaw: (number, seconds) => lab.flaw(number, language, seconds, found => answer({ found })),
  tally: () => lab.tally,
  compare(text, plan, tally) {
    const before = labOf(text, plan)
    before.join(tally)
    const comparison = before.compare(lab)
    before.free()
    return comparison
  },
  csv: () => lab.csv(),
  picture: () => lab.picture(),
}

function labOf(text: Text, plan: LabPlan): Lab {
  const { rules } = compile(text.source, { language: text.language, files: text.files })
  const lab = rules!.lab(plan)
  rules!.free()
  return lab
}

function answer(it: Answer) {
  postMessage(it)
}

addEventListener("message", ({ data }: MessageEvent<Given | { call: keyof Calls; args: unknown[] }>) => {
  if ("code" in data) return initSync(data.code)
  try {
    answer({ value: (calls[data.call] as (...args: unknown[]) => unknown)(...data.args) })
  } catch (error) {
    answer({ failed: error instanceof GameError ? error.message : String(error) })
  }
})
