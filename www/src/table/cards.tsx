// A row of cards, such as a hand.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "house-rules"
import type { Seat } from "../engine/protocol"
import { useBound } from "./bounded"
import { Choices, Told, useClickElsewhere } from "./choices"
import { colorOf, symbolOf, type Look } from "./look"
import { usePicking } from "./picking"
import { byRole, caption, itemType, words } from "./words"

interface Props {
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  /** So many are drawn at once. */
  first: number
  send(action: string, argument: Json): void
}

/** More cards than this are drawn smaller. */
const MANY = 7

export function Cards({ show, info, seat, first, send }: Props) {
  const { title, items, clicks } = show
  const picking = usePicking({ clicks, seat, place: () => ({}), send })
  const inside = useClickElsewhere(picking)
  const cards = seat.fields[items ?? ""]
  const { shown, more } = useBound(Array.isArray(cards) ? cards.length : 0, first, seat.missing.get(items ?? ""))
  if (!Array.isArray(cards)) return null
  const type = itemType(info, items)
  const owners = byRole(cards, info.view.find(({ name }) => name === items)?.type, info.roles)
  return (
    <section class="cards" ref={inside} aria-label={title ?? caption(items!)} data-testid="cards" onKeyDown={event => event.key === "Escape" && picking.cancel()}>
      <h3>{title ?? caption(items!)}</h3>
      {cards.length === 0 && <p class="quiet">No cards.</p>}
      <ul class={cards.length > MANY ? "many" : ""}>
        {cards.slice(0, shown).map((card, at) => {
          const legal = picking.legal(at)
          const reason = picking.reason(at)
          const picked = picking.picked.includes(at)
          const face = <Face value={card} type={type} roles={info.roles} look={show} />
          const attributes = {
            class: `card ${card === null ? "vacant" : ""} ${picked ? "picked" : ""} tone-${toneOf(card, type, show) ?? "plain"}`,
            "data-testid": "card",
            "data-card": at,
            "data-legal": legal,
            title: reason,
          }
          return (
            <li key={at}>
              {owners && <span class="owner">{owners[at]}</span>}
              {clicks.length > 0 ? (
                <button
                  {...attributes}
                  aria-disabled={!picking.answers(at)}
                  aria-pressed={clicks.some(({ sends }) => sends.length > 1 || sends[0] === "cells") ? picked : undefined}
                  onClick={() => picking.pick(at)}
                >
                  {face}
                  {reason && <span class="unseen">({reason})</span>}
                </button>
              ) : (
                <span {...attributes}>{face}</span>
              )}
            </li>
          )
        })}
      </ul>
      {more}
      <Choices picking={picking} info={info} look={show} send={send} />
      <Told picking={picking} />
    </section>
  )
}

/** A record's numbers and symbols stand out; all else is a caption. */
function Face({ value, type, roles, look }: { value: Json; type: TypeInfo; roles: string[]; look: Look }) {
  if (value === null) return <span class="unseen">empty</span>
  if (type.kind === "optional") return <Face value={value} type={type.of} roles={roles} look={look} />
  if (type.kind !== "record") return <Part value={value} type={type} roles={roles} look={look} strong />
  return (
    <>
      {type.fields.map(({ name, type }) => (
        <Part key={name} value={(value as { [name: string]: Json })[name]} type={type} roles={roles} look={look} strong={type.kind === "int" || type.kind === "num"} />
      ))}
    </>
  )
}

interface PartProps {
  value: Json | undefined
  type: TypeInfo
  roles: string[]
  look: Look
  strong: boolean
}

function Part({ value, type, roles, look, strong }: PartProps) {
  const text = words(value, type, roles)
  const sign = type.kind === "enum" ? symbolOf(type.members[value as number] ?? "", undefined, look) : undefined
  if (sign)
    return (
      <b>
        <span aria-hidden="true">{sign}</span>
        <span class="unseen">{text} </span>
      </b>
    )
  return strong ? <b>{text} </b> : <span>{text} </span>
}

/** The colour that the rules give to what the card shows. */
function toneOf(value: Json, type: TypeInfo, { colors }: Look): string | undefined {
  if (value === null || !colors) return undefined
  if (type.kind === "optional") return toneOf(value, type.of, { colors })
  if (type.kind === "enum") return colorOf(type.members[value as number] ?? "", { colors })
  if (type.kind !== "record") return undefined
  const tones = type.fields.map(({ name, type }) => toneOf((value as { [name: string]: Json })[name] ?? null, type, { colors }))
  return tones.find(Boolean)
}
