// A row of cards, such as a hand.

import type { Json, ShowInfo, TypeInfo } from "house-rules"
import type { Seat } from "../common/seat"
import { useBound } from "../common/bounded"
import { Choices, Told, useClickElsewhere } from "./choices"
import { fresh, origin } from "./difference"
import { colorOf, symbolOf, type Look } from "./look"
import { moveText } from "./moves"
import { takesSeveral } from "./paths"
import { type ListProps, usePicking } from "./picking"
import { byRole, caption, itemType, words } from "../common/words"
import { useName } from "./around"

/** What is longer is a word, and no rank. */
const LONG = 3

/** More cards than this are drawn smaller. */
const MANY = 7

export function Cards({ show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking({ clicks, seat, place: () => ({}), send })
  const inside = useClickElsewhere(picking)
  const cards = seat.fields[items ?? ""]
  const { shown, more } = useBound(Array.isArray(cards) ? cards.length : 0, first, seat.missing.get(items ?? ""))
  const name = useName(title ?? caption(items!))
  if (!Array.isArray(cards)) return null
  const type = itemType(info, items)
  const lately = fresh(seat.before && (seat.before[items ?? ""] ?? []), cards)
  const owners = byRole(cards, info.view.find(({ name }) => name === items)?.type, info.roles)
  return (
    <section class="cards" ref={inside} aria-label={name} data-testid="cards" onKeyDown={event => event.key === "Escape" && picking.cancel()}>
      <h3>{title ?? caption(items!)}</h3>
      {cards.length === 0 && <p class="quiet">No cards.</p>}
      <ul class={cards.length > MANY ? "many" : ""} data-list>
        {cards.slice(0, shown).map((card, at) => {
          const number = numberOf(show, card) ?? at
          const legal = picking.legal(number)
          const reason = picking.reason(number)
          const picked = picking.picked.includes(number)
          const news = lately.has(at) ? whence(origin(card, info.shows, seat)) : undefined
          const face = <Face value={card} type={type} roles={info.roles} look={show} />
          const attributes = {
            class: `card ${card === null ? "vacant" : ""} ${lately.has(at) ? "fresh" : ""} ${picked ? "picked" : ""} tone-${toneOf(card, type, show) ?? "plain"}`,
            "data-testid": "card",
            "data-card": at,
            "data-legal": legal,
            "data-slide": card === null ? undefined : JSON.stringify(card),
            "aria-description": news,
            title: reason ?? news,
          }
          return (
            <li key={at}>
              {owners && <span class="owner">{owners[at]}</span>}
              {clicks.length > 0 ? (
                <button {...attributes} aria-disabled={!picking.answers(number)} aria-pressed={takesSeveral(clicks) ? picked : undefined} onClick={() => picking.pick(number)}>
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

function whence(from: string | undefined): string {
  return from === undefined ? "New by the last move" : `New by the last move, from “${from}”`
}

/** What clicks call a card, if that is not its place. */
export function numberOf({ number }: ShowInfo, card: Json): number | undefined {
  const value = number !== undefined && card !== null && typeof card === "object" && !Array.isArray(card) ? card[number] : undefined
  return typeof value === "number" ? value : undefined
}

/** The moves that a click on a card makes, where cards are called by their numbers: others have buttons. */
export function clickedCards(show: ShowInfo, seat: Seat): string[] {
  const cards = seat.fields[show.items ?? ""]
  if (show.number === undefined || !Array.isArray(cards)) return []
  const numbers = cards.flatMap(card => numberOf(show, card) ?? [])
  return show.clicks.flatMap(({ action }) => numbers.map(number => moveText(action, number)))
}

/** A record's numbers and symbols stand out; all else is a caption, and what it has not is left out. */
function Face({ value, type, roles, look }: { value: Json; type: TypeInfo; roles: string[]; look: Look }) {
  if (value === null) return <span class="unseen">empty</span>
  if (type.kind === "optional") return <Face value={value} type={type.of} roles={roles} look={look} />
  if (type.kind !== "record") return <Part value={value} type={type} roles={roles} look={look} strong />
  const record = value as { [name: string]: Json }
  return (
    <>
      {type.fields
        .filter(({ name }) => name !== look.number && record[name] !== null)
        .map(({ name, type }) => (
          <Part key={name} value={record[name]} type={type} roles={roles} look={look} strong={isNumber(type)} />
        ))}
    </>
  )
}

function isNumber(type: TypeInfo): boolean {
  return type.kind === "optional" ? isNumber(type.of) : type.kind === "int" || type.kind === "num"
}

interface PartProps {
  value: Json | undefined
  type: TypeInfo
  roles: string[]
  look: Look
  strong: boolean
}

function Part({ value, type, roles, look, strong }: PartProps) {
  if (type.kind === "optional") return <Part value={value} type={type.of} roles={roles} look={look} strong={strong} />
  const text = words(value, type, roles)
  const sign = type.kind === "enum" ? symbolOf(type.members[value as number] ?? "", undefined, look) : undefined
  if (sign)
    return (
      <b>
        <span aria-hidden="true">{sign}</span>
        <span class="unseen">{text} </span>
      </b>
    )
  return strong ? <b class={text.length > LONG ? "long" : ""}>{text} </b> : <span>{text} </span>
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
