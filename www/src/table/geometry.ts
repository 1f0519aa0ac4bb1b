// Where the cells of a board are. What stands on them, and what clicks do, is none of its business.

import type { BoardInfo } from "house-rules"

/** A cell is about this wide. */
export const CELL = 100
export const MARGIN = 16

export interface Spot {
  /** Its middle. */
  x: number
  y: number
  row: number
  column: number
}

/** The cells of a board, by their numbers. */
export function spots({ rows, columns }: BoardInfo): Spot[] {
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns]
    return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL, row, column }
  })
}

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** What there is to see, with a margin around it. */
export function frame(all: Spot[]): Frame {
  const around = CELL / 2 + MARGIN
  const [left, top] = [Math.min(...all.map(({ x }) => x)) - around, Math.min(...all.map(({ y }) => y)) - around]
  const [right, bottom] = [Math.max(...all.map(({ x }) => x)) + around, Math.max(...all.map(({ y }) => y)) + around]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The cell that an arrow key, Home or End leads to; undefined for any other key, the cell itself at an edge. */
export function towards(key: string, from: number, all: Spot[]): number | undefined {
  const here = all[from]!
  const inRow = all.flatMap(({ row }, cell) => (row === here.row ? [cell] : []))
  if (key === "Home") return inRow[0]
  if (key === "End") return inRow.at(-1)
  const step = STEPS[key]
  if (!step) return undefined
  const found = all.findIndex(({ row, column }) => row === here.row + step[0] && column === here.column + step[1])
  return found < 0 ? from : found
}

const STEPS: { [key: string]: [rows: number, columns: number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
