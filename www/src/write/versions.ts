// Earlier texts of a game: one from before each sitting, and from before each leap.

import { contentOf, names, same, type Text } from "../common/text"
import type { Version } from "../store/kept"

/** Largest number of versions; beyond it the oldest go. */
const MOST = 50

/** The versions with one more, unless the last is the same text. */
export function withVersion(all: Version[], next: Version): Version[] {
  return same(all.at(-1)?.text, next.text) ? all : [...all, next].slice(-MOST)
}

/** Numbers of lines that only the version has, and that only the text has, over all files. */
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
