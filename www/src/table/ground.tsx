// What is under the pieces: the frame of a board, the links of a graph, and its cells with what they are made of.

import type { BoardInfo } from "house-rules"
import { CELL, MARGIN, NAME, coordinates, isWhole, lines, outline, pictureFrame, POINT, turned, type Frame, type Spot, type Turn } from "./geometry"
import type { Piece } from "./look"
import { Ink } from "./signs"
import { humanise } from "../common/words"

const GAP = 6

interface Props {
  board: BoardInfo
  all: Spot[]
  whole: Frame
  /** An SVG text, and how it is turned with the board. */
  picture?: string
  by?: Turn
}

/** Everything behind the cells. */
export function Backdrop({ board, all, whole, picture, by = 0 }: Props) {
  if (picture !== undefined) {
    const drawn = <image {...pictureFrame(picture, board)} href={`data:image/svg+xml,${encodeURIComponent(picture)}`} preserveAspectRatio="none" transform={`rotate(${by})`} />
    return (
      <>
        <rect class="frame" {...whole} rx="22" />
        {drawn}
        {board.kind === "graph" && <Links board={board} all={all} bare />}
      </>
    )
  }
  if (board.kind === "graph") return <Links board={board} all={all} whole={whole} />
  if (isWhole(board)) return <rect class="frame" {...whole} rx="22" />
  const points = outline(board.kind, MARGIN - 4)
  return (
    <>
      {all.map(({ x, y, name }) => (
        <polygon key={name} class="frame" points={points} transform={`translate(${x} ${y})`} stroke-linejoin="round" />
      ))}
    </>
  )
}

/** The names of rows and columns. */
export function Labels({ board, all, by }: Pick<Props, "board" | "all"> & { by: Turn }) {
  return (
    <g class={`labels ${isWhole(board) ? "" : "outside"}`} aria-hidden="true">
      {turned(coordinates(board, all), by).map(({ x, y, text }) => (
        <text key={text} x={x} y={y} font-size={text.length > 2 ? 20 : 28} dy="0.355em">
          {text}
        </text>
      ))}
    </g>
  )
}

function Links({ board, all, whole, bare = false }: Pick<Props, "board" | "all"> & { whole?: Frame; bare?: boolean }) {
  const drawn = lines(board, all)
  return (
    <g class={`links ${bare ? "on-picture" : ""}`} aria-hidden="true">
      {whole && <rect class="frame" {...whole} rx="22" />}
      {drawn.map(({ x1, y1, x2, y2, arrow }, at) => (
        <g key={at}>
          <line class="link" {...{ x1, y1, x2, y2 }} />
          {arrow && <polygon class="arrow" points="8,0 -16,11 -16,-11" transform={`translate(${x2} ${y2}) rotate(${(Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI})`} />}
        </g>
      ))}
      {drawn.map(
        ({ weight }, at) =>
          weight && (
            <g key={at} transform={`translate(${weight.x} ${weight.y})`}>
              <rect class="weight" x={-9 - 7 * weight.text.length} y="-16" width={18 + 14 * weight.text.length} height="32" rx="16" />
              <text class="weight-text" font-size="24" dy="0.355em">
                {weight.text}
              </text>
            </g>
          ),
      )}
    </g>
  )
}

interface CellProps {
  kind: BoardInfo["kind"]
  name: string
  land?: Piece
  /** Something stands on it. */
  taken: boolean
  seamless: boolean
}

/** A long triangle from an edge. */
export function Point({ down }: { down: boolean }) {
  const [base, tip] = down ? [-POINT / 2, POINT / 2] : [POINT / 2, -POINT / 2]
  return (
    <>
      <rect class="reach" x={-CELL / 2} y={-POINT / 2} width={CELL} height={POINT} />
      <polygon class="square" points={`${-CELL / 2 + 3},${base} ${CELL / 2 - 3},${base} 0,${tip}`} stroke-linejoin="round" />
    </>
  )
}

/** A cell without what stands on it; its ground by colour and symbol. */
export function Cell({ kind, name, land, taken, seamless }: CellProps) {
  const classes = `square ${land ? `ground tone-${land.tone}` : ""}`
  const size = CELL - (seamless ? 0 : GAP)
  const sign = land && signOf(land)
  return (
    <>
      {kind === "square" && <rect class={classes} x={-size / 2} y={-size / 2} width={size} height={size} rx={seamless ? 0 : 10} />}
      {kind === "hex" && <polygon class={classes} points={outline(kind, -GAP / 2)} />}
      {kind === "graph" && <circle class={classes} r={CELL * 0.44} />}
      {kind === "graph" && (
        <text class="place-name" y={CELL / 2 + 14} font-size={NAME} dy="0.355em" aria-hidden="true">
          {humanise(name)}
        </text>
      )}
      {sign && (
        <g transform={taken ? `translate(${SIGN[kind].x} ${SIGN[kind].y})` : undefined} aria-hidden="true">
          <Ink class={`ground-sign ${taken ? "aside" : ""}`} text={sign} size={taken ? SIGN[kind].size : 40} />
        </g>
      )}
    </>
  )
}

/** The symbol of the ground, or its letter if no colour tells what it is. */
export function signOf({ symbol, text, notes, tone }: Piece): string {
  if (symbol || tone !== "neutral") return symbol ? text : ""
  return (text || notes.join("")).slice(0, 1)
}

/** Where the sign of the ground stands aside, so that a piece leaves it in sight. */
const SIGN = {
  square: { x: -CELL / 2 + 18, y: -CELL / 2 + 18, size: 20 },
  hex: { x: 0, y: -46, size: 20 },
  graph: { x: -CELL * 0.42, y: -CELL * 0.42, size: 26 },
}
