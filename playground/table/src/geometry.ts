// Positions and shapes of a board's cells. Pieces and clicks are handled elsewhere.

import type { BoardInfo, ShowInfo } from "houserules"

/** A cell is about this wide. */
export const CELL = 100
export const MARGIN = 16
/** Distance between rows of hexes. */
const HEX_ROW = (CELL * Math.sqrt(3)) / 2
/** From the middle of a hex to its points. */
const HEX_RADIUS = CELL / Math.sqrt(3)
/** Height of a hex, from point to point. */
export const HEX_HIGH = 2 * HEX_RADIUS
/** Distance between the nearest cells of a graph, unless the whole exceeds this maximum. */
const APART = 150
const LARGEST = 2600
/** Minimum length of a picture under them. */
const PICTURE = 1000
/** Names of neighbours may put them farther apart, but no more than this. */
const FARTHEST = 1.6
/** Height of the names in a graph, and maximum width of a letter. */
export const NAME = 36
const LETTER = 21
/** Longer names are written in two lines. */
const LINE = 9

export interface Spot {
  /** Its middle. */
  x: number
  y: number
  row: number
  column: number
  /** For example "a1". */
  name: string
}

/** The name of a place of a graph, in a line or two. */
export function nameLines(name: string): string[] {
  const words = name.replaceAll("_", " ").split(" ")
  if (name.length <= LINE || words.length === 1) return [words.join(" ")]
  const all = words.map((_, at) => [words.slice(0, at).join(" "), words.slice(at).join(" ")].filter(line => line !== ""))
  return all.reduce((best, one) => (longest(one) < longest(best) ? one : best))
}

function longest(lines: string[]): number {
  return Math.max(...lines.map(({ length }) => length))
}

/** Position of a picture, in the coordinates of cells. */
type Extent = ShowInfo["extent"]

/** The cells of a board, by their numbers; those of a graph at least `apart` from each other, unless the whole grows too large. `extent`:
 * of a picture under them. `inside`: names are written on the cells, and need no room beside each other. */
export function spots({ kind, cells }: BoardInfo, apart = APART, extent?: Extent, inside = false): Spot[] {
  const across = kind === "graph" ? scale(inside ? cells.map(({ x, y }) => ({ x, y })) : cells, apart, extent) : CELL
  const down = kind === "hex" ? HEX_ROW : across
  return cells.map(({ x, y, row, column, name }) => ({ x: x * across, y: y * down, row, column, name }))
}

/** Length of the triangles on a board of points, and the gaps between the two rows and halves. */
export const POINT = 430
const BETWEEN = 60
const BAR = 44

/** The cells of a square board as points: a row above, one below, and a bar in the middle. The numbers start at the lower right of the
 * viewer. */
export function points({ cells, columns }: BoardInfo, by: Turn = 0): Spot[] {
  return cells.map(({ row, column }, cell) => {
    const number = row === 0 ? columns + column + 1 : columns - column
    return {
      x: column * CELL + (columns > 2 && column >= columns / 2 ? BAR : 0),
      y: row * (POINT + BETWEEN),
      row,
      column,
      name: `point ${row > 1 ? cell + 1 : by === 180 ? 2 * columns + 1 - number : number}`,
    }
  })
}

/** Around points, with this much room for their numbers above and below. */
export function pointsFrame(all: Spot[], room = 0): Frame {
  const [[left, right], [top, bottom]] = [extent(all, "x"), extent(all, "y")]
  const [x, y] = [left - CELL / 2 - MARGIN, top - POINT / 2 - MARGIN - room]
  return { x, y, width: right + CELL / 2 + MARGIN - x, height: bottom + POINT / 2 + MARGIN + room - y }
}

/** The bar between the halves of a turned board of points, if it has one. */
export function barOf({ columns }: BoardInfo, all: Spot[], by: Turn): Frame | undefined {
  if (columns <= 2) return undefined
  const [[left], [top, bottom]] = [extent(all, "x"), extent(all, "y")]
  const half = Math.ceil(columns / 2)
  return turnedFrame({ x: left + half * CELL - CELL / 2 + 4, y: top - POINT / 2, width: BAR - 8, height: bottom - top + POINT }, by)
}

/** The least and the largest; no spreading, which ends where a board has too many cells. */
function extent(all: Spot[], axis: "x" | "y"): [least: number, largest: number] {
  return all.reduce<[number, number]>(([least, largest], spot) => [Math.min(least, spot[axis]), Math.max(largest, spot[axis])], [Infinity, -Infinity])
}

/** A frame without its margin. */
export function within({ x, y, width, height }: Frame): Frame {
  return { x: x + MARGIN, y: y + MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN }
}

/** Position of things on a point, from its edge: up to this number, closer together the more there are. */
export const STACKED = 5
export function stacked(at: number): number {
  return POINT / 2 - CELL * 0.42 - Math.min(at, STACKED - 1) * CELL * 0.8
}

/** Degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270
export type Quarter = 90 | 270

/** Points of a board that somebody turned. */
export function turned<P extends { x: number; y: number }>(points: P[], by: Turn): P[] {
  if (by === 0) return points
  const [sin, cos] = { 90: [1, 0], 180: [0, -1], 270: [-1, 0] }[by] as [number, number]
  return points.map(point => ({ ...point, x: point.x * cos - point.y * sin, y: point.x * sin + point.y * cos }))
}

/** The frame of a turned board, with the room for the labels at its edges. */
export function turnedFrame({ x, y, width, height }: Frame, by: Turn): Frame {
  const [a, b] = turned(
    [
      { x, y },
      { x: x + width, y: y + height },
    ],
    by,
  ) as [Spot, Spot]
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** Scale of a graph, so that its cells do not touch. While one is moved on a picture, the picture keeps within its size limits. */
function scale(cells: { x: number; y: number; name?: string }[], apart: number, [, , width, height] = [0, 0, 0, 0]): number {
  const picture = Math.max(width, height)
  const least = picture && PICTURE / picture
  // The nearest among the next ones from left to right: close enough, and fast.
  const sorted = [...cells].sort((a, b) => a.x - b.x || a.y - b.y)
  const gaps = sorted.flatMap((a, at) => sorted.slice(at + 1, at + 12).map(b => Math.hypot(a.x - b.x, a.y - b.y)))
  const nearest = gaps.reduce((least, gap) => (gap > 0 ? Math.min(least, gap) : least), Infinity)
  if (!Number.isFinite(nearest)) return least || CELL
  const extent = Math.max(picture, ...["x" as const, "y" as const].map(axis => span(cells.map(cell => cell[axis]))))
  const across = apart / nearest
  // Names on one line need room beside each other.
  const wide = (name = "") => longest(nameLines(name)) * LETTER
  const crowded = sorted.map((a, at) =>
    Math.max(
      0,
      ...sorted.slice(at + 1, at + 12).map(b => (Math.abs(a.y - b.y) * across < 1.5 * NAME && a.x !== b.x ? ((wide(a.name) + wide(b.name)) / 2 + 8) / Math.abs(a.x - b.x) : 0)),
    ),
  )
  const roomy = Math.max(across, Math.min(across * FARTHEST, most(crowded)))
  return Math.max(least, Math.min(roomy, Math.max(LARGEST, apart * Math.sqrt(cells.length)) / extent))
}

/** The largest of any number of values: a call has a limited number of arguments. */
function most(values: number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity)
}

function span(values: number[]): number {
  return most(values) + most(values.map(value => -value))
}

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Size of the names of cells: inside the cells, or at the edges of the board. */
export interface Lettering {
  inside: boolean
  size: number
}

/** Minimum displayed size of cells, in pixels, that contain their names; in squares figures leave only corners. */
const ROOMY = { square: 48, hex: 40, graph: 0 }
/** No name is seen smaller than this, in pixels. */
export const LEAST_TEXT = 11
/** Width of a character, relative to its height. */
export const CHARACTER = 0.62

/** For a board of this extent, without the labels at its edges, in a box of this many pixels. */
export function lettering(kind: BoardInfo["kind"], { width, height }: Frame, box: { width: number; height: number } | undefined): Lettering {
  if (!box) return { inside: true, size: 20 }
  const fit = Math.min(box.width / width, box.height / height)
  if (fit * CELL >= ROOMY[kind]) return { inside: true, size: Math.max(18, LEAST_TEXT / fit) }
  // Names take room of their own, so the rest becomes a little smaller.
  const size = (extent: number, pixels: number) => (LEAST_TEXT * extent) / Math.max(1, pixels - 3 * LEAST_TEXT)
  return { inside: false, size: 4 * Math.ceil(Math.max(28, size(width, box.width), size(height, box.height)) / 4) }
}

/** The frame of a board, with a margin around it, and room for names of a size at its edges. */
export function frame(all: Spot[], { kind }: BoardInfo, size = 0): Frame {
  // Names of a graph are below its cells.
  const names = kind === "graph" ? all.map(({ name }) => nameLines(name)) : []
  const beside = (cell: number) => Math.max(CELL / 2, kind === "graph" ? (longest(names[cell]!) * LETTER) / 2 : 0) + MARGIN
  const beyond = (kind === "hex" ? HEX_RADIUS : CELL / 2) + MARGIN
  const { across, down } = room(all, kind, size)
  const [top, bottom] = extent(all, "y")
  const left = all.reduce((least, { x }, cell) => Math.min(least, x - beside(cell)), Infinity) - across
  const right = all.reduce((most, { x }, cell) => Math.max(most, x + beside(cell)), -Infinity)
  const high = top - beyond - (kind === "hex" ? down : 0)
  const low = bottom + beyond + (kind === "graph" ? NAME * names.reduce((most, { length }) => Math.max(most, length), 0) : kind === "square" ? down : 0)
  return { x: left, y: high, width: right - left, height: low - high }
}

/** Room for names at the edges: numbers at the left, letters above or below. */
function room(all: Spot[], kind: BoardInfo["kind"], size: number): { across: number; down: number } {
  if (size === 0 || kind === "graph") return { across: 0, down: 0 }
  const digits = all.reduce((most, { name }) => Math.max(most, partOf(name, false).length), 0)
  return { across: size * CHARACTER * digits + 8, down: size + 8 }
}

/** The letters of a name, or its number. */
function partOf(name: string, letters: boolean): string {
  return name.replaceAll(letters ? /[^a-z]/g : /[a-z ]/g, "")
}

/** Frame of a picture under a board: all its cells, or, for a graph, its own coordinates. */
export function pictureFrame({ kind, cells, rows, columns }: BoardInfo, extent: Extent): Frame {
  if (extent) {
    const [x, y, width, height] = extent.map(it => it * scale(cells, APART, extent)) as [number, number, number, number]
    return { x, y, width, height }
  }
  if (kind === "graph") {
    const across = scale(cells, APART)
    return cells.map(({ x, y }) => ({ x: x * across - CELL / 2, y: y * across - CELL / 2, width: CELL, height: CELL })).reduce(around)
  }
  const down = kind === "hex" ? HEX_ROW : CELL
  const wide = Math.max(columns, ...cells.map(({ x }) => x + 1))
  return { x: -CELL / 2, y: -CELL / 2, width: wide * CELL, height: (rows - 1) * down + CELL }
}

/** Around two frames. */
export function around(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}

/** The corners of a cell around its centre, enlarged by an amount; a circle has none. `flat`: hexes rest on an edge. */
export function outline(kind: BoardInfo["kind"], by: number, flat = false): string | undefined {
  if (kind === "graph") return undefined
  const corners = kind === "hex" ? 6 : 4
  const radius = kind === "hex" ? HEX_RADIUS + (by * 2) / Math.sqrt(3) : (CELL / 2 + by) * Math.SQRT2
  const turn = kind === "hex" && !flat ? 0 : 0.5
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at + turn)) / corners
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`
  }).join(" ")
}

export interface Label {
  x: number
  y: number
  text: string
  /** Of a name in the corner of its cell. */
  anchor?: "start" | "end"
}

/** Steps for names at an edge that would be too close: every second, fifth and so on is written. */
const STEPS_OF_NAMES = [1, 2, 5, 10, 20, 50, 100]

/** The letters and numbers of cells, of this size, at the edges of squares and hexes. */
export function coordinates({ kind }: BoardInfo, all: Spot[], size: number): Label[] {
  if (kind === "graph") return []
  const edge = all.reduce((edge, { row }) => (kind === "hex" ? Math.min(edge, row) : Math.max(edge, row)), kind === "hex" ? Infinity : 0)
  const { across, down } = room(all, kind, size)
  const below = kind === "hex" ? -HEX_RADIUS - MARGIN / 2 - down / 2 : CELL / 2 + MARGIN / 2 + down / 2
  const atEdge = all.filter(({ row }) => row === edge)
  const columns = atEdge.map(({ x, y, name }) => ({ x, y: y + below, text: partOf(name, true) }))
  const first = all.filter(({ row }, cell) => all[cell - 1]?.row !== row)
  // If rows are lower than numbers, neighbouring rows are in the way too.
  const edgeAt = (y: number) => first.reduce((least, other) => (Math.abs(other.y - y) < size + CELL / 2 ? Math.min(least, other.x) : least), Infinity)
  const beside = first.map(({ y, name }) => ({ x: edgeAt(y) - CELL / 2 - MARGIN - across / 2 + 4, y, text: partOf(name, false) }))
  const widest = columns.reduce((most, { text }) => Math.max(most, text.length), 0)
  const [[, right], [top]] = [extent(all, "x"), extent(all, "y")]
  const wide = (widest * CHARACTER + 0.5) * size
  return [
    ...sparse(columns, wide, at => atEdge[at]!.column + 1).filter(({ x, text }) => x + (text.length * CHARACTER * size) / 2 <= right + CELL / 2 + MARGIN),
    ...sparse(beside, 1.3 * size, (_, text) => Number(text)).filter(({ y }) => y - size / 2 >= top - CELL / 2 - MARGIN),
  ]
}

/** As many labels as fit beside each other, at a width: the first, and those with round numbers. */
function sparse(all: Label[], wide: number, number: (at: number, text: string) => number): Label[] {
  const step = STEPS_OF_NAMES.find(step => step * CELL >= wide) ?? all.length
  const first = (step - 1) * CELL >= wide || step < 3 ? 1 : step
  return all.filter(({ text }, at) => number(at, text) % step === 0 || number(at, text) === first)
}

/** Names in the cells themselves: numbers at the left and letters below on squares, as they are turned; the whole name in a hex. */
export function inside({ kind }: BoardInfo, all: Spot[], size: number): Label[] {
  // Below the upper corner of a hex, or its upper edge.
  const top = isQuarter(all) ? CELL / 2 - 2 : HEX_RADIUS - 8
  if (kind === "hex") return all.map(({ x, y, name }) => ({ x, y: y - top + Math.max(0, 16 - size) / 2 + size / 2, text: name }))
  const there = new Set(all.map(({ x, y }) => place(x, y)))
  const corner = CELL / 2 - 6
  return all.flatMap(({ x, y, name }) => {
    const texts = [partOf(name, false), partOf(name, true)]
    // On a board turned by a quarter, letters are at the left.
    const [beside, below] = isQuarter(all) ? texts.toReversed() : texts
    return [
      ...(there.has(place(x - CELL, y)) ? [] : [{ x: x - corner, y: y - corner + size * 0.4, text: beside!, anchor: "start" as const }]),
      ...(there.has(place(x, y + CELL)) ? [] : [{ x: x + corner, y: y + corner - size * 0.3, text: below!, anchor: "end" as const }]),
    ]
  })
}

/** `true` if rows are vertical: the board is turned by a quarter. */
export function isQuarter(all: Spot[]): boolean {
  const next = all.find(({ row }, cell) => cell > 0 && row === all[0]!.row)
  return next !== undefined && Math.abs(next.x - all[0]!.x) < 1
}

function place(x: number, y: number): string {
  return `${Math.round(x)} ${Math.round(y)}`
}

/** Lines of the names of places, below them and within the frame. Of overlapping names, only the first is shown. */
export function placeNames(cells: number[], all: Spot[], size: number, whole: Frame): Label[] {
  const taken: Frame[] = []
  return cells.flatMap(cell => {
    const lines = nameLines(all[cell]!.name)
    const width = longest(lines) * size * CHARACTER
    const x = Math.max(whole.x + width / 2, Math.min(whole.x + whole.width - width / 2, all[cell]!.x))
    const y = all[cell]!.y + CELL * 0.44 + size * 0.67
    const box = { x: x - width / 2, y: y - size / 2, width, height: lines.length * size }
    if (taken.some(other => Math.abs(other.x + other.width / 2 - x) < (other.width + width) / 2 && other.y < box.y + box.height && box.y < other.y + other.height)) return []
    taken.push(box)
    return lines.map((text, at) => ({ x, y: y + at * size, text }))
  })
}

/** The numbers of points, above and below them, as many as have room beside each other, each so wide. */
export function pointNumbers(all: Spot[], size: number, wide: number): Label[] {
  const [top, bottom] = extent(all, "y")
  const beyond = POINT / 2 + size / 2 + 2
  const numbers = all.map(({ x, y, name }) => ({ x, y: y + (y < (top + bottom) / 2 ? -beyond : beyond), text: partOf(name, false) }))
  return sparse(numbers, wide, (_, text) => Number(text))
}

/** Finds the cell at a place of the board, if there is one among those that are drawn. */
export function finder(kind: BoardInfo["kind"], all: Spot[], drawn: Iterable<number> = all.keys()): (x: number, y: number) => number | undefined {
  const squares = new Map<string, number[]>()
  const key = (x: number, y: number) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`
  for (const cell of drawn) {
    const { x, y } = all[cell]!
    const square = squares.get(key(x, y))
    if (square) square.push(cell)
    else squares.set(key(x, y), [cell])
  }
  const around = [-CELL, 0, CELL]
  const far = (cell: number, x: number, y: number) => Math.hypot(all[cell]!.x - x, all[cell]!.y - y)
  const holds = ({ x, y }: Spot, atX: number, atY: number) =>
    kind === "square" ? Math.max(Math.abs(x - atX), Math.abs(y - atY)) <= CELL / 2 : Math.hypot(x - atX, y - atY) <= HEX_RADIUS
  return (x, y) => {
    const near = around.flatMap(dx => around.flatMap(dy => squares.get(key(x + dx, y + dy)) ?? [])).filter(cell => holds(all[cell]!, x, y))
    return near.length === 0 ? undefined : near.reduce((best, cell) => (far(cell, x, y) < far(best, x, y) ? cell : best))
  }
}

/** `true` if every place of the rows and columns is a cell. */
export function isWhole({ kind, rows, columns, cells }: BoardInfo): boolean {
  return kind === "square" && cells.length === rows * columns
}

/** A link as a line from the rim of a cell to the rim of another. */
export interface Line {
  x1: number
  y1: number
  x2: number
  y2: number
  arrow: boolean
  /** Position of its weight's label, if weights differ. */
  weight?: { x: number; y: number; text: string }
}

export function lines({ links }: BoardInfo, all: Spot[]): Line[] {
  const weighted = links.some(({ weight }) => weight !== 1)
  const back = new Set(links.filter(({ one_way }) => one_way).map(({ from, to }) => `${from} ${to}`))
  return links.map(({ from, to, weight, one_way }) => {
    const [a, b] = [all[from]!, all[to]!]
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length]
    // Two links against each other lie side by side, and their weights apart.
    const aside = one_way && back.has(`${to} ${from}`) ? 13 : 0
    const along = (way: number) => ({ x: a.x + dx * way - dy * aside, y: a.y + dy * way + dx * aside })
    const [start, end] = [along(CELL * 0.44), along(length - CELL * (one_way ? 0.5 : 0.44))]
    const middle = along(length * (aside ? 0.36 : 0.5))
    return { x1: start.x, y1: start.y, x2: end.x, y2: end.y, arrow: one_way, weight: weighted ? { ...middle, text: String(weight) } : undefined }
  })
}

/** The cell that Page Down or Page Up leads to: the next or last one that can be chosen, round and round; undefined for any other key. */
export function nextOf(key: string, from: number, cells: number, legal: (cell: number) => boolean): number | undefined {
  const step = key === "PageDown" ? 1 : key === "PageUp" ? -1 : undefined
  if (!step) return undefined
  for (let far = 1; far < cells; far++) {
    const cell = (from + step * far + cells) % cells
    if (legal(cell)) return cell
  }
  return from
}

/** The cell that an arrow key, Home or End leads to; undefined for any other key, the cell itself at an edge. */
export function towards(key: string, from: number, all: Pick<Spot, "x" | "y" | "row">[]): number | undefined {
  const here = all[from]!
  if (key === "Home" || key === "End") {
    const inRow = all.flatMap(({ row }, cell) => (row === here.row ? [cell] : [])).sort((a, b) => all[a]!.x - all[b]!.x)
    return inRow.at(key === "Home" ? 0 : -1)
  }
  const step = STEPS[key]
  if (!step) return undefined
  let best = { cell: from, far: Infinity }
  all.forEach(({ x, y }, cell) => {
    const [right, down] = [x - here.x, y - here.y]
    const along = right * step[0] + down * step[1]
    const aside = Math.abs(right * step[1] - down * step[0])
    // In rows that are shifted by half a cell, the next row is nearer than the one after it.
    const far = along + aside
    if (along > 1 && aside <= 1.5 * along && far < best.far) best = { cell, far }
  })
  return best.cell
}

const STEPS: { [key: string]: [right: number, down: number] } = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
