// The lines that no game of the lab reached.

import { signal } from "@preact/signals"
import type { Text } from "../common/text"
import { type Mark, marks } from "./marks"

/** Lines of a text that were never reached, by file. Who plays many games says so. */
export const neverReached = signal<{ text: Text; lines: { file?: string; line: number }[] }>()

/** What was counted is of another text after a change. */
export const coverage = marks("cm-unreached", false)

export function unreached(line: number): Mark {
  return { line, sign: "○", title: "No game of the lab reached this line" }
}
