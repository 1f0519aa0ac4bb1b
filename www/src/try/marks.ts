// What is chosen in "What if?", which stays while another part of the page is turned to. A number is known by its place, which is followed while the text is written: it may have no name, or another one than before.

import { signal } from "@preact/signals"
import type { NumberInText } from "houserules"
import { followed } from "../common/following"
import { openings, text } from "../session/state"

/** Where a number stands. */
export interface Mark {
  /** Of a constant: where one is called so, it is that one, wherever it stands. */
  name?: string
  /** The last text of the rules in which it was to be found. */
  source: string
  at: number
}

/** An option by its name, or a number by where it stands. */
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
  const number = numbers.find(it => it.name === name)
  if (!number) return name
  const known = marks.find(it => nameOf(it, source, numbers) === name)
  if (known) return known
  const mark: Mark = { source, at: number.from, ...(number.constant && { name }) }
  const { source: now } = text.peek()
  const at = followed(source, now, number.from)
  if (at !== undefined) Object.assign(mark, { source: now, at } satisfies Mark)
  marks.push(mark)
  return mark
}

/** What it is called in a source that has these numbers; undefined if it is not there. */
export function nameOf(chosen: Chosen, source: string, numbers: NumberInText[]): string | undefined {
  if (typeof chosen === "string") return chosen
  if (numbers.some(it => it.constant && it.name === chosen.name)) return chosen.name
  const at = followed(chosen.source, source, chosen.at)
  return numbers.find(it => it.from === at)?.name
}
