import type { Files } from "./api.js"
import type { Language } from "./languages.js"

/** A small complete game that a new game may begin as. Its text comes when it is asked for. */
export interface Template {
  /** Its short name, such as `"cards"`. */
  id: string
  /** Its name for people, such as `"Card game"`. */
  title: string
  /** One sentence about it. */
  summary: string
  /** Its text, the language of the text, and the files beside it. Fails if they cannot be fetched. */
  load(): Promise<{ language: Language; source: string; files: Files }>
}

/** All templates, a kind of game each. The last is `"empty"`. */
export const templates: Template[]
