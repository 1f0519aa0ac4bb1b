// Frames of boards, in the units of their cells, and their rotation.

import type { BoardInfo, ShowInfo } from "houserules"
import { useAround } from "./around"
import { around, frame, pictureFrame, points, pointsFrame, spots, turned, turnedFrame, type Frame, type Quarter, type Turn } from "./geometry"
import { raceFrame } from "./race"
import { useSpot } from "./room"
import { cellsIn, type Part } from "./used"

const known = new WeakMap<BoardInfo, Map<string, Frame>>()

/** The frame of a show's board at a rotation, or of a part of it; `quarter`: wide boards are upright. */
export function boardFrame(board: BoardInfo, show: ShowInfo, turn: Turn, quarter?: Quarter, part?: Part): Frame {
  const by = boardTurn(board, show, turn, quarter)
  const frames = known.get(board) ?? new Map<string, Frame>()
  known.set(board, frames)
  const key = JSON.stringify([show.kind, show.pattern, show.labels !== undefined, show.picture?.length, show.sides, by, part])
  const found = frames.get(key) ?? made(board, show, by, part)
  frames.set(key, found)
  return found
}

/** From which side a board is seen. Points lie along two edges only. */
export function sideTurn(board: BoardInfo, show: ShowInfo, turn: Turn): Turn {
  return isPoints(board, show) && turn % 180 !== 0 ? ((turn - 90) as Turn) : turn
}

/** Total rotation of a board. */
export function boardTurn(board: BoardInfo, show: ShowInfo, turn: Turn, quarter?: Quarter): Turn {
  const by = sideTurn(board, show, turn)
  return quarter && isTurnable(board, show, turn) ? (((by + quarter) % 360) as Turn) : by
}

/** Rotation of the board drawn here. */
export function useTurn(board: BoardInfo, show: ShowInfo): Turn {
  const { turn, quarter } = useAround()
  return boardTurn(board, show, turn, useSpot().upright ? quarter : undefined)
}

/** Smallest ratio of width to height for an upright board. */
const WIDE = 5 / 4

/** `true` if a board is wide, and up and down have no meaning on it: a map shows north, and pieces dropped into a column fall. */
export function isTurnable(board: BoardInfo, show: ShowInfo, turn: Turn): boolean {
  if (show.kind !== "board" || board.kind === "graph" || show.sides === "fixed") return false
  if (show.clicks.some(({ sends }) => sends.some(it => it === "column" || it === "row"))) return false
  const { width, height } = boardFrame(board, show, turn)
  return width > height * WIDE
}

function isPoints({ kind }: BoardInfo, { pattern }: ShowInfo): boolean {
  return pattern === "points" && kind === "square"
}

/** Approximate room for letters at its edges. */
const LETTERS = 34

function made(board: BoardInfo, show: ShowInfo, by: Turn, part?: Part): Frame {
  const { kind, labels, picture, extent } = show
  if (kind === "track") return raceFrame(board)
  const edge = labels === undefined ? 0 : LETTERS
  if (isPoints(board, show)) return turnedFrame(pointsFrame(points(board, by), edge), by)
  const all = spots(board, undefined, extent)
  const plain = part === undefined ? all : cellsIn(board, part).map(cell => all[cell]!)
  const bare = board.kind === "graph" ? frame(turned(plain, by), board) : turnedFrame(frame(plain, board, edge), by)
  return picture === undefined || part !== undefined ? bare : around(bare, turnedFrame(pictureFrame(board, extent), by))
}
