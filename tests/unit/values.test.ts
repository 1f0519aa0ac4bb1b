// Values of a position as the rules would write them.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Json, Record as GameRecord, TypeInfo } from "houserules"
import { editsOf, withValue } from "../../www/src/engine/written"
import { fieldItem, type Item, itemAt, namesOf, size } from "../../www/src/common/values"

const KIND: TypeInfo = { kind: "enum", name: "Kind", members: ["pawn", "king"] }
const PIECE: TypeInfo = {
  kind: "record",
  name: "Piece",
  fields: [
    { name: "owner", type: { kind: "role" } },
    { name: "kind", type: KIND },
  ],
}
const place = { from: 0, to: 0, line: 1, column: 1 }

function field(type: string, of: TypeInfo, value?: Json): { item: Item; inner(at: number): Item } {
  const branch = { name: "it", type, of, value, text: "", path: "$.it" }
  const kind = { name: "kind", type: "Kind", of: KIND, text: "", path: "$.kind" }
  const names = namesOf({ globals: [branch, kind], frames: [{ name: "play", kind: "state", place, next: 0, fields: [] }] }, ["White", "Black"])
  const item = fieldItem(branch, "G")
  return { item, inner: at => itemAt(item, at, names) }
}

test("an array says by its type what its items are asked for by", () => {
  const of: TypeInfo = { kind: "array", of: { kind: "int" } }
  expect(field("int[Role]", of, [3, 4]).inner(1)).toMatchObject({ name: "[Black]", path: "G.it[Black]", type: "int", text: "4" })
  expect(field("int[Kind]", of, [3, 4]).inner(0)).toMatchObject({ name: "[pawn]", path: "G.it[pawn]" })
  expect(field("int[2]", of, [3, 4]).inner(0)).toMatchObject({ name: "[0]", path: "G.it[0]" })
  expect(
    field("int[2][Role]", { kind: "array", of }, [
      [1, 2],
      [3, 4],
    ]).inner(1),
  ).toMatchObject({ path: "G.it[Black]", type: "int[2]", text: "[3, 4]" })
})

test("records, maps and what is none have the names of the rules", () => {
  const pieces = field("Piece?[2]", { kind: "array", of: { kind: "optional", of: PIECE } }, [null, { owner: 1, kind: 0 }])
  expect(pieces.inner(0)).toMatchObject({ type: "Piece?", text: "none" })
  expect(size(pieces.inner(0))).toBe(0)
  expect(pieces.inner(1)).toMatchObject({ path: "G.it[1]", text: "Piece { owner: Black, kind: pawn }" })
  expect(size(pieces.inner(1))).toBe(2)
  const map = field("map<string, Piece>", { kind: "map", key: { kind: "string" }, of: PIECE }, ["a", { owner: 0, kind: 1 }])
  expect(size(map.item)).toBe(1)
  expect(map.inner(0)).toMatchObject({ name: '["a"]', type: "Piece", text: "Piece { owner: White, kind: king }" })
})

test("what has no type is read as it stands, and what is not set is empty", () => {
  const any = field("any", { kind: "any" }, { a: [1, "two"], b: null })
  expect(size(any.item)).toBe(2)
  expect(any.inner(0)).toMatchObject({ name: "a", path: "G.it.a", text: '[1, "two"]' })
  expect(any.inner(1)).toMatchObject({ text: "none" })
  expect(size(field("int[3]", { kind: "array", of: { kind: "int" } }).item)).toBe(0)
})

test("a long value is cut, and all of it can be opened", () => {
  const long = field("int[][]", { kind: "list", of: { kind: "list", of: { kind: "int" } } }, [Array.from({ length: 5000 }, (_, at) => at)])
  expect(long.inner(0).text.length).toBeLessThan(300)
  expect(size(long.inner(0))).toBe(5000)
})

test("an item knows its way in a state, and a value is set there", () => {
  const map: TypeInfo = { kind: "map", key: { kind: "string" }, of: { kind: "array", of: { kind: "int" } } }
  const { inner, item } = field("map<string, int[2]>", map, ["a", [1, 2], "b", [3, 4]])
  const deep = itemAt(inner(1), 0, { roles: [], enums: new Map() })
  expect(deep.steps).toEqual(["it", 3, 0])
  const state = { active: "X", it: item.value! }
  expect(withValue(state, deep.steps, 9)).toEqual({ active: "X", it: ["a", [1, 2], "b", [9, 4]] })
  expect(state.it).toEqual(["a", [1, 2], "b", [3, 4]])
  const place = { name: "n", type: "int", of: { kind: "int" as const }, value: 1, text: "1", path: "$.L.L.n" }
  expect(fieldItem(place, undefined)).toMatchObject({ path: "", steps: ["L", "L", "n"] })
  // Active roles stay a name or a list of names, as before.
  expect(withValue(state, ["active"], ["O"]).active).toBe("O")
  expect(withValue(state, ["active"], []).active).toBe("None")
  expect(withValue({ active: ["X"] }, ["active"], ["O"]).active).toEqual(["O"])
})

test("written states stand where their log ends; one whose lines are gone with a later one is left out", () => {
  const state = (lines: number) => JSON.stringify({ log: Array.from({ length: lines }, () => "line") })
  const edits = (...lines: number[]) => editsOf({ moves: lines.map(it => ["", `at ${it}`, state(it)]) } as unknown as GameRecord).map(({ what, at, line }) => [what, at, line])
  expect(edits(3, 5)).toEqual([
    ["at 3", 0, 3],
    ["at 5", 1, 5],
  ])
  expect(edits(5, 3)).toEqual([["at 3", 1, 3]])
  // An unreadable state is for the rules to refuse.
  expect(editsOf({ moves: [["", "torn", "{"]] } as unknown as GameRecord)).toEqual([{ what: "torn", at: 0, line: 0 }])
})
