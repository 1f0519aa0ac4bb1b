// A row of cards, such as a hand.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "house-rules"
import type { Seat } from "../engine/protocol"
import { byRole, caption, itemType, words } from "./words"

interface Props {
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  send(action: string, argument: number): void
}

export function Cards({ show: { title, items, click }, info, seat, send }: Props) {
  const cards = seat.fields[items ?? ""]
  if (!Array.isArray(cards)) return null
  const type = itemType(info, items)
  const owners = byRole(cards, info.view.find(({ name }) => name === items)?.type, info.roles)
  const offered = seat.actions?.[click?.action ?? ""]
  return (
    <section class="cards" aria-label={title ?? caption(items!)} data-testid="cards">
      <h3>{title ?? caption(items!)}</h3>
      {cards.length === 0 && <p class="quiet">No cards.</p>}
      <ul>
        {cards.map((card, at) => {
          const legal = Array.isArray(offered) && offered.includes(at)
          const face = <Face value={card} type={type} roles={info.roles} />
          const attributes = { class: `card ${card === null ? "vacant" : ""}`, "data-testid": "card", "data-card": at, "data-legal": legal }
          return (
            <li key={at}>
              {owners && <span class="owner">{owners[at]}</span>}
              {click ? (
                <button {...attributes} aria-disabled={!legal} onClick={() => legal && send(click.action, at)}>
                  {face}
                </button>
              ) : (
                <span {...attributes}>{face}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A record's numbers stand out; all else is a caption. */
function Face({ value, type, roles }: { value: Json; type: TypeInfo; roles: string[] }) {
  if (value === null) return <span class="unseen">empty</span>
  if (type.kind === "optional") return <Face value={value} type={type.of} roles={roles} />
  if (type.kind !== "record") return <b>{words(value, type, roles)}</b>
  const fields = type.fields.map(field => ({ ...field, text: words((value as { [name: string]: Json })[field.name], field.type, roles) }))
  return <>{fields.map(({ name, type, text }) => (type.kind === "int" || type.kind === "num" ? <b key={name}>{text} </b> : <span key={name}>{text} </span>))}</>
}
