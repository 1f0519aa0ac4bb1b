// The lines that no game of the lab reached.

import { signal } from "@preact/signals"
import type { Text } from "../common/text"

/** Lines of a text that were never reached, by file. Set by runs of many games. */
export const neverReached = signal<{ text: Text; lines: { file?: string; line: number }[] }>()
