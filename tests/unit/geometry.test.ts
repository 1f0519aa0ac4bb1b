// Where cells lie, and where the arrow keys lead.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { coordinates, frame, nameLines, nextOf, outline, part, spots, towards, turned, turnedFrame } from "../../www/src/table/geometry"

type Board = Parameters<typeof spots>[0]

function board(kind: Board["kind"], cells: [x: number, y: number, row: number, column: number, name: string][]): Board {
  const rows = Math.max(...cells.map(([, , row]) => row)) + 1
  const columns = Math.max(...cells.map(([, , , column]) => column)) + 1
  return { kind, rows, columns, links: [], cells: cells.map(([x, y, row, column, name]) => ({ x, y, row, column, name })) } as unknown as Board
}

const SQUARE = board(
  "square",
  [0, 1, 2].flatMap(row => [0, 1, 2].map(column => [column, row, row, column, `${"abc"[column]}${3 - row}`] as [number, number, number, number, string])),
)

test("arrows lead to the neighbour on a square board, and stay at its edge", () => {
  const all = spots(SQUARE)
  const from = (key: string) => towards(key, 4, all)
  expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "x"].map(from)).toEqual([1, 7, 3, 5, 3, 5, undefined])
  expect(towards("ArrowLeft", 3, all)).toBe(3)
  expect(towards("ArrowUp", 0, all)).toBe(0)
})

test("Page Down and Page Up lead around the cells that can be chosen", () => {
  const legal = (cell: number) => [1, 4, 7].includes(cell)
  const from = (key: string, cell: number) => nextOf(key, cell, 9, legal)
  expect([from("PageDown", 4), from("PageDown", 7), from("PageUp", 1), from("PageUp", 0), from("ArrowUp", 4)]).toEqual([7, 1, 7, 7, undefined])
  expect(nextOf("PageDown", 4, 9, () => false)).toBe(4)
})

test("on a board that is turned, arrows, edges and names lie as they are seen", () => {
  const all = spots(SQUARE)
  const seen = (by: 90 | 180 | 270) => turned(all, by).map(spot => ({ ...spot, row: Math.round(spot.y) }))
  const from = (cell: number, by: 90 | 180 | 270) => ["ArrowUp", "ArrowRight", "Home", "End"].map(key => towards(key, cell, seen(by)))
  expect(from(4, 180)).toEqual([7, 3, 5, 3])
  // The first row is at the right.
  expect(from(4, 90)).toEqual([3, 1, 7, 1])
  expect(from(4, 270)).toEqual([5, 7, 1, 7])
  const whole = frame(all, SQUARE, true)
  for (const by of [90, 180, 270] as const) {
    const { x, y, width, height } = turnedFrame(whole, by)
    for (const spot of [...turned(all, by), ...turned(coordinates(SQUARE, all), by)]) expect(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height).toBe(true)
  }
  const [first] = turned(coordinates(SQUARE, all), 180)
  expect(first).toMatchObject({ text: "a" })
  expect(first!.x).toBeGreaterThan(turned(all, 180)[4]!.x)
})

for (const [layout, shift] of [
  ["shifted on", (row: number) => row / 2],
  ["shifted to and fro", (row: number) => (row % 2) / 2],
] as const) {
  test(`arrows reach every cell of a board of hexes from any other, rows ${layout}`, () => {
    const hexes = [0, 1, 2, 3].flatMap(row =>
      [0, 1, 2].map(column => [column + shift(row), row * 0.866, row, column, `${"abc"[column]}${row + 1}`] as [number, number, number, number, string]),
    )
    const all = spots(board("hex", hexes))
    const seen = new Set([0])
    for (const cell of seen) for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) seen.add(towards(key, cell, all)!)
    expect(seen.size).toBe(all.length)
    expect(all[towards("ArrowDown", 0, all)!]!.row).toBe(1)
  })
}

test("cells of a graph do not touch, and all lie in the frame", () => {
  const graph = board("graph", [
    [0, 0, 0, 0, "Alpha"],
    [0.1, 0, 0, 1, "Beta"],
    [1, 0.8, 0, 2, "A long name"],
  ])
  const all = spots(graph)
  expect(Math.hypot(all[1]!.x - all[0]!.x, all[1]!.y - all[0]!.y)).toBeGreaterThan(100)
  const { x, y, width, height } = frame(all, graph, false)
  for (const spot of all) expect(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height).toBe(true)
})

test("coordinates stand at the edges and say what the cells are called", () => {
  expect(coordinates(SQUARE, spots(SQUARE)).map(({ text }) => text)).toEqual(["a", "b", "c", "3", "2", "1"])
})

test("a part of a board is whole rows, and no link leads out of it", () => {
  const linked = {
    ...SQUARE,
    links: [
      { from: 0, to: 1 },
      { from: 2, to: 8 },
    ],
  } as unknown as Board
  const first = part(linked, 7)
  expect([first.cells.length, first.rows, first.links.length]).toEqual([6, 2, 1])
})

test("shapes have their corners", () => {
  expect([outline("square", 0)?.split(" ").length, outline("hex", 0)?.split(" ").length, outline("graph", 0)]).toEqual([4, 6, undefined])
})

test("names of places are written in two lines if they are long, and neighbours have room for them", () => {
  expect(["Harbour", "Customs_house", "Mountain of the moon", "Donaudampfschiff"].map(nameLines)).toEqual([
    ["Harbour"],
    ["Customs", "house"],
    ["Mountain", "of the moon"],
    ["Donaudampfschiff"],
  ])
  const graph = (names: string[]) =>
    board(
      "graph",
      names.map((name, x) => [x, 0, 0, x, name]),
    )
  const apart = (names: string[]) => spots(graph(names))[1]!.x - spots(graph(names))[0]!.x
  expect(apart(["a", "b"])).toBe(150)
  expect(apart(["Harbour", "Harbour"])).toBeGreaterThanOrEqual(7 * 21)
  expect(apart(["Donaudampf", "Donaudampf"])).toBe(218)
})
