// The table in words: every move of every shipped game can be made by typing its name, and no other move is made.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { compile, type Game, games, init, type Rules } from "houserules"
import { seated } from "../../playground/table/src/common/seated"
import { dressed } from "../../playground/table/src/look"
import { moveText } from "../../playground/table/src/moves"
import { type Answer, answer, type Choice, type Table } from "../../playground/table/src/sentences"
import { spoken } from "../../playground/table/src/common/words"

await init()

const MOVES = process.env.THOROUGH ? 200 : 40
const SEEDS = process.env.THOROUGH ? 10 : 2

function rulesOf(id: string): Rules {
  const { source, language, files } = games.find(it => it.id === id)!
  return compile(source, { language, files }).rules!
}

/** The table for a seat, the first active one unless another is named. */
function tableAt(rules: Rules, game: Game, role = game.active[0] ?? game.roles[0]!): Table {
  const { prompt, actions, why, labels } = game.prompt(role)
  const fields = seated(game.on_view(role), rules.info, game.roles.length)
  const log = game.lines.flatMap(line => (typeof line === "string" ? [spoken(line)] : line.to.includes(role) ? [spoken(line.text)] : []))
  const own = { prompt, actions, why, labels, fields, missing: new Map(), untold: 0 }
  return { info: dressed({ ...rules.info, roles: game.roles }), own, role, turn: 0, active: game.active, result: game.result, log }
}

/** All moves in "my moves", including those behind the numbers for several. */
function toldMoves(table: Table): string[] {
  const walk = (choices: Choice[]): string[] =>
    choices.flatMap((choice, at) => {
      if ("move" in choice) return [choice.text]
      return walk(answer(String(at + 1), choices, table).choices)
    })
  return walk(answer("my moves", [], table).choices)
}

function offered({ own }: Table): string[] {
  return Object.entries(own.actions ?? {}).flatMap(([action, all]) => (Array.isArray(all) ? all.map(it => moveText(action, it)) : all === 1 ? [moveText(action, null)] : []))
}

const makes = ({ make }: Answer) => make && moveText(make.action, make.argument)

/** A game in words, with the answers. */
function play(id: string, seed: number, lines: [string, ...expected: (string | RegExp)[]][]) {
  const rules = rulesOf(id)
  const game = rules.on_setup(seed)
  let choices: Choice[] = []
  for (const [line, ...expected] of lines) {
    const table = tableAt(rules, game)
    const found = answer(line, choices, table)
    choices = found.choices
    const said = [...found.said, ...found.choices.map(({ text }, at) => `${at + 1}. ${text}`)].join("\n")
    for (const it of expected) expect(said, line).toMatch(it)
    if (found.make) game.action(table.role, found.make.action, ...(found.make.argument === null ? [] : [found.make.argument]))
  }
  const made = game.lines.map(line => (typeof line === "string" ? line : line.text))
  game.free()
  return made
}

for (const { id, title } of games)
  test(`all moves of ${title} are made by what they are called`, () => {
    const rules = rulesOf(id)
    for (let seed = 1; seed <= SEEDS; seed++) {
      const game = rules.on_setup(seed)
      for (let made = 0; made < MOVES && game.result === undefined; made++) {
        const table = tableAt(rules, game)
        const told = toldMoves(table)
        const typed = told.map(text => makes(answer(text, [], table)))
        expect(new Set(typed), `${id}, seed ${seed}, ${made} moves: ${told.join("; ")}`).toEqual(new Set(offered(table)))
        expect(told.length).toBe(offered(table).length)
        // Typed in a hurry, it is the same move or none.
        for (const [at, text] of told.slice(0, 30).entries()) {
          const hurried = makes(
            answer(
              text
                .toUpperCase()
                .replace(/[-,().:]/g, " ")
                .replace(/ to /gi, "  "),
              [],
              table,
            ),
          )
          expect([undefined, typed[at]], text).toContain(hurried)
        }
        for (const question of ["what can I do?", "score", "whose turn is it", "table", "where are the kings", "last move", "what is on row 2", "help", "frobnicate the xyzzy"])
          expect(makes(answer(question, [], table)), `${id}: ${question}`).toBeUndefined()
        if (game.play_random(1, seed * 1000 + made) === 0) break
      }
      game.free()
    }
  })

test("chess is asked about and played, in any order, without hyphens, and with the numbers of what is listed", () => {
  const made = play("chess", 1, [
    ["where are the knights", "White knight: b1; g1", "Black knight: b8; g8"],
    ["Where is my king?", /^White king: e1.$/],
    ["what is on row 2", "e2, White pawn"],
    ["column b", "b8, Black knight"],
    ["e4", "e4: empty", "Move pawn e2 to e4"],
    ["1"],
    ["e7-e5"],
    ["Knight to f3!"],
    ["knight", "Which?", "1. Move knight b8 to a6"],
    ["c6 knight"],
    ["knight f6", "is not a move you can make now"],
    ["b1c3"],
    ["whose turn", "It is your turn, Black"],
    ["last move", "White: knight b1–c3"],
    ["moves of the queen", "Move queen d8 to e7"],
  ])
  expect(made.at(-1)).toBe("White: knight b1–c3")
})

test("a place alone asks, and does nothing; with what is done there it is a move", () => {
  const made = play("reversi", 1, [
    ["d6", "d6: empty", "You can:", "1. Place d6"],
    ["a1", /^a1: empty.$/],
    ["place a1", "Place a1 is not possible now: it closes in no disc of the other side."],
    ["what is on d5", "d5: White"],
    ["place d6", "Place d6."],
  ])
  expect(made).toEqual(["Black takes d6 and turns 1."])
})

test("cards are called by what is on them, and a reason says why not", () => {
  play("hearts", 1, [
    ["help", "such as “Card four clubs”", "Trick, Points, To be passed, Your hand"],
    ["my hand", "queen spades"],
    ["pass", "Pass is not possible now: choose 3 more."],
    ["where is the queen of spades", "Queen spades: Your hand"],
    ["play queen of spades"],
    ["the 4 of clubs, please"],
    ["what is to be passed", "queen spades", "four clubs"],
    ["ten hearst", "Close matches:", "ten hearts"],
    ["10 of hearts"],
    ["points", "North 0"],
  ])
  play("cullet", 1, [
    ["take cullet", "not possible now: cullet comes with orders, and from what is smashed."],
    ["my shelf", "0 cobalt"],
    ["bruno", "Bruno, Shelf"],
    ["fire", "Fire: 30 of 30"],
    ["what is the harbour lamp?", "Fine: Harbour lamp, 1 cobalt, lamp, cobalt, costs 2 moss 2 cherry 1 amber."],
    ["bruno's orders", "Bruno, Orders: no cards."],
    ["buy lamp", "That is not possible now", "Buy Night lamp: "],
    ["order lamps", "Which?", "Order Night lamp", "Order Harbour lamp"],
    ["order the harbour lamp"],
  ])
})

test("games of other languages are asked about and played in the same words", () => {
  play("noughts-and-crosses", 1, [["place token 11", "Place token 11."], ["what is on 11", "11: ✕."], ["place 1 1", "is not a move"], ["place token 00"]])
  // By the words of the rules, or by the clicked things.
  play("tgdl-tic-tac-toe", 1, [["tick 0 1"], ["tick column 3 row 2"], ["row 2", "column 3, player1"], ["where is player0", "Player0: row 1, column 2."]])
  play("last-card", 1, [
    ["your hand", "Your hand: 5, 8♦, K♠, 7♥, J♠, 7♠."],
    ["7 of hearts", "Play 7♥."],
  ])
  play("snakes-and-ladders", 1, [["roll the die"], ["where is player2", "not on the board yet"]])
})

test("what somebody else does is not offered, and is asked about all the same", () => {
  const rules = rulesOf("chess")
  const game = rules.on_setup(1)
  const table = tableAt(rules, game, "Black")
  expect(answer("my moves", [], table).said).toEqual(["It is not your turn: White to move."])
  expect(answer("knight f6", [], table)).toEqual({ said: ["White to move. Type “help” for questions."], choices: [] })
  expect(answer("where are my knights", [], table).said).toEqual(["Black knight: b8; g8."])
  game.free()
})

test("many moves are told by what they have in common, and each is found behind a number", () => {
  const rules = rulesOf("hex")
  const game = rules.on_setup(1)
  const table = tableAt(rules, game)
  const { choices } = answer("my moves", [], table)
  expect(choices.length).toBeLessThanOrEqual(30)
  expect(toldMoves(table)).toHaveLength(121)
  game.free()
})
