// Content of a seat's table.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Json, LayoutInfo, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import type { Seat } from "../../playground/table/src/common/seat"
import { gathered } from "../../playground/table/src/actions"
import { faceOf, isTile, widthOf } from "../../playground/table/src/faces"
import { factsOf } from "../../playground/table/src/facts"
import { standing } from "../../playground/table/src/look"
import { chosenOf, clickable, type Group, type Part, sceneOf, WHOLE } from "../../playground/table/src/scene"
import { glyphs } from "../../playground/table/src/signs"
import { heapsOf } from "../../playground/table/src/heaps"
import { ringOf } from "../../playground/table/src/ring"

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
    packed: [],
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

/** A table as lines, with the drawing in each show. */
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

test("a card has what its face says, and all of it in words", () => {
  expect(faceOf(mill, card, rules([], []), look)).toEqual({
    corner: [{ text: "2", name: "2" }],
    title: "Old mill",
    text: [],
    picture: { symbol: ":heart:", text: undefined, tone: "red", name: "ruby" },
    pieces: [],
    cost: [{ symbol: "●", text: "3", tone: undefined, name: "3 pearl" }],
    icons: [],
    tone: "red",
    name: "Old mill, 2, ruby, costs 3 pearl",
  })
})

test("what the rules say of somebody stands in the heading of the seat", () => {
  const marks = [
    { field: "dealer", sign: ":crown:" },
    { field: "passed", sign: "passed" },
    { field: "points", sign: ":star:" },
    { field: "bids", sign: "bid" },
    { field: "late", sign: "late" },
    { field: "gone", sign: "gone" },
  ]
  const info = rules([show("cards", "hand")], [{ kind: "seats", marks, parts: [0] }])
  info.view.push(
    { name: "dealer", type: { kind: "role" } },
    { name: "passed", type: each({ kind: "bool" }, { kind: "role" }) },
    { name: "bids", type: each({ kind: "optional", of: int }, { kind: "role" }) },
    { name: "late", type: { kind: "list", of: { kind: "role" } } },
    { name: "gone", type: { kind: "role" } },
  )
  const own = { ...seat, fields: { ...fields, dealer: 2, passed: [true, false, true], bids: [1, null, 0], late: [1] } }
  const { parts, fields: drawn } = sceneOf(info, own, "Ann")
  const seats = (parts[0] as Group).parts as Group[]
  expect(seats.map(({ role, marks }) => [info.roles[role!], ...marks!.map(({ symbol = "", text }) => `${symbol}${text}`)])).toEqual([
    ["Ann", "passed", ":star:3", "bid 1"],
    ["Ben", ":star:0", "late"],
    ["Cleo", ":crown:Dealer", "passed", ":star:7", "bid 0"],
  ])
  expect(drawn.has("dealer")).toBe(true)
})

test("what stands on a card are pieces, and free places", () => {
  const place: TypeInfo = {
    kind: "record",
    name: "Place",
    fields: [
      { name: "name", type: { kind: "string" } },
      { name: "workers", type: { kind: "list", of: { kind: "optional", of: { kind: "role" } } } },
      { name: "stock", type: each(int, gem) },
    ],
  }
  const info = { ...rules([], []), faces: { Place: { title: "name", pieces: ["workers", "stock"] } } }
  const face = faceOf({ name: "mill", workers: [1, null], stock: [0, 2] }, place, info, look)!
  expect(face.pieces.map(it => it && [it.role ?? it.text, it.tone])).toEqual([[1, "blue"], undefined, ["●", "neutral"], ["●", "neutral"]])
  expect(face.name).toBe("Mill, Ben free pearl pearl")
})

test("cards are as wide as their longest word, which is smaller if it is long", () => {
  const face = (title: string) => faceOf({ ...mill, name: title }, card, rules([], []), look)!
  expect([["Inn"], ["Inn", "Warehouse"], ["Customs house"]].map(all => widthOf(all.map(face)))).toEqual([
    { width: 63, small: false },
    { width: 116, small: true },
    { width: 106, small: false },
  ])
})

test("fields of a ring lie in a circle, or around a square where they are too many", () => {
  const few = ringOf(["plan", "build", "sell", "rest"])
  expect([few.kind, few.place(0), few.place(1)]).toEqual(["circle", { "--x": "0.0000", "--y": "-1.0000" }, { "--x": "1.0000", "--y": "0.0000" }])
  const many = ringOf(Array.from({ length: 20 }, (_, at) => String(at)))
  expect([many.kind, many.style["--columns"]]).toEqual(["around", 6])
  const places = Array.from({ length: 20 }, (_, at) => many.place(at))
  expect(new Set(places.map(it => `${it["gridRow"]} ${it["gridColumn"]}`)).size).toBe(20)
  expect([0, 5, 10, 15, 19].map(at => [places[at]!["gridRow"], places[at]!["gridColumn"]])).toEqual([
    [1, 1],
    [1, 6],
    [6, 6],
    [6, 1],
    [2, 1],
  ])
})

test("tokens on a cell stand each by itself, a number as so many", () => {
  const info = rules([], [])
  const told = (value: Json, type: TypeInfo) => standing(value, type, info, { ...look, pieces: "tokens" }).map(({ text, role, tone, count }) => [role ?? text, tone, count])
  expect(told(2, int)).toEqual([
    ["", "wood", 2],
    ["", "wood", undefined],
  ])
  expect(told(0, int)).toEqual([])
  expect(told([1, 2], each(int, gem)).map(([text, tone]) => [text, tone])).toEqual([
    [":heart:", "red"],
    ["●", "neutral"],
    ["●", "neutral"],
  ])
  expect(told([0, 2], { kind: "list", of: { kind: "role" } })).toEqual([
    [0, "red", undefined],
    [2, "yellow", undefined],
  ])
  expect(told(500, int)).toHaveLength(20)
})

test("pieces are turned by a field of theirs: by sides of their cells, or all the way round by the members of an enum", () => {
  const robot = (way: TypeInfo): TypeInfo => ({
    kind: "record",
    name: "Robot",
    fields: [
      { name: "owner", type: { kind: "role" } },
      { name: "way", type: way },
    ],
  })
  const info = { ...rules([], []), boards: [{ name: "hive", kind: "hex" as const, rows: 1, columns: 1, cells: [], links: [] }] }
  const turned = (way: TypeInfo, at: number, board: string) => standing({ owner: 1, way: at }, robot(way), info, { ...look, turn: "way", board })[0]
  expect(turned(int, 5, "hive")).toMatchObject({ role: 1, turn: 300, text: "", notes: [], label: "Ben turned by 300°" })
  expect(turned(int, -1, "floor")?.turn).toBe(270)
  expect(turned({ kind: "enum", name: "Way", members: ["a", "b", "c", "d", "e", "f", "g", "h"] }, 3, "floor")?.turn).toBe(135)
})

test("dice that nobody clicks lie on a board of points, and stay a show", () => {
  const cell = { row: 0, column: 0, x: 0, y: 0, name: "a1" }
  const points = { name: "points", kind: "square" as const, rows: 1, columns: 1, cells: [cell], links: [] }
  const shown = (pattern: ShowInfo["pattern"], dice: Partial<ShowInfo> = {}) => {
    const all = [show("board", "track", { board: "points", pattern }), show("dice", "dice", dice), show("counter", "points")]
    const info = { ...rules(all, [0, { kind: "row", parts: [1] }, 2]), boards: [points] }
    const { parts, shows } = sceneOf(info, { ...seat, fields: { ...fields, track: [0], dice: [3, 1] } }, "Ann")
    return [lines(parts, info).map(line => line.trim().split(":")[0]), shows[0]!.dice?.show.items, shows.length]
  }
  expect(shown("points")).toEqual([["0 board track", "2 counter points"], "dice", 3])
  expect(shown("checkered")).toEqual([["0 board track", "row", "1 dice dice", "2 counter points"], undefined, 3])
  expect(shown("points", { clicks: [{ action: "keep", sends: ["cell"] }] })[1]).toBe(undefined)
})

test("each kind of show is clicked by what it draws", () => {
  const numbers = (kind: ShowInfo["kind"], items: string, more: Partial<ShowInfo> = {}) => {
    const info = rules([show(kind, items, { clicks: [{ action: "take", sends: ["cell"] }], ...more })], [0])
    return [...clickable(sceneOf(info, { ...seat, fields: { ...fields, die: 5, story: "Once", left: 3 } }, "Ann").shows[0]!).numbers]
  }
  expect(numbers("cards", "left")).toEqual([0, 1, 2])
  expect(numbers("dice", "die")).toEqual([0])
  expect(numbers("tokens", "bank")).toEqual([0, 1])
  expect(numbers("track", "points", { from: 2, to: 4 })).toEqual([2, 3, 4])
  expect(numbers("table", "market")).toEqual([0])
  expect(numbers("counter", "points")).toEqual([0, 1, 2])
  const whole: Partial<ShowInfo> = { clicks: [{ action: "go", sends: [] }] }
  expect([numbers("text", "story", whole), numbers("meter", "left", whole)]).toEqual([[WHOLE], [WHOLE]])
  expect(numbers("counter", "left", { clicks: [{ action: "buy", sends: [{ value: 3 }] }] })).toEqual([WHOLE])
  expect(numbers("cards", "left", { clicks: [{ action: "buy", sends: [{ value: 3 }] }] })).toEqual([0, 1, 2])
})

test("tokens: a number, a number of each, or one by one", () => {
  const info = rules([], [])
  const told = (value: Json, type: TypeInfo) => heapsOf(value, type, info, look).map(({ bit, count }) => [bit.name, count])
  expect(told(5, int)).toEqual([["", 5]])
  const coins = { symbols: { gold_coins: ":coin:" }, colors: { gold_coins: "yellow" as const } }
  expect(heapsOf(5, int, info, coins, "gold_coins")).toEqual([{ bit: { symbol: ":coin:", tone: "yellow", name: "gold coins" }, count: 5 }])
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

test("roles that are listed in a record stand beside the rest of it, if there is any", () => {
  const info = rules([], [])
  const village: TypeInfo = {
    kind: "record",
    name: "Village",
    fields: [
      { name: "people", type: { kind: "list", of: { kind: "role" } } },
      { name: "water", type: int },
      { name: "holds", type: { kind: "optional", of: gem } },
    ],
  }
  const told = (value: Json) => standing(value, village, info, look).map(({ text, role, notes }) => [role ?? text, ...notes])
  expect(told({ people: [0, 2], water: 3, holds: 1 })).toEqual([["●", "3"], [0], [2]])
  expect(told({ people: [1, 1], water: 0, holds: null })).toEqual([[1, "×2"]])
  expect(told({ people: [], water: 0, holds: null })).toEqual([])
  expect(told({ people: [], water: 2, holds: null })).toEqual([["", "2"]])
})

test("facts that are none, empty or false are not told, and cells have their names", () => {
  const optional = (of: TypeInfo): TypeInfo => ({ kind: "optional", of })
  const view = [
    { name: "in_check", type: optional({ kind: "role" }) },
    { name: "sunk", type: each({ kind: "list", of: gem }, { kind: "role" }) },
    { name: "misere", type: { kind: "bool" } },
    { name: "from", type: optional(int) },
    { name: "left", type: int },
    { name: "props", type: { kind: "any" }, told: ["turn"] },
  ] satisfies RulesInfo["view"]
  const cells = ["a1", "b1"].map((name, column) => ({ name, row: 0, column, x: column, y: 0 }))
  const info: RulesInfo = {
    ...rules([show("board", "marks", { board: "land", labels: "coordinates", clicks: [{ action: "go", sends: ["cell", "cell"] }] })], []),
    view,
    boards: [{ name: "land", kind: "square", rows: 1, columns: 2, cells, links: [] } as unknown as RulesInfo["boards"][number]],
    actions: [
      {
        name: "go",
        arguments: [
          { name: "from", type: int },
          { name: "to", type: int },
        ],
      },
    ],
  }
  const told = (fields: { [name: string]: Json }) => factsOf(info, { fields }, new Set(["marks"])).map(({ name, value }) => [name, value])
  expect(told({ in_check: null, sunk: [[], [], []], misere: false, from: null, left: 0, props: { turn: "x", over: false } })).toEqual([["left", 0]])
  expect(told({ in_check: 0, sunk: [[], [1], []], misere: true, from: 1, left: 2, props: { turn: "x", over: true } })).toEqual([
    ["in_check", 0],
    ["sunk", [[], [1], []]],
    ["misere", true],
    ["from", "b1"],
    ["left", 2],
    ["over", true],
  ])
})

test("what is chosen is told by places, or of each whether it is", () => {
  const chosen = (value: Json) => [...chosenOf({ chosen: "kept" }, { fields: { kept: value } })]
  expect(chosen([true, false, true])).toEqual([0, 2])
  expect(chosen([3, 1])).toEqual([3, 1])
  expect(chosen(null)).toEqual([])
  expect([...chosenOf({}, { fields: {} })]).toEqual([])
})

test("a face with nothing but a picture is a tile, which may be turned", () => {
  const info = rules([], [])
  expect(isTile(card, info)).toBe(false)
  const tile = { ...info, faces: { Card: { picture: "gem" } } }
  expect(isTile({ kind: "optional", of: card }, tile)).toBe(true)
  expect(faceOf({ ...mill, points: 3 }, card, tile, { ...look, turn: "points" })).toMatchObject({ turn: 270, name: "ruby, turned by 270°" })
  const hexes = { ...tile, boards: [{ name: "land", kind: "hex", rows: 1, columns: 1, cells: [], links: [] }] } as RulesInfo
  expect(faceOf({ ...mill, points: 7 }, card, hexes, { ...look, turn: "points" })?.turn).toBe(60)
  expect(faceOf(mill, card, tile, look)?.turn).toBeUndefined()
})

test("many numbers to choose from stand together, what is said of them once", () => {
  const bids = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, argument) => ({ action: "bid", argument, text: text(argument), enabled: true }))
  const told = (all: Parameters<typeof gathered>[0]) => gathered(all).map(it => ("name" in it ? `${it.name}: ${it.all.length}` : it.text))
  const pass = { action: "pass", argument: null, text: "Pass", enabled: true }
  expect(told([...bids(12, n => `Bid ${n}`), pass])).toEqual(["Bid: 12", "Pass"])
  expect(told(bids(12, n => `Pay ${n} coins`))).toEqual(["Pay … coins: 12"])
  expect(told(bids(3, n => `Bid ${n}`))).toEqual(["Bid 0", "Bid 1", "Bid 2"])
  expect(told(bids(7, n => (n === 6 ? "All of it" : `Bid ${n}`)))).toContain("All of it")
  expect(told([...bids(7, n => `Bid ${n}`), { ...pass, action: "bid", argument: 9, text: "Bid 9", enabled: false }])).toEqual(["Bid: 7", "Bid 9"])
})

test("a symbol between colons is a shape, if there is one", () => {
  expect(glyphs("x:heart::nothing:").map(it => ("text" in it ? it.text : "name" in it ? it.name : "a picture"))).toEqual(["x", ":heart:", ":nothing:"])
})
