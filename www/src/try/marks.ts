// What is chosen in "What if?", which stays while another part of the page is turned to. A number without a name is named by its place, and that is followed while the text is written.

import { signal } from "@preact/signals"
import type { NumberInText } from "house-rules"
import { followed } from "../common/following"
import { openings, text } from "../session/state"

/** Where a number stands that has no name. */
export interface Mark {
  /** The last text of the rules in which it was to be found. */
  source: string
  at: number
}

/** An option or a constant by its name, or a number by where it stands. */
export type Chosen = string | Mark

/** What is varied, and the values that somebody gave for it. */
export const varied = signal<[Chosen, Chosen]>(["", ""])
export const valuesGiven = signal<[of: Chosen, values: string][]>([])

let marks: Mark[] = []

// What was chosen of another game is none of this one.
openings.subscribe(() => {
  marks = []
  varied.value = ["", ""]
  valuesGiven.value = []
})

text.subscribe(({ source }) => {
  for (const mark of marks) {
    const at = followed(mark.source, source, mark.at)
    if (at !== undefined) Object.assign(mark, { source, at } satisfies Mark)
  }
})

/** What a number or an option is chosen by; `numbers` are those of the source. */
export function choice(name: string, source: string, numbers: NumberInText[]): Chosen {
  const number = numbers.find(it => it.name === name && !it.constant)
  if (!number) return name
  const known = marks.find(it => nameOf(it, source, numbers) === name)
  if (known) return known
  const mark: Mark = { source, at: number.from }
  const { source: now } = text.peek()
  const at = followed(source, now, number.from)
  if (at !== undefined) Object.assign(mark, { source: now, at } satisfies Mark)
  marks.push(mark)
  return mark
}

/** What it is called in a source that has these numbers; undefined if it is not there. */
export function nameOf(chosen: Chosen, source: string, numbers: NumberInText[]): string | undefined {
  if (typeof chosen === "string") return chosen
  const at = followed(chosen.source, source, chosen.at)
  return numbers.find(it => !it.constant && it.from === at)?.name
}
