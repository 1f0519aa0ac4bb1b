// Positions of cells, and targets of the arrow keys.

import { test } from "node:test"
import { expect } from "@playwright/test"
import {
  coordinates,
  finder,
  frame,
  inside,
  lettering,
  nameLines,
  nextOf,
  outline,
  pictureFrame,
  pointNumbers,
  points,
  spots,
  towards,
  turned,
  turnedFrame,
} from "../../playground/table/src/geometry"

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
  const whole = frame(all, SQUARE, 28)
  for (const by of [90, 180, 270] as const) {
    const { x, y, width, height } = turnedFrame(whole, by)
    for (const spot of [...turned(all, by), ...turned(coordinates(SQUARE, all, 28), by)]) expect(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height).toBe(true)
  }
  const [first] = turned(coordinates(SQUARE, all, 28), 180)
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

test("hexes of a board that is turned by a quarter stand on an edge", () => {
  const corners = (flat: boolean) =>
    outline("hex", 0, flat)!
      .split(" ")
      .map(it => it.split(",").map(Number) as [number, number])
  const extents = (flat: boolean) => [0, 1].map(axis => Math.round(2 * Math.max(...corners(flat).map(it => it[axis]!))))
  expect([extents(false), extents(true)]).toEqual([
    [100, 115],
    [115, 100],
  ])
})

test("cells of a graph do not touch, and all lie in the frame", () => {
  const graph = board("graph", [
    [0, 0, 0, 0, "Alpha"],
    [0.1, 0, 0, 1, "Beta"],
    [1, 0.8, 0, 2, "A long name"],
  ])
  const all = spots(graph)
  expect(Math.hypot(all[1]!.x - all[0]!.x, all[1]!.y - all[0]!.y)).toBeGreaterThan(100)
  const { x, y, width, height } = frame(all, graph)
  for (const spot of all) expect(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height).toBe(true)
})

test("coordinates stand at the edges and say what the cells are called", () => {
  expect(coordinates(SQUARE, spots(SQUARE), 28).map(({ text }) => text)).toEqual(["a", "b", "c", "3", "2", "1"])
})

test("names at the edges that have no room are left out, and all are at least 11 pixels high", () => {
  const large = board(
    "square",
    Array.from({ length: 20 }, (_, row) =>
      Array.from({ length: 20 }, (_, column) => [column, row, row, column, `${"abcdefghijklmnopqrst"[column]}${20 - row}`] as [number, number, number, number, string]),
    ).flat(),
  )
  const all = spots(large)
  for (const pixels of [700, 360, 200]) {
    const box = { width: pixels, height: pixels }
    const { inside, size } = lettering("square", frame(all, large), box)
    expect(inside).toBe(false)
    const whole = frame(all, large, size)
    expect((size * pixels) / Math.max(whole.width, whole.height)).toBeGreaterThanOrEqual(11)
  }
  const texts = (size: number) => coordinates(large, all, size).map(({ text }) => text)
  expect(texts(40)).toHaveLength(40)
  expect(texts(90).filter(text => Number(text) > 0)).toEqual(["20", "18", "16", "14", "12", "10", "8", "6", "4", "2", "1"])
  expect(texts(90).filter(text => !(Number(text) > 0))).toEqual(["a", "b", "d", "f", "h", "j", "l", "n", "p", "r", "t"])
})

test("numbers stand clear of rows that are lower than they are, and a name that a sign leaves no room is not written", () => {
  const comb = board(
    "hex",
    Array.from({ length: 20 }, (_, row) =>
      [0, 1, 2].map(column => [column + (row % 2) / 2, row, row, column, `a${"abc"[column]}${row + 10}`] as [number, number, number, number, string]),
    ).flat(),
  )
  const all = spots(comb)
  const size = 150
  const numbers = coordinates(comb, all, size).filter(({ text }) => Number(text) > 0)
  expect(numbers.length).toBeGreaterThan(3)
  for (const { x, y, text } of numbers) {
    const beside = all.filter(cell => Math.abs(cell.y - y) < size / 2 + 50)
    expect(x + (text.length * 0.62 * size) / 2).toBeLessThan(Math.min(...beside.map(({ x }) => x)) - 50)
  }
})

test("names in squares are at the left and below, however the board is turned", () => {
  expect(lettering("square", frame(spots(SQUARE), SQUARE), { width: 300, height: 300 }).inside).toBe(true)
  const texts = (by: 0 | 90 | 180) => inside(SQUARE, turned(spots(SQUARE), by), 20).map(({ text }) => text)
  expect(texts(0)).toEqual(["3", "2", "1", "a", "b", "c"])
  expect(texts(180)).toEqual(["a", "b", "3", "c", "2", "1"])
  expect(texts(90)).toEqual(["3", "2", "a", "b", "c", "1"])
})

test("points are numbered on from the lower right, or from the lower left for who looks from the other side", () => {
  const two = board(
    "square",
    [0, 1].flatMap(row => [0, 1, 2].map(column => [column, row, row, column, ""] as [number, number, number, number, string])),
  )
  const numbers = (by: 0 | 180) => points(two, by).map(({ name }) => Number(name.replace("point ", "")))
  expect(numbers(0)).toEqual([4, 5, 6, 3, 2, 1])
  expect(numbers(180)).toEqual([3, 2, 1, 4, 5, 6])
})

test("of the numbers of points, as many are written as have room beside each other", () => {
  const cells = Array.from({ length: 24 }, (_, at) => ({ name: `p${at}`, row: Math.floor(at / 12), column: at % 12, x: at % 12, y: Math.floor(at / 12) }))
  const all = points({ name: "points", kind: "square", rows: 2, columns: 12, cells, links: [] })
  const written = (wide: number) =>
    pointNumbers(all, 40, wide)
      .map(({ text }) => Number(text))
      .sort((a, b) => a - b)
  expect(written(90)).toHaveLength(24)
  expect(written(130)).toEqual([1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24])
})

test("a cell is found by a place on it", () => {
  const find = finder("square", spots(SQUARE))
  expect([find(0, 0), find(149, 151), find(249, -49), find(260, 0), find(0, 290)]).toEqual([0, 7, 2, undefined, undefined])
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

test("a picture under a graph keeps its shape wherever its places are, and stands where its numbers are theirs", () => {
  const extent: [number, number, number, number] = [0, 0, 1200, 600]
  const at = (...places: [x: number, y: number][]) =>
    board(
      "graph",
      places.map(([x, y], cell) => [x, y, 0, 0, `p${cell}`]),
    )
  for (const map of [at([600, 300]), at([100, 100], [1100, 500]), at([100, 100], [104, 100], [1200, 600])]) {
    const { x, y, width, height } = pictureFrame(map, extent)
    expect([x, y, width / height]).toEqual([0, 0, 2])
    expect(width).toBeGreaterThan(999)
    expect(width).toBeLessThan(2601)
    for (const [cell, spot] of spots(map, undefined, extent).entries()) expect(spot.x / width).toBeCloseTo(map.cells[cell]!.x / 1200)
  }
})

test("a picture that does not say how large it is lies from half a cell beyond the outermost places", () => {
  const map = board("graph", [
    [0, 0, 0, 0, "a"],
    [2, 1, 0, 0, "b"],
  ])
  const [a, b] = spots(map) as [Board["cells"][number], Board["cells"][number]]
  expect(pictureFrame(map, undefined)).toEqual({ x: a.x - 50, y: a.y - 50, width: b.x - a.x + 100, height: b.y - a.y + 100 })
})

test("names on the fields of a race need no room beside each other", () => {
  const graph = board("graph", [
    [0, 0, 0, 0, "0 Start"],
    [1, 0, 0, 0, "63 Garden"],
  ])
  const apart = (inside: boolean) => spots(graph, 100, undefined, inside)[1]!.x
  expect(apart(true)).toBe(100)
  expect(apart(false)).toBeGreaterThan(100)
})
