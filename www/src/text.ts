// The text of a game: its rules, in one of the languages, and the files beside them, by name.

import type { Files, Language, ShippedGame } from "house-rules"

/** Not changed: an edit makes a new one. */
export interface Text {
  language: Language
  source: string
  files: Files
}

export function shippedText({ language, source, files = {} }: Pick<ShippedGame, "language" | "source" | "files">): Text {
  return { language, source, files }
}

/** What the rules are called among the files: the ending says their language. */
export function mainOf({ language }: Pick<Text, "language">): string {
  return `game.${language}`
}

export function names(text: Text): string[] {
  return [mainOf(text), ...Object.keys(text.files)]
}

export function contentOf(text: Text, name: string): string {
  return name === mainOf(text) ? text.source : (text.files[name] ?? "")
}

export function withContent(text: Text, name: string, content: string): Text {
  return name === mainOf(text) ? { ...text, source: content } : { ...text, files: { ...text.files, [name]: content } }
}

export function without(text: Text, name: string): Text {
  return { ...text, files: Object.fromEntries(Object.entries(text.files).filter(([other]) => other !== name)) }
}

export function same(a: Text | undefined, b: Text | undefined): boolean {
  if (a === b || !a || !b) return a === b
  const [ofA, ofB] = [names(a), names(b)]
  return a.language === b.language && ofA.length === ofB.length && ofA.every(name => ofB.includes(name) && contentOf(a, name) === contentOf(b, name))
}

/** Whether a name can be mentioned: steps of letters, digits, `_` and `-`, and an ending that says what is in it. */
export const NAME = /^([\w-]+\/)*[\w-]+\.(rules|json|world)$/

/** The language of a file, by the ending of its name; none for data. */
export function languageOf(name: string): Language | undefined {
  return LANGUAGES.find(language => name.endsWith(`.${language}`))
}

export const LANGUAGES: Language[] = ["rules", "bbgel", "ludl"]
