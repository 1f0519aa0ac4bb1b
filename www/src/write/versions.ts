// Earlier texts of a game: one from before each sitting, and from before each leap.

import { contentOf, names, same, type Text } from "../common/text"
import { openings, text, versions } from "../session/state"

/** A change after so long begins a sitting. */
const SITTING_MS = 5 * 60_000

/** Largest number of versions; beyond it the oldest go. */
const MOST = 50

/** The last change of this game. */
let changed = 0

openings.subscribe(() => {
  changed = 0
})

/** Keeps the text as a version before it is changed, if it is the first change for a while. `leaps`: the change is no typing. */
export function keepVersion(leaps = false, now = Date.now()) {
  const begins = now - changed > SITTING_MS
  changed = now
  if ((begins || leaps) && !same(versions.value.at(-1)?.text, text.value)) versions.value = [...versions.value, { at: now, text: text.value }].slice(-MOST)
}

/** How many lines of a version are not in a text, and the other way round, over all files. */
export function difference(version: Text, now: Text): { gone: number; fresh: number } {
  const all = [...new Set([...names(version), ...names(now)])]
  const lines = (of: Text, name: string) => (names(of).includes(name) ? contentOf(of, name).split("\n") : [])
  const sum = { gone: 0, fresh: 0 }
  for (const name of all) {
    const left = new Map<string, number>()
    for (const line of lines(version, name)) left.set(line, (left.get(line) ?? 0) + 1)
    for (const line of lines(now, name)) {
      const count = left.get(line) ?? 0
      if (count > 0) left.set(line, count - 1)
      else sum.fresh++
    }
    for (const count of left.values()) sum.gone += count
  }
  return sum
}
