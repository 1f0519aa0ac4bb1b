// Positions of a view's containers, what lies in them, and what clicks there send.

import type { AreaClickInfo, AreaInfo, AreaToken, Containers, Json, ShowInfo } from "houserules"
import { BESIDE } from "./common/bounded"
import type { Seat } from "./common/seat"
import { offeredAs } from "./moves"

/** Placeholder for the viewing role in a name or a text. */
const LOOKING = "$PLAYER_NAME"

/** Without areas of its own a game has as many side by side. */
const ACROSS = 3

/** Those of the show, or all containers in reading order. */
export function areasOf({ areas = [] }: ShowInfo, containers: Containers): AreaInfo[] {
  if (areas.length > 0) return areas
  return Object.keys(containers).map((container, at) => ({
    container,
    title: container,
    row: 1 + Math.floor(at / ACROSS),
    column: 1 + (at % ACROSS),
    rows: 1,
    columns: 1,
    spread: false,
  }))
}

/** A name or a text for the role that looks on. */
export function named(text: string, role: string): string {
  return text.replaceAll(LOOKING, role)
}

export type Token = AreaToken | null

/** The argument that a click sends, undefined if there is none: a token that lies face down has no props. */
export function argumentOf({ args }: AreaClickInfo, role: string, at: number | undefined, token: Token | undefined): Json | undefined {
  const values = args.map(arg => {
    if (arg === "index") return at
    if ("text" in arg) return named(arg.text, role)
    return token?.props?.[arg.prop]
  })
  if (values.some(value => value === undefined)) return undefined
  return values.length > 1 ? (values as Json[]) : (values[0] ?? null)
}

/** `true` if its tokens are clickable rather than the whole area. */
export function onTokens({ args }: AreaClickInfo): boolean {
  return args.some(arg => arg === "index" || "prop" in arg)
}

/** An offered move made by a click in the areas of a show: where, and on what. */
interface InArea {
  action: string
  argument: Json
  area: string
  token?: string
}

export function movesIn(show: ShowInfo, seat: Seat, role: string): InArea[] {
  if (show.kind !== "areas") return []
  const containers = (seat.fields[show.items ?? ""] ?? {}) as Containers
  return areasOf(show, containers).flatMap(({ container, title, click, spread }) => {
    const { contents } = containers[named(container, role)] ?? {}
    if (!click || !contents) return []
    const places = !onTokens(click) ? [undefined] : spread ? [...contents.keys()] : contents.length > 0 ? [contents.length - 1] : []
    return places.flatMap(at => {
      const token = at === undefined ? undefined : contents[at]
      const argument = argumentOf(click, role, at, token)
      const offered = argument === undefined ? undefined : offeredAs(seat, click.action, argument)
      if (offered === undefined) return []
      return [{ action: click.action, argument: offered, area: title ?? named(container, role), ...(token !== undefined && { token: face(token) }) }]
    })
  })
}

/** Contents of each area, in words. */
export function areasInWords(show: ShowInfo, seat: Seat, role: string): { area: string; lies: string }[] {
  const containers = (seat.fields[show.items ?? ""] ?? {}) as Containers
  return areasOf(show, containers).flatMap(({ container, title, spread }) => {
    const there = containers[named(container, role)]
    return there ? [{ area: title ?? named(container, role), lies: told(there.contents ?? [], spread) }] : []
  })
}

/** The contents, in words. */
export function told(tokens: Token[], spread: boolean): string {
  if (tokens.length === 0) return "empty"
  const count = tokens.length === 1 ? "" : `${tokens.length}, `
  return spread ? `${count}${tokens.slice(0, BESIDE).map(face).join(", ")}` : `${count}${face(tokens.at(-1)!)}${tokens.length > 1 ? " on top" : ""}`
}

export function face(token: Token): string {
  if (token === null) return "face down"
  const name = token.props?.name
  return token.face ?? (typeof name === "string" ? name : "a token")
}
