// What is wrong with the text, whoever found it.

import { computed } from "@preact/signals"
import type { Diagnostic, GameErrorInfo } from "house-rules"
import { same } from "../common/text"
import { checked, fault, table } from "../session/state"
import { isFault } from "../session/words"
import { tests } from "./tests"

/** So many failures of tests are told one by one. */
const MOST_FAILURES = 20

/** The compiler's problems, and what failed while running, where its place is in the text that was compiled. */
export const problems = computed<Diagnostic[]>(() => {
  if (!checked.value) return []
  const { text, diagnostics } = checked.value
  const ran = same(table.value?.text, text) ? table.value!.position : undefined
  const failures = [same(fault.value?.text, text) ? fault.value!.error : undefined, ...(ran?.faults.values() ?? []), ran?.broken, ran?.stopped?.error]
  const ofTests = same(tests.value?.text, text) ? tests.value!.results.flatMap(({ failure }) => failure ?? []).slice(0, MOST_FAILURES) : []
  const failed = [...failures.flatMap(error => (error && isFault(error) ? (asProblem(error) ?? []) : [])), ...ofTests]
  return [...diagnostics, ...failed.filter((it, at) => failed.findIndex(other => other.from === it.from && other.file === it.file && other.message === it.message) === at)]
})
export const errors = computed(() => problems.value.filter(({ severity }) => severity === "error").length)

function asProblem({ code, message, place, frames }: GameErrorInfo): Diagnostic | undefined {
  const help = frames.length > 0 ? `it happened in ${frames.map(frame => `\`${frame}\``).join(", called from ")}` : undefined
  return place && { ...place, code, message, help, severity: "error", labels: [], fixes: [] }
}
