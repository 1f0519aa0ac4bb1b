// Drawing is bounded: the first hundreds of anything, how many more there are, and a button for some of them.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

/** Of cards, rows, fields, buttons and lines, unless there are many lists beside. */
export const FIRST = 300
/** Maximum cells of one board drawn one by one; for all boards together twice as many, or the cells of a chess board each. */
const CELLS = 500
const LEAST_CELLS = 64

/** Maximum cells drawn as elements on each of this many boards; a larger board draws only those that matter. */
export function cellsFor(boards: number): number {
  return Math.max(LEAST_CELLS, Math.min(CELLS, Math.floor((2 * CELLS) / boards)))
}

/** On boards of more cells together pieces are there at once: each that grows is a picture of its own to the browser. */
const LIVELY = 400

/** `true` to omit animations on a board of this size, with this many cells drawn as elements. */
export function isStill(cells: number, first: number): boolean {
  return cells > first * (LIVELY / CELLS)
}
/** Maximum things side by side: shows, facts, seats. */
export const BESIDE = 60
/** Of an item that is shown as words, and of a list in it. */
const LETTERS = 2000

const number = new Intl.NumberFormat("en")

export function counted(count: number): string {
  return number.format(count)
}

/** The number of drawn items, and a control for the rest; `unsent`: further ones that were not sent. */
export function useBound(total: number, first: number, unsent = 0): { shown: number; more: ComponentChildren } {
  const [wanted, want] = useState(first)
  const shown = Math.min(total, wanted)
  const hidden = total - shown
  if (hidden + unsent === 0) return { shown, more: null }
  return {
    shown,
    more: (
      <p class="more" data-testid="more">
        and {counted(hidden + unsent)} more
        {hidden > 0 && (
          <button type="button" onClick={() => want(shown + first)}>
            Show {counted(Math.min(first, hidden))} of them
          </button>
        )}
      </p>
    ),
  }
}

/** The first letters of a text, and how many more there are. */
export function brief(text: string, most = LETTERS): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${counted(text.length - most)} more letters)`
}
