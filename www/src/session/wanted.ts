// Words to look up in the reference, also before it is loaded.

import { signal } from "@preact/signals"
import { mode, pane, side } from "./state"

/** The words to search for; "" for none, undefined once the reference has taken them up. */
export const wanted = signal<string>()

/** Opens the reference beside the rules, at what a word means. */
export function lookUp(word: string) {
  mode.value = "workshop"
  pane.value = side.value = "reference"
  wanted.value = word
}
