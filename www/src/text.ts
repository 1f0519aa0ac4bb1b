// The text of a game: its rules, and the files beside them, by name.

import type { Files, ShippedGame } from "house-rules"

/** What the rules are called among the files. */
export const MAIN = "game.rules"

/** Not changed: an edit makes a new one. */
export interface Text {
  source: string
  files: Files
}

export function shippedText({ source, files = {} }: ShippedGame): Text {
  return { source, files }
}

export function names({ files }: Text): string[] {
  return [MAIN, ...Object.keys(files)]
}

export function contentOf({ source, files }: Text, name: string): string {
  return name === MAIN ? source : (files[name] ?? "")
}

export function withContent({ source, files }: Text, name: string, content: string): Text {
  return name === MAIN ? { source: content, files } : { source, files: { ...files, [name]: content } }
}

export function without({ source, files }: Text, name: string): Text {
  return { source, files: Object.fromEntries(Object.entries(files).filter(([other]) => other !== name)) }
}

export function same(a: Text | undefined, b: Text | undefined): boolean {
  if (a === b || !a || !b) return a === b
  return names(a).length === names(b).length && names(a).every(name => name in b.files === (name !== MAIN) && contentOf(a, name) === contentOf(b, name))
}

/** Whether a name can be mentioned: steps of letters, digits, `_` and `-`, and an ending that says what is in it. */
export const NAME = /^([\w-]+\/)*[\w-]+\.(rules|json)$/

/** Whether it is in the rules language. */
export function isRules(name: string): boolean {
  return name.endsWith(".rules")
}
