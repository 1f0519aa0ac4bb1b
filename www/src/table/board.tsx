// A board. One stop for the Tab key; the arrow keys go from cell to cell.

import type { BoardInfo, Json, RulesInfo, ShowInfo } from "house-rules"
import { useMemo, useState } from "preact/hooks"
import type { Seat } from "../engine/protocol"
import { Choices, useClickElsewhere } from "./choices"
import { CELL, frame, spots, towards, type Spot } from "./geometry"
import { pieceOf, type Piece } from "./look"
import { usePicking } from "./picking"
import { Mark } from "./piece"
import { caption, itemType } from "./words"

const GAP = 6

interface Props {
  board: BoardInfo
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  send(action: string, argument: Json): void
}

export function Board({ board, show, info, seat, send }: Props) {
  const all = useMemo(() => spots(board), [board])
  const whole = frame(all)
  const { title, clicks, pattern } = show
  const picking = usePicking({ clicks, seat, place: cell => all[cell] ?? {}, send })
  const { picked, legal, pick, cancel } = picking
  const inside = useClickElsewhere(picking)

  const [at, setAt] = useState<number>()
  const [column, setColumn] = useState<number>()
  const [told, setTold] = useState<{ of: Seat; reason?: string }>({ of: seat })
  const stop = at !== undefined && at < all.length ? at : Math.max(0, all.findIndex((_, cell) => legal(cell)))
  const columns = clicks.length === 1 && clicks[0]!.sends[0] === "column"
  const rows = clicks.length === 1 && clicks[0]!.sends[0] === "row"
  const isEntry = ({ row, column }: Spot) => (columns ? row === 0 : rows ? column === 0 : true)

  const play = (cell: number) => {
    setTold({ of: seat, reason: picking.reason(cell) })
    pick(cell)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = towards(event.key, stop, all)
    if (event.key === "Enter" || event.key === " ") play(stop)
    else if (event.key === "Escape" && picked.length > 0) cancel()
    else if (to !== undefined) (event.currentTarget as Element).querySelector<SVGElement>(`[data-cell="${to}"]`)?.focus()
    else return
    event.preventDefault()
  }
  const items = seat.fields[show.items ?? ""]
  const ground = seat.fields[show.ground ?? ""]
  const last = all[picked.at(-1) ?? -1]
  return (
    <div class="board-place" ref={inside} style={{ "--width": whole.width, "--height": whole.height }}>
      <svg
        class={`board ${columns ? "sends-column" : ""} ${pattern ?? ""}`}
        viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}
        role="group"
        aria-label={title ?? caption(board.name)}
        data-testid="board"
        onKeyDown={onKeyDown}
        onMouseLeave={() => setColumn(undefined)}
      >
        <rect class="frame" {...whole} rx="22" />
        {all.map((spot, cell) => {
          const piece = pieceOf(Array.isArray(items) ? items[cell] : undefined, itemType(info, show.items), info, show)
          const land = pieceOf(Array.isArray(ground) ? ground[cell] : undefined, itemType(info, show.ground), info, show)
          const open = legal(cell)
          const reason = picking.reason(cell)
          const name = [`row ${spot.row + 1}, column ${spot.column + 1}`, land?.label, piece?.label ?? "empty", reason]
          const classes = ["cell", (spot.row + spot.column) % 2 === 1 && "dark", open && column === spot.column && "in-column", picked.includes(cell) && "picked"]
          return (
            <g
              key={cell}
              class={classes.filter(Boolean).join(" ")}
              transform={`translate(${spot.x} ${spot.y})`}
              role={clicks.length > 0 ? "button" : "img"}
              tabIndex={clicks.length > 0 ? (cell === stop ? 0 : -1) : undefined}
              aria-label={name.filter(Boolean).join(", ")}
              aria-disabled={clicks.length > 0 ? !open : undefined}
              aria-pressed={clicks.some(({ sends }) => sends.length > 1 || sends[0] === "cells") ? picked.includes(cell) : undefined}
              data-testid="cell"
              data-cell={cell}
              data-legal={open}
              onClick={() => play(cell)}
              onFocus={() => setAt(cell)}
              onMouseEnter={() => setColumn(columns && open ? spot.column : undefined)}
            >
              {reason && <title>{reason}</title>}
              <Square land={land} seamless={pattern !== undefined} />
              {piece && <Mark piece={piece} info={info} pieces={show.pieces} />}
              {open && isEntry(spot) && (!piece ? <circle class="hint" r="9" /> : picked.length > 0 && <circle class="target" r="43" />)}
            </g>
          )
        })}
      </svg>
      <Choices picking={picking} info={info} at={last && { x: (last.x - whole.x) / whole.width, y: (last.y + CELL / 2 - whole.y) / whole.height }} send={send} />
      <p class="told" role="status" data-testid="told">
        {told.of === seat && told.reason}
      </p>
    </div>
  )
}

/** A cell without what stands on it; its ground by colour and symbol. */
function Square({ land, seamless }: { land?: Piece; seamless: boolean }) {
  const size = CELL - (seamless ? 0 : GAP)
  return (
    <>
      <rect class={`square ${land ? `ground tone-${land.tone}` : ""}`} x={-size / 2} y={-size / 2} width={size} height={size} rx={seamless ? 0 : 10} />
      {land?.symbol && (
        <text class="ground-sign" x={-CELL / 2 + 20} y={-CELL / 2 + 20} font-size="22" dy="0.355em" aria-hidden="true">
          {land.text}
        </text>
      )}
    </>
  )
}
