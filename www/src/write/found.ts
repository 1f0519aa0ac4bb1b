// Problems of the text, from all sources.

import { computed, signal } from "@preact/signals"
import type { Diagnostic, GameErrorInfo, Record as GameRecord, TestResult } from "houserules"
import { same, type Text } from "../common/text"
import { checked, fault, table } from "../session/state"
import { isFault } from "../session/words"
import type { SavedPosition } from "../store/kept"
import { tests } from "./tests"

/** Maximum failures of tests listed individually. */
const MOST_FAILURES = 20

/** A problem, with the game that leads to it, or the position that a test has set up, if there is one. */
export interface Found extends Diagnostic {
  record?: GameRecord
  position?: SavedPosition
}

/** Problems found by random games, played while nobody types. Set by the code that plays them. */
export const noticed = signal<{ text: Text; found: Found[] }>()

/** The compiler's problems, and failures while running whose place is in the compiled text. */
export const problems = computed<Found[]>(() => {
  if (!checked.value) return []
  const { text, diagnostics } = checked.value
  const ran = same(table.value?.text, text) ? table.value!.position : undefined
  const failures = [same(fault.value?.text, text) ? fault.value!.error : undefined, ...(ran?.faults.values() ?? []), ran?.broken, ran?.stopped?.error]
  const ofTests = same(tests.value?.text, text) ? tests.value!.results.flatMap(ofTest).slice(0, MOST_FAILURES) : []
  const ofGames = same(noticed.value?.text, text) ? noticed.value!.found : []
  const failed: Found[] = [...failures.flatMap(error => (error && isFault(error) ? (asProblem(error) ?? []) : [])), ...ofTests, ...ofGames]
  return [...diagnostics, ...failed.filter((it, at) => failed.findIndex(other => other.from === it.from && other.file === it.file && other.message === it.message) === at)]
})
/** Number of errors in the rules; those in tests leave the game as it is. */
export const errors = computed(() => problems.value.filter(isError).length)
export const inTests = computed(() => problems.value.filter(({ severity, alone }) => severity === "error" && alone).length)

export function isError({ severity, alone }: Found): boolean {
  return severity === "error" && !alone
}

function ofTest({ name, failure, record, state }: TestResult): Found[] {
  // A mistake in the text of the test is among the diagnostics.
  return failure && !failure.alone ? [{ ...failure, alone: true, record, position: state && { name, state: JSON.stringify(state) } }] : []
}

function asProblem({ code, message, place, frames }: GameErrorInfo): Diagnostic | undefined {
  const help = frames.length > 0 ? `while running ${frames.map(frame => `\`${frame}\``).join(", called from ")}` : undefined
  return place && { ...place, code, message, help, severity: "error", labels: [], fixes: [] }
}
