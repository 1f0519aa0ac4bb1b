// Visible effects of the last move: changed cells, moved pieces, new cards.
//
// Invariant: it compares a seat's view only with the previous view of the same seat.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import type { Seat } from "./common/seat"
import { caption } from "./common/words"
import { piecesOf, type Piece } from "./look"

/** A seat's view of a board. */
export interface Picture {
  items: Json | undefined
  ground: Json | undefined
}

/** How the values of a picture are drawn. */
export interface Drawing {
  itemsAre: TypeInfo
  groundIs: TypeInfo
  info: RulesInfo
  show: ShowInfo
  cells: { x: number; y: number }[]
}

/** A piece that was on one cell and is on another. */
export interface Way {
  piece: Piece
  from: number
  to: number
}

export interface Difference {
  changed: number[]
  ways: Way[]
}

/** Maximum moved pieces shown; more are hard to follow. */
const MOST_WAYS = 8
/** Maximum compared pairs of pieces that look the same. */
const MOST_PAIRS = 400

/** From one picture of a board to another. */
export function difference(before: Picture, now: Picture, drawing: Drawing): Difference {
  const { cells, info, show, itemsAre, groundIs } = drawing
  const changed: number[] = []
  const gone: Stand[] = []
  const come: Stand[] = []
  for (let cell = 0; cell < cells.length; cell++) {
    const [items, land] = [valuesAt(before.items, now.items, cell), valuesAt(before.ground, now.ground, cell)]
    if (!items && !land) continue
    const [left, arrived] = items ? without(...both(items, value => piecesOf(value, itemsAre, info, show))) : [[], []]
    const [bare, made] = land ? without(...both(land, value => piecesOf(value, groundIs, info, show))) : [[], []]
    if (left.length + arrived.length + bare.length + made.length > 0) changed.push(cell)
    gone.push(...left.map(piece => ({ cell, piece })))
    come.push(...arrived.map(piece => ({ cell, piece })))
  }
  return { changed, ways: ways(gone, come, cells) }
}

/** The cells to be marked: none where most of a board is another, for that says nothing. */
export function marked({ changed }: Difference, cells: number): number[] {
  return changed.length > Math.max(4, cells / 2) ? [] : changed
}

interface Stand {
  cell: number
  piece: Piece
}

function valuesAt(before: Json | undefined, now: Json | undefined, cell: number): [Json | undefined, Json | undefined] | undefined {
  const at = (value: Json | undefined) => (Array.isArray(value) ? value[cell] : undefined)
  const values: [Json | undefined, Json | undefined] = [at(before), at(now)]
  return JSON.stringify(values[0]) === JSON.stringify(values[1]) ? undefined : values
}

function both<A, B>([one, other]: [A, A], of: (value: A) => B): [B, B] {
  return [of(one), of(other)]
}

/** Multiset differences of two lists, in both directions. */
function without<T>(a: T[], b: T[]): [T[], T[]] {
  const rest = [...b]
  const left = a.filter(one => {
    const at = rest.findIndex(other => looks(other) === looks(one))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [left, rest]
}

function looks(value: unknown): string {
  return JSON.stringify(value)
}

/** Matches disappeared pieces with appeared ones: of equal looks, nearest first; also a single pair of different looks. */
function ways(gone: Stand[], come: Stand[], cells: Drawing["cells"]): Way[] {
  if (gone.length * come.length > MOST_PAIRS) return []
  const single = gone.length === 1 && come.length === 1
  const pairs = gone.flatMap(from =>
    come.flatMap(to => (from.cell !== to.cell && looks(from.piece) === looks(to.piece) && (single || isOne(from.piece)) ? [{ from, to, far: far(cells, from, to) }] : [])),
  )
  const [left, rest] = [new Set(gone), new Set(come)]
  const found: Way[] = []
  const take = (from: Stand, to: Stand) => {
    left.delete(from)
    rest.delete(to)
    if (from.cell !== to.cell) found.push({ piece: to.piece, from: from.cell, to: to.cell })
  }
  for (const { from, to } of pairs.sort((a, b) => a.far - b.far)) if (left.has(from) && rest.has(to)) take(from, to)
  // Another piece of the same role in the same place has only changed.
  for (const from of left) for (const to of rest) if (from.cell === to.cell && from.piece.role === to.piece.role && left.has(from)) take(from, to)
  for (const role of new Set([...left].flatMap(({ piece }) => piece.role ?? []))) {
    const [from, ...more] = [...left].filter(({ piece }) => piece.role === role)
    const [to, ...others] = [...rest].filter(({ piece }) => piece.role === role)
    if (from && to && more.length + others.length === 0) take(from, to)
  }
  return found.length > MOST_WAYS ? [] : found
}

/** Numbers alone are amounts, and no pieces that go anywhere. */
function isOne({ role, text, tone }: Piece): boolean {
  return role !== undefined || text !== "" || tone === "wood"
}

function far(cells: Drawing["cells"], { cell: from }: Stand, { cell: to }: Stand): number {
  const [a, b] = [cells[from]!, cells[to]!]
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** The title of the list that a card was in before; undefined if it was in none that this seat saw, or still is there. */
export function origin(card: Json, shows: ShowInfo[], { before, fields }: Pick<Seat, "before" | "fields">): string | undefined {
  const count = (list: Json | undefined) => (Array.isArray(list) ? list.filter(other => looks(other) === looks(card)).length : 0)
  const from = shows.find(({ kind, items = "" }) => kind === "cards" && count(before?.[items]) > count(fields[items]))
  return from && (from.title ?? caption(from.items!))
}

/** Indices of list items that are new; empty if the whole list is new. */
export function fresh(before: Json | undefined, now: Json[]): Set<number> {
  if (!Array.isArray(before)) return new Set()
  const counts = new Map<string, number>()
  for (const value of before) counts.set(looks(value), (counts.get(looks(value)) ?? 0) + 1)
  const found = new Set<number>()
  for (const [at, value] of now.entries()) {
    const left = counts.get(looks(value)) ?? 0
    counts.set(looks(value), left - 1)
    if (value !== null && left <= 0) found.add(at)
  }
  return found.size > MOST_FRESH && found.size === now.length ? new Set() : found
}

/** More than these are dealt, and not played. */
const MOST_FRESH = 4
