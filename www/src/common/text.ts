// The text of a game: its rules, in one of the languages, and the files beside them, by name.

import type { Files, Language, LanguageInfo, ShippedGame } from "houserules"
import { languages } from "houserules/languages"
import { own } from "houserules-table/src/common/objects.ts"

/** Immutable: an edit makes a new one. */
export interface Text {
  language: Language
  source: string
  files: Files
}

export function shippedText({ language, source, files = {} }: Pick<ShippedGame, "language" | "source" | "files">): Text {
  return { language, source, files }
}

/** File name of the rules: the ending gives their language. */
export function mainOf({ language }: Pick<Text, "language">): string {
  return `game.${about(language).ending}`
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

/** The original of a variant. `name`: of its file. */
export interface Original {
  name: string
  text: Text
}

/** Undefined if the text is no variant, or the file is not there. */
export function originalOf(text: Text): Original | undefined {
  const name = isUsual(text) ? /^[ \t]*variant of "([^"]+)"/m.exec(text.source)?.[1] : undefined
  const source = name && own(text.files, name)
  return source ? { name, text: { ...without(text, name), source } } : undefined
}

export function same(a: Text | undefined, b: Text | undefined): boolean {
  if (a === b || !a || !b) return a === b
  const [ofA, ofB] = [names(a), names(b)]
  return a.language === b.language && ofA.length === ofB.length && ofA.every(name => ofB.includes(name) && contentOf(a, name) === contentOf(b, name))
}

/** Properties of a language. */
export function about(language: Language): LanguageInfo {
  return languages.find(({ name }) => name === language)!
}

/** The language that is meant where none is known. */
export const USUAL = languages[0]!

/** `true` if it only uses the usual language. */
export function isUsual(text: Text): boolean {
  return names(text).every(name => (languageOf(name) ?? USUAL.name) === USUAL.name)
}

/** Endings of files beside rules. */
export const BESIDE = [...new Set(languages.flatMap(({ uses }) => uses))]

/** The media types of raster images, by the endings of their names. Beside rules they are `data:` URLs. */
const IMAGES: { [ending: string]: string } = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", webp: "image/webp" }

/** The media type of an image of pixels; undefined for any other file. */
export function imageType(name: string): string | undefined {
  return own(IMAGES, name.slice(name.lastIndexOf(".") + 1).toLowerCase())
}

/** `true` if a file is a picture. */
export function isPicture(name: string): boolean {
  return name.toLowerCase().endsWith(".svg") || imageType(name) !== undefined
}

/** Valid file names: parts of letters, digits, `_` and `-`, and a known ending. */
export const NAME = new RegExp(`^([\\w-]+/)*[\\w-]+\\.(${BESIDE.join("|")})$`)

/** The language of a file, by the ending of its name; none for data. */
export function languageOf(name: string): Language | undefined {
  return languages.find(({ ending }) => name.endsWith(`.${ending}`))?.name
}

/** Files of other kinds that become texts, each with the language of that text. */
export const IMPORTS = languages.flatMap(({ name, imports }) => imports.map(it => ({ ...it, language: name })))

/** The import for a file, by the ending of its name. */
export function importOf(name: string) {
  return IMPORTS.find(({ ending }) => name.endsWith(`.${ending}`))
}

/** Endings of names in a sentence. */
export function listed(endings: string[]): string {
  const named = endings.map(it => `.${it}`)
  return [named.slice(0, -1).join(", "), named.at(-1)].filter(Boolean).join(" or ")
}

/** The change that makes one text of another: the range between their common start and end, and what comes there. */
export function replacement(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let same = 0
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
