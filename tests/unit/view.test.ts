// Position of a board in its box, and effects of zooming.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { bringing, fitted, held, isFitted, isIn, sight, spread, zoomed } from "../../playground/table/src/view"

const WHOLE = { x: -50, y: -50, width: 6000, height: 3000 }
const BOX = { width: 600, height: 400 }

test("all of a board is in its box, in the middle", () => {
  expect(fitted(WHOLE, BOX)).toEqual({ scale: 0.1, x: 0, y: 50 })
  expect(isIn(WHOLE, sight(fitted(WHOLE, BOX), WHOLE, BOX))).toBe(true)
})

test("what lies under the pointer stays there, and the way back ends where all is in sight", () => {
  const at = { x: 450, y: 150 }
  const under = (view: { scale: number; x: number; y: number }) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale].map(Math.round)
  const closer = zoomed(fitted(WHOLE, BOX), 0.5, at, WHOLE, BOX)
  expect(closer.scale).toBe(0.5)
  expect(under(closer)).toEqual(under(fitted(WHOLE, BOX)))
  expect(zoomed(closer, 0.01, at, WHOLE, BOX)).toEqual(fitted(WHOLE, BOX))
  expect(isFitted(closer, WHOLE, BOX)).toBe(false)
})

test("nobody moves a board out of its box", () => {
  for (const x of [-100_000, 100_000])
    for (const y of [-100_000, 100_000]) {
      const seen = sight(held({ scale: 0.5, x, y }, WHOLE, BOX), WHOLE, BOX)
      const overlap = (from: number, extent: number, other: number, otherExtent: number) => Math.min(from + extent, other + otherExtent) - Math.max(from, other)
      expect(overlap(seen.x, seen.width, WHOLE.x, WHOLE.width)).toBeGreaterThan(seen.width * 0.6)
      expect(overlap(seen.y, seen.height, WHOLE.y, WHOLE.height)).toBeGreaterThan(seen.height * 0.6)
    }
})

test("a part is brought into sight by the shortest way, and what is there already stays", () => {
  const view = zoomed(fitted(WHOLE, BOX), 0.5, { x: 0, y: 0 }, WHOLE, BOX)
  const part = spread([
    { x: 2000, y: 1000 },
    { x: 2300, y: 1200 },
  ])!
  const there = bringing(part, view, WHOLE, BOX)
  expect(isIn(part, sight(there, WHOLE, BOX))).toBe(true)
  expect(bringing(part, there, WHOLE, BOX)).toEqual(there)
  expect(sight(there, WHOLE, BOX).x + BOX.width / 0.5).toBeCloseTo(2350)
})
