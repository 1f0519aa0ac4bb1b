// Marks beside lines: tests, and lines that no game of the lab reached.

import type { TestResult } from "houserules"
import { type Mark, marks } from "./marks"

/** After a change, the counts are of another text. */
export const coverage = marks("cm-unreached", false)

export function unreached(line: number): Mark {
  return { line, sign: "○", title: "This line never ran in the lab" }
}

/** A mark beside each test, for the line it begins in. */
export const passed = marks("cm-tests", true)

export function testMark({ name, line, failure }: TestResult): Mark {
  if (failure) return { line, sign: "✗", title: `The test "${name}" fails: ${failure.message}`, kind: "fails" }
  return { line, sign: "✓", title: `The test "${name}" passes` }
}
