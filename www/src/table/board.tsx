// A board. One stop for the Tab key; the arrow keys go from cell to cell.

import type { BoardInfo, Json, RulesInfo, ShowInfo, TypeInfo } from "house-rules"
import type { ComponentChildren } from "preact"
import { useMemo, useState } from "preact/hooks"
import type { Fields, Seat } from "../common/seat"
import { isStill, useBound } from "../common/bounded"
import { useAround } from "./around"
import { Choices, Told } from "./choices"
import { difference, marked, type Picture } from "./difference"
import { useDragging } from "./dragging"
import {
  around,
  CELL,
  frame,
  nextOf,
  part,
  pictureFrame,
  points,
  pointsFrame,
  spots,
  STACKED,
  stacked,
  towards,
  turned,
  turnedFrame,
  within,
  type Spot,
  type Turn,
} from "./geometry"
import { Backdrop, Cell, Labels, Point, signOf } from "./ground"
import { pieceOf, piecesOf, standing, type Piece } from "./look"
import { Last, Underway, useWays } from "./motion"
import { takesSeveral } from "./paths"
import { type Picking, usePicking } from "./picking"
import { Mark, Marks } from "./piece"
import { caption, cellName, itemType } from "../common/words"

interface Props {
  id: number
  board: BoardInfo
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  /** How many moves the game has. */
  at: number
  /** So many cells are drawn at once. */
  first: number
  send(action: string, argument: Json): void
}

export function Board({ board: whole, first, ...props }: Props) {
  const { shown, more } = useBound(whole.cells.length, first)
  const board = useMemo(() => part(whole, shown), [whole, shown])
  return <Drawn board={board} more={more} still={isStill(whole.cells.length, first)} {...props} />
}

/** The part of it that is drawn. */
function Drawn({ board, more, still, id, show, info, seat, at: made, send }: Omit<Props, "first"> & { more: ComponentChildren; still: boolean }) {
  const { title, clicks, pattern } = show
  const { turn } = useAround()
  // Points lie along two edges only.
  const by = show.pattern === "points" && turn % 180 !== 0 ? ((turn - 90) as Turn) : turn
  const { plain, all, whole, lies } = useSpots(board, show, by)
  const isPoints = pattern === "points" && board.kind === "square"
  const { drawing, now, before, lately, pieceAt, standingAt, landAt } = usePictures(show, info, seat, all, by)
  const picking = usePicking(id)
  const { picked, legal, pick } = picking
  const { stop, setAt, onKeyDown } = useCursor(picking, all, by)
  const [column, setColumn] = useState<number>()
  const columns = clicks.length === 1 && clicks[0]!.sends[0] === "column"
  const rows = clicks.length === 1 && clicks[0]!.sends[0] === "row"
  const isEntry = ({ row, column }: Spot) => (columns ? row === 0 : rows ? column === 0 : true)
  const dragging = useDragging(picking, seat, all, cell => pieceAt(cell) !== undefined)
  const underway = useWays({ now, before, made, drawing, still, put: dragging.put })
  const held = dragging.cell === undefined ? undefined : pieceAt(dragging.cell)
  const last = all[picked.at(-1) ?? -1]
  // On a point the last lies on top, farthest from the edge.
  const isDown = ({ y }: Spot) => y < whole.y + whole.height / 2
  const lift = (cell: number, leaving: boolean) => stacked(standingAt(cell).length - (leaving ? 0 : 1)) * (isDown(all[cell]!) ? -1 : 1)
  return (
    <div class="board-place">
      {title && <h3>{title}</h3>}
      <div class="board-frame">
        <svg
          class={`board ${columns ? "sends-column" : ""} ${still ? "still" : ""} ${pattern ?? ""}`}
          viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}
          role="group"
          aria-label={title ?? caption(board.name)}
          data-testid="board"
          onKeyDown={onKeyDown}
          onMouseLeave={() => setColumn(undefined)}
          {...dragging.handlers}
        >
          <Backdrop board={board} all={all} whole={whole} picture={show.picture} lies={lies} by={by} />
          {show.labels && <Labels board={board} all={plain} by={by} />}
          {all.map((spot, cell) => {
            const here = standingAt(cell)
            const taken = here.length > 0
            const down = isPoints && isDown(spot)
            const top = isPoints ? stacked(here.length - 1) * (down ? -1 : 1) : 0
            const land = landAt(cell)
            const open = legal(cell)
            const reason = picking.reason(cell)
            const name = [cellName(board, spot, show.labels !== undefined), land?.label, taken ? labelOf(here) : "empty", reason]
            const classes = ["cell", (spot.row + spot.column) % 2 === 1 && "dark", open && column === spot.column && "in-column", picked.includes(cell) && "picked"]
            return (
              <g
                key={cell}
                class={classes.filter(Boolean).join(" ")}
                transform={`translate(${spot.x} ${spot.y})`}
                role={clicks.length > 0 ? "button" : "img"}
                tabindex={clicks.length > 0 ? (cell === stop ? 0 : -1) : undefined}
                aria-label={name.filter(Boolean).join(", ")}
                aria-description={lately.has(cell) ? "changed by the last move" : undefined}
                aria-disabled={clicks.length > 0 ? !picking.answers(cell) : undefined}
                aria-pressed={takesSeveral(clicks) ? picked.includes(cell) : undefined}
                data-testid="cell"
                data-cell={cell}
                data-legal={open}
                onClick={() => pick(cell)}
                onFocus={() => setAt(cell)}
                onMouseEnter={() => setColumn(columns && open ? spot.column : undefined)}
              >
                {reason && <title>{reason}</title>}
                {isPoints ? <Point down={down} /> : <Cell kind={board.kind} name={spot.name} land={land} taken={taken} seamless={pattern !== undefined} />}
                {taken && (
                  <g {...underway.arrival(cell)} {...(cell === dragging.cell && { class: "lifted" })}>
                    {isPoints ? <Stack standing={here} down={down} info={info} pieces={show.pieces} /> : <Marks standing={here} info={info} pieces={show.pieces} />}
                  </g>
                )}
                <g transform={top === 0 ? undefined : `translate(0 ${top})`}>
                  {lately.has(cell) && <Last kind={board.kind} />}
                  {open && isEntry(spot) && <Legal taken={taken} picked={picking.begun} low={land !== undefined && signOf(land) !== ""} />}
                </g>
              </g>
            )
          })}
          {dragging.ghost && held && (
            <g class="held" ref={dragging.ghost.ref} transform={`translate(${dragging.ghost.x} ${dragging.ghost.y})`} aria-hidden="true">
              <Mark piece={held} info={info} pieces={show.pieces} />
            </g>
          )}
          <Underway {...underway} cells={all} lift={isPoints ? lift : undefined} info={info} pieces={show.pieces} />
        </svg>
        <Choices picking={picking} info={info} look={show} at={last && { x: (last.x - whole.x) / whole.width, y: (last.y + CELL / 2 - whole.y) / whole.height }} send={send} />
      </div>
      {more}
      <Told picking={picking} />
    </div>
  )
}

/** Where the cells are, as the board is turned, and the frame around them; `plain`: as it is not. */
function useSpots(board: BoardInfo, { labels, pattern, picture }: ShowInfo, by: Turn) {
  const isPoints = pattern === "points" && board.kind === "square"
  const plain = useMemo(() => (isPoints ? points(board) : spots(board)), [board, isPoints])
  const all = useMemo(() => turned(plain, by), [plain, by])
  // Names in a graph stand below their cells, however it is turned.
  const bare = isPoints ? pointsFrame(all) : board.kind === "graph" ? frame(all, board, false) : turnedFrame(frame(plain, board, labels !== undefined), by)
  // Under points it reaches from edge to edge.
  const lies = picture === undefined ? undefined : isPoints ? within(pointsFrame(plain)) : pictureFrame(picture, board)
  const whole = lies === undefined || isPoints ? bare : around(bare, turnedFrame(lies, by))
  return { plain, all, whole, lies }
}

/** What stands on the cells and what they are made of, before the last move too, and which of them it changed. */
function usePictures(show: ShowInfo, info: RulesInfo, seat: Seat, all: Spot[], by: Turn) {
  const now = useMemo(() => pictureOf(show, seat.fields), [show, seat])
  const before = useMemo(() => seat.before && pictureOf(show, seat.before), [show, seat])
  const [itemsAre, groundIs] = [itemType(info, show.items), itemType(info, show.ground)]
  const drawing = useMemo(() => ({ itemsAre, groundIs, info, show, cells: all }), [info, show, all])
  const lately = useMemo(() => new Set(before && marked(difference(before, now, drawing), all.length)), [before, now, drawing])
  const at = (values: Json | undefined, cell: number) => (Array.isArray(values) ? values[cell] : undefined)
  // What is turned turns with the board.
  const lying = (piece: Piece): Piece => (piece.turn === undefined ? piece : { ...piece, turn: (piece.turn + by) % 360 })
  const one = (value: Json | undefined, type: TypeInfo) => {
    const piece = pieceOf(value, type, info, show)
    return piece && lying(piece)
  }
  const pieceAt = (cell: number) => one(at(now.items, cell), itemsAre)
  const landAt = (cell: number) => one(at(now.ground, cell), groundIs)
  const each = show.pattern === "points" ? piecesOf : standing
  const standingAt = (cell: number) => each(at(now.items, cell), itemsAre, info, show).map(lying)
  return { drawing, now, before, lately, pieceAt, standingAt, landAt }
}

function pictureOf({ items, ground }: ShowInfo, fields: Fields): Picture {
  return { items: fields[items ?? ""], ground: fields[ground ?? ""] }
}

function labelOf(here: Piece[]): string {
  return here.flatMap(({ label }) => (label === "" ? [] : [label])).join(", ")
}

/** What lies on a point, from the edge on; of many, how many there are. */
function Stack({ standing, down, ...how }: { standing: Piece[]; down: boolean; info: RulesInfo; pieces: ShowInfo["pieces"] }) {
  const shown = standing.slice(-STACKED)
  return (
    <>
      {shown.map((piece, at) => {
        const y = stacked(at) * (down ? -1 : 1)
        const last = at === STACKED - 1 && standing.length > STACKED
        return (
          <g key={at} transform={`translate(0 ${y})`}>
            <Mark piece={last ? { ...piece, text: String(standing.length), symbol: false, notes: [] } : piece} {...how} />
          </g>
        )
      })}
    </>
  )
}

/** The cell that the Tab key leads to, which the arrow keys move. */
function useCursor({ legal, pick, begun, cancel }: Picking, all: Spot[], by: Turn) {
  const [at, setAt] = useState<number>()
  const first = () => all.findIndex((_, cell) => legal(cell))
  const stop = at !== undefined && at < all.length ? at : Math.max(0, first())
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextOf(event.key, stop, all.length, legal) ?? towards(event.key, stop, by === 0 ? all : all.map(({ x, y }) => ({ x, y, row: Math.round(y) })))
    if (event.key === "Enter" || event.key === " ") pick(stop)
    else if (event.key === "Escape" && begun) cancel()
    else if (to !== undefined) (event.currentTarget as Element).querySelector<SVGElement>(`[data-cell="${to}"]`)?.focus()
    else return
    event.preventDefault()
  }
  return { stop, setAt, onKeyDown }
}

/** Marks a cell that can be clicked, each by a shape: an empty one, one where what is picked can go, one to pick. `low`: below its sign. */
function Legal({ taken, picked, low }: { taken: boolean; picked: boolean; low: boolean }) {
  if (!taken) return <circle class="hint" cy={low ? 34 : 0} r="9" />
  if (picked) return <circle class="target" r="43" />
  return <rect class="ready" x="-17" y="40" width="34" height="7" rx="3.5" />
}
