// What a seat sees of the game.

import type { Json, RulesInfo } from "house-rules"
import type { ComponentChildren } from "preact"
import { cellsFor, counted, FIRST } from "../common/bounded"
import type { Seat } from "../common/seat"
import { Areas } from "./areas"
import { useAround } from "./around"
import { Board } from "./board"
import { Cards } from "./cards"
import { Dice } from "./dice"
import { Facts } from "./facts"
import { tone } from "./look"
import { Sign } from "./signs"
import { Messages } from "./messages"
import { Meter, Text } from "./meters"
import { TablePicking, useTablePicking } from "./picking"
import { Race } from "./race"
import { Counter, Rows } from "./rows"
import { type Drawn, type Part, tableOf } from "./scene"
import { useSliding } from "./sliding"
import { Tokens } from "./tokens"
import { Track } from "./track"

/** Of all lists of a seat together; each shows some in any case. */
const TOGETHER = 1200
const LEAST = 20

/** Makes a move. */
export type Send = (action: string, argument: Json) => void

interface Props {
  info: RulesInfo
  own: Seat
  /** How many moves the game has. */
  at: number
  /** It is a role, in a game that is not over. */
  plays: boolean
  send: Send
}

export function SeatView({ info, own, at: made, plays, send }: Props) {
  const { role } = useAround()
  const table = tableOf(info, own, role)
  const { scene } = table
  const { inside, pickingOf, onKeyDown } = useTablePicking(table, own, send)
  const lists = useSliding(info, own)
  const { shows, more, fields } = scene
  const first = Math.max(LEAST, Math.min(FIRST, Math.floor(TOGETHER / shows.length)))
  const cells = cellsFor(shows.filter(({ board }) => board !== undefined).length)
  const boards = shows.filter(({ show }) => show.kind === "board").length
  const draw = ({ id, show, board, info, seat }: Drawn) => {
    const same = { show, info, seat }
    if (board && show.kind === "track") return <Race key={id} board={board} {...same} first={cells} />
    if (board) return <Board key={id} id={id} board={board} {...same} at={made} beside={boards > 1} first={cells} send={send} />
    const Shown = SHOWN[show.kind as keyof typeof SHOWN]
    return <Shown key={id} id={id} {...same} first={first} send={send} />
  }
  return (
    <TablePicking.Provider value={pickingOf}>
      <div
        class="shows"
        ref={element => {
          lists.current = element
          inside.current = element
        }}
        onKeyDown={onKeyDown}
      >
        {scene.parts.map((part, at) => (
          <Placed key={at} part={part} info={info} draw={draw} />
        ))}
        {more > 0 && <p class="more">and {counted(more)} more that the rules show</p>}
        {plays && <Messages info={info} send={send} />}
        <Facts info={info} seat={own} drawn={fields} />
      </div>
    </TablePicking.Provider>
  )
}

interface PlacedProps {
  part: Part
  info: RulesInfo
  draw(show: Drawn): ComponentChildren
}

/** A show, or a group of them. */
function Placed({ part, info, draw }: PlacedProps) {
  if (part.kind === "show") return <>{draw(part)}</>
  const { kind, columns, title, role, mine, marks = [] } = part
  const inside = part.parts.map((it, at) => <Placed key={at} part={it} info={info} draw={draw} />)
  if (kind === "seat")
    return (
      <section class={`place ${mine ? "mine" : ""} tone-${tone(role!, info)}`} aria-label={info.roles[role!]} data-testid="place">
        <h3 class="who">
          {info.roles[role!]}
          {marks.map(({ symbol, text, name }) => (
            <span key={name} class="seat-mark" title={name} data-testid="seat-mark">
              {symbol !== undefined && <Sign symbol={symbol} />} {text}
            </span>
          ))}
        </h3>
        {inside}
      </section>
    )
  return (
    <div
      class={`group is-${kind}`}
      data-across={columns}
      style={columns === undefined ? undefined : { "--across": columns }}
      role={title === undefined ? undefined : "group"}
      aria-label={title}
    >
      {title !== undefined && <h3 class="group-title">{title}</h3>}
      {inside}
    </div>
  )
}

/** What is shown besides boards. */
const SHOWN: { [kind in Exclude<Drawn["show"]["kind"], "board">]: (props: Parameters<typeof Cards>[0]) => ComponentChildren } = {
  cards: Cards,
  track: Track,
  table: Rows,
  counter: Counter,
  areas: Areas,
  dice: Dice,
  tokens: Tokens,
  meter: Meter,
  text: Text,
}
