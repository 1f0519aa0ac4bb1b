// Content of a seat's table: the layout with its shows, each with its data and its clicks. Works without elements.

import type { BoardInfo, ClickInfo, Json, LayoutInfo, RulesInfo, SeatMarkInfo, ShowInfo, TypeInfo } from "houserules"
import { BESIDE } from "./common/bounded"
import { own as at } from "./common/objects"
import type { Fields, Seat } from "./common/seat"
import { caption, words } from "./common/words"
import { numberOf } from "./look"
import { type Clickable, type Offers, offersOf, type Place, type Send } from "./paths"
import { isDrawnSign } from "./signs"

/** A show at its place. */
export interface Drawn {
  kind: "show"
  /** Its number on this table. */
  id: number
  show: ShowInfo
  board?: BoardInfo
  /** In the seat of a role, values by role are replaced by that role's value. */
  info: RulesInfo
  seat: Seat
  /** The role in whose seat it is drawn. */
  of?: number
  /** `true` for the viewer's own. */
  mine?: boolean
  /** Of a board: the dice that lie on it. */
  dice?: Drawn
}

export interface Group {
  kind: "row" | "column" | "grid" | "seats" | "seat"
  columns?: number
  title?: string
  /** The `place` given by the rules. */
  place?: ShowInfo["place"]
  /** Of a seat: whose it is. */
  role?: number
  /** For a seat: `true` if it is the viewer's. */
  mine?: boolean
  /** For a seat: marks in its heading. */
  marks?: SeatMark[]
  parts: Part[]
}

/** A symbol with its meaning, or only a text. */
export interface SeatMark {
  symbol?: string
  text: string
  /** In words. */
  name: string
}

export type Part = Drawn | Group

export interface Scene {
  parts: Part[]
  /** All shows that are drawn, by their numbers. */
  shows: Drawn[]
  /** Number of further ones. */
  more: number
  /** The fields that are drawn. */
  fields: ReadonlySet<string>
}

const tables = new WeakMap<Seat, { info: RulesInfo; role: string; scene: Scene; all: Clickable[]; offers: Offers }>()

/** A seat's scene, and the moves of its clicks: computed once for a position. */
export function tableOf(info: RulesInfo, own: Seat, role: string) {
  const known = tables.get(own)
  if (known?.info === info && known.role === role) return known
  const scene = sceneOf(info, own, role)
  const all = scene.shows.map(clickable)
  const made = { info, role, scene, all, offers: offersOf(all, own) }
  tables.set(own, made)
  return made
}

/** The shows in which something can be clicked now, first or after another click. */
export function askedOf({ offers }: ReturnType<typeof tableOf>): ReadonlySet<number> {
  return new Set(offers.offers.flatMap(({ parts }) => parts.flat().map(({ show }) => show)))
}

/** The scene of a seat. */
export function sceneOf(info: RulesInfo, own: Seat, role: string): Scene {
  const shows: Drawn[] = []
  const fields = new Set<string>()
  const all = info.shows
  const layout: LayoutInfo[] = info.layout ?? all.map((_, at) => at)
  const me = Math.max(0, info.roles.indexOf(role))
  let more = 0
  const draw = (part: LayoutInfo, around: Pick<Drawn, "info" | "seat" | "of">): Part[] => {
    if (typeof part === "number") {
      const show = all[part]
      if (!show || !isDrawn(around.info, show, around.seat)) return []
      for (const field of [show.items, show.ground, show.owners, show.chosen]) if (field !== undefined) fields.add(field)
      if (shows.length >= BESIDE) {
        more++
        return []
      }
      const drawn: Drawn = {
        kind: "show",
        id: shows.length,
        show: theirs(passing(show, around.seat), around.of === undefined || around.of === me),
        board: info.boards.find(({ name }) => name === show.board),
        mine: around.of === me,
        ...around,
      }
      shows.push(drawn)
      return [drawn]
    }
    if (part.kind === "seats") {
      for (const { field } of part.marks ?? []) fields.add(field)
      // The viewer first, then the others in turn order.
      const seats = info.roles.flatMap((_, far): Part[] => {
        const role = (me + far) % info.roles.length
        const inner = part.parts.flatMap(it => draw(it, seatOf(info, own, role)))
        return inner.length > 0 ? [{ kind: "seat", role, mine: info.roles[role] === info.roles[me], marks: marksOf(part.marks, info, own, role), parts: inner }] : []
      })
      return seats.length > 0 ? [{ kind: "seats", title: part.title, place: part.place, parts: seats }] : []
    }
    const parts = part.parts.flatMap(it => draw(it, around))
    return parts.length > 0 ? [{ kind: part.kind, columns: part.columns, title: part.title, place: part.place, parts }] : []
  }
  const parts = layout.flatMap(part => draw(part, { info, seat: own }))
  return { parts: diceOnPoints(parts, shows), shows, more, fields }
}

/** On a board of points there is room for the dice in the middle, where they are thrown. */
function diceOnPoints(parts: Part[], shows: Drawn[]): Part[] {
  const board = shows.find(({ show }) => show.kind === "board" && show.pattern === "points")
  const dice = shows.find(({ show, of }) => show.kind === "dice" && show.clicks.length === 0 && of === undefined)
  if (!board || !dice) return parts
  board.dice = dice
  const without = (parts: Part[]): Part[] =>
    parts.flatMap((part): Part[] => {
      if (part.kind === "show") return part === dice ? [] : [part]
      const inside = without(part.parts)
      return inside.length > 0 ? [{ ...part, parts: inside }] : []
    })
  return without(parts)
}

/** Clicks with a number, or without anything of the place, are about the viewer's own things: in another's seat they only count if the seat is sent too. */
function theirs(show: ShowInfo, mine: boolean): ShowInfo {
  if (mine) return show
  const isOfPlace = (it: Send) => it === "item" || it === "row" || it === "column" || (typeof it === "object" && "field" in it)
  return { ...show, clicks: show.clicks.filter(({ sends }) => sends.includes("seat") || (sends.some(isOfPlace) && !sends.includes("cell") && !sends.includes("cells"))) }
}

/** A thing that is gone cannot be clicked. */
function passing(show: ShowInfo, { between, fields }: Seat): ShowInfo {
  const items = show.items ?? ""
  return between && Object.hasOwn(between, items) && fields[items] === between[items] ? { ...show, clicks: [] } : show
}

/** Its data must be in the view, which may depend on the seat and the position. */
function isDrawn(info: RulesInfo, { kind, board, items, ground }: ShowInfo, own: Seat): boolean {
  if (kind === "board") {
    const fields = [items, ground].filter(field => field !== undefined)
    return info.boards.some(({ name }) => name === board) && (fields.length === 0 || fields.some(field => Object.hasOwn(own.fields, field)))
  }
  const value = at(own.fields, items ?? "")
  if (kind === "cards") return Array.isArray(value) || typeof value === "number"
  return kind === "table" ? Array.isArray(value) : value !== undefined
}

const taken = new WeakMap<Seat, Map<number, Pick<Drawn, "info" | "seat" | "of">>>()

/** The view at the seat of a role. */
function seatOf(info: RulesInfo, own: Seat, role: number): Pick<Drawn, "info" | "seat" | "of"> {
  const found = taken.get(own) ?? new Map<number, Pick<Drawn, "info" | "seat" | "of">>()
  taken.set(own, found)
  const known = found.get(role)
  if (known) return known
  const byRole = new Set(info.view.filter(({ type }) => isByRole(type)).map(({ name }) => name))
  const take = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const one = byRole.has(name) && Array.isArray(value) ? value[role] : value
        return [name, one ?? null]
      }),
    )
  const view = info.view.map(it => (byRole.has(it.name) ? { name: it.name, type: (it.type as { of: TypeInfo }).of } : it))
  const seat = { ...own, fields: take(own.fields), before: own.before && take(own.before), between: own.between && take(own.between) }
  const made = { info: { ...info, view }, seat, of: role }
  found.set(role, made)
  return made
}

/** The marks of a role, from the fields of the view. */
function marksOf(marks: SeatMarkInfo[] | undefined, info: RulesInfo, { fields }: Seat, role: number): SeatMark[] | undefined {
  return marks?.flatMap(({ field, sign }): SeatMark[] => {
    const value = at(fields, field) ?? null
    const type = fieldType(info, field) ?? { kind: "any" }
    const each = isByRole(type) && Array.isArray(value)
    const held = each ? (value[role] ?? null) : Array.isArray(value) ? value.includes(role) : value === role
    if (held === null || held === false || held === "") return []
    const drawn = isDrawnSign(sign)
    if (held === true) return [drawn ? { symbol: sign, text: caption(field), name: caption(field) } : { text: sign, name: sign }]
    const said = words(held, (type as { of: TypeInfo }).of, info.roles)
    return [drawn ? { symbol: sign, text: said, name: `${caption(field)} ${said}` } : { text: `${sign} ${said}`, name: `${sign} ${said}` }]
  })
}

/** Indices of the chosen items of a show. */
export function chosenOf({ chosen }: Pick<ShowInfo, "chosen">, { fields }: Pick<Seat, "fields">): Set<number> {
  const said = at(fields, chosen ?? "")
  return new Set(Array.isArray(said) ? said.flatMap((one, place) => (typeof one === "number" ? [one] : one === true ? [place] : [])) : [])
}

export function isByRole(type: TypeInfo): boolean {
  return type.kind === "array" && type.by?.kind === "role"
}

/** The whole of a show, where it is one thing to be clicked. */
export const WHOLE = -1

/** `true` if only the area of a show as a whole is clickable. */
export function isWhole({ kind, clicks }: ShowInfo): boolean {
  const places = kind !== "counter" && kind !== "text" && kind !== "meter"
  const isSame = (it: ClickInfo["sends"][number]) => typeof it === "object" && "value" in it
  return clicks.length > 0 && clicks.every(({ sends }) => (!places || !sends.every(isSame)) && sends.every(it => it === "seat" || it === "choice" || isSame(it)))
}

/** The clickable things of a show. */
export function clickable({ show, board, info, seat, of }: Drawn): Clickable {
  const value = at(seat.fields, show.items ?? "") ?? null
  const list = Array.isArray(value) ? value : undefined
  const around: Place = { seat: of }
  const put = (item: Json | undefined): Place => ({ ...around, item, record: item !== null && typeof item === "object" && !Array.isArray(item) ? item : undefined })
  if (isWhole(show)) return { clicks: show.clicks, numbers: [WHOLE], place: () => around }
  if (board && show.kind === "board") {
    const { cells } = board
    return { clicks: show.clicks, numbers: cells.keys(), place: cell => ({ ...put(list?.[cell]), row: cells[cell]?.row, column: cells[cell]?.column }) }
  }
  if (show.kind === "track") {
    const from = show.from ?? 0
    return { clicks: show.clicks, numbers: Array.from({ length: Math.max(0, (show.to ?? 0) - from + 1) }, (_, field) => from + field), place: put }
  }
  if (show.kind === "cards" && list) {
    const all = list.some(Array.isArray) ? list.flat(1) : list
    const cards = new Map(all.length > 0 ? all.map((card, at) => [numberOf(show, card) ?? at, card]) : [[0, null]])
    return { clicks: show.clicks, numbers: cards.keys(), place: number => put(cards.get(number)) }
  }
  if (show.kind === "areas") return { clicks: [], numbers: [], place: () => around }
  if (show.kind === "cards" && typeof value === "number")
    return { clicks: show.clicks, numbers: Array.from({ length: Math.max(1, Math.min(value, 10_000)) }, (_, at) => at), place: () => around }
  if (!list) return { clicks: show.clicks, numbers: [0], place: () => put(value) }
  const amounts = show.kind === "tokens" && isEach(fieldType(info, show.items))
  return { clicks: show.clicks, numbers: list.keys(), place: number => put(amounts ? number : list[number]) }
}

/** `true` for an array with an element for each role or member, which is the value of the place. */
export function isEach(type: TypeInfo | undefined): type is TypeInfo & { kind: "array"; by: TypeInfo } {
  return type?.kind === "array" && type.by !== undefined
}

export function fieldType({ view }: RulesInfo, field: string | undefined): TypeInfo | undefined {
  return view.find(({ name }) => name === field)?.type
}
