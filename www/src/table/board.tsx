// A board of squares. One stop for the Tab key; the arrow keys go from cell to cell.

import type { BoardInfo, RulesInfo, ShowInfo } from "house-rules"
import { useState } from "preact/hooks"
import type { Seat } from "../engine/protocol"
import { Mark } from "./piece"
import { caption, itemType, pieceOf } from "./words"

const CELL = 100
const GAP = 6
const MARGIN = 16

interface Props {
  board: BoardInfo
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  send(action: string, argument: number): void
}

export function Board({ board: { name, rows, columns }, show: { title, items, click }, info, seat, send }: Props) {
  const marks = seat.fields[items ?? ""]
  const type = itemType(info, items)
  const offered = seat.actions?.[click?.action ?? ""]
  const legal = (cell: number) => Array.isArray(offered) && offered.includes(argumentOf(cell, columns, click?.sends))
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell)
  const [at, setAt] = useState<number>()
  const [column, setColumn] = useState<number>()
  const stop = at !== undefined && at < cells.length ? at : (cells.find(legal) ?? 0)

  const isEntry = (cell: number) => (click?.sends === "column" ? cell < columns : click?.sends === "row" ? cell % columns === 0 : true)
  const play = (cell: number) => {
    if (click && legal(cell)) send(click.action, argumentOf(cell, columns, click.sends))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") play(stop)
    else if (!go(event, stop, rows, columns)) return
    event.preventDefault()
  }
  return (
    <svg
      class={`board sends-${click?.sends ?? "nothing"}`}
      style={{ "--rows": rows, "--columns": columns }}
      viewBox={`${-MARGIN} ${-MARGIN} ${columns * CELL + 2 * MARGIN} ${rows * CELL + 2 * MARGIN}`}
      role="group"
      aria-label={title ?? caption(name)}
      data-testid="board"
      onKeyDown={onKeyDown}
      onMouseLeave={() => setColumn(undefined)}
    >
      <rect class="frame" x={-MARGIN} y={-MARGIN} width={columns * CELL + 2 * MARGIN} height={rows * CELL + 2 * MARGIN} rx="22" />
      {cells.map(cell => {
        const piece = pieceOf(Array.isArray(marks) ? marks[cell] : undefined, type, info.roles)
        const [x, y] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL]
        return (
          <g
            key={cell}
            class={`cell ${legal(cell) && column === cell % columns ? "in-column" : ""}`}
            transform={`translate(${x} ${y})`}
            role={click ? "button" : "img"}
            tabIndex={click && (cell === stop ? 0 : -1)}
            aria-label={`row ${y / CELL + 1}, column ${x / CELL + 1}, ${piece?.label ?? "empty"}`}
            aria-disabled={click && !legal(cell)}
            data-testid="cell"
            data-cell={cell}
            data-legal={legal(cell)}
            onClick={() => play(cell)}
            onFocus={() => setAt(cell)}
            onMouseEnter={() => setColumn(click?.sends === "column" && legal(cell) ? cell % columns : undefined)}
          >
            <rect class="square" x={GAP / 2} y={GAP / 2} width={CELL - GAP} height={CELL - GAP} rx="10" />
            {legal(cell) && isEntry(cell) && !piece && <circle class="hint" cx={CELL / 2} cy={CELL / 2} r="9" />}
            {piece && (
              <g transform={`translate(${CELL / 2} ${CELL / 2})`}>
                <Mark piece={piece} roles={info.roles} />
              </g>
            )}
          </g>
        )
      })}
    </svg>
  )
}

function argumentOf(cell: number, columns: number, sends: "cell" | "row" | "column" | undefined): number {
  if (sends === "row") return Math.floor(cell / columns)
  return sends === "column" ? cell % columns : cell
}

/** Moves the focus by an arrow key, Home or End; false for any other key. */
function go({ key, currentTarget }: KeyboardEvent, from: number, rows: number, columns: number): boolean {
  const [row, column] = [Math.floor(from / columns), from % columns]
  const to: { [key: string]: [row: number, column: number] } = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, columns - 1],
  }
  if (!to[key]) return false
  const [toRow, toColumn] = to[key]
  if (toRow < 0 || toRow >= rows || toColumn < 0 || toColumn >= columns) return true
  ;(currentTarget as Element).querySelector<SVGElement>(`[data-cell="${toRow * columns + toColumn}"]`)?.focus()
  return true
}
