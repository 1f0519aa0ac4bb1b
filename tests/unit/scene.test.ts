// What a seat's table consists of.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Json, LayoutInfo, RulesInfo, ShowInfo, TypeInfo } from "house-rules"
import type { Seat } from "../../www/src/common/seat"
import { faceOf } from "../../www/src/table/faces"
import { standing } from "../../www/src/table/look"
import { clickable, type Part, sceneOf } from "../../www/src/table/scene"
import { glyphs } from "../../www/src/table/signs"
import { heapsOf } from "../../www/src/table/tokens"

const int: TypeInfo = { kind: "int" }
const gem: TypeInfo = { kind: "enum", name: "Gem", members: ["ruby", "pearl"] }
const each = (of: TypeInfo, by: TypeInfo): TypeInfo => ({ kind: "array", of, by })
const card: TypeInfo = {
  kind: "record",
  name: "Card",
  fields: [
    { name: "id", type: int },
    { name: "points", type: int },
    { name: "name", type: { kind: "string" } },
    { name: "gem", type: gem },
    { name: "price", type: each(int, gem) },
  ],
}
const look: Pick<ShowInfo, "symbols" | "colors"> = { symbols: { ruby: ":heart:", pearl: "●" }, colors: { ruby: "red" } }
const show = (kind: ShowInfo["kind"], items: string, more: Partial<ShowInfo> = {}): ShowInfo => ({ kind, items, clicks: [], ...more })

function rules(shows: ShowInfo[], layout: LayoutInfo[]): RulesInfo {
  return {
    title: "Gems",
    roles: ["Ann", "Ben", "Cleo"],
    scenarios: [],
    options: [],
    view: [
      { name: "market", type: { kind: "list", of: card } },
      { name: "points", type: each(int, { kind: "role" }) },
      { name: "hand", type: each({ kind: "list", of: card }, { kind: "role" }) },
      { name: "bank", type: each(int, gem) },
    ],
    boards: [],
    shows,
    layout,
    faces: { Card: { corner: ["points"], title: "name", picture: "gem", cost: ["price"], color: "gem" } },
    tests: [],
    actions: [],
  }
}

const mill = { id: 4, points: 2, name: "old_mill", gem: 0, price: [0, 3] }
const fields: { [name: string]: Json } = { market: [mill], points: [3, 0, 7], hand: [[mill], [], [mill, mill]], bank: [4, 0] }
const seat: Seat = { prompt: null, fields, missing: new Map(), untold: 0 }

/** A table as lines, with what is drawn in each show. */
function lines(parts: Part[], info: RulesInfo, before = ""): string[] {
  return parts.flatMap(part =>
    part.kind === "show"
      ? [`${before}${part.id} ${part.show.kind} ${part.show.items}: ${JSON.stringify(part.seat.fields[part.show.items ?? ""])?.length} letters`]
      : [`${before}${part.kind}${part.role === undefined ? "" : ` ${info.roles[part.role]}`}${part.mine ? ", mine" : ""}`, ...lines(part.parts, info, `${before}  `)],
  )
}

test("shows stand as the layout says, once for each seat from who looks on", () => {
  const info = rules(
    [show("cards", "market"), show("counter", "points"), show("cards", "hand"), show("cards", "gone")],
    [
      { kind: "row", parts: [0, 3] },
      { kind: "seats", parts: [1, 2] },
    ],
  )
  expect(lines(sceneOf(info, seat, "Ben").parts, info)).toEqual([
    "row",
    "  0 cards market: 61 letters",
    "seats",
    "  seat Ben, mine",
    "    1 counter points: 1 letters",
    "    2 cards hand: 2 letters",
    "  seat Cleo",
    "    3 counter points: 1 letters",
    "    4 cards hand: 121 letters",
    "  seat Ann",
    "    5 counter points: 1 letters",
    "    6 cards hand: 61 letters",
  ])
  expect([...sceneOf(info, seat, "Observer").fields]).toEqual(["market", "points", "hand"])
})

test("in a seat a field by role has the type of one of its values, and a click says whose it is", () => {
  const info = rules([show("cards", "hand", { clicks: [{ action: "take", sends: ["seat", { field: "id" }] }] })], [{ kind: "seats", parts: [0] }])
  const [, cleo] = sceneOf(info, seat, "Ben").shows
  expect(cleo!.info.view.find(({ name }) => name === "hand")!.type).toEqual({ kind: "list", of: card })
  expect(clickable(cleo!).place(1)).toEqual({ seat: 2, item: mill, record: mill })
})

test("a number counts one's own: the seat of another answers only where the seat is sent, or what lies there", () => {
  const clicks: ShowInfo["clicks"] = [
    { action: "play", sends: ["cell"] },
    { action: "steal", sends: ["cell", "seat"] },
    { action: "name", sends: [{ field: "id" }] },
  ]
  const info = rules([show("cards", "hand", { clicks })], [{ kind: "seats", parts: [0] }])
  const [ben, cleo] = sceneOf(info, seat, "Ben").shows
  expect(ben!.show.clicks.map(({ action }) => action)).toEqual(["play", "steal", "name"])
  expect(cleo!.show.clicks.map(({ action }) => action)).toEqual(["steal", "name"])
})

test("without any show, what has a value for each cell of a board is drawn as that board", () => {
  const cells = [0, 1].map(x => ({ name: `c${x}`, row: 0, column: x, x, y: 0 }))
  const info = {
    ...rules([], []),
    boards: [{ name: "strip", kind: "square" as const, rows: 1, columns: 2, cells, links: [] }],
    view: [{ name: "at", type: { kind: "array", of: int } as TypeInfo }],
  }
  expect(sceneOf(info, { ...seat, fields: { at: [1, 2] } }, "Ann").shows.map(({ show }) => [show.kind, show.items])).toEqual([["board", "at"]])
})

test("a card has what its face says, and all of it in words", () => {
  expect(faceOf(mill, card, rules([], []), look)).toEqual({
    corner: [{ text: "2", name: "2" }],
    title: "Old mill",
    text: [],
    picture: { symbol: ":heart:", text: undefined, tone: "red", name: "ruby" },
    cost: [{ symbol: "●", text: "3", tone: undefined, name: "3 pearl" }],
    icons: [],
    tone: "red",
    name: "Old mill, 2, ruby, costs 3 pearl",
  })
})

test("tokens: a number, a number of each, or one by one", () => {
  const info = rules([], [])
  const told = (value: Json, type: TypeInfo) => heapsOf(value, type, info, look).map(({ bit, count }) => [bit.name, count])
  expect(told(5, int)).toEqual([["", 5]])
  expect(told([4, 0], each(int, gem))).toEqual([
    ["ruby", 4],
    ["pearl", 0],
  ])
  expect(told([1, 0, 2], each(int, { kind: "role" }))).toEqual([
    ["Ann", 1],
    ["Ben", 0],
    ["Cleo", 2],
  ])
  expect(told([1, 1], { kind: "list", of: gem })).toEqual([
    ["pearl", undefined],
    ["pearl", undefined],
  ])
})

test("several kinds on one cell are several pieces, the same ones have their number", () => {
  const info = rules([], [])
  const told = (value: Json, type: TypeInfo) => standing(value, type, info, look).map(({ text, role, notes }) => [role ?? text, ...notes])
  expect(told([0, 1, 1], { kind: "list", of: { kind: "role" } })).toEqual([[0], [1, "×2"]])
  expect(told([2, 1], each(int, gem))).toEqual([[":heart:", "×2"], ["●"]])
  expect(told([], { kind: "list", of: gem })).toEqual([])
})

test("a symbol between colons is a shape, if there is one", () => {
  expect(glyphs("x:heart::nothing:").map(it => ("shape" in it ? it.name : it.text))).toEqual(["x", ":heart:", ":nothing:"])
})
