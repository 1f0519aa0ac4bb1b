// The part of a board that is in use, where the rules say that no more is drawn: `fit: used`. No element is known here.
//
// Invariant: it grows during a game and never shrinks; each seat has its own, so that it reveals nothing other seats see.

import type { BoardInfo, Json, ShowInfo } from "houserules"
import { itemType } from "./common/words"
import { CELL, type Frame } from "./geometry"
import { standing } from "./look"
import { chosenOf, type Drawn, type tableOf } from "./scene"
import type { Point, Size } from "./view"

/** First and last column and row, as on the unturned board. */
export interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

type Table = Pick<ReturnType<typeof tableOf>, "scene" | "offers">

/** `true` if only a part of it is drawn. Points and graphs are always whole. */
export function isPartial(board: BoardInfo, { kind, fit, pattern }: ShowInfo): boolean {
  return kind === "board" && fit === "used" && board.kind !== "graph" && pattern !== "points"
}

/** The parts of boards that are in use, by the numbers of their shows; including the parts in use `before`. */
export function partsOf(table: Table, before: Parts = new Map()): Parts {
  const parts = new Map<number, Part>()
  for (const drawn of table.scene.shows)
    if (drawn.board && isPartial(drawn.board, drawn.show)) {
      const now = partOf(drawn.board, usedIn(drawn, table))
      const was = before.get(drawn.id)
      const all = was ? joined(was, now) : now
      parts.set(drawn.id, was && isSame(was, all) ? was : all)
    }
  return parts
}

export type Parts = ReadonlyMap<number, Part>

/** Cells that hold something or did before the last move, are marked, or can be clicked, now or after another click. */
function usedIn({ id, show, board, info, seat }: Drawn, { offers }: Table): number[] {
  const holds = (values: Json | undefined, field: string | undefined, cell: number) => Array.isArray(values) && standing(values[cell], itemType(info, field), info, show).length > 0
  const clicks = new Set(offers.offers.flatMap(({ parts }) => parts.flat().flatMap(it => (it.show === id ? it.key : []))))
  const isClicked = (cell: number) => clicks.size > 0 && offers.keys({ show: id, number: cell }).some(key => clicks.has(key))
  const fields = [show.items, show.ground].filter(it => it !== undefined)
  const marked = chosenOf(show, seat)
  return board!.cells.flatMap((_, cell) =>
    marked.has(cell) || fields.some(field => holds(seat.fields[field], field, cell) || holds(seat.before?.[field], field, cell)) || isClicked(cell) ? [cell] : [],
  )
}

/** No fewer rows and columns are drawn, if the board has as many. */
const LEAST = 3

/** Around these cells, with one more on each side; of a board on which nothing is in use, its middle. */
function partOf({ cells }: BoardInfo, used: number[]): Part {
  const whole = around(cells)
  const middle = (least: number, most: number) => Math.floor((least + most) / 2)
  const { left, right, top, bottom } =
    used.length > 0
      ? around(used.map(cell => cells[cell]!))
      : { left: middle(whole.left, whole.right), right: middle(whole.left, whole.right), top: middle(whole.top, whole.bottom), bottom: middle(whole.top, whole.bottom) }
  const [across, down] = [grown(left, right, whole.left, whole.right), grown(top, bottom, whole.top, whole.bottom)]
  return { left: across[0], right: across[1], top: down[0], bottom: down[1] }
}

/** One more on each side, and at least a minimum, within the board. */
function grown(from: number, to: number, least: number, most: number): [number, number] {
  const [low, high] = [Math.max(least, from - 1), Math.min(most, to + 1)]
  const missing = Math.max(0, LEAST - 1 - (high - low))
  return low === least ? [low, Math.min(most, high + missing)] : [Math.max(least, low - missing), high]
}

function around(cells: { x: number; row: number }[]): Part {
  return cells.map(({ x, row }) => ({ left: x, right: x, top: row, bottom: row })).reduce(joined)
}

function joined(a: Part, b: Part): Part {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }
}

function isSame(a: Part, b: Part): boolean {
  return a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom
}

/** The cells in a part of a board; without one, all. */
export function cellsIn({ cells }: BoardInfo, part: Part | undefined): number[] {
  return [...cells.keys()].filter(cell => {
    const { x, row } = cells[cell]!
    return part === undefined || (x >= part.left && x <= part.right && row >= part.top && row <= part.bottom)
  })
}

/** Cells of such a board are seen no larger, in pixels. */
const LARGEST = 140

/** Enlargement that justifies a change when a smaller part is drawn, as for another seat. */
const MUCH = 1.15

/**
 * The part of the plane in the box for the drawn part `whole` of a board: all of it, at the scale of `before` unless that is far too
 * small, with the point `at` kept in place as far as possible.
 */
export function steady(whole: Frame, box: Size, before: Frame | undefined, at: Point): Frame {
  const fit = Math.min(box.width / whole.width, box.height / whole.height, LARGEST / CELL)
  const was = before && box.width / before.width
  const scale = was === undefined || fit < was || fit > was * MUCH ? fit : was
  const size = { width: box.width / scale, height: box.height / scale }
  const place = (from: number, extent: number, seen: number, held: number | undefined) =>
    held === undefined ? from - (seen - extent) / 2 : Math.min(from, Math.max(from + extent - seen, held))
  const holds = (point: number, start: number, extent: number, seen: number) => point - ((point - start) / extent) * seen
  const x = place(whole.x, whole.width, size.width, before && holds(at.x, before.x, before.width, size.width))
  const y = place(whole.y, whole.height, size.height, before && holds(at.y, before.y, before.height, size.height))
  return { x, y, ...size }
}
