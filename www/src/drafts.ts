// What survives a reload: for each game its text and the game being played. Kept in localStorage, which is there at once and
// still writes while the page is closing. A browser that refuses storage only loses this.

import type { Files, Record as GameRecord } from "house-rules"

export interface Draft {
  format: 1
  /** Absent while the text is the shipped one. */
  source?: string
  files?: Files
  /** The rules being played, if they are not those of the text. */
  played?: string
  playedFiles?: Files
  record?: GameRecord
  /** How many of the moves are made; the rest were taken back. */
  cursor?: number
  /** The engine died of this text: it is not compiled again until it changes. */
  deadly?: boolean
}

const PREFIX = "house-rules:"

function load(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

function store(key: string, text: string) {
  try {
    localStorage.setItem(PREFIX + key, text)
  } catch {
    // Full or forbidden: the page works on without.
  }
}

export function loadDraft(game: string): Draft {
  try {
    const draft = JSON.parse(load(`draft:${game}`) ?? "null") as Draft | null
    if (draft?.format === 1) return draft
  } catch {
    // Not ours: begin afresh.
  }
  return { format: 1 }
}

export function storeDraft(game: string, draft: Draft) {
  store(`draft:${game}`, JSON.stringify(draft))
}

export function dropDraft(game: string) {
  try {
    localStorage.removeItem(`${PREFIX}draft:${game}`)
  } catch {
    // There was none.
  }
}

/** Small choices such as the theme, by name. */
export const settings = { load: (name: string) => load(`set:${name}`), store: (name: string, value: string) => store(`set:${name}`, value) }
