// Names of branches: the author's words for their first move, as soon as the engine has sent them.

import { signal } from "@preact/signals"
import type { Move } from "houserules"
import { type Parting, whole } from "../common/lines"
import { same, type Text } from "../common/text"
import { isNobodys, moveWords } from "houserules-table/src/common/words.ts"
import { engine, glance, lines } from "../session/engine"
import { record, table } from "../session/state"

/** The rules of the last request, and their words for moves. A move of a line is always the same object. */
const asked = signal<{ text: Text; words: WeakMap<Move, string | undefined> }>()

let asking = false

export function named(all: Parting[]): string[] {
  const { info, text } = table.value!
  const words = asked.value && same(asked.value.text, text) ? asked.value.words : undefined
  const unknown = all.filter(({ move }) => !isNobodys(move) && !words?.has(move))
  if (unknown.length > 0 && !asking) void ask(unknown)
  return all.map(({ move }) => {
    const said = words?.get(move)
    return said === undefined ? moveWords(info, move) : `${move[0]}: ${said}`
  })
}

async function ask(unknown: Parting[]) {
  asking = true
  await glance(async () => {
    const { text } = table.value!
    const own = record.value!
    // Moves before it are on the main line, unless another branch has it too.
    const moves = unknown.map(({ branch, move, at }) => ({ record: at === branch.at ? own : { ...own, moves: whole(lines(), branch) }, at, move }))
    const told = await engine.ask("called", moves)
    const words = asked.peek() && same(asked.peek()!.text, text) ? asked.peek()!.words : new WeakMap<Move, string | undefined>()
    for (const [index, { move }] of unknown.entries()) words.set(move, told[index])
    asked.value = { text, words }
  }).finally(() => (asking = false))
}
