// Parts of a move that are visible although they are gone when the move is over.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { between } from "../../www/src/engine/between"

const CARDS = [
  { kind: "cards", items: "trick" },
  { kind: "cards", items: "hand" },
  { kind: "board", board: "grid", items: "board" },
] as never

test("a trick is seen full, and nothing else of that moment", () => {
  const before = { trick: ["a", "b", null], hand: ["c", "d"], board: [1, 2] }
  const moments = [
    { trick: ["a", "b", null], hand: ["d"], board: [9, 9] },
    { trick: ["a", "b", "c"], hand: ["d"], board: [1, 2] },
    { trick: [null, "b", "c"], hand: ["d"], board: [1, 2] },
  ]
  const after = { trick: [null, null, null], hand: ["d"], board: [1, 2] }
  expect(between(CARDS, before, moments, after)).toEqual({ trick: ["a", "b", "c"] })
})

test("what stays, and what was there before, is no moment of its own", () => {
  const before = { trick: ["a"], hand: ["c"] }
  const after = { trick: ["a", "c"], hand: [] }
  expect(between(CARDS, before, [before, { trick: ["a"], hand: [] }, after], after)).toBeUndefined()
  expect(between(CARDS, before, [], after)).toBeUndefined()
  // A field may be shown at one moment only.
  expect(between(CARDS, {}, [{ trick: ["a"] }], {})).toEqual({ trick: ["a"] })
})

test("a number that is put away is seen; one that goes up is not", () => {
  const shows = [{ kind: "counter", items: "die" }] as never
  expect(between(shows, { die: null }, [{ die: 5 }, { die: null }], { die: null })).toEqual({ die: 5 })
  expect(between(shows, { die: 3 }, [{ die: 4 }], { die: 5 })).toBeUndefined()
  expect(between(shows, { die: 3 }, [{ die: 3 }], { die: 0 })).toBeUndefined()
})

test("dice that are put away are seen; those that are left are not", () => {
  const shows = [{ kind: "dice", items: "dice" }] as never
  expect(between(shows, { dice: [] }, [{ dice: [5, 3] }, { dice: [] }], { dice: [] })).toEqual({ dice: [5, 3] })
  expect(between(shows, { dice: [5, 3] }, [{ dice: [5, 3] }, { dice: [3] }], { dice: [3] })).toBeUndefined()
})

test("containers are looked into one by one, and what lies face down is nothing", () => {
  const shows = [{ kind: "areas", items: "containers" }] as never
  const of = (table: unknown[], pile: unknown[]) => ({ containers: { table: { contents: table }, pile: { contents: pile } } }) as never
  const full = of([{ face: "A" }, { face: "K" }], [null])
  expect(between(shows, of([{ face: "A" }], []), [full], of([], [null, null, null]))).toEqual(full)
  expect(between(shows, of([], []), [of([null], [])], of([], []))).toBeUndefined()
})
