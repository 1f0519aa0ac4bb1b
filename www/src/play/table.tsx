// The game as it stands, from one seat.

import type { RulesInfo } from "house-rules"
import { useMemo } from "preact/hooks"
import type { Seat } from "../common/seat"
import type { Position } from "../engine/protocol"
import { message, move, playRandom, refusal, start } from "./playing"
import { seat } from "./seat"
import { checked, deadly, pending, stale, table, undoes, undrawn, unloaded, type Table as Playing } from "../session/state"
import { AroundTable } from "../table/around"
import { Actions } from "../table/actions"
import { keepAsTest, testable, untestable } from "./as-test"
import { Boundary } from "./boundary"
import { brief } from "../common/bounded"
import { outcome } from "../common/words"
import { RestingButton } from "../common/resting"
import { dressed } from "../table/look"
import { Branches, EarlierGames } from "../travel/branches"
import { Inside } from "../travel/inside"
import { Log } from "../travel/log"
import { glimpsed } from "../travel/moment"
import { Edited, Slider } from "../travel/slider"
import { jumpTo } from "../write/editor"
import { Machines } from "./machines"
import { tableOf } from "../table/scene"
import { isOpen } from "../table/moves"
import { Notices } from "./notices"
import { Others } from "./others"
import { passing } from "./passing"
import { Seats } from "./seats"
import { Setup } from "./setup"
import { type Send, SeatView } from "../table/shows"
import { turnBoard, turnOf } from "./turning"
import { askWhy, WhyNot } from "./why"

/** A game that does not end is played so far. */
const MOST_MOVES = 5000

/** So much of a title is shown, in letters. */
const TITLE = 200

export function Table() {
  return (
    <section class="table" aria-label="Table" aria-busy={pending.value} data-testid="table">
      <Notices />
      {table.value
        ? !undrawn.value && (
            <Boundary of={table.value}>
              <Game {...table.value} />
            </Boundary>
          )
        : !unloaded.value && <p class="empty">{checked.value || deadly.value ? "These rules cannot be played yet." : "Setting the table…"}</p>}
    </section>
  )
}

function Game({ info: bare, position: stands }: Playing) {
  const position = glimpsed.value ?? stands
  // Only those who play have a place at the table.
  const roles = position.roles.join("\n")
  const info = useMemo(() => dressed({ ...bare, roles: position.roles }), [bare, roles])
  const told = position.seats.get(seat.value)
  const own = useMemo(() => (told?.between && passing.value === position ? { ...told, fields: { ...told.fields, ...told.between } } : told), [told, passing.value === position])
  const around = { role: seat.value, several: false, turn: turnOf(seat.value), refusal: refusal.value, undoes: undoes.value, askWhy }
  return (
    <>
      <header class="table-head">
        <h2>{brief(info.title, TITLE)}</h2>
        <p class="stale" role="status" data-testid="stale">
          {stale.value && "Playing the last rules that worked"}
        </p>
        <Seats />
      </header>
      <AroundTable.Provider value={around}>
        <div class="play">
          <div class="seat" id="seat" role="tabpanel" aria-label={seat.value}>
            <Prompt position={position} roles={info.roles} own={own} />
            {own && (
              <SeatView
                info={info}
                own={own}
                at={position.record.moves.length}
                send={glimpsed.value ? () => undefined : send(info)}
                plays={position.active.length > 0 && info.roles.includes(seat.value)}
                facts
              />
            )}
            <Controls info={info} position={position} own={own} stands={stands} />
          </div>
          <aside class="side">
            <Log shown={position} role={seat.value} />
            <Branches />
            <EarlierGames />
            <Chance over={position.active.length === 0} />
            <Machines />
          </aside>
        </div>
      </AroundTable.Provider>
      <Others info={info} position={position} />
      <Inside jump={jumpTo} />
      <Setup />
    </>
  )
}

/** What the seat is asked; once the game is over, how it ended. */
function Prompt({ position: { result, record }, roles, own }: { position: Position; roles: string[]; own: Seat | undefined }) {
  if (result === undefined)
    return (
      <p class="prompt" aria-live="polite" data-testid="prompt">
        {own?.prompt}
      </p>
    )
  return (
    <div class="over">
      <p class="prompt result" aria-live="polite" data-testid="result">
        {outcome(result, roles)}
      </p>
      <button data-testid="play-again" title="Begins again with a new seed" onClick={() => start(null, record.scenario, record.options)}>
        Play again
      </button>
    </div>
  )
}

interface ControlsProps {
  info: RulesInfo
  /** What is shown: the game as it stands, or a moment that somebody points at. */
  position: Position
  own: Seat | undefined
  /** The game as it stands: what is done is done there. */
  stands: Position
}

function Controls({ info, position, own, stands }: ControlsProps) {
  const acts = stands.seats.get(seat.value)
  return (
    <div class="controls" data-testid="controls">
      <WhyNot />
      {acts && <Actions info={info} seat={acts} send={send(info)} />}
      <Slider shown={position} role={seat.value}>
        {own && tableOf(info, own, seat.value).scene.shows.some(({ show }) => show.kind === "board") && (
          <button class="step" aria-label="Turn the board" title={`Turns the board as ${seat.value} sees it; that is kept`} data-testid="turn" onClick={turnBoard}>
            ⟳
          </button>
        )}
      </Slider>
      <Edited shown={position} />
    </div>
  )
}

/** Makes moves from the seat at the table. */
function send(info: RulesInfo): Send {
  return (action, argument) => (isOpen(info, action) ? message : move)(seat.value, action, argument)
}

/** Lets chance make the next moves. */
function Chance({ over }: { over: boolean }) {
  return (
    <div class="chance" role="group" aria-label="Random moves">
      <RestingButton title="Makes one of the legal moves" data-testid="random-move" rests={over} onClick={() => playRandom(1)}>
        Random move
      </RestingButton>
      <RestingButton title="Plays on at random until the game is over" data-testid="random-end" rests={over} onClick={() => playRandom(MOST_MOVES)}>
        Play to the end
      </RestingButton>
      {testable.value && (
        <button title="Writes what was played as a test at the end of the rules" data-testid="as-test" disabled={untestable.value} onClick={keepAsTest}>
          Keep as a test
        </button>
      )}
      {testable.value && untestable.value && (
        <small class="quiet" data-testid="untestable">
          A test cannot go on from an edited or saved position.
        </small>
      )}
    </div>
  )
}
