// Animations on a board: pieces in motion, and changes by the last move.
//
// Invariant: the board shows the current position at once, and answers; moving pieces are only drawn above it.

import type { BoardInfo, RulesInfo, ShowInfo } from "houserules"
import { useRef } from "preact/hooks"
import { difference, type Drawing, type Picture, type Way } from "./difference"
import { Mark } from "./piece"
import { useAround } from "./around"

/** `true` if the user prefers no motion. */
export function isMotionReduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches
}

interface Props {
  now: Picture
  /** The seat's view before the last move. */
  before: Picture | undefined
  /** Number of moves in the game. */
  made: number
  drawing: Drawing
  /** Nothing moves on it. */
  still: boolean
  /** The cell that a piece was brought to by hand: it need not go there. */
  put: number | undefined
}

interface Ways {
  ways: Way[]
  /** Another one each time something sets out. */
  number: number
  /** For the piece on a cell: the number of its animation while it moves there, hidden on its cell. */
  arrival(cell: number): number | undefined
}

interface Shown extends Omit<Props, "before" | "still" | "put"> {
  role: string
  ways: Way[]
  number: number
}

/** From the last shown picture to the current one; after a change of seat, from this seat's previous view. */
export function useWays({ now, before, made, drawing, still, put }: Props): Ways {
  const last = useRef<Shown>(null)
  const was = last.current
  const { role } = useAround()
  if (was?.now !== now || was.drawing !== drawing) {
    // Another seat may see the board turned.
    const from = !was ? undefined : was.role !== role ? (was.made + 1 === made ? before : undefined) : was.drawing === drawing ? was.now : undefined
    const ways = from && !still ? difference(from, now, drawing).ways.filter(({ to }) => to !== put) : []
    last.current = { now, made, drawing, role, ways, number: (was?.number ?? 0) + 1 }
  }
  const { ways, number } = last.current!
  const arrivals = new Set(ways.map(({ to }) => to))
  return { ways, number, arrival: cell => (arrivals.has(cell) ? number : undefined) }
}

interface UnderwayProps extends Pick<Ways, "ways" | "number"> {
  cells: Drawing["cells"]
  /** Offset of pieces that leave a cell, or have come there, from its centre. */
  lift?(cell: number, leaving: boolean): { x: number; y: number }
  info: RulesInfo
  pieces: ShowInfo["pieces"]
}

/** The pieces on their way, above all cells. */
export function Underway({ ways, number, cells, lift = () => ({ x: 0, y: 0 }), info, pieces }: UnderwayProps) {
  return (
    <g class="underway" key={number} aria-hidden="true">
      {ways.map(({ piece, from, to }) => {
        const at = (cell: number, { x, y } = lift(cell, cell === from)) => ({ x: cells[cell]!.x + x, y: cells[cell]!.y + y })
        const [start, end] = [at(from), at(to)]
        return (
          <g key={`${from} ${to}`} transform={`translate(${end.x} ${end.y})`}>
            <g class="way" style={{ "--x": `${start.x - end.x}px`, "--y": `${start.y - end.y}px` }}>
              <Mark piece={piece} info={info} pieces={pieces} />
            </g>
          </g>
        )
      })}
    </g>
  )
}

const CORNERS = [1, -1].flatMap(x => [1, -1].map(y => `M${x * 45},${y * 24}V${y * 45}H${x * 24}`)).join("")
const ARCS = [45, 135, 225, 315]
  .map(degrees => {
    const [from, to] = [-18, 18].map(by => ((degrees + by) * Math.PI) / 180)
    const point = (angle: number) => `${(46 * Math.cos(angle)).toFixed(1)},${(46 * Math.sin(angle)).toFixed(1)}`
    return `M${point(from!)}A46,46 0 0 1 ${point(to!)}`
  })
  .join("")

/** Around a cell that the last move changed: corners, which nothing else on a board has. */
export function Last({ kind }: Pick<BoardInfo, "kind">) {
  const path = kind === "square" ? CORNERS : ARCS
  return (
    <g class="last" data-testid="last">
      <path class="halo" d={path} />
      <path d={path} />
    </g>
  )
}
