// The panel beside the table: the log, the steps back and forward, and everything about the game as a whole. In Play in two parts, and in a
// narrow window as a drawer over the table; in Workshop in one column.

import { effect, signal } from "@preact/signals"
import type { Json, RulesInfo } from "houserules"
import { later } from "../common/later"
import { RestingButton } from "houserules-table/src/common/resting.tsx"
import type { Seat } from "houserules-table/src/common/seat.ts"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { windowClass } from "../common/window"
import type { Position } from "../engine/protocol"
import { mode, openings } from "../session/state"
import { tableOf } from "houserules-table/src/scene.ts"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import { Branches, EarlierGames } from "../travel/branches"
import { Log } from "../travel/log"
import { Edited, Slider } from "../travel/slider"
import { jumpTo } from "../write/going"
import { keepAsTest, testable, untestable } from "./as-test"
import { covered, covers, facing, setCovers } from "./cover"
import { Leaving } from "./leaving"
import { Machines } from "./machines"
import { Others } from "./others"
import { playRandom } from "./playing"
import { follow, others, seat, setFollow, setOthers } from "./seat"
import { Seats } from "./seats"
import { Setup } from "./setup"
import { SinceButton } from "./since"
import { turnBoard } from "./turning"
import { KEY, setTyping, typing } from "./typing"

const Inside = later("The inspector", async () => (await import("../travel/inside")).Inside)
const TypedTable = later("Typed play", async () => (await import("./typed-table")).TypedTable)

/** Maximum moves played of a game that does not end. */
const MOST_MOVES = 5000

const PARTS = [
  { id: "log", content: "Log" },
  { id: "typed", content: "Type moves", title: `Play and ask about the table by typing (Alt+${KEY})` },
  { id: "game", content: "Game", title: "Setup, players, branches" },
]

const part = signal(typing.value ? "typed" : "log")

function choosePart(id: string) {
  part.value = id
  setTyping(id === "typed")
}

/** Opens the typed table, in the panel or the drawer. */
export function openTyped() {
  part.value = "typed"
  drawer.value = true
}

/** The panel is open where it is a drawer. */
export const drawer = signal(false)

/** It is reset for another game, mode or window. */
effect(() => {
  void [openings.value, mode.value, windowClass.value]
  drawer.value = false
})

interface Props {
  info: RulesInfo
  /** The shown position. */
  position: Position
  /** The view of the seat at the table. */
  own: Seat | undefined
  send(action: string, argument: Json): void
}

export function Panel({ info, position, own, send }: Props) {
  const works = mode.value === "workshop"
  const wide = windowClass.value === "wide"
  if (!works && !wide && !drawer.value) return null
  const role = covered.value === undefined ? seat.value : OBSERVER
  const log = <Log shown={position} role={role} />
  const typed = <TypedTable info={info} send={send} close={() => (drawer.value = false)} />
  return (
    <aside
      class={`panel ${works || wide ? "" : "over"}`}
      id="panel"
      aria-label="Beside the table"
      data-testid="panel"
      onKeyDown={event => event.key === "Escape" && (drawer.value = false)}
    >
      {!works && (
        <>
          {wide && (
            <div class="sitting">
              <Seats />
              <Machines />
            </div>
          )}
          <Tabs label="Beside the table" controls="panel-part" testid="panel-parts" tabs={PARTS} chosen={part.value} choose={choosePart} />
        </>
      )}
      <div class={`panel-part ${works ? "all" : ""}`} id="panel-part">
        {works ? (
          <>
            <Inside jump={jumpTo} />
            {log}
            <details class="type-moves" open={typing.value} onToggle={event => setTyping(event.currentTarget.open)}>
              <summary title={`Play and ask about the table by typing (Alt+${KEY})`}>Type moves</summary>
              {typing.value && typed}
            </details>
            <AboutGame info={info} position={position} machines />
          </>
        ) : part.value === "log" ? (
          log
        ) : part.value === "typed" ? (
          typed
        ) : (
          <AboutGame info={info} position={position} machines={!wide} />
        )}
      </div>
      <div class="steps">
        <Slider shown={position} role={role}>
          {own && tableOf(info, own, seat.value).scene.shows.some(({ show }) => show.kind === "board") && (
            <button class="step" aria-label="Turn the board" title={`Turn the board for ${facing.value}`} data-testid="turn" onClick={turnBoard}>
              ⇅
            </button>
          )}
          <SinceButton onClick={() => (drawer.value = false)} />
        </Slider>
        <Edited shown={position} />
      </div>
    </aside>
  )
}

function AboutGame({ info, position, machines }: Pick<Props, "info" | "position"> & { machines: boolean }) {
  return (
    <>
      {machines && mode.value === "play" && <Seats />}
      {machines && <Machines />}
      <Chance over={position.active.length === 0} />
      <Leaving info={info} position={position} />
      <Following several={position.roles.length > 1} />
      <Branches />
      <EarlierGames />
      <Setup />
      {covered.value === undefined && <Others info={info} position={position} />}
    </>
  )
}

function Following({ several }: { several: boolean }) {
  return (
    <div class="following">
      <label class="check">
        <input type="checkbox" checked={follow.value} data-testid="follow" onChange={event => setFollow(event.currentTarget.checked)} />
        Switch seats automatically
      </label>
      {several && mode.value === "play" && (
        <label class="check" title="When players see different things, hide the table until the next one is ready">
          <input type="checkbox" checked={covers.value} data-testid="covers" onChange={event => setCovers(event.currentTarget.checked)} />
          Hide table between turns
        </label>
      )}
      {several && (
        <label class="check" title="Show below what each other seat sees">
          <input type="checkbox" checked={others.value} data-testid="show-others" onChange={event => setOthers(event.currentTarget.checked)} />
          Show every seat
        </label>
      )}
    </div>
  )
}

/** Lets chance make the next moves. */
function Chance({ over }: { over: boolean }) {
  const works = mode.value === "workshop"
  return (
    <div class="chance" role="group" aria-label="Random moves">
      <RestingButton title="Make a random legal move" data-testid="random-move" rests={over} onClick={() => playRandom(1)}>
        Random move
      </RestingButton>
      <RestingButton title="Play random moves until the game is over" data-testid="random-end" rests={over} onClick={() => playRandom(MOST_MOVES)}>
        Play to the end
      </RestingButton>
      {works && testable.value && (
        <button title="Add this game to the end of the rules as a test" data-testid="as-test" disabled={untestable.value} onClick={keepAsTest}>
          Save as test
        </button>
      )}
      {works && testable.value && untestable.value && (
        <small class="quiet" data-testid="untestable">
          A test can hold moves only. This game has an edited or saved position, a resignation or an agreed draw.
        </small>
      )}
    </div>
  )
}

/** Opens the panel where it is a drawer. */
export function DrawerButton() {
  if (mode.value === "workshop" || windowClass.value === "wide") return null
  return (
    <button
      class="icon"
      aria-label="Log and game"
      title="Log, typed moves, setup, players"
      aria-expanded={drawer.value}
      data-testid="drawer"
      onClick={() => (drawer.value = !drawer.value)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 6h16M4 12h16M4 18h10" />
      </svg>
    </button>
  )
}
