// What a seat sees of the game.

import type { Json, RulesInfo, ShowInfo } from "house-rules"
import type { Seat } from "../common/seat"
import { Areas } from "./areas"
import { Board } from "./board"
import { BESIDE, cellsFor, counted, FIRST } from "../common/bounded"
import { Cards } from "./cards"
import { Facts } from "./facts"
import { Messages } from "./messages"
import { Race } from "./race"
import { Counter, Rows } from "./rows"
import { useSliding } from "./sliding"
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
  const all = shownOf(info, own)
  const shows = all.slice(0, BESIDE)
  const first = Math.max(LEAST, Math.min(FIRST, Math.floor(TOGETHER / shows.length)))
  const boards = shows.filter(({ kind }) => kind === "board").length
  const lists = useSliding(info, own)
  const cells = cellsFor(shows.filter(show => show.board !== undefined).length)
  return (
    <div class="shows" ref={lists}>
      {shows.map((it, at) => {
        // What is there no more cannot be clicked.
        const show = own.between && own.fields[it.items ?? ""] === own.between[it.items ?? ""] ? { ...it, clicks: [] } : it
        const board = info.boards.find(({ name }) => name === show.board)
        if (board && show.kind === "track") return <Race key={at} board={board} show={show} info={info} seat={own} first={cells} />
        if (board) return <Board key={at} board={board} show={show} info={info} seat={own} at={made} beside={boards > 1} first={cells} send={send} />
        const Shown = SHOWN[show.kind as keyof typeof SHOWN]
        return <Shown key={at} show={show} info={info} seat={own} first={first} send={send} />
      })}
      {all.length > shows.length && <p class="more">and {counted(all.length - shows.length)} more that the rules show</p>}
      {plays && <Messages info={info} send={send} />}
      <Facts info={info} seat={own} drawn={new Set(all.flatMap(show => [show.items, show.ground]))} />
    </div>
  )
}

/** What is shown besides boards. */
const SHOWN = { cards: Cards, track: Track, table: Rows, counter: Counter, areas: Areas }

/** What is shown to a seat. */
export function shownOf(info: RulesInfo, own: Seat): ShowInfo[] {
  return info.shows.filter(show => isDrawn(info, show, own))
}

/** What it draws must be in the view, which may not be so for every seat, nor always. */
function isDrawn(info: RulesInfo, { kind, board, items, ground }: ShowInfo, own: Seat): boolean {
  if (kind === "board") {
    const fields = [items, ground].filter(field => field !== undefined)
    return info.boards.some(({ name }) => name === board) && (fields.length === 0 || fields.some(field => Object.hasOwn(own.fields, field)))
  }
  const value = Object.hasOwn(own.fields, items ?? "") ? own.fields[items ?? ""] : undefined
  return kind === "cards" || kind === "table" ? Array.isArray(value) : value !== undefined
}
