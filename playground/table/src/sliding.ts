// Cards go from the list they were in to the one they are in, where both are in sight and the card is the only one of its kind.
//
// Invariant: cards are at their final place at once, and can be clicked there.

import type { RulesInfo } from "houserules"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { Seat } from "./common/seat"
import { isMotionReduced } from "./motion"

const SLIDE_MS = 150
/** Of more cards than these nobody follows one with the eye. */
const MOST_CARDS = 120

interface Lying {
  x: number
  y: number
  list: Element | null
  item: HTMLElement
}

/** For the element around all lists: cards in it have `data-slide`, their identity. */
export function useSliding(info: RulesInfo, seat: Seat) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<{ info: RulesInfo; all: Map<string, Lying> }>(null)
  useLayoutEffect(() => {
    const all = lying(ref.current!)
    const was = last.current
    last.current = { info, all }
    if (was?.info !== info || isMotionReduced()) return
    for (const [card, { x, y, list, item }] of all) {
      const from = was.all.get(card)
      if (!from || from.list === list) continue
      item.animate([{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-out" })
    }
  }, [info, seat])
  return ref
}

/** Positions of cards that are unique of their kind. */
function lying(root: HTMLElement): Map<string, Lying> {
  const items = [...root.querySelectorAll<HTMLElement>("[data-slide]")]
  const found = new Map<string, Lying>()
  if (items.length === 0 || items.length > MOST_CARDS) return found
  const base = root.getBoundingClientRect()
  const twice = new Set<string>()
  for (const item of items) {
    const card = item.dataset.slide!
    if (found.has(card)) twice.add(card)
    const { left, top } = item.getBoundingClientRect()
    found.set(card, { x: left - base.left, y: top - base.top, list: item.closest("[data-list]"), item })
  }
  for (const card of twice) found.delete(card)
  return found
}
