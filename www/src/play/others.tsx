// The game from all other seats, side by side where there is room: to look at, and to switch to.

import type { RulesInfo } from "houserules"
import { useMemo } from "preact/hooks"
import { AroundTable } from "houserules-table/src/around.ts"
import { useBound } from "houserules-table/src/common/bounded.tsx"
import type { Seat } from "houserules-table/src/common/seat.ts"
import type { Position } from "../engine/protocol"
import { tone } from "houserules-table/src/look.ts"
import { others, seat, sit } from "./seat"
import { SeatView } from "houserules-table/src/shows.tsx"
import { quarterFor, turnOf } from "./turning"

/** Number drawn at first. */
const FIRST = 8

export function Others({ info, position }: { info: RulesInfo; position: Position }) {
  // Nothing is clicked there.
  const still = useMemo(() => ({ ...info, shows: info.shows.map(show => ({ ...show, clicks: [] })) }), [info])
  const rest = position.roles.filter(role => role !== seat.value)
  const told = rest.flatMap(role => {
    const own = position.seats.get(role)
    return own ? [{ role, own }] : []
  })
  const { shown, more } = useBound(told.length, FIRST, rest.length - told.length)
  if (!others.value || position.roles.length < 2) return null
  return (
    <section class="others" aria-label="Other seats" data-testid="others">
      {told.slice(0, shown).map(({ role, own }) => (
        <Other key={role} info={still} role={role} own={own} position={position} />
      ))}
      {more}
    </section>
  )
}

function Other({ info, role, own, position }: { info: RulesInfo; role: string; own: Seat; position: Position }) {
  const seen = useMemo(() => ({ ...own, actions: undefined, why: undefined }), [own])
  const active = position.active.includes(role)
  return (
    <section class="other" aria-label={role} data-testid="other">
      <header>
        <h3>
          <i class={`swatch tone-${tone(info.roles.indexOf(role), info)} ${active ? "active" : ""}`} aria-hidden="true" />
          {role}
        </h3>
        <button onClick={() => sit(role)} aria-label={`Sit here as ${role}`}>
          Sit here
        </button>
      </header>
      <p class="quiet">{own.prompt}</p>
      <AroundTable.Provider value={{ role, several: true, turn: turnOf(role), quarter: quarterFor(role), refusal: undefined, undoes: false, askWhy: () => undefined }}>
        <div class="scene">
          <SeatView info={info} own={seen} at={position.record.moves.length} plays={false} send={() => undefined} />
        </div>
      </AroundTable.Provider>
    </section>
  )
}
