// Cards: a row or a hand, a pile, or columns of cards laid out by players.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { counted, useBound } from "./common/bounded"
import { own } from "./common/objects"
import { byRole, caption, itemType } from "./common/words"
import { useAround, useName } from "./around"
import { useArrows } from "./arrows"
import { Bits, Chosen, Who } from "./bits"
import { Choices, Told } from "./choices"
import { fresh, origin } from "./difference"
import { bitsOf, faceOf, isTile } from "./faces"
import { Back, Front, isWordy, Plain, toneOf } from "./front"
import { numberOf } from "./look"
import { takesSeveral } from "./paths"
import { type ListProps, type Picking, usePicking, useWhole } from "./picking"
import { useSpot } from "./room"
import { chosenOf, isWhole } from "./scene"
import { aroundAt, type Fan, fanOf } from "./sizes"

/** Cards of which only the number is known: more than these are a pile. */
const BACKS = 12

/** A card, and its name in clicks. */
interface Lying {
  card: Json
  at: number
  number: number
}

export function Cards({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking(id)
  const arrows = useArrows<HTMLUListElement>()
  const value = seat.fields[items ?? ""]
  const { cards, type, back } = dealt(value, itemType(info, items), show)
  const { shown, more } = useBound(cards.length, first, seat.missing.get(items ?? ""))
  const name = useName(title ?? caption(items!))
  // If the list as a whole is clickable, its cards are not.
  const clicked = clicks.length > 0 && !isWhole(show)
  const lately = typeof value === "number" ? new Set<number>() : fresh(seat.before && (seat.before[items ?? ""] ?? []), cards)
  const owners = ownersOf(cards, show, info, seat)
  const chosen = chosenOf(show, seat)
  const all = cards.slice(0, shown).map((card, at) => ({ card, at, number: numberOf(show, card) ?? at }))
  const square = isTile(type, info)
  const one = ({ card, at, number }: Lying) => {
    const news = lately.has(at) ? whence(origin(card, info.shows, seat)) : undefined
    return <Card key={at} {...{ card, at, number, type, info, show, back, picking, news, clicked, square }} fresh={lately.has(at)} chosen={chosen.has(at)} />
  }
  const as = show.as ?? (typeof value === "number" && value > BACKS ? "pile" : "row")
  const faces = all.flatMap(({ card }) => (card === null ? [] : (faceOf(card, type, info, show) ?? [])))
  const wordy = faces.some(isWordy)
  const spot = useSpot()
  const me = Math.max(0, info.roles.indexOf(useAround().role))
  const backs = cards.length > 0 && cards.every(card => card === null)
  const fanned = !owners && (wordy ? as === "fan" : !square)
  const fan = fanned && spot.unit !== undefined ? fanOf(all.length, spot.width, spot.unit, spot.high!, backs, spot.touch) : undefined
  return (
    <Area id={id} show={show} kind="cards" name={name} title={title ?? caption(items!)}>
      {as === "pile" ? (
        <Pile all={all} total={cards.length} one={one} picking={picking} clicked={clicked} />
      ) : as === "columns" ? (
        <Columns all={all} one={one} type={type} info={info} show={show} />
      ) : (
        <>
          {cards.length === 0 && <p class="quiet">No cards.</p>}
          <ul
            class={fan ? `fan ${clicked ? "lifts" : ""} ${fan.rows > 1 ? "rows" : ""}` : spot.around ? "around" : "row"}
            style={fan && { width: `${(fan.across - 1) * fan.step + spot.unit!}px` }}
            // A row may scroll, and these cards are no stops themselves.
            tabIndex={!fan && !spot.around && cards.length > 0 && show.clicks.length === 0 ? 0 : undefined}
            {...arrows}
            data-list
          >
            {all.map(it => (
              <li key={it.at} style={fan ? lyingAt(it.at, fan) : spot.around ? lyingAround((it.at - me + all.length) % all.length, all.length) : undefined}>
                {owners && <span class="owner">{typeof owners[it.at] === "number" ? <Who role={owners[it.at] as number} info={info} /> : "–"}</span>}
                {one(it)}
              </li>
            ))}
          </ul>
        </>
      )}
      {more}
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </Area>
  )
}

function lyingAround(far: number, count: number) {
  const { x, y } = aroundAt(far, count)
  return { "--x": x, "--y": y }
}

/** Position of a card in a fan. */
function lyingAt(at: number, { across, step, down }: Fan) {
  return { left: `${(at % across) * step}px`, top: `${Math.floor(at / across) * down}px` }
}

/** Owners of the cards: from the rules, or the roles that index them. */
function ownersOf(cards: Json[], { items, owners }: ShowInfo, info: RulesInfo, { fields }: ListProps["seat"]): Json[] | undefined {
  const said = own(fields, owners ?? "")
  if (Array.isArray(said)) return said
  return byRole(cards, info.view.find(({ name }) => name === items)?.type, info.roles)?.map((_, role) => role)
}

/** The cards one by one: a number stands for face-down cards. */
function dealt(value: Json | undefined, type: TypeInfo, { back }: ShowInfo): { cards: Json[]; type: TypeInfo; back: string | undefined } {
  if (typeof value === "number") return { cards: Array.from({ length: Math.min(value, 10_000) }, () => null), type, back: back ?? "" }
  const cards = Array.isArray(value) ? value : []
  const nested = cards.some(Array.isArray) && "of" in type
  return { cards: nested ? cards.flat(1) : cards, type: nested ? type.of : type, back }
}

interface AreaProps {
  id: number
  show: ShowInfo
  /** Its class for the styles, and for tests. */
  kind: string
  name: string
  title: string
  children: ComponentChildren
}

/** A show with its title; a button where all of it is one thing to be clicked. */
export function Area({ id, show, kind, name, title, children }: AreaProps) {
  const whole = useWhole(id, show)
  return (
    <section class={`${kind} ${whole ? "whole" : ""}`} aria-label={name} data-testid={kind} data-legal={whole?.legal} {...(whole && { onClick: whole.pick })}>
      {title !== "" && <h3>{title}</h3>}
      {whole?.answers && (
        <button class="choose" aria-pressed={whole.picked} title={whole.reason}>
          <span class="unseen">
            {whole.picked ? "Chosen" : whole.label} {name}
          </span>
        </button>
      )}
      {children}
    </section>
  )
}

interface PileProps {
  all: Lying[]
  total: number
  one(card: Lying): ComponentChildren
  picking: Picking
  clicked: boolean
}

/** The last card is on top. If all are known, a pile can be browsed. */
function Pile({ all, total, one, picking, clicked }: PileProps) {
  const top = all.at(-1)
  const said = total === 1 ? "1 card" : `${counted(total)} cards`
  const known = all.length > 1 && all.every(({ card }) => card !== null)
  return (
    <>
      <div class="pile" style={{ "--thick": Math.min(3, total - 1) }} data-list>
        {top ? (
          one(top)
        ) : clicked ? (
          <button
            class="card vacant"
            data-testid="card"
            data-legal={picking.legal(0)}
            aria-disabled={!picking.answers(0)}
            title={picking.reason(0)}
            onClick={() => picking.pick(0)}
          >
            <span>empty</span>
          </button>
        ) : (
          <span class="card vacant">
            <span>empty</span>
          </span>
        )}
      </div>
      {!known && <p class="count">{said}</p>}
      {known && (
        <details class="through">
          <summary class="count" title="Look through">
            {said}
          </summary>
          <ul class="row">
            {all.slice(0, -1).map(it => (
              <li key={it.at}>{one(it)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface ColumnsProps {
  all: Lying[]
  one(card: Lying): ComponentChildren
  type: TypeInfo
  info: RulesInfo
  show: ShowInfo
}

/** A column for each value of a field. */
function Columns({ all, one, type, info, show }: ColumnsProps) {
  const record = type.kind === "optional" ? type.of : type
  const field = record.kind === "record" ? record.fields.find(({ name }) => name === show.by) : undefined
  const heldBy = ({ card }: Lying) => (field && card !== null ? (own(card as { [name: string]: Json }, field.name) ?? null) : null)
  const columns = new Map<string, { held: Json; cards: Lying[] }>()
  for (const it of all) {
    const held = heldBy(it)
    const column = columns.get(JSON.stringify(held)) ?? { held, cards: [] }
    column.cards.push(it)
    columns.set(JSON.stringify(held), column)
  }
  const sorted = [...columns.values()].sort((a, b) => (typeof a.held === "number" && typeof b.held === "number" ? a.held - b.held : 0))
  const arrows = useArrows()
  if (sorted.length === 0) return <p class="quiet">No cards.</p>
  return (
    <div class="columns" {...arrows} data-list>
      {sorted.map(({ held, cards }) => (
        <div class="card-column" key={JSON.stringify(held)}>
          <p class="heading">
            {field && held !== null && <Bits bits={bitsOf(held, field.type, info, show)} />}
            {cards.length > 1 && <span>×{cards.length}</span>}
          </p>
          <ul>
            {cards.map(it => (
              <li key={it.at}>{one(it)}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface CardProps extends Lying {
  type: TypeInfo
  info: RulesInfo
  show: ShowInfo
  back: string | undefined
  picking: Picking
  news: string | undefined
  fresh: boolean
  /** Clicks may do something in its list. */
  clicked: boolean
  /** The cards of its list are tiles. */
  square: boolean
  chosen: boolean
}

function Card({ card, at, number, type, info, show, back, picking, news, fresh, clicked, square, chosen }: CardProps) {
  const legal = picking.legal(number)
  const reason = picking.reason(number)
  const picked = picking.picked.includes(number)
  const down = card === null && back !== undefined
  const face = card === null ? undefined : faceOf(card, type, info, show)
  const tone = face ? face.tone : toneOf(card, type, show)
  const kind = down ? "down" : card === null ? "vacant" : face ? (isWordy(face) ? "face wordy" : "face") : ""
  const attributes = {
    class: `card ${kind} ${square ? "tile" : ""} ${chosen ? "is-chosen" : ""} ${fresh ? "fresh" : ""} ${picked ? "picked" : ""} tone-${tone ?? "plain"}`,
    "data-testid": "card",
    "data-card": at,
    "data-legal": legal,
    "data-slide": card === null ? undefined : JSON.stringify(card),
    "aria-description": news,
    title: [reason, news, face?.name].filter(Boolean).join(". ") || undefined,
  }
  const drawn = down ? <Back symbol={back} /> : face ? <Front face={face} info={info} /> : <Plain value={card} type={type} roles={info.roles} look={show} />
  const inside = (
    <>
      {drawn}
      {chosen && <Chosen />}
    </>
  )
  if (!clicked) return <span {...attributes}>{inside}</span>
  return (
    <button {...attributes} aria-disabled={!picking.answers(number)} aria-pressed={takesSeveral(show.clicks) ? picked : undefined} onClick={() => picking.pick(number)}>
      {inside}
      {reason && <span class="unseen">({reason})</span>}
    </button>
  )
}

function whence(from: string | undefined): string {
  return from === undefined ? "New by the last move" : `New by the last move, from “${from}”`
}
