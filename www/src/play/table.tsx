// The current game, from one seat: the seats, the view, the bar, and the panel beside.

import { useMemo } from "preact/hooks"
import { brief } from "houserules-table/src/common/bounded.tsx"
import { Boundary } from "../common/boundary"
import { later } from "../common/later"
import { windowClass } from "../common/window"
import { checked, deadly, mode, pending, stale, table, undoes, undrawn, unloaded, type Table as Playing } from "../session/state"
import { AroundTable } from "houserules-table/src/around.ts"
import { dressed } from "houserules-table/src/look.ts"
import { isOpen } from "houserules-table/src/moves.ts"
import type { Target } from "houserules-table/src/paths.ts"
import { type Send, SeatView } from "houserules-table/src/shows.tsx"
import { glimpsed } from "../travel/moment"
import { replay, stop } from "../travel/since"
import { isPlacing } from "../write/graphs"
import { Bar, picked } from "./bar"
import { Cover, covered, facing } from "./cover"
import { Notices } from "./notices"
import { openTyped, Panel } from "./panel"
import { passing } from "./passing"
import { PlacesSwitches } from "./placing"
import { message, move, refusal } from "./playing"
import { seat } from "./seat"
import { areSeatsDrawn, Seats, sits } from "./seats"
import "./sound"
import { quarterFor, turnOf } from "./turning"
import { useTypingKey } from "./typing"
import { askWhy, tells } from "./why"

const PlacesOver = later("The place editor", async () => (await import("./places")).PlacesOver)

/** Maximum letters of a title. */
const TITLE = 200

export function Table() {
  useTypingKey(openTyped)
  return (
    <section class="table" aria-label="Table" aria-busy={pending.value} data-testid="table">
      <div class="notices">
        <Notices />
      </div>
      {table.value
        ? !undrawn.value && (
            <Boundary of={table.value} otherwise={(failed, again) => <Undrawable failed={failed} again={again} />}>
              <Game {...table.value} />
            </Boundary>
          )
        : !unloaded.value && <p class="empty">{checked.value || deadly.value ? "Fix the errors in the rules to play." : "Setting the table…"}</p>}
    </section>
  )
}

/** A click on the table while moves are shown is to end that, and nothing else. */
function endReplay(event: Event) {
  if (!replay.value) return
  event.stopPropagation()
  stop()
}

function Undrawable({ failed, again }: { failed: unknown; again(): void }) {
  return (
    <div class="notice error" role="alert" data-testid="undrawable">
      <p>
        <b>This position cannot be drawn:</b> {failed instanceof Error ? failed.message : String(failed)}. Your rules and the game are safe.
      </p>
      <button onClick={again}>Try again</button>
    </div>
  )
}

function Game({ info: bare, position: stands }: Playing) {
  const position = glimpsed.value ?? stands
  // Only those who play have a place at the table.
  const roles = position.roles.join("\n")
  const info = useMemo(() => dressed({ ...bare, roles: position.roles }), [bare, roles])
  const told = position.seats.get(seat.value)
  const own = useMemo(() => (told?.between && passing.value === position ? { ...told, fields: { ...told.fields, ...told.between } } : told), [told, passing.value === position])
  const works = mode.value === "workshop"
  const narrow = !works && windowClass.value !== "wide"
  const around = {
    role: seat.value,
    several: false,
    turn: turnOf(facing.value),
    quarter: quarterFor(facing.value),
    refusal: refusal.value,
    undoes: undoes.value,
    askWhy,
    tells,
    // In a wide window the panel says it.
    ...(narrow && { sits: (role: string) => sits(role, position) }),
    picks: (targets: Target[]) => (picked.value = targets),
  }
  const send: Send = (action, argument) => (isOpen(info, action) ? message : move)(seat.value, action, argument)
  return (
    <AroundTable.Provider value={around}>
      <header class="table-head">
        <h2 class="unseen">{brief(info.title, TITLE)}</h2>
        {(works || (narrow && (windowClass.value === "rail" || !areSeatsDrawn(info, told, seat.value)))) && <Seats alone={narrow} />}
        <p class="stale" role="status" data-testid="stale">
          {stale.value && "Playing the last version without errors"}
        </p>
        {works && <PlacesSwitches info={info} />}
      </header>
      <div class="stage">
        <div class="scene" id="seat" role="tabpanel" aria-label={seat.value} onClickCapture={endReplay}>
          {covered.value !== undefined && <Cover role={covered.value} />}
          {own && covered.value === undefined && (
            <SeatView
              info={info}
              own={own}
              at={position.record.moves.length}
              send={glimpsed.value ? () => undefined : send}
              plays={position.active.length > 0 && info.roles.includes(seat.value)}
              facts={works}
            />
          )}
          {works && isPlacing() && <PlacesOver info={info} />}
        </div>
      </div>
      <Bar info={info} position={position} own={own} acts={stands.seats.get(seat.value)} send={send} />
      <Panel info={info} position={position} own={own} send={send} />
    </AroundTable.Provider>
  )
}
