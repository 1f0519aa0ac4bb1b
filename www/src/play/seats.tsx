// From whose eyes the table is seen: a line for each seat.

import type { RulesInfo } from "houserules"
import { useLayoutEffect, useRef } from "preact/hooks"
import { OBSERVER, type Seat } from "houserules-table/src/common/seat.ts"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import type { Position } from "../engine/protocol"
import { table } from "../session/state"
import { tone } from "houserules-table/src/look.ts"
import { Player, type Sitting } from "houserules-table/src/player.tsx"
import { type Part, tableOf } from "houserules-table/src/scene.ts"
import { takeScreen } from "./cover"
import { machines } from "./machine"
import { seat } from "./seat"
import { STRENGTHS } from "./strengths"

/** Player of a seat. */
export function sits(role: string, { active }: Position): Sitting {
  const strength = machines.value.get(role)
  return { level: strength && STRENGTHS[strength].name, active: active.includes(role) }
}

/** `true` if the table has a place for each seat: then no extra line shows the players, but to an observer, who would find no way back. */
export function areSeatsDrawn(info: RulesInfo, own: Seat | undefined, role: string): boolean {
  const holds = (part: Part): boolean => part.kind === "seats" || (part.kind !== "show" && part.parts.some(holds))
  return own !== undefined && role !== OBSERVER && tableOf(info, own, role).scene.parts.some(holds)
}

/** `alone`: nothing else beside the table shows who plays. */
export function Seats({ alone = false }: { alone?: boolean }) {
  const { info, position } = table.value!
  const tabs = [...position.roles, OBSERVER].map((id, at) => {
    const { level, active } = sits(id, position)
    const swatch = <i class={`swatch tone-${id === OBSERVER ? "neutral" : tone(at, info)} ${active ? "active" : ""}`} aria-hidden="true" />
    return {
      id,
      title:
        id === OBSERVER
          ? "A spectator: sees what is public, and makes no moves"
          : [active && "to act", level !== undefined && "played by the computer"].filter(Boolean).join(", ") || undefined,
      content: (
        <>
          {alone && id === OBSERVER ? <Eye /> : swatch}
          <span class={alone && id === OBSERVER ? "unseen" : undefined}>{id}</span>
          {alone && id !== OBSERVER && <Player level={level} />}
        </>
      ),
    }
  })
  const strip = useRef<HTMLDivElement>(null)
  // The chosen seat is in sight; nothing else scrolls.
  useLayoutEffect(() => {
    const tabs = strip.current?.querySelector(".tabs")
    const chosen = tabs?.querySelector<HTMLElement>("[aria-selected=true]")
    if (!tabs || !chosen) return
    const [from, to] = [tabs.getBoundingClientRect(), chosen.getBoundingClientRect()]
    tabs.scrollLeft += Math.min(0, to.left - from.left) + Math.max(0, to.right - from.right)
  }, [seat.value])
  return (
    <div class="seats" ref={strip}>
      <Tabs label="Seat" controls="seat" testid="seats" tabs={tabs} chosen={seat.value} choose={takeScreen} />
    </div>
  )
}

function Eye() {
  return (
    <svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </svg>
  )
}
