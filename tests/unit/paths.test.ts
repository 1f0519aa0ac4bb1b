// Clicks that make moves.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { ClickInfo, Json } from "houserules"
import { type Clickable, offersOf, pathsOf, questionOf, type Step } from "../../playground/table/src/paths"

/** A board of three columns. */
const place = (number: number) => ({ row: Math.floor(number / 3), column: number % 3 })

const board = (clicks: ClickInfo[]): Clickable => ({ clicks, numbers: Array.from({ length: 9 }, (_, at) => at), place })

/** Of one board, where a target is a number. */
function paths(clicks: ClickInfo[], actions: { [action: string]: Json[] }, picked: number[] = [], why?: { [action: string]: [Json, string][] }) {
  const on = (number: number) => ({ show: 0, number })
  const { legal, answers, pick, choices } = pathsOf(offersOf([board(clicks)], { actions, why }), picked.map(on))
  const plain = (step: Step) => {
    if ("make" in step) return { make: step.make }
    const [picked, refused] = [step.picked, step.refused].map(targets => targets?.map(({ number }) => number))
    return { picked, ...("told" in step && { told: step.told }), ...(refused && { refused }) }
  }
  return { legal: (at: number) => legal(on(at)), answers: (at: number) => answers(on(at)), pick: (at: number) => plain(pick(on(at))), choices }
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
  // A refused click leaves the pick.
  expect(begun.pick(8)).toEqual({ picked: [0], told: undefined, refused: [0, 8] })
  expect(begun.answers(3)).toBe(true)
  expect(begun.answers(8)).toBe(false)
})

test("what is always the same is sent with the click, or by a click anywhere", () => {
  const actions = {
    build: [
      [3, "hut"],
      [4, "mill"],
    ],
    buy: ["wood", "clay"],
    swap: [["wood", "clay"]],
  }
  const huts = paths([{ action: "build", sends: ["cell", { value: "hut" }] }], actions)
  expect([3, 4, 5].map(huts.legal)).toEqual([true, false, false])
  expect(huts.pick(3)).toMatchObject({ make: { action: "build", argument: [3, "hut"] } })
  const wood = paths([{ action: "buy", sends: [{ value: "wood" }] }], actions)
  expect(wood.pick(7)).toMatchObject({ make: { action: "buy", argument: "wood" } })
  const both = paths([{ action: "swap", sends: [{ value: "wood" }, { value: "clay" }] }], actions)
  expect(both.pick(0)).toMatchObject({ make: { argument: ["wood", "clay"] } })
  expect(paths([{ action: "buy", sends: [{ value: "stone" }] }], actions).legal(0)).toBe(false)
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

test("a choice that lies elsewhere too, such as a die, is among the choices", () => {
  const dice: Clickable = { clicks: [{ action: "write", sends: ["item", "choice"] }], numbers: [0], place: () => ({ item: 5 }) }
  const write = [4, 5, 6].map(value => [value, 2])
  const offers = offersOf([board([{ action: "write", sends: ["choice", "cell"] }]), dice], { actions: { write } })
  const begun = pathsOf(offers, [{ show: 0, number: 2 }])
  expect(begun.choices.map(({ argument, rest }) => [argument, rest])).toEqual(write.map(it => [it, [{ at: 0, value: it[0] }]]))
  expect(begun.pick({ show: 1, number: 0 })).toMatchObject({ make: { argument: [5, 2] } })
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

/** A hand of cards, and the seats of three players. */
const hand: Clickable = {
  clicks: [
    { action: "give", sends: ["item", "choice"] },
    { action: "discard", sends: ["item"] },
  ],
  numbers: [0, 1],
  place: number => ({ item: [7, 9][number] }),
}
const seat = (of: number, sends: ClickInfo["sends"] = ["choice", "seat"]): Clickable => ({ clicks: [{ action: "give", sends }], numbers: [0], place: () => ({ seat: of }) })
const table = [hand, seat(0), seat(1), seat(2)]
const gifts = [
  [7, 1],
  [7, 2],
  [9, 2],
]

test("arguments are clicked in several shows, in any order", () => {
  const offers = offersOf(table, { actions: { give: gifts } })
  const begun = pathsOf(offers, [])
  expect([0, 1, 2, 3].map(show => begun.legal({ show, number: 0 }))).toEqual([true, false, true, true])
  expect(begun.pick({ show: 0, number: 0 })).toEqual({ picked: [{ show: 0, number: 0 }] })
  expect(pathsOf(offers, [{ show: 0, number: 0 }]).pick({ show: 2, number: 0 })).toMatchObject({ make: { argument: [7, 1] } })
  const other = pathsOf(offers, [{ show: 3, number: 0 }])
  expect(other.choices).toEqual([])
  expect(other.pick({ show: 0, number: 1 })).toMatchObject({ make: { argument: [9, 2] } })
})

test("where two actions fit, both are there to choose", () => {
  const offers = offersOf(table, { actions: { give: gifts, discard: [7, 9] } })
  const card = { show: 0, number: 0 }
  expect(pathsOf(offers, []).pick(card)).toEqual({ picked: [card] })
  // One of them wants another click.
  expect(pathsOf(offers, [card]).choices.map(({ action }) => action)).toEqual(["discard"])
  expect(pathsOf(offers, [card]).legal({ show: 3, number: 0 })).toBe(true)
  const market: Clickable = { clicks: ["buy", "reserve"].map(action => ({ action, sends: ["cell"] })), numbers: [0, 1], place: () => ({}) }
  const both = offersOf([market], { actions: { buy: [0, 1], reserve: [1] } })
  expect(pathsOf(both, []).pick({ show: 0, number: 0 })).toMatchObject({ make: { action: "buy" } })
  expect(pathsOf(both, []).pick({ show: 0, number: 1 })).toEqual({ picked: [{ show: 0, number: 1 }] })
  expect(pathsOf(both, [{ show: 0, number: 1 }]).choices.map(({ action }) => action)).toEqual(["buy", "reserve"])
})

test("one click stands for the card and for whose it is", () => {
  const of = (seat: number, items: Json[]): Clickable => ({
    clicks: [{ action: "take", sends: ["item", "seat"] }],
    numbers: items.keys(),
    place: number => ({ item: items[number], seat }),
  })
  const take = [
    [3, 1],
    [3, 2],
    [5, 2],
  ]
  const offers = offersOf([of(1, [3]), of(2, [3, 5])], { actions: { take } })
  expect(pathsOf(offers, []).pick({ show: 0, number: 0 })).toMatchObject({ make: { argument: [3, 1] } })
  expect(pathsOf(offers, []).pick({ show: 1, number: 0 })).toMatchObject({ make: { argument: [3, 2] } })
})

test("a field of the record is sent, and all of a show makes what takes no argument", () => {
  const cards = [
    { id: 4, color: 1 },
    { id: 6, color: 1 },
  ]
  const market: Clickable = { clicks: [{ action: "buy", sends: [{ field: "id" }] }], numbers: [0, 1], place: number => ({ record: cards[number] }) }
  const deck: Clickable = { clicks: [{ action: "draw", sends: [] }], numbers: [0], place: () => ({}) }
  const offers = offersOf([market, deck], { actions: { buy: [6], draw: 1 }, why: { buy: [[4, "too dear"]] } })
  const paths = pathsOf(offers, [])
  expect(paths.pick({ show: 0, number: 1 })).toMatchObject({ make: { action: "buy", argument: 6 } })
  expect(paths.reason({ show: 0, number: 0 })).toBe("too dear")
  expect(paths.pick({ show: 1, number: 0 })).toMatchObject({ make: { action: "draw", argument: null } })
  expect(pathsOf(offersOf([deck], { actions: { draw: 0 } }), []).legal({ show: 0, number: 0 })).toBe(false)
})

test("what nothing on the table stands for is no click", () => {
  const market: Clickable = { clicks: [{ action: "buy", sends: ["item"] }], numbers: [0], place: () => ({ item: 3 }) }
  expect(offersOf([market], { actions: { buy: [3, 8] } }).offers.map(({ argument }) => argument)).toEqual([3])
})
