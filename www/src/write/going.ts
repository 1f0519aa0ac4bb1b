// Going to a place of the text, also where the editor is not there yet.

import { signal } from "@preact/signals"
import type { Range } from "houserules"
import { mainOf, names } from "../common/text"
import { file, mode, pane, text } from "../session/state"
import { edit } from "./editing"

/** The requested place. The editor goes there. */
export const goal = signal<Range>()

/** Selects the place, and brings it in sight. */
export function jumpTo(place: Range) {
  mode.value = "workshop"
  pane.value = "rules"
  openFile(place)
  goal.value = place
}

/** Turns to the file of a place. */
export function openFile({ file: name = mainOf(text.value) }: Range) {
  if (names(text.value).includes(name)) file.value = name
}

/** Puts a test at the end of the rules, and goes there. */
export function addTest(test: string) {
  const main = mainOf(text.value)
  const before = text.value.source.trimEnd()
  file.value = main
  edit(main, `${before}\n\n${test}`)
  jumpTo({ from: before.length + 2, to: before.length + 2 + test.trimEnd().length })
}
