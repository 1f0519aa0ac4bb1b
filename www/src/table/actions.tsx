// Buttons for every action that no board and no cards offer.

import type { Json, RulesInfo, ShowInfo } from "house-rules"
import type { Seat } from "../engine/protocol"
import { undoes } from "../session"
import { caption, words } from "./words"

interface Props {
  info: RulesInfo
  seat: Seat
  /** The shows that are drawn for this seat. */
  shows: ShowInfo[]
  send(action: string, argument: Json): void
}

export function Actions({ info, seat, shows, send }: Props) {
  const clicked = new Set(shows.map(show => show.click?.action))
  const offered = Object.entries(seat.actions ?? {}).filter(([action]) => action !== "undo" && !clicked.has(action))
  const undo = undoes.value ? seat.actions?.undo : undefined
  if (offered.length === 0 && undo === undefined) return null
  return (
    <div class="actions" role="group" aria-label="Actions" data-testid="actions">
      {offered.map(([action, choices]) =>
        Array.isArray(choices) ? (
          choices.map(choice => (
            <button key={`${action} ${JSON.stringify(choice)}`} class="action" data-action={action} onClick={() => send(action, choice)}>
              {caption(action)} {argumentWords(info, action, choice)}
            </button>
          ))
        ) : (
          <button key={action} class="action" data-action={action} disabled={choices === 0} onClick={() => send(action, null)}>
            {caption(action)}
          </button>
        ),
      )}
      {undo !== undefined && (
        <button class="undo" title="Takes back as much as the rules allow" data-action="undo" disabled={undo !== 1} onClick={() => send("undo", null)}>
          Undo
        </button>
      )}
    </div>
  )
}

function argumentWords(info: RulesInfo, action: string, argument: Json): string {
  const type = info.actions.find(({ name }) => name === action)?.argument
  return words(argument, type ?? { kind: "any" }, info.roles)
}
