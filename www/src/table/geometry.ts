// Where the cells of a board are, and what shape they have. What stands on them, and what clicks do, is none of its business.

import type { BoardInfo } from "house-rules"

/** A cell is about this wide. */
export const CELL = 100
export const MARGIN = 16
/** Rows of hexes are so far apart. */
const HEX_ROW = (CELL * Math.sqrt(3)) / 2
/** From the middle of a hex to its points. */
const HEX_RADIUS = CELL / Math.sqrt(3)
/** How high a hex is, from point to point. */
export const HEX_HIGH = 2 * HEX_RADIUS
/** The cells of a graph that are nearest to each other are so far apart, unless the whole grows beyond this. */
const APART = 150
const LARGEST = 2600
/** Names of neighbours may put them farther apart, but no more than this. */
const FARTHEST = 1.6
/** How large the names in a graph are written, and how wide a letter is at most. */
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
  /** Such as "a1". */
  name: string
}

/** The first cells of a board, in whole rows if one row is not too much, with the links between them. */
export function part(board: BoardInfo, most: number): BoardInfo {
  const { cells, columns, kind, links } = board
  if (cells.length <= most) return board
  const first = cells.slice(0, kind === "square" && columns <= most ? most - (most % columns) : most)
  const rows = Math.max(...first.map(({ row }) => row)) + 1
  return { ...board, rows, cells: first, links: links.filter(({ from, to }) => from < first.length && to < first.length) }
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

/** The cells of a board, by their numbers; those of a graph so far apart at least, unless the whole grows too large. */
export function spots({ kind, cells }: BoardInfo, apart = APART): Spot[] {
  const across = kind === "graph" ? scale(cells, apart) : CELL
  const down = kind === "hex" ? HEX_ROW : across
  return cells.map(({ x, y, row, column, name }) => ({ x: x * across, y: y * down, row, column, name }))
}

/** How long the triangles of a board of points are, and what is between the two rows and halves. */
export const POINT = 430
const BETWEEN = 60
const BAR = 44

/** The cells of a square board as points: a row above, one below, and a bar in the middle. */
export function points({ cells, columns }: BoardInfo): Spot[] {
  return cells.map(({ row, column, name }) => ({
    x: column * CELL + (columns > 2 && column >= columns / 2 ? BAR : 0),
    y: row * (POINT + BETWEEN),
    row,
    column,
    name,
  }))
}

export function pointsFrame(all: Spot[]): Frame {
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs) - CELL / 2 - MARGIN, Math.min(...ys) - POINT / 2 - MARGIN]
  return { x, y, width: Math.max(...xs) + CELL / 2 + MARGIN - x, height: Math.max(...ys) + POINT / 2 + MARGIN - y }
}

/** A frame without its margin. */
export function within({ x, y, width, height }: Frame): Frame {
  return { x: x + MARGIN, y: y + MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN }
}

/** Where things lie on a point, from its edge: so many at most, closer the more there are. */
export const STACKED = 5
export function stacked(at: number): number {
  return POINT / 2 - CELL * 0.42 - Math.min(at, STACKED - 1) * CELL * 0.8
}

/** Degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270

/** Points of a board that somebody turned. */
export function turned<P extends { x: number; y: number }>(points: P[], by: Turn): P[] {
  if (by === 0) return points
  const [sin, cos] = { 90: [1, 0], 180: [0, -1], 270: [-1, 0] }[by] as [number, number]
  return points.map(point => ({ ...point, x: point.x * cos - point.y * sin, y: point.x * sin + point.y * cos }))
}

/** The frame of a board that somebody turned, with the room for what is written at its edges. */
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

/** How much a graph is stretched, so that its cells do not touch. */
function scale(cells: { x: number; y: number; name?: string }[], apart: number): number {
  // The nearest of those that follow from left to right: near enough, and quick.
  const sorted = [...cells].sort((a, b) => a.x - b.x || a.y - b.y)
  const gaps = sorted.flatMap((a, at) => sorted.slice(at + 1, at + 12).map(b => Math.hypot(a.x - b.x, a.y - b.y)))
  const nearest = Math.min(...gaps.filter(gap => gap > 0))
  if (!Number.isFinite(nearest)) return CELL
  const extent = Math.max(...["x" as const, "y" as const].map(axis => span(cells.map(cell => cell[axis]))))
  const across = apart / nearest
  // Names that would stand in one line need room beside each other.
  const wide = (name = "") => longest(nameLines(name)) * LETTER
  const crowded = sorted.map((a, at) =>
    Math.max(
      0,
      ...sorted.slice(at + 1, at + 12).map(b => (Math.abs(a.y - b.y) * across < 1.5 * NAME && a.x !== b.x ? ((wide(a.name) + wide(b.name)) / 2 + 8) / Math.abs(a.x - b.x) : 0)),
    ),
  )
  const roomy = Math.max(across, Math.min(across * FARTHEST, Math.max(0, ...crowded)))
  return Math.min(roomy, Math.max(LARGEST, apart * Math.sqrt(cells.length)) / extent)
}

function span(values: number[]): number {
  return Math.max(...values) - Math.min(...values)
}

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** What there is to see, with a margin around it, and with what is written at its edges. */
export function frame(all: Spot[], { kind }: BoardInfo, labels: boolean): Frame {
  // Names of a graph stand below its cells.
  const beside = ({ name }: Spot) => Math.max(CELL / 2, kind === "graph" ? (longest(nameLines(name)) * LETTER) / 2 : 0) + MARGIN
  const beyond = (kind === "hex" ? HEX_RADIUS : CELL / 2) + MARGIN
  const label = (at: BoardInfo["kind"][]) => (labels && at.includes(kind) ? NAME + 6 : 0)
  const below = beyond + (kind === "graph" ? NAME * Math.max(...all.map(({ name }) => nameLines(name).length)) : label(["square"]))
  const left = Math.min(...all.map(spot => spot.x - beside(spot))) - label(["square", "hex"])
  const top = Math.min(...all.map(({ y }) => y)) - beyond - label(["hex"])
  const [right, bottom] = [Math.max(...all.map(spot => spot.x + beside(spot))), Math.max(...all.map(({ y }) => y)) + below]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where a picture lies under a board: over all squares and hexes; under a graph, where the numbers in it are those of its places. */
export function pictureFrame(svg: string, { kind, cells, rows, columns }: BoardInfo): Frame {
  if (kind !== "graph") {
    const down = kind === "hex" ? HEX_ROW : CELL
    const wide = Math.max(columns, ...cells.map(({ x }) => x + 1))
    return { x: -CELL / 2, y: -CELL / 2, width: wide * CELL, height: (rows - 1) * down + CELL }
  }
  const across = scale(cells, APART)
  const [, box = ""] = /viewBox="([^"]*)"/.exec(svg) ?? []
  const [x = 0, y = 0, width = NaN, height = NaN] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (![x, y, width, height].every(Number.isFinite)) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: x * across, y: y * across, width: width * across, height: height * across }
}

/** Around two frames. */
export function around(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}

/** The corners of a cell around its middle, larger or smaller by so much; a circle has none. */
export function outline(kind: BoardInfo["kind"], by: number): string | undefined {
  if (kind === "graph") return undefined
  const corners = kind === "hex" ? 6 : 4
  const radius = kind === "hex" ? HEX_RADIUS + (by * 2) / Math.sqrt(3) : (CELL / 2 + by) * Math.SQRT2
  const turn = kind === "hex" ? 0 : 0.5
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at + turn)) / corners
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`
  }).join(" ")
}

export interface Label {
  x: number
  y: number
  text: string
}

/** The letters and numbers of cells, at the edges of squares and hexes. */
export function coordinates({ kind, rows }: BoardInfo, all: Spot[]): Label[] {
  if (kind === "graph") return []
  const edge = kind === "hex" ? 0 : rows - 1
  const part = (name: string, letters: boolean) => name.replaceAll(letters ? /[^a-z]/g : /[a-z]/g, "")
  const below = kind === "hex" ? -HEX_RADIUS - MARGIN - NAME / 2 : CELL / 2 + MARGIN / 2 + NAME / 2
  const columns = all.filter(({ row }) => row === edge).map(({ x, y, name }) => ({ x, y: y + below, text: part(name, true) }))
  const first = all.filter(({ row }, cell) => all[cell - 1]?.row !== row)
  const beside = first.map(({ x, y, name }) => ({ x: x - CELL / 2 - (kind === "hex" ? MARGIN + 4 : MARGIN / 2) - NAME / 2, y, text: part(name, false) }))
  return [...columns, ...beside]
}

/** Whether every place of the rows and columns is a cell. */
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
  /** Where its weight is written, if weights differ. */
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
