// Effects of the last move on the picture of a board and on lists of cards.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { difference, fresh, marked, origin } from "../../playground/table/src/difference"

type Drawing = Parameters<typeof difference>[2]

const KINDS = { kind: "enum", members: ["pawn", "rook", "queen"] }
const PIECE = {
  kind: "optional",
  of: {
    kind: "record",
    fields: [
      { name: "owner", type: { kind: "role" } },
      { name: "kind", type: KINDS },
    ],
  },
}

function drawing(itemsAre: unknown, size = 16): Drawing {
  const cells = Array.from({ length: size }, (_, at) => ({ x: at % 4, y: Math.floor(at / 4) }))
  return { itemsAre, groundIs: itemsAre, info: { roles: ["White", "Black"], shows: [] }, show: {}, cells } as unknown as Drawing
}

const board = (stands: { [cell: number]: unknown }, size = 16) => ({ items: Array.from({ length: size }, (_, at) => stands[at] ?? null) as never, ground: undefined })
const piece = (owner: number, kind: number) => ({ owner, kind })
const ways = (before: { [cell: number]: unknown }, now: { [cell: number]: unknown }, type: unknown = PIECE) => {
  const { changed, ways } = difference(board(before), board(now), drawing(type))
  return { changed, ways: ways.map(({ from, to }) => [from, to]) }
}

test("a piece goes from one cell to another, and may take what stood there", () => {
  expect(ways({ 0: piece(0, 1) }, { 3: piece(0, 1) })).toEqual({ changed: [0, 3], ways: [[0, 3]] })
  expect(ways({ 0: piece(0, 1), 3: piece(1, 1) }, { 3: piece(0, 1) })).toEqual({ changed: [0, 3], ways: [[0, 3]] })
})

test("two go at once, each by the shortest way; what stays is not changed", () => {
  const before = { 0: piece(0, 0), 12: piece(0, 0), 7: piece(1, 2) }
  const now = { 1: piece(0, 0), 13: piece(0, 0), 7: piece(1, 2) }
  expect(ways(before, now)).toEqual({
    changed: [0, 1, 12, 13],
    ways: [
      [0, 1],
      [12, 13],
    ],
  })
})

test("a piece that becomes another on its way is the same one", () => {
  expect(ways({ 4: piece(0, 0), 1: piece(1, 1) }, { 1: piece(0, 2) })).toEqual({ changed: [1, 4], ways: [[4, 1]] })
})

test("what turns over where it stands, and amounts that change, go nowhere", () => {
  expect(ways({ 1: piece(1, 0), 2: piece(1, 0) }, { 0: piece(0, 0), 1: piece(0, 0), 2: piece(0, 0) })).toEqual({ changed: [0, 1, 2], ways: [] })
  const amounts = { kind: "optional", of: { kind: "int" } }
  expect(ways({ 0: 4, 1: 3, 2: 4 }, { 1: 4, 2: 5 }, amounts)).toEqual({ changed: [0, 1, 2], ways: [] })
  expect(ways({ 0: 4 }, { 1: 4 }, amounts).ways).toEqual([[0, 1]])
})

test("of several on one cell, one goes", () => {
  const stack = { kind: "list", of: { kind: "role" } }
  expect(ways({ 0: [0, 0, 0], 1: [0] }, { 0: [0, 0], 1: [0, 0] }, stack)).toEqual({ changed: [0, 1], ways: [[0, 1]] })
})

test("most of a board is not marked", () => {
  const all = (cells: number) => ({ changed: Array.from({ length: cells }, (_, at) => at), ways: [] })
  expect(marked(all(8), 16)).toHaveLength(8)
  expect(marked(all(9), 16)).toEqual([])
  expect(marked(all(3), 4)).toHaveLength(3)
})

test("cards that are new are found wherever they lie, but not a hand that was dealt", () => {
  expect(fresh(["a", "b"], ["x", "a", "b"])).toEqual(new Set([0]))
  expect(fresh(["a"], ["a", "a"])).toEqual(new Set([1]))
  expect(fresh([null, null], [null, "a"])).toEqual(new Set([1]))
  expect(fresh([], ["a", "b", "c", "d", "e"])).toEqual(new Set())
  expect(fresh(undefined, ["a"])).toEqual(new Set())
})

test("a card came from the list that has it no more", () => {
  const shows = [
    { kind: "cards", items: "hand", title: "Your hand" },
    { kind: "cards", items: "trick" },
  ] as never
  const seat = { before: { hand: ["a", "b"], trick: [] }, fields: { hand: ["b"], trick: ["a"] } }
  expect(origin("a", shows, seat)).toBe("Your hand")
  expect(origin("c", shows, seat)).toBeUndefined()
})
