// Rotation of boards, so that the viewer's own side is below.

import type { Json, RulesInfo } from "houserules"
import type { Seat } from "./common/seat"
import { itemType } from "./common/words"
import { points, type Quarter, spots, type Turn } from "./geometry"
import { piecesOf } from "./look"

/** The viewer's pieces are at a side if they are nearer to it than the others' by this part of the board. */
const ASIDE = 0.25

/**
 * From the positions of the seat's pieces and of the others', on the largest board of squares or hexes with both. Maps and boards on a
 * picture keep the author's orientation.
 */
export function sideOf(info: RulesInfo, seat: Pick<Seat, "fields">, role: string): Turn {
  const { right, down, points, square } = apart(info, seat, role)
  // On points, pieces are everywhere: a small difference is enough.
  if (Math.abs(down) > (points ? 0 : ASIDE)) return down < 0 ? 180 : 0
  // Two sit opposite each other; more sit around.
  if (info.roles.length > 2 && square && Math.abs(right) > ASIDE) return right < 0 ? 270 : 90
  return 0
}

/** Rotation of boards that are upright for lack of width: the viewer's own side is below then too, if it is at the left or right. */
export function quarterOf(info: RulesInfo, seat: Pick<Seat, "fields">, role: string): Quarter {
  const { right, points } = apart(info, seat, role)
  const isTurned = sideOf(info, seat, role) === 180
  // The last points of both, which are numbered from either side, are below.
  if (points) return isTurned ? 270 : 90
  return (isTurned ? -right : right) < -ASIDE ? 270 : 90
}

/** Average offset of a seat's pieces from the others', right and down, relative to the board. */
function apart(info: RulesInfo, { fields }: Pick<Seat, "fields">, role: string): { right: number; down: number; points: boolean; square: boolean } {
  const me = info.roles.indexOf(role)
  const boards = info.shows.flatMap(show => {
    const board = show.kind === "board" && show.items !== undefined && show.picture === undefined ? info.boards.find(({ name }) => name === show.board) : undefined
    const values = fields[show.items ?? ""]
    return board && board.kind !== "graph" && Array.isArray(values) && values.length === board.cells.length ? [{ show, board, values }] : []
  })
  for (const { show, board, values } of boards.sort((a, b) => b.board.cells.length - a.board.cells.length)) {
    const type = itemType(info, show.items)
    const owners = values.map((value: Json) => piecesOf(value, type, info, show).flatMap(({ role }) => role ?? []))
    const square = board.kind === "square"
    const isPoints = show.pattern === "points" && square
    const all = isPoints ? points(board) : spots(board)
    const mine = middle(all, cell => owners[cell]!.filter(it => it === me).length)
    const theirs = middle(all, cell => owners[cell]!.filter(it => it !== me).length)
    if (mine && theirs) return { right: (mine.x - theirs.x) / extent(all, "x"), down: (mine.y - theirs.y) / extent(all, "y"), points: isPoints, square }
  }
  return { right: 0, down: 0, points: false, square: false }
}

/** The middle of cells weighted by number; undefined if all weights are zero. */
function middle(all: { x: number; y: number }[], weight: (cell: number) => number): { x: number; y: number } | undefined {
  let [x, y, sum] = [0, 0, 0]
  for (const [cell, spot] of all.entries()) {
    const many = weight(cell)
    x += spot.x * many
    y += spot.y * many
    sum += many
  }
  return sum === 0 ? undefined : { x: x / sum, y: y / sum }
}

function extent(all: { x: number; y: number }[], axis: "x" | "y"): number {
  const [least, most] = all.reduce(([least, most], spot) => [Math.min(least, spot[axis]), Math.max(most, spot[axis])], [Infinity, -Infinity])
  return Math.max(1, most - least)
}
