// The moments of a line of a game, in any order.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { compile, type GameError, games, init, type Move, type Record as GameRecord, type Rules } from "houserules"
import { Timeline } from "../../www/src/engine/timeline"

await init()

function rulesOf(id: string): Rules {
  const { source, language, files } = games.find(game => game.id === id)!
  return compile(source, { language, files }).rules!
}

/** A random game of at most this many moves. */
function played(rules: Rules, most: number, seed = 3): GameRecord {
  const game = rules.on_setup(seed)
  game.play_random(most, seed)
  return game.record!
}

const told = (error: GameError) => ({ ...error, code: error.code, message: error.message })
const cut = (record: GameRecord, at: number): GameRecord => ({ ...record, moves: record.moves.slice(0, at) })
/** The state after a replay. */
const stateAt = (rules: Rules, record: GameRecord, at: number) => JSON.stringify(rules.replay(cut(record, at)).game.state)

for (const id of ["chess", "hearts", "last-card", "bay"])
  test(`every moment of ${id} is the game as its moves make it`, () => {
    const rules = rulesOf(id)
    const record = played(rules, 60)
    const line = new Timeline(rules, record, told)
    for (let step = 0; step <= record.moves.length; step++) {
      const at = (step * 37) % (record.moves.length + 1)
      const moment = line.game(at)
      expect(moment.at).toBe(at)
      expect(JSON.stringify(moment.game.state)).toBe(stateAt(rules, record, at))
      moment.game.free()
    }
    line.free()
  })

test("a line of the log leads to the moment it was written in", () => {
  const rules = rulesOf("hearts")
  const record = played(rules, 80)
  const lengths = Array.from({ length: record.moves.length + 1 }, (_, at) => rules.replay(cut(record, at)).game.lines.length)
  const line = new Timeline(rules, record, told)
  for (let number = 0; number < lengths.at(-1)!; number++) expect(line.written(number), `line ${number}`).toBe(lengths.findIndex(length => length > number))
})

test("another line of the same game is taken up where it parts, in any order", () => {
  const rules = rulesOf("chess")
  const [first, second] = [played(rules, 50, 3), played(rules, 70, 4)]
  const own = { ...first, moves: [...first.moves.slice(0, 20)] }
  const game = rules.replay(own).game
  game.play_random(30, 9)
  const branch = game.record!
  const line = new Timeline(rules, first, told)
  for (const record of [branch, first, cut(first, 10), branch]) {
    expect(line.turn(rules, record)).toBe(true)
    for (const at of [0, 15, 25, record.moves.length]) {
      const moment = line.game(at)
      expect(JSON.stringify(moment.game.state)).toBe(stateAt(rules, record, at))
    }
  }
  expect(line.turn(rules, second)).toBe(second.seed === first.seed)
  expect(line.turn(rulesOf("chess"), first)).toBe(false)
})

test("a line ends before the first move that is refused", () => {
  const rules = rulesOf("tic-tac-toe")
  const moves: Move[] = [
    ["X", "space", 0],
    ["O", "space", 0],
    ["X", "space", 1],
  ]
  const line = new Timeline(rules, { ...played(rules, 0), moves }, told)
  expect(line.stopped).toMatchObject({ index: 1, move: moves[1] })
  expect(line.game(3).at).toBe(1)
  expect(line.turn(rules, { ...played(rules, 0), moves: [moves[0]!, ["O", "space", 4]] })).toBe(true)
  expect([line.stopped, line.game(3).at]).toEqual([undefined, 2])
})

test("a line of thousands of moves keeps few clones, and is gone through quickly", () => {
  const rules = rulesOf("hearts")
  const record = played(rules, 5000)
  const start = performance.now()
  const line = new Timeline(rules, record, told)
  for (let at = 0; at <= record.moves.length; at += 3) line.game(at).game.free()
  expect(performance.now() - start).toBeLessThan(5000)
  line.free()
})

test("a written state is a moment like others, and a line may begin with one where its setup fails", () => {
  const rules = rulesOf("tic-tac-toe")
  const game = rules.on_setup(3)
  game.action("X", "space", 0)
  const state = JSON.stringify(game.state)
  game.resume(state.replace("[0,null", "[0,1"), "by hand")
  game.action("O", "space", 2)
  const record = game.record!
  expect(record.moves[1]![1]).toBe("by hand")
  const line = new Timeline(rules, record, told)
  for (const at of [3, 0, 2, 1]) expect(JSON.stringify(line.game(at).game.state)).toBe(stateAt(rules, record, at))
  const begun: GameRecord = {
    ...record,
    scenario: "gone",
    moves: [
      ["", "kept", state],
      ["O", "space", 4],
    ],
  }
  const other = new Timeline(rules, begun, told)
  expect(other.game(0).at).toBe(1)
  expect(other.game(2).game.record).toEqual(begun)
  expect(() => new Timeline(rules, { ...begun, moves: [["", "torn", "{}"]] }, told)).toThrow()
})
