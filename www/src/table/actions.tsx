// Buttons for every action that no clicks make, and why those are disabled that are.

import type { Json, RulesInfo, ShowInfo } from "house-rules"
import type { Seat } from "../common/seat"
import { clickedIn } from "./areas"
import { clickedCards } from "./cards"
import { FIRST, useBound } from "../common/bounded"
import { RestingButton } from "../common/resting"
import { own } from "../common/objects"
import { moveText } from "./moves"
import { useAround } from "./around"
import { argumentWords, caption } from "../common/words"

interface Props {
  info: RulesInfo
  seat: Seat
  /** The shows that are drawn for this seat. */
  shows: ShowInfo[]
  send(action: string, argument: Json): void
}

interface Button {
  action: string
  argument: Json
  text: string
  enabled: boolean
  reason?: string
}

/** More than this are not told one by one. */
const MOST_WITHHELD = 12

export function Actions({ info, seat, shows, send }: Props) {
  const { role, undoes } = useAround()
  const clicked = new Set(shows.filter(show => show.number === undefined).flatMap(show => show.clicks.map(({ action }) => action)))
  const inAreas = new Set(shows.flatMap(show => [...clickedIn(show, seat, role), ...clickedCards(show, seat)]))
  const buttons = buttonsOf(info, seat).filter(({ action, argument }) => action !== "undo" && !clicked.has(action) && !inAreas.has(moveText(action, argument)))
  const undo = undoes ? own(seat.actions, "undo") : undefined
  const { shown, more } = useBound(buttons.length, FIRST, buttons.length > 0 ? seat.untold : 0)
  if (buttons.length === 0 && undo === undefined) return null
  return (
    <div class="actions" role="group" aria-label="Actions" data-testid="actions">
      {buttons.slice(0, shown).map(button => (
        <ActionButton key={moveText(button.action, button.argument)} {...button} send={send} />
      ))}
      {more}
      {undo !== undefined && (
        <RestingButton class="undo" title="Takes back as much as the rules allow" data-action="undo" rests={undo !== 1} onClick={() => send("undo", null)}>
          Undo
        </RestingButton>
      )}
    </div>
  )
}

/** It stays in reach of the keyboard where it cannot be taken: a click asks why, unless that is told already. */
function ActionButton({ action, argument, text, enabled, reason, send }: Button & Pick<Props, "send">) {
  const { askWhy } = useAround()
  const id = `why-${action}-${JSON.stringify(argument)}`.replaceAll(/[^\w-]/g, "_")
  const button = (
    <button
      class="action"
      data-action={action}
      aria-disabled={!enabled || undefined}
      aria-describedby={reason && id}
      title={reason}
      onClick={() => (enabled ? send(action, argument) : reason === undefined && askWhy([{ action, argument: argument ?? undefined }]))}
    >
      {text}
    </button>
  )
  if (!reason) return button
  return (
    <span class="withheld">
      {button}
      <small id={id} data-testid="reason">
        {reason}
      </small>
    </span>
  )
}

function buttonsOf(info: RulesInfo, { actions, why }: Seat): Button[] {
  const out: Button[] = []
  const names = new Set([...Object.keys(actions ?? {}), ...Object.keys(why ?? {})])
  for (const action of names) {
    const offered = own(actions, action)
    const reasons = own(why, action)
    const button = (argument: Json, enabled: boolean, reason?: string) =>
      out.push({ action, argument, text: `${caption(action)} ${argumentWords(info, action, argument)}`.trim(), enabled, reason })
    if (Array.isArray(offered)) for (const argument of offered) button(argument, true)
    else if (offered !== undefined || typeof reasons === "string") button(null, offered === 1, typeof reasons === "string" ? reasons : undefined)
    if (Array.isArray(reasons)) for (const [argument, reason] of reasons.slice(0, MOST_WITHHELD)) button(argument, false, reason)
  }
  return out
}
