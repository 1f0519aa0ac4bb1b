// Containers as areas on a grid, with the cards and discs that are in them. One stop for the Tab key; the arrow keys go on.

import type { AreaClickInfo, AreaInfo, Containers, Json, RulesInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { OBSERVER, type Seat } from "./common/seat"
import { useAround } from "./around"
import { useArrows } from "./arrows"
import { areasOf, argumentOf, face, named, onTokens, type Token, told } from "./places"
import { BESIDE, counted, useBound } from "./common/bounded"
import { fresh } from "./difference"
import { isOpen, offeredAs } from "./moves"
import type { ListProps } from "./picking"
import { caption } from "./common/words"
import { useName } from "./around"

/** Maximum tokens spread out. */
const SPREAD = 100

/** Maximum tokens visible in a pile's thickness. */
const THICK = 4

export function Areas({ show, info, seat, send }: Pick<ListProps, "show" | "info" | "seat" | "send">) {
  const containers = (seat.fields[show.items ?? ""] ?? {}) as Containers
  const before = seat.before?.[show.items ?? ""] as Containers | undefined
  const { role } = useAround()
  const areas = areasOf(show, containers)
    .map(area => ({ ...area, container: named(area.container, role) }))
    .filter(({ container }) => container in containers)
  const columns = Math.max(1, ...areas.map(({ column, columns }) => column + columns - 1))
  const clicks = clicksOf(info, seat, role, send)
  const arrows = useArrows()
  const { shown, more } = useBound(areas.length, BESIDE)
  const name = useName(show.title ?? "Containers")
  return (
    <section class="areas" aria-label={name} data-testid="areas">
      {show.title && <h3>{show.title}</h3>}
      <div class="grid" style={{ "--columns": columns }} {...arrows}>
        {areas.slice(0, shown).map((area, at) => (
          <Place key={`${at} ${area.container}`} area={area} container={containers[area.container]!} before={before && (before[area.container]?.contents ?? [])} clicks={clicks} />
        ))}
      </div>
      {more}
    </section>
  )
}

/** The move of a click, if any. */
interface Made {
  legal: boolean
  click(): void
}

type Clicks = (click: AreaClickInfo, at?: number, token?: Token) => Made | undefined

function clicksOf(info: RulesInfo, seat: Seat, role: string, send: ListProps["send"]): Clicks {
  return (click, at, token) => {
    const argument = argumentOf(click, role, at, token)
    if (argument === undefined) return undefined
    const offered = offeredAs(seat, click.action, argument)
    if (offered !== undefined) return { legal: true, click: () => send(click.action, offered) }
    return isOpen(info, click.action) && role !== OBSERVER ? { legal: false, click: () => send(click.action, argument) } : undefined
  }
}

interface PlaceProps {
  area: AreaInfo
  container: Containers[string]
  /** Its contents before the last move. */
  before: Token[] | undefined
  clicks: Clicks
}

function Place({ area, container, before, clicks }: PlaceProps) {
  const { title, row, column, rows, columns, spread, click } = area
  const tokens: Token[] = container.contents ?? []
  const whole = click && !onTokens(click) ? clicks(click) : undefined
  const style = { gridRow: `${row} / span ${rows}`, gridColumn: `${column} / span ${columns}` }
  const name = caption(title ?? area.container)
  const top = tokens.at(-1)
  const lately = fresh(before as Json[] | undefined, tokens as Json[])
  const one = (token: Token, at: number) => {
    const made = click && onTokens(click) ? clicks(click, at, token) : undefined
    return <Piece key={at} token={token} at={at} fresh={lately.has(at)} made={made} />
  }
  const inside = (
    <>
      {title !== undefined && <span class="area-title">{title}</span>}
      {spread ? (
        <span class={`spread ${tokens.length > 8 ? "many" : ""}`}>
          {tokens.slice(0, SPREAD).map(one)}
          {tokens.length > SPREAD && <small>and {counted(tokens.length - SPREAD)} more</small>}
        </span>
      ) : (
        top !== undefined && (
          <span class="pile" style={{ "--thick": Math.min(tokens.length, THICK) - 1 }}>
            {one(top, tokens.length - 1)}
            {tokens.length > 1 && (
              <span class="count" aria-hidden="true">
                ×{tokens.length}
              </span>
            )}
          </span>
        )
      )}
    </>
  )
  const label = `${name}: ${told(tokens, spread)}`
  const common = { style, "data-testid": "area", "data-area": area.container, "data-list": true }
  if (click && !onTokens(click))
    return (
      <button {...common} class="area" aria-label={label} data-legal={whole?.legal ?? false} aria-disabled={!whole} onClick={() => whole?.click()}>
        {inside}
      </button>
    )
  return (
    <div {...common} class="area" role="group" aria-label={label}>
      {inside}
    </div>
  )
}

const TONES = new Set(["red", "blue", "yellow", "green", "violet", "orange", "white", "black", "wood", "gray"])

/** A card or a disc; face down, its back. */
function Piece({ token, at, fresh, made }: { token: Token; at: number; fresh: boolean; made: Made | undefined }) {
  const shape = token === null ? "back" : (token.shape ?? (token.face === undefined ? "disc" : "card"))
  const color = token?.color
  const kind = `piece is-${shape} tone-${color !== undefined && TONES.has(color) ? color : "plain"} ${fresh ? "fresh" : ""}`
  const slide = token === null ? undefined : JSON.stringify(token)
  const text: ComponentChildren = token?.face ?? ""
  const small = [...(token?.face ?? "")].length > 3 ? "long" : ""
  if (!made)
    return (
      <span class={kind} data-token={at} data-slide={slide}>
        <b class={small} aria-hidden="true">
          {text}
        </b>
      </span>
    )
  return (
    <button class={kind} data-token={at} data-slide={slide} data-testid="token" data-legal={made.legal} aria-label={face(token)} onClick={made.click}>
      <b class={small} aria-hidden="true">
        {text}
      </b>
    </button>
  )
}
