// Lines of a game: moves that were replaced by others are kept as branches.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Move } from "houserules"
import { advanced, chosen, cut, dropped, type Lines, MOST_BRANCHES, partings, whole } from "../../www/src/common/lines"

/** Moves by letters. */
const line = (letters: string): Move[] => [...letters].map(letter => ["X", letter, null])
const letters = (moves: Move[]) => moves.map(([, action]) => action).join("")
const told = ({ main, branches }: Lines) => [letters(main), ...branches.map(({ at, moves }) => `${at} ${letters(moves)}`)]

/** The lines after these positions, one after the other. */
function played(...positions: string[]): Lines {
  return positions.reduce<Lines>((lines, to) => advanced(lines, line(to)), { main: [], branches: [] })
}

test("a move at the end makes no branch", () => {
  expect(told(played("a", "ab", "abc"))).toEqual(["abc"])
})

test("a move from an earlier point keeps what was there as a branch", () => {
  expect(told(played("abcd", "abx"))).toEqual(["abx", "2 cd"])
  expect(told(played("abcd", "abx", "abxy", "q"))).toEqual(["q", "0 abcd", "0 abxy"])
})

test("the move that is there already is made again, and the rest lies ahead", () => {
  expect(told(played("abcd", "ab", "abc"))).toEqual(["abcd"])
})

test("the first move of a branch goes over to it", () => {
  expect(told(played("abcd", "abx", "abc"))).toEqual(["abcd", "2 x"])
})

test("a branch that is chosen is the main line, and all others are seen from it", () => {
  const lines = played("abcd", "abx", "abcy")
  expect(told(lines)).toEqual(["abcy", "3 d", "2 x"])
  const other = chosen(lines, lines.branches[1]!)
  expect(told(other)).toEqual(["abx", "2 cd", "2 cy"])
  const back = chosen(other, other.branches[1]!)
  expect(told(back)).toEqual(["abcy", "3 d", "2 x"])
})

test("whatever is chosen, no line is lost and none is there twice", () => {
  let lines = played("abcdef", "abx", "abxyz", "abxq", "m", "mn", "abcdeg")
  const all = (of: Lines) => [letters(of.main), ...of.branches.map(it => letters(whole(of, it)))].sort()
  const before = all(lines)
  expect(before).toEqual(["abcdef", "abcdeg", "abxq", "abxyz", "mn"])
  for (let step = 0; step < 40; step++) {
    lines = chosen(lines, lines.branches[(step * 7) % lines.branches.length]!)
    expect(all(lines)).toEqual(before)
  }
})

test("a line that is cut is kept, and going on as before takes it up again", () => {
  const lines = cut(played("abcd"), 2)
  expect(told(lines)).toEqual(["ab", "2 cd"])
  expect(told(advanced(lines, line("abc")))).toEqual(["abcd"])
  expect(told(advanced(lines, line("abx")))).toEqual(["abx", "2 cd"])
  expect(told(cut(played("abcd"), 0))).toEqual(["", "0 abcd"])
})

test("branches are named by where they part from the main line, and from each other", () => {
  const lines = chosen(played("abcd", "abx", "xyz", "xyq"), { at: 0, moves: line("abcd") })
  expect(partings(lines).map(({ at, move }) => `${at} ${move[1]}`)).toEqual(["0 x", "2 q", "2 x"])
})

test("arguments tell moves apart, whatever they are", () => {
  const move = (argument: Move[2]): Move => ["X", "go", argument]
  const lines = advanced({ main: [move([1, 2])], branches: [] }, [move([1, 3])])
  expect(lines.branches).toHaveLength(1)
  expect(advanced(lines, [move([1, 2])]).main).toEqual([move([1, 2])])
  expect(advanced({ main: [move("1")], branches: [] }, [move(1)]).branches).toHaveLength(1)
})

test("a branch can be dropped, and beyond a hundred the first goes", () => {
  const lines = played("ab", "ac", "ad")
  expect(told(dropped(lines, lines.branches[0]!))).toEqual(["ad", "1 c"])
  let many: Lines = { main: [], branches: [] }
  for (let at = 0; at < MOST_BRANCHES + 5; at++) many = advanced(many, [["X", "go", at]])
  expect(many.branches).toHaveLength(MOST_BRANCHES)
  expect(many.branches[0]!.moves).toEqual([["X", "go", 4]])
})

test("a game of a thousand moves with a hundred branches is gone through at once", () => {
  let lines: Lines = { main: Array.from({ length: 1000 }, (_, at) => ["X", "go", at]), branches: [] }
  for (let at = 0; at < 100; at++) lines = advanced(lines, [...lines.main.slice(0, 900), ["X", "other", at]])
  const start = performance.now()
  for (let at = 0; at < 10; at++) lines = chosen(lines, lines.branches[at]!)
  expect((performance.now() - start) / 10).toBeLessThan(100)
})
