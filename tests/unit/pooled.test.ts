// Sums of playtests: known games, and what is no file of a playtest.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Move } from "houserules"
import { pooled, read, shareOf, spread, turnsOf, type Noted } from "../../www/src/try/pooled"

const VERSIONS = [
  { language: "rules", source: "one" },
  { language: "rules", source: "two", files: [["cards.csv", "a,b"]] },
]

/** A game of letters: each is a move of the seat A or B, or `!` for an end from outside, a second after the one before. */
function game(begun: number, moves: string, result: string | null, more: object = {}) {
  const made = [...moves].map((seat): Move => (seat === "!" ? ["", "gave up", { finish: "A" }] : [seat, seat === "A" ? "go" : "stay", null]))
  return {
    version: 0,
    begun,
    carried: 0,
    times: made.map((_, at) => 60_000 + at * 1000),
    computers: [],
    notes: [] as Noted[],
    answers: {},
    roles: ["A", "B"],
    result,
    record: { format: 1, seed: begun, scenario: "Standard", options: {}, moves: made },
    ...more,
  }
}

const file = (...games: object[]) => JSON.stringify({ playtest: 1, title: "Letters", questions: ["Fun?"], versions: VERSIONS, games })
const poolOf = (...files: string[]) => pooled(files.map(it => read(it)!))

test("whole games among people are summed; others are counted", () => {
  const [pool, ...more] = poolOf(
    file(game(1, "ABAB", "A"), game(2, "AABB", "A, B"), game(3, "AB!", "A"), game(4, "A", null), game(5, "AB", "B", { computers: ["B"] }), game(6, "AB", "B", { carried: 1 })),
  )
  expect(more).toEqual([])
  expect([pool!.games, pool!.unfinished, pool!.computer, pool!.changed]).toEqual([3, 1, 1, 1])
  expect(pool!.moves).toEqual({ least: 2, median: 4, most: 4 })
  expect(pool!.minutes).toEqual({ least: 2 / 60, median: 3 / 60, most: 3 / 60 })
  expect(pool!.seats.map(({ role, wins }) => [role, wins.games])).toEqual([
    ["A", 3],
    ["B", 1],
  ])
  // The first move of a game is not timed.
  expect(pool!.seats[0]!.seconds).toEqual({ least: 1, median: 1, most: 1 })
  expect(pool!.seats[1]!.seconds).toEqual({ least: 1, median: 1, most: 2 })
  expect(Object.fromEntries(pool!.actions)).toEqual({ go: 5, stay: 5 })
})

test("games are pooled by rules, setup and seats, and a game in two files counts once", () => {
  const other = { version: 1 }
  const before = file(game(1, "AB", null))
  const after = file(game(1, "ABA", "A", { answers: { A: ["yes"], B: [""] } }), game(2, "AB", "B", other), game(3, "AB", "B", { roles: ["A", "B", "C"] }))
  for (const files of [
    [before, after],
    [after, before],
  ]) {
    const pools = poolOf(...files)
    expect(pools.map(({ text, roles, games, unfinished }) => [text.source, roles.length, games, unfinished])).toEqual([
      ["one", 3, 1, 0],
      ["two", 2, 1, 0],
      ["one", 2, 1, 0],
    ])
    expect(pools[1]!.text.files).toEqual({ "cards.csv": "a,b" })
    expect(pools[2]!.answers).toEqual([{ question: "Fun?", answers: [{ seat: "A", text: "yes" }] }])
  }
})

test("what was written and tried leads to its moment", () => {
  const tried = (moves: number): Noted => ({ seat: "B", moves, kind: "tried", action: "go", argument: null, why: "it is not your turn" })
  const notes: Noted[] = [{ seat: "A", moves: 0, kind: "looked" }, tried(1), { seat: "B", moves: 2, kind: "remark", text: "Why?" }, tried(2)]
  const [pool] = poolOf(file(game(1, "ABA", "A", { notes })))
  expect(pool!.remarks.map(({ text, record }) => [text, record.moves.length])).toEqual([["Why?", 2]])
  expect(pool!.tried.map(({ action, why, moments }) => [action, why, moments.map(({ record }) => record.moves.length)])).toEqual([["go", "it is not your turn", [1, 2]]])
  expect(pool!.looked).toHaveLength(1)
})

test("the interval of a share is Wilson's", () => {
  const rounded = (count: number, games: number) => {
    const { value, low, high } = shareOf(count, games)
    return [value, low, high].map(it => Math.round(it * 1e4) / 1e4)
  }
  expect(rounded(4, 6)).toEqual([0.6667, 0.3, 0.9032])
  expect(rounded(0, 10)).toEqual([0, 0, 0.2775])
  expect(rounded(10, 10)).toEqual([1, 0.7225, 1])
  expect(rounded(0, 0)).toEqual([0, 0, 1])
})

test("turns are moves in a row, and the middle of an even number lies between two", () => {
  expect(turnsOf(game(1, "ABBA!", "A") as never)).toEqual([
    { role: "B", ms: 2000, timed: true },
    { role: "A", ms: 1000, timed: true },
  ])
  expect(spread([4, 1, 3, 2])).toEqual({ least: 1, median: 2.5, most: 4 })
  expect(spread([])).toBe(undefined)
})

test("what is no file of a playtest is not read", () => {
  const good = game(1, "AB", "B")
  for (const bad of [
    "",
    "null",
    "[]",
    "{}",
    file(good).replace('"playtest":1', '"playtest":2'),
    file({ ...good, version: 2 }),
    file({ ...good, times: [1] }),
    file({ ...good, notes: [{ seat: "A" }] }),
    file({ ...good, record: { format: 1 } }),
    file({ ...good, roles: [1] }),
    file({ ...good, answers: { A: "yes" } }),
    file(good).replace('"language":"rules"', '"language":"none"'),
  ])
    expect(read(bad)).toBe(undefined)
  expect(read(file(good))?.games).toHaveLength(1)
})
