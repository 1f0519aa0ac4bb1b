// Looks of a choice.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { compile, init } from "houserules"
import { seated } from "../../playground/table/src/common/seated"
import { dressed } from "../../playground/table/src/look"
import { looksOf } from "../../playground/table/src/offered"
import { pathsOf, type Target } from "../../playground/table/src/paths"
import { tableOf } from "../../playground/table/src/scene"

await init()

/** Rules in which White has one action to choose, which does nothing. */
const rules = (declared: string, view: string, offers: string, action: string) => `game "Choices"
roles White, Black
${declared}
global { board: Piece?[grid]; over: bool }
setup { G.board[2] = Piece { owner: Black, kind: pawn, facing: 0 }; G.active = White; call main }
view { V.board = G.board; ${view} }
state main {
  prompt { ${offers} }
  on ${action} { if G.over { finish White } }
}`

const PIECES = `enum Kind { pawn, rook, queen }
record Piece { owner: Role, kind: Kind, facing: int }
board grid = square(2, 2)`

const SIGNS = `symbols: { rook: "♜", queen: "♛" }`

/** The choices after some clicks at the beginning, each by its drawing. */
function choices(source: string, ...picked: Target[]) {
  const { rules, diagnostics } = compile(source)
  expect(rules, JSON.stringify(diagnostics)).toBeDefined()
  const game = rules!.on_setup(1)
  const { prompt, actions, why } = game.prompt("White")
  const info = dressed({ ...rules!.info, roles: game.roles })
  const seat = { prompt, actions, why, fields: seated(game.on_view("White"), rules!.info, game.roles.length), missing: new Map(), untold: 0 }
  const table = tableOf(info, seat, "White")
  const found = pathsOf(table.offers, picked).choices.map(it => looksOf(it, picked, table))
  game.free()
  return found.map(it => it && [it.as, it.value])
}

test("a number that lies on a die is drawn as a die, beside those that lie nowhere", () => {
  const source = rules(
    `${PIECES}
    show grid { mark: V.board, click: write(choice, cell) }
    show dice { items: V.dice, click: write(item, choice) }`,
    "V.dice = [5]",
    "for value in 4 to 6 { for cell in grid.cells { action write(value, cell) } }",
    "write(value: int, cell: int)",
  )
  expect(choices(source, { show: 0, number: 0 })).toEqual([4, 5, 6].map(value => ["die", value]))
})

test("a piece that becomes another is drawn as that, of the same owner", () => {
  const source = rules(
    `${PIECES}
    show grid { mark: V.board, click: go(cell, cell, choice), ${SIGNS} }`,
    "",
    "for kind in [rook, queen] { action go(2, 0, kind) }",
    "go(from: int, to: int, kind: Kind)",
  )
  expect(choices(source, { show: 0, number: 2 }, { show: 0, number: 0 })).toEqual([1, 2].map(kind => ["piece", { owner: 1, kind, facing: 0 }]))
})

test("a piece to be set is that of whose turn it is; a choice that nothing draws is told in words", () => {
  const source = (type: string) =>
    rules(
      `${PIECES}
      enum Mood { glad, sad }
      show grid { mark: V.board, click: put(cell, choice), ${SIGNS} }`,
      "",
      `for it in ${type} { action put(1, it) }`,
      `put(cell: int, it: ${type})`,
    )
  expect(choices(source("Kind"), { show: 0, number: 1 })).toEqual([0, 1, 2].map(kind => ["piece", { owner: 0, kind, facing: null }]))
  expect(choices(source("Mood"), { show: 0, number: 1 })).toEqual([undefined, undefined])
})

test("a tile is drawn as it will lie, turned", () => {
  const source = rules(
    `${PIECES}
    enum Bend { straight, curve }
    record Tile { bend: Bend, facing: int }
    face Tile { picture: bend }
    board land = square(2, 2)
    show land { mark: V.land, click: place(cell, choice), turn: facing, symbols: { straight: up, curve: turn } }
    show cards { items: V.next, turn: facing }`,
    "let none_yet: Tile?[] = [none, none, none, none]; V.land = none_yet; V.next = [Tile { bend: curve, facing: 0 }]",
    "for cell in land.cells { for facing in 0 to 3 { action place(cell, facing) } }",
    "place(cell: int, facing: int)",
  )
  expect(choices(source, { show: 0, number: 3 })).toEqual([0, 1, 2, 3].map(facing => ["piece", { bend: 1, facing }]))
})

test("a record with a face is drawn with it", () => {
  const source = rules(
    `${PIECES}
    record Deed { name: string, points: int }
    face Deed { title: name, corner: points }
    show cards { items: V.hand, click: swap(card, choice) }`,
    "V.hand = [1, 2]",
    `for i in 0 to 1 { for points in [2, 0] { action swap(i, Deed { name: "Build", points: points }) } }`,
    "swap(i: int, deed: Deed)",
  )
  expect(choices(source, { show: 0, number: 1 })).toEqual([0, 2].map(points => ["card", { name: "Build", points }]))
})
