// The choices in "What if?", which persist while another part of the page is shown. A number is identified by its place, which is followed
// through edits: it may have no name, or get another one.

import { signal } from "@preact/signals"
import type { NumberInText } from "houserules"
import { followed } from "../common/following"
import { openings, text } from "../session/state"

/** The place of a number. */
export interface Mark {
  /** For a constant: its name identifies it at any place. */
  name?: string
  /** The last text of the rules in which it was to be found. */
  source: string
  at: number
}

/** An option by its name, or a number by its place. */
export type Chosen = string | Mark

/** The varied things, and the values entered for them. */
export const varied = signal<[Chosen, Chosen]>(["", ""])
export const valuesGiven = signal<[of: Chosen, values: string][]>([])

let marks: Mark[] = []

// Choices for another game do not apply.
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

/** The choice for the name of a number or an option; `numbers` are those of the source. */
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

/** Its name in a source with these numbers; undefined if it is missing. */
export function nameOf(chosen: Chosen, source: string, numbers: NumberInText[]): string | undefined {
  if (typeof chosen === "string") return chosen
  if (numbers.some(it => it.constant && it.name === chosen.name)) return chosen.name
  const at = followed(chosen.source, source, chosen.at)
  return numbers.find(it => it.from === at)?.name
}
