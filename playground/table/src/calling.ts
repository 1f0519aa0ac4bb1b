// Names of things and moves for typed play: in the words on the table.
//
// Invariant: no two offered moves have the same name, and names reveal nothing that the seat does not see.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { own as at } from "./common/objects"
import type { Seat } from "./common/seat"
import { actionName, actionWords, argumentTypes, byRole, caption, cellName, itemType, words } from "./common/words"
import { movesIn } from "./places"
import { faceOf } from "./faces"
import { points, type Turn } from "./geometry"
import { heapsOf } from "./heaps"
import { type Look, numberOf, type Piece, pieceOf, piecesOf, standing } from "./look"
import { labelOf } from "./moves"
import { membersOf } from "./ring"
import { type Drawn, fieldType, tableOf } from "./scene"
import { glyphs } from "./signs"
import { bare, wordsIn } from "./typing"

/** From where somebody listens. */
export interface Listener {
  info: RulesInfo
  own: Seat
  role: string
  turn: Turn
}

/** A place of a show. */
export interface Place {
  number: number
  /** As short as it may be, and in full. */
  name: string
  full: string
  /** On a board: the pieces there, and the ground. */
  pieces: Piece[]
  land?: Piece
}

export interface Called {
  action: string
  argument: Json
  /** Its display text. */
  text: string
  /** The common part of several moves: the action with the moved thing. */
  head: string
  /** The words of each of its names, `text` first. */
  names: string[][]
  /** Why it is not offered. */
  reason?: string
}

/** A text without its drawings. */
export function spelled(text: string): string {
  return glyphs(text)
    .map(it => ("text" in it ? it.text : "name" in it ? it.name.slice(1, -1) : ""))
    .join("")
    .replaceAll("\ufe0e", "")
    .trim()
}

/** Title of a show. */
export function titleOf({ show, board }: Drawn): string {
  return spelled(show.title ?? caption(show.items ?? board?.name ?? ""))
}

const known = new WeakMap<Drawn, { turn: Turn; places: Place[] }>()

/** The places of a show, in the order in which they lie. */
export function placesIn(drawn: Drawn, turn: Turn): Place[] {
  const before = known.get(drawn)
  if (before?.turn === turn) return before.places
  const places = findPlaces(drawn, turn)
  known.set(drawn, { turn, places })
  return places
}

function findPlaces(drawn: Drawn, turn: Turn): Place[] {
  const { show, board, info, seat } = drawn
  const value = at(seat.fields, show.items ?? "") ?? null
  const type: TypeInfo = fieldType(info, show.items) ?? { kind: "any" }
  const plain = (number: number, name: string, full = name): Place => ({ number, name, full, pieces: [] })
  if (show.kind === "board" && board) return cellsOf(drawn, turn)
  if (show.kind === "track") {
    const members = membersOf(type)
    const [from, to] = [show.from ?? 0, show.to ?? 0]
    const name = (field: number) => board?.cells[field - from]?.name ?? (members ? caption(members[field] ?? String(field)) : `field ${field}`)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, field) => plain(from + field, name(from + field)))
  }
  if (show.kind === "cards") {
    const cards = Array.isArray(value) ? value : []
    const nested = cards.some(Array.isArray)
    const of = itemType(info, show.items)
    const one = nested && "of" in of ? of.of : of
    return (nested ? cards.flat(1) : cards).map((card, place) => plain(numberOf(show, card) ?? place, ...cardNames(card, one, info, show)))
  }
  if (show.kind === "tokens")
    return heapsOf(value, type, info, show, show.items).map(({ bit, count }, place) => plain(place, bit.name || titleOf(drawn), `${count ?? ""} ${bit.name}`.trim()))
  const all = Array.isArray(value) ? value : [value]
  const by = type.kind === "array" && type.by?.kind === "enum" ? type.by : undefined
  const owners = byRole(value, type, info.roles) ?? (by && all.map((_, place) => words(place, by, info.roles)))
  const of = Array.isArray(value) && "of" in type ? type.of : type
  return all.map((one, place) => {
    const said = one === null ? "nothing" : rowWords(one, of, info)
    return plain(place, owners?.[place] ?? said, owners ? `${owners[place]} ${said}` : said)
  })
}

/** A record field by field, as a table has it. */
function rowWords(value: Json, type: TypeInfo, info: RulesInfo): string {
  const row = type.kind === "optional" ? type.of : type
  if (row.kind !== "record") return words(value, type, info.roles)
  return row.fields.map(({ name, type }) => `${caption(name).toLowerCase()} ${words((value as { [name: string]: Json })[name], type, info.roles)}`).join(", ")
}

/** A card by its title, and by all its parts. */
function cardNames(card: Json, type: TypeInfo, info: RulesInfo, show: Drawn["show"]): [name: string, full: string] {
  if (card === null) return show.back === undefined ? ["empty", "empty"] : ["face down", "face down"]
  const face = faceOf(card, type, info, show)
  // A picture that is called as the title says nothing more.
  if (face) return [spelled(face.title ?? face.name), spelled(face.name).replace(/^([^,]+), \1(?=,|$)/i, "$1")]
  const of = type.kind === "optional" ? type.of : type
  if (of.kind !== "record") return [words(card, of, info.roles), words(card, of, info.roles)]
  const fields = of.fields.filter(({ name }) => name !== show.number && name !== show.turn && (card as { [name: string]: Json })[name] !== null)
  const name = words(card, { ...of, fields }, info.roles)
  return [name, name]
}

function cellsOf({ show, board, info, seat }: Drawn, turn: Turn): Place[] {
  const isPoints = show.pattern === "points" && board!.kind === "square"
  // Points are numbered from where somebody looks, along two edges only.
  const cells = isPoints ? points(board!, turn % 180 === 0 ? turn : ((turn - 90) as Turn)) : board!.cells
  const list = (field: string | undefined) => {
    const values = at(seat.fields, field ?? "")
    return Array.isArray(values) ? values : undefined
  }
  const [items, ground] = [list(show.items), list(show.ground)]
  const [itemsAre, groundIs] = [itemType(info, show.items), itemType(info, show.ground)]
  const each: (value: Json | undefined, type: TypeInfo, info: RulesInfo, look: Look) => Piece[] = isPoints ? piecesOf : standing
  return cells.map((cell, number) => {
    const name = cellName(board!, cell, show.labels !== undefined)
    return { number, name, full: name, pieces: items ? each(items[number], itemsAre, info, show) : [], land: ground && pieceOf(ground[number], groundIs, info, show) }
  })
}

/** Pieces in one place, each kind with its number. */
export function piecesInWords(pieces: Piece[]): string {
  const kinds = new Map<string, number>()
  for (const { label } of pieces) if (label !== "") kinds.set(label, (kinds.get(label) ?? 0) + 1)
  return [...kinds].map(([label, count]) => spelled(count === 1 ? label : `${count} ${label}`)).join(", ")
}

/** The pieces in a place, without marking those of the viewer's own. */
function mine(pieces: Piece[], { info, role }: Listener): string {
  const me = info.roles.indexOf(role)
  const named = pieces.map(piece => (piece.role === me && piece.label.startsWith(role) ? { ...piece, label: piece.label.slice(role.length).trim() } : piece))
  return piecesInWords(named.filter(({ label }) => label !== "piece"))
}

interface Word {
  name: string
  full: string
  /** `true` for a cell; after the first word it is a destination. */
  cell: boolean
}

const moves = new WeakMap<Seat, { of: Listener; offered: Called[]; withheld?: Called[] }>()

function knownOf(of: Listener) {
  const before = moves.get(of.own)
  if (before && before.of.info === of.info && before.of.role === of.role && before.of.turn === of.turn) return before
  const made: { of: Listener; offered: Called[]; withheld?: Called[] } = { of, offered: distinct(namedMoves(of)) }
  moves.set(of.own, made)
  return made
}

/** The offered moves. */
export function offeredTo(of: Listener): Called[] {
  return knownOf(of).offered
}

/** Moves that are not offered, with the reasons from the rules. */
export function withheldFrom(of: Listener): Called[] {
  const all = knownOf(of)
  all.withheld ??= Object.entries(of.own.why ?? {}).flatMap(([action, reasons]) =>
    typeof reasons === "string" ? [{ ...named(of, action, null), reason: reasons }] : reasons.map(([argument, reason]) => ({ ...named(of, action, argument), reason })),
  )
  return all.withheld
}

function namedMoves(of: Listener): Named[] {
  return Object.entries(of.own.actions ?? {}).flatMap(([action, offered]) =>
    Array.isArray(offered) ? offered.map(argument => named(of, action, argument)) : offered === 1 ? [named(of, action, null)] : [],
  )
}

interface Named extends Called {
  full: string
}

/** A move by the author's words, else by its action and arguments. */
function named(of: Listener, action: string, argument: Json): Named {
  const parts = partsOf(of, action, argument)
  const said = (one: (word: Word) => string) => [
    caption(actionName(of.info, action)),
    ...parts.map((part, place) => (part.cell && parts.slice(0, place).some(({ cell }) => cell) ? `to ${one(part)}` : one(part))),
  ]
  const short = said(({ name }) => name)
  const full = said(({ full }) => full).join(" ")
  const label = labelOf(of.own, action, argument)
  const text = label === undefined ? short.join(" ") : spelled(label)
  const head = parts.length > 1 ? short.slice(0, 2).join(" ") : caption(actionName(of.info, action))
  return { action, argument, text, full, head, names: [text, short.join(" "), full].map(wordsIn) }
}

/** The arguments of an action: each by its click, else as a value. */
function partsOf(of: Listener, action: string, argument: Json): Word[] {
  if (argument === null) return []
  const { scene } = tableOf(of.info, of.own, of.role)
  const senders = scene.shows.flatMap(drawn => drawn.show.clicks.filter(click => click.action === action).map(({ sends }) => ({ drawn, sends })))
  const inArea = scene.shows.flatMap(({ show }) => movesIn(show, of.own, of.role)).find(it => it.action === action && JSON.stringify(it.argument) === JSON.stringify(argument))
  if (inArea) {
    const { area, token } = inArea
    return [{ name: token ?? area, full: token === undefined ? area : `${token} ${area}`, cell: false }]
  }
  const types = argumentTypes(of.info, action)
  const isEach = (count: number) => count > 1 && Array.isArray(argument) && argument.length === count
  const values = isEach(types.length) || senders.some(({ sends }) => isEach(sends.length)) ? (argument as Json[]) : [argument]
  return values.flatMap((value, place) => {
    for (const { drawn, sends } of senders) {
      if (sends.length !== values.length) continue
      const found = clicked(of, drawn, sends[place]!, value, place)
      if (found) return found
    }
    const name = words(value, types[place] ?? { kind: "any" }, of.info.roles)
    return [{ name, full: name, cell: false }]
  })
}

/** A place of a show with its content. `first`: the moving thing, named before its place; otherwise an encountered one. */
function wordAt(of: Listener, drawn: Drawn, number: Json, first: boolean): Word | undefined {
  const places = placesIn(drawn, of.turn)
  const found = drawn.show.kind === "board" ? places[number as number] : places.find(it => it.number === number)
  if (!found) return undefined
  if (drawn.show.kind !== "board") return { name: found.name, full: found.full, cell: false }
  const stands = mine(found.pieces, of)
  const name = stands === "" ? found.name : first ? `${stands} ${found.name}` : `${found.name} (${stands})`
  return { name, full: name, cell: true }
}

/** The picked thing. */
export function pickedIn(of: Listener, show: number, number: number): string {
  const drawn = tableOf(of.info, of.own, of.role).scene.shows[show]
  return (drawn && wordAt(of, drawn, number, true)?.name) ?? ""
}

/** A move in words, also where it is not offered, or begun only. */
export function moveIn(of: Listener, action: string, argument: Json): string {
  const types = argumentTypes(of.info, action)
  const isWhole = types.length < 2 || (Array.isArray(argument) && argument.length === types.length)
  return isWhole ? named(of, action, argument).text : actionWords(of.info, action, argument)
}

/** The click in a show that sends this value, in words. */
function clicked(of: Listener, drawn: Drawn, send: Drawn["show"]["clicks"][number]["sends"][number], value: Json, place: number): Word[] | undefined {
  const spot = (number: Json, place: number) => wordAt(of, drawn, number, place === 0)
  if (send === "cell") {
    // A cell alone is not moved.
    const found = wordAt(of, drawn, value, place === 0 && drawn.show.clicks.some(({ sends }) => sends.length > 1))
    return found && [found]
  }
  if (send === "cells") {
    const all = Array.isArray(value) ? value.map(spot) : [undefined]
    return all.every(it => it !== undefined) ? all : undefined
  }
  if (send === "row" || send === "column") return typeof value === "number" ? [{ name: `${send} ${value + 1}`, full: `${send} ${value + 1}`, cell: false }] : undefined
  if (typeof send === "object" && "field" in send) {
    const { show, seat } = drawn
    const list = at(seat.fields, show.items ?? "")
    const index = Array.isArray(list) ? list.findIndex(it => it !== null && typeof it === "object" && !Array.isArray(it) && at(it, send.field) === value) : -1
    const found = placesIn(drawn, of.turn)[index]
    return found && [{ name: found.name, full: found.full, cell: false }]
  }
  return undefined
}

/** Those that are called alike by more of their words, and by a number if those are alike too. */
function distinct(all: Named[]): Called[] {
  const alike = (text: (move: Named) => string) => {
    const groups = new Map<string, Named[]>()
    for (const move of all) {
      const key = bare(wordsIn(text(move))).join(" ")
      groups.set(key, [...(groups.get(key) ?? []), move])
    }
    return [...groups.values()].filter(({ length }) => length > 1)
  }
  const call = (move: Named, text: string) => {
    move.text = text
    move.names = [wordsIn(text), ...move.names.slice(1)]
  }
  for (const same of alike(({ text }) => text)) for (const move of same) call(move, move.full)
  for (const same of alike(({ text }) => text)) for (const [place, move] of same.entries()) call(move, `${move.text}, number ${place + 1}`)
  return all
}
