// An engine for the lab, off the page's thread: it plays parts of the games, or joins the results of parts.

import {
  compile,
  defaults,
  GameError,
  initSync,
  numbers,
  study,
  with_defaults,
  with_numbers,
  type DefaultInText,
  type Lab,
  type LabComparison,
  type LabFlaw,
  type LabPlan,
  type LabReport,
  type Language,
  type NumberInText,
  type Study,
  type StudyGiven,
  type StudyReport,
} from "houserules/slim"
import type { Given } from "../engine/protocol"
import type { Text } from "../common/text"

/** The calls that it answers. `open` comes first. */
export interface Calls {
  /** Approximate number of games needed to tell if a seat wins more often than its part; undefined with a single player. */
  open(text: Text, plan: LabPlan): number | undefined
  /** Plays the games of these numbers; returns the counts, and the time taken. */
  play(from: number, games: number): { part: string; ms: number }
  /** The report so far; `often` during a run, before all games are played. */
  join(parts: string[], often: boolean): LabReport
  /** Estimated total of games for this precision; undefined once it is reached. */
  until(sure: number): number | undefined
  /** Within a number of seconds; improvements are reported meanwhile. */
  flaw(number: number, seconds: number): LabFlaw | undefined
  /** All that was joined. */
  tally(): string
  /** Differences from other rules, with their tally. */
  compare(text: Text, plan: LabPlan, tally: string): LabComparison
  csv(): string
  html(): string
  markdown(): string
  picture(): string
  /** The numbers in a text, and the defaults of its options. */
  numbers(text: Text): { numbers: NumberInText[]; defaults: DefaultInText[] }
  /** The source with other numbers in it, and other defaults. */
  withValues(text: Text, values: Values): string | undefined
  /** Games with each of several values, and how many values there are; the other calls about them come after it. */
  study(text: Text, given: Studied): number
  stage(): ReturnType<Study["next"]>
  playVariant(variant: number, from: number, games: number): { part: string; ms: number }
  joinVariants(parts: [variant: number, part: string][]): StudyReport
  studyCsv(): string
}

/** Values in a text, by the names of numbers and of options. */
export interface Values {
  numbers: { [name: string]: number }
  defaults: { [option: string]: DefaultInText["value"] }
}

/** The parameters of a study, besides the text. */
export type Studied = Pick<StudyGiven, "vary" | "ladder" | "wish" | "games" | "plan">

/** `found` comes before the answer, any number of times. */
export type Answer = { found: LabFlaw } | { value: unknown } | { failed: string }

let lab: Lab
let language: Language
let studied: Study

const calls: Calls = {
  open(text, plan) {
    lab = labOf(text, plan)
    language = text.language
    return lab.enough
  },
  play(from, games) {
    const start = performance.now()
    return { part: lab.play(from, games), ms: performance.now() - start }
  },
  join(parts, often) {
    for (const part of parts) lab.join(part)
    return lab.report(often)
  },
  until: sure => lab.until(sure),
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
  html: () => lab.html(),
  markdown: () => lab.markdown(),
  picture: () => lab.picture(),
  numbers: ({ source, language }) => ({ numbers: numbers(source, language), defaults: defaults(source, language) }),
  withValues({ source, language }, { numbers, defaults }) {
    const written = with_numbers(source, numbers, language)
    return written === undefined ? undefined : with_defaults(written, defaults, language)
  },
  study({ source, language, files }, given) {
    studied = study(source, { language, files, ...given })
    return studied.variants
  },
  stage: () => studied.next(),
  playVariant(variant, from, games) {
    const start = performance.now()
    return { part: studied.play(variant, from, games), ms: performance.now() - start }
  },
  joinVariants(parts) {
    for (const [variant, part] of parts) studied.join(variant, part)
    return studied.report()
  },
  studyCsv: () => studied.csv(),
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
