// A cell as an element: its ground, its pieces, and its marks. The board handles clicks.

import type { BoardInfo, RulesInfo, ShowInfo } from "houserules"
import { steady } from "./common/steady"
import { STACKED, stacked, type Spot } from "./geometry"
import { Ground, Point, signOf } from "./ground"
import type { Piece } from "./look"
import { Last } from "./motion"
import { Mark, Marks } from "./piece"

interface Props {
  number: number
  spot: Spot
  kind: BoardInfo["kind"]
  /** Points lie along two edges only; those above lead down. */
  point?: "up" | "down"
  /** Rotation of points with their board, in degrees; pieces there stay upright. */
  quarter: number
  seamless: boolean
  /** Full description. */
  name: string
  /** Why nothing can be done there, if somebody asked. */
  reason?: string
  land?: Piece
  here: Piece[]
  /** Another one each time something sets out for this cell. */
  arrival?: number
  /** Its pieces are being dragged. */
  lifted: boolean
  /** On this board cells can be clicked. */
  clicks: boolean
  answers: boolean
  legal: boolean
  /** It is marked as clickable. */
  hinted: boolean
  picked: boolean
  /** Several can be picked. */
  presses: boolean
  /** Something is picked, on this board or elsewhere. */
  begun: boolean
  /** The rules' word for its mark. */
  chosen?: string
  lately: boolean
  /** Its column is pointed at. */
  pointed: boolean
  /** The Tab key leads here. */
  stop: boolean
  info: RulesInfo
  pieces: ShowInfo["pieces"]
}

export const Cell = steady((props: Props) => {
  const { number, spot, kind, point, quarter, seamless, name, reason, land, here, arrival, lifted, clicks, legal, picked, chosen, lately, info, pieces } = props
  const taken = here.length > 0
  const down = point === "down"
  const top = point ? stacked(Math.max(0, here.length - 1)) * (down ? -1 : 1) : 0
  const classes = ["cell", (spot.row + spot.column) % 2 === 1 && "dark", props.pointed && "in-column", picked && "picked"]
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      transform={`translate(${spot.x} ${spot.y}) ${point ? `rotate(${quarter})` : ""}`}
      role={clicks ? "button" : "img"}
      tabindex={clicks ? (props.stop ? 0 : -1) : undefined}
      aria-label={name}
      aria-description={[chosen, lately && "changed by the last move"].filter(Boolean).join(", ") || undefined}
      aria-disabled={clicks ? !props.answers : undefined}
      aria-pressed={props.presses ? picked : undefined}
      data-testid="cell"
      data-cell={number}
      data-legal={legal}
    >
      {reason && <title>{reason}</title>}
      {point ? <Point down={down} /> : <Ground kind={kind} land={land} taken={taken} seamless={seamless} />}
      {taken && (
        <g key={arrival} class={lifted ? "lifted" : arrival === undefined ? undefined : "arrival"}>
          {point ? <Stack standing={here} down={down} quarter={quarter} info={info} pieces={pieces} /> : <Marks standing={here} info={info} pieces={pieces} />}
        </g>
      )}
      <g transform={point ? `translate(0 ${top}) rotate(${-quarter})` : undefined}>
        {chosen && <SetApart kind={kind} />}
        {lately && !chosen && <Last kind={kind} />}
        {props.hinted && <Legal taken={taken} picked={props.begun} low={land !== undefined && signOf(land) !== ""} />}
      </g>
    </g>
  )
})

/** Things on a point, from the edge on; with a count if there are many. */
function Stack({ standing, down, quarter, ...how }: { standing: Piece[]; down: boolean; quarter: number; info: RulesInfo; pieces: ShowInfo["pieces"] }) {
  const shown = standing.slice(-STACKED)
  return (
    <>
      {shown.map((piece, at) => {
        const y = stacked(at) * (down ? -1 : 1)
        const last = at === STACKED - 1 && standing.length > STACKED
        return (
          <g key={at} transform={`translate(0 ${y}) rotate(${-quarter})`}>
            <Mark piece={last ? { ...piece, text: String(standing.length), symbol: false, notes: [] } : piece} {...how} />
          </g>
        )
      })}
    </>
  )
}

/** Surrounds a cell that the rules mark: a line that has won, a unit that moves. */
function SetApart({ kind }: Pick<BoardInfo, "kind">) {
  const shape = (of: string) => (kind === "square" ? <rect class={of} x="-46" y="-46" width="92" height="92" rx="10" /> : <circle class={of} r="43" />)
  return (
    <g class="set-apart" data-testid="chosen" aria-hidden="true">
      {shape("halo")}
      {shape("ring")}
    </g>
  )
}

/** Marks a cell that can be clicked, each by a shape: an empty one, a target of the selection, one to select. `low`: below its sign. */
function Legal({ taken, picked, low }: { taken: boolean; picked: boolean; low: boolean }) {
  if (!taken) return <circle class="hint" cy={low ? 34 : 0} r="9" />
  if (picked) return <circle class="target" r="43" />
  return <rect class="ready" x="-17" y="40" width="34" height="7" rx="3.5" />
}
