// How wide and high a board is drawn, in the units of its cells.

import type { BoardInfo, ShowInfo } from "house-rules"
import { around, frame, pictureFrame, points, pointsFrame, spots, turned, turnedFrame, type Frame, type Turn } from "./geometry"
import { raceFrame } from "./race"

const known = new WeakMap<BoardInfo, Map<string, Frame>>()

/** The frame of a show's board for whom it is turned `by` so much. */
export function boardFrame(board: BoardInfo, show: ShowInfo, by: Turn): Frame {
  const frames = known.get(board) ?? new Map<string, Frame>()
  known.set(board, frames)
  const key = JSON.stringify([show.kind, show.pattern, show.labels !== undefined, show.picture?.length, by])
  const found = frames.get(key) ?? made(board, show, by)
  frames.set(key, found)
  return found
}

/** Of what is written at its edges, about so much. */
const LETTERS = 34

function made(board: BoardInfo, { kind, labels, pattern, picture }: ShowInfo, turn: Turn): Frame {
  if (kind === "track") return raceFrame(board)
  const isPoints = pattern === "points" && board.kind === "square"
  const by = isPoints && turn % 180 !== 0 ? ((turn - 90) as Turn) : turn
  const edge = labels === undefined ? 0 : LETTERS
  const plain = isPoints ? points(board, by) : spots(board)
  const all = turned(plain, by)
  const bare = isPoints ? pointsFrame(all, edge) : board.kind === "graph" ? frame(all, board) : turnedFrame(frame(plain, board, edge), by)
  return picture === undefined || isPoints ? bare : around(bare, turnedFrame(pictureFrame(picture, board), by))
}
