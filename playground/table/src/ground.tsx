// The layer under the pieces: the frame of a board, the links of a graph, and its cells with their ground.

import type { BoardInfo } from "houserules"
import { steady } from "./common/steady"
import { CELL, HEX_HIGH, isQuarter, isWhole, lines, MARGIN, outline, POINT, type Frame, type Label, type Spot, type Turn } from "./geometry"
import type { Piece } from "./look"
import { imageOf, Ink, isPicture } from "./signs"

const GAP = 6

interface Props {
  board: BoardInfo
  all: Spot[]
  whole: Frame
  /** An SVG text, where it lies, and how it is turned with the board. */
  picture?: string
  lies?: Frame
  /** No more of the picture is seen. */
  cut?: Frame
  by?: Turn
  many?: boolean
  /** Between the halves of a board of points. */
  bar?: Frame
}

/** Everything behind the cells; on `many` of them as few shapes as may be. */
export const Backdrop = steady(({ board, all, whole, picture, lies, cut, by = 0, many = false, bar }: Props) => {
  if (picture !== undefined) {
    const drawn = <image {...lies} href={imageOf(picture)} preserveAspectRatio="none" transform={`rotate(${by})`} />
    return (
      <>
        <rect class="frame" {...whole} rx="22" />
        {cut ? (
          <svg {...cut} aria-hidden="true" viewBox={`${cut.x} ${cut.y} ${cut.width} ${cut.height}`}>
            {drawn}
          </svg>
        ) : (
          drawn
        )}
        {board.kind === "graph" && <Links board={board} all={all} bare />}
      </>
    )
  }
  if (board.kind === "graph") return <Links board={board} all={all} whole={whole} />
  if (isWhole(board))
    return (
      <>
        <rect class="frame" {...whole} rx="22" />
        {bar && <rect class="bar" {...bar} rx="4" />}
      </>
    )
  if (many) return <path class="frame" d={shapes(board.kind, all, MARGIN - 4)} />
  const points = outline(board.kind, MARGIN - 4, isQuarter(all))
  return (
    <>
      {all.map(({ x, y, name }) => (
        <polygon key={name} class="frame" points={points} transform={`translate(${x} ${y})`} stroke-linejoin="round" />
      ))}
    </>
  )
})

/** The names of rows and columns, or of cells. */
export const Labels = steady(({ board, labels, size, inside }: { board: BoardInfo; labels: Label[]; size: number; inside: boolean }) => {
  const place = board.kind === "graph" ? "place-name" : inside ? "inside" : isWhole(board) ? "" : "outside"
  return (
    <g class={`labels ${place}`} aria-hidden="true" font-size={size}>
      {labels.map(({ x, y, text, anchor }) => (
        <text key={`${x} ${y}`} x={x} y={y} dy="0.355em" text-anchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  )
})

/** Cells as one shape: larger or smaller by this much. */
export function shapes(kind: BoardInfo["kind"], all: Spot[], by: number): string {
  if (kind === "square") return all.map(({ x, y }) => `M${x - CELL / 2 - by},${y - CELL / 2 - by}h${CELL + 2 * by}v${CELL + 2 * by}h${-CELL - 2 * by}z`).join("")
  if (kind === "graph") {
    const r = CELL * 0.44 + by
    return all.map(({ x, y }) => `M${(x - r).toFixed(1)},${y.toFixed(1)}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`).join("")
  }
  const corners = outline(kind, by, isQuarter(all))!
    .split(" ")
    .map(it => it.split(",").map(Number) as [number, number])
  return all.map(({ x, y }) => `M${corners.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join("L")}z`).join("")
}

/** Groups values by a common key. */
function grouped<T>(all: T[], of: (one: T) => string): [key: string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = of(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups]
}

/** Side of a block, in whose paths only its own cells are: painting a part of the board goes through few of them. */
const BLOCK = 16 * CELL

function blockOf({ x, y }: Spot): string {
  return `${Math.floor(x / BLOCK)} ${Math.floor(y / BLOCK)}`
}

/** The cells of a board that has too many to be drawn one by one: shapes for each colour. */
export const Mass = steady(({ kind, all, lands, seamless }: { kind: BoardInfo["kind"]; all: Spot[]; lands: (Piece | undefined)[]; seamless: boolean }) => {
  const isDark = (cell: number) => (all[cell]!.row + all[cell]!.column) % 2 === 1
  const classOf = (cell: number) => (lands[cell] ? `square ground tone-${lands[cell].tone}` : "square")
  return (
    <g aria-hidden="true">
      {grouped([...all.keys()], cell => `${isDark(cell)} ${classOf(cell)} ${blockOf(all[cell]!)}`).map(([key, cells]) => (
        <g key={key} class={isDark(cells[0]!) ? "dark" : undefined}>
          <path
            class={classOf(cells[0]!)}
            d={shapes(
              kind,
              cells.map(cell => all[cell]!),
              seamless ? 0 : -GAP / 2,
            )}
          />
        </g>
      ))}
    </g>
  )
})

/** Pieces on a board with too many cells for elements, as discs in their colours, and the clickable cells. */
export const Dots = steady(({ all, tones, open }: { all: Spot[]; tones: (string | undefined)[]; open: number[] }) => {
  const dots = (cells: number[]) => cells.map(cell => `M${all[cell]!.x.toFixed(1)},${all[cell]!.y.toFixed(1)}h0`).join("")
  const taken = [...all.keys()].filter(cell => tones[cell] !== undefined)
  return (
    <g class="dots" aria-hidden="true">
      {grouped(taken, cell => `${tones[cell]} ${blockOf(all[cell]!)}`).map(([key, cells]) => (
        <path key={key} class={`tone-${tones[cells[0]!]}`} d={dots(cells)} />
      ))}
      {grouped(open, cell => blockOf(all[cell]!)).map(([key, cells]) => (
        <path key={`open ${key}`} class="open" d={dots(cells)} />
      ))}
    </g>
  )
})

/** The signs of grounds on cells that are not drawn one by one. */
export const Signs = steady(({ kind, cells, all, lands }: { kind: BoardInfo["kind"]; cells: number[]; all: Spot[]; lands: (Piece | undefined)[] }) => (
  <g class="signs" aria-hidden="true">
    {cells.map(cell => (
      <Signed key={cell} kind={kind} land={lands[cell]!} spot={all[cell]!} />
    ))}
  </g>
))

const Signed = steady(({ kind, land, spot }: { kind: BoardInfo["kind"]; land: Piece; spot: Spot }) => {
  const sign = signOf(land)
  return (
    <g transform={`translate(${spot.x} ${spot.y}) rotate(${land.turn ?? 0})`}>
      {isPicture(sign) ? <Tile kind={kind} classes="square" sign={sign} turn={0} /> : <Ink class="ground-sign" text={sign} size={40} />}
    </g>
  )
})

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

interface GroundProps {
  kind: BoardInfo["kind"]
  land?: Piece
  /** It has a piece. */
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

/** A cell without its pieces; its ground by colour and symbol. */
export function Ground({ kind, land, taken, seamless }: GroundProps) {
  const classes = `square ${land ? `ground tone-${land.tone}` : ""}`
  const size = CELL - (seamless ? 0 : GAP)
  const sign = land && signOf(land)
  if (sign && isPicture(sign)) return <Tile kind={kind} classes={classes} sign={sign} turn={land.turn ?? 0} />
  return (
    <>
      {kind === "square" && <rect class={classes} x={-size / 2} y={-size / 2} width={size} height={size} rx={seamless ? 0 : 10} />}
      {kind === "hex" && <polygon class={classes} points={outline(kind, -GAP / 2)} />}
      {kind === "graph" && <circle class={classes} r={CELL * 0.44} />}
      {sign && (
        <g transform={`${taken ? `translate(${SIGN[kind].x} ${SIGN[kind].y})` : ""} rotate(${land.turn ?? 0})`} aria-hidden="true">
          <Ink class={`ground-sign ${taken ? "aside" : ""}`} text={sign} size={taken ? SIGN[kind].size : 40} />
        </g>
      )}
    </>
  )
}

/** A cell that is a picture of the author's, turned as it lies. */
function Tile({ kind, classes, sign, turn }: { kind: BoardInfo["kind"]; classes: string; sign: string; turn: number }) {
  const size = kind === "graph" ? CELL * 0.88 : kind === "hex" ? HEX_HIGH : CELL
  return (
    <>
      {kind === "hex" ? (
        <polygon class={classes} points={outline(kind, 0)} />
      ) : kind === "graph" ? (
        <circle class={classes} r={CELL * 0.44} />
      ) : (
        <rect class={classes} x={-size / 2} y={-size / 2} width={size} height={size} />
      )}
      <image href={imageOf(sign)} x={-size / 2} y={-size / 2} width={size} height={size} transform={`rotate(${turn})`} aria-hidden="true" />
    </>
  )
}

/** The symbol of the ground, or its letter if no colour identifies it. */
export function signOf({ symbol, text, notes, tone }: Piece): string {
  if (symbol || tone !== "neutral") return symbol ? text : ""
  return (text || notes.join("")).slice(0, 1)
}

/** Position of the ground's sign, visible beside a piece. */
const SIGN = {
  square: { x: -CELL / 2 + 18, y: -CELL / 2 + 18, size: 20 },
  hex: { x: 0, y: -46, size: 20 },
  graph: { x: -CELL * 0.42, y: -CELL * 0.42, size: 26 },
}
