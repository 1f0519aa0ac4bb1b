// Clicks that make moves.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { ClickInfo, Json } from "house-rules"
import { offersOf, pathsOf, questionOf } from "../../www/src/table/paths"

/** A board of three columns. */
const place = (number: number) => ({ row: Math.floor(number / 3), column: number % 3 })

function paths(clicks: ClickInfo[], actions: { [action: string]: Json[] }, picked: number[] = [], why?: { [action: string]: [Json, string][] }) {
  return pathsOf(offersOf(clicks, { actions, why }), picked, place)
}

const MOVE: ClickInfo = { action: "go", sends: ["cell", "cell"] }

test("one click makes a move of one cell; what is not offered says why, if the rules do", () => {
  const board = paths([{ action: "put", sends: ["cell"] }], { put: [0, 4] }, [], { put: [[5, "taken"]] })
  expect(board.legal(4)).toBe(true)
  expect(board.pick(4)).toMatchObject({ make: { action: "put", argument: 4 } })
  expect(board.legal(5)).toBe(false)
  expect(board.pick(5)).toEqual({ picked: [], told: "taken" })
  expect(board.pick(6)).toEqual({ picked: [], told: undefined, refused: [6] })
})

test("the first of two clicks selects, the second moves, another first cell selects anew", () => {
  const actions = {
    go: [
      [0, 1],
      [0, 2],
      [3, 4],
    ],
  }
  expect(paths([MOVE], actions).pick(0)).toEqual({ picked: [0] })
  expect(paths([MOVE], actions).pick(3)).toEqual({ picked: [3] })
  const begun = paths([MOVE], actions, [0])
  expect([1, 2, 4].map(begun.legal)).toEqual([true, true, false])
  expect(begun.pick(2)).toMatchObject({ make: { argument: [0, 2] } })
  expect(begun.pick(3)).toEqual({ picked: [3] })
  expect(begun.pick(0)).toEqual({ picked: [], told: undefined })
  expect(begun.answers(3)).toBe(true)
  expect(begun.answers(8)).toBe(false)
})

test("a column is clicked anywhere in it", () => {
  const board = paths([{ action: "drop", sends: ["column"] }], { drop: [1] })
  expect([1, 4, 7, 0].map(board.legal)).toEqual([true, true, true, false])
  expect(board.pick(7)).toMatchObject({ make: { argument: 1 } })
})

test("what clicks leave open is chosen", () => {
  const promote: ClickInfo = { action: "go", sends: ["cell", "choice"] }
  const actions = {
    go: [
      [4, 0],
      [4, 1],
    ],
  }
  expect(paths([promote], actions).pick(4)).toEqual({ picked: [4] })
  expect(paths([promote], actions, [4]).choices.map(({ argument, rest }) => [argument, rest])).toEqual([
    [[4, 0], [{ at: 1, value: 0 }]],
    [[4, 1], [{ at: 1, value: 1 }]],
  ])
})

test("a path with one way is taken whole by a click on its end", () => {
  const jump: ClickInfo = { action: "jump", sends: ["cells"] }
  const begun = paths(
    [jump],
    {
      jump: [
        [0, 4, 8],
        [0, 3],
      ],
    },
    [0],
  )
  expect(begun.legal(8)).toBe(true)
  expect(begun.pick(8)).toMatchObject({ make: { argument: [0, 4, 8] } })
  expect(
    paths(
      [jump],
      {
        jump: [
          [0, 4, 8],
          [0, 3, 8],
        ],
      },
      [0],
    ).legal(8),
  ).toBe(false)
})

test("clicks that come to nothing are asked about as far as they say an argument", () => {
  const asked = (sends: ClickInfo["sends"], ...clicked: number[]) => questionOf({ action: "go", sends }, clicked, place).argument
  expect(asked(["cell"], 4)).toBe(4)
  expect(asked(["column"], 4)).toBe(1)
  expect(asked(["cell", "cell"], 4)).toEqual([4])
  expect(asked(["cell", "cell"], 4, 5)).toEqual([4, 5])
  expect(asked(["cell", "choice"], 4)).toEqual([4])
  expect(asked(["choice", "cell"], 4)).toEqual([])
})
