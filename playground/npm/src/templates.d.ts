import type { Files } from "./api.js"
import type { Language } from "./languages.js"

/** A small complete game to start a new game from. It loads its text on demand. */
export interface Template {
  /** Short name, such as `"cards"`. */
  id: string
  /** Title, such as `"Card game"`. */
  title: string
  /** Description in a sentence. */
  summary: string
  /** Loads its text, its language and the files beside it. Fails if they cannot be fetched. */
  load(): Promise<{ language: Language; source: string; files: Files }>
}

/** All templates, one for each kind of game. The last is `"empty"`. */
export const templates: Template[]
