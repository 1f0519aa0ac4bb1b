// Looks of the rules' values: symbols, colours, and the pieces on a cell.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import { own } from "./common/objects"
import { caption, haveShortNames, humanise, words } from "./common/words"
import { isPicture } from "./signs"

/** A piece on a cell. */
export interface Piece {
  /** Its owner, if any. */
  role?: number
  /** A symbol, or letters; nothing for a plain disc. */
  text: string
  /** The rules name the symbol. */
  symbol: boolean
  /** Numbers and texts that belong to it. */
  notes: string[]
  tone: string
  /** Its rotation in degrees, clockwise. */
  turn?: number
  /** Number of tokens, of which this is the first. */
  count?: number
  /** All of it in words. */
  label: string
}

/** The looks a show gives. */
export type Look = Pick<ShowInfo, "symbols" | "colors" | "number"> & Partial<Pick<ShowInfo, "turn" | "board" | "pieces">>

/** Shows share their looks: a property that one show lacks comes from the first show that has it. */
export function dressed(info: RulesInfo): RulesInfo {
  const all: Look[] = [...info.shows].reverse()
  const symbols = Object.assign({}, ...all.map(({ symbols }) => symbols)) as Look["symbols"]
  const colors = Object.assign({}, ...all.map(({ colors }) => colors)) as Look["colors"]
  const shows = info.shows.map(show => ({ ...show, symbols: { ...symbols, ...show.symbols }, colors: { ...colors, ...show.colors } }))
  return { ...info, shows }
}

/** The number that clicks send for a card, if it is not the place. */
export function numberOf({ number }: Pick<ShowInfo, "number">, card: Json): number | undefined {
  const value = number !== undefined && card !== null && typeof card === "object" && !Array.isArray(card) ? card[number] : undefined
  return typeof value === "number" ? value : undefined
}

/** undefined for an empty cell. */
export function pieceOf(value: Json | undefined, type: TypeInfo, info: RulesInfo, look: Look): Piece | undefined {
  if (value === null || value === undefined || value === false) return undefined
  if (type.kind === "optional") return pieceOf(value, type.of, info, look)
  if (type.kind === "bool") return { text: "", symbol: false, notes: [], tone: "wood", label: "piece" }
  if (type.kind === "list" || type.kind === "array" || type.kind === "set") return stackOf(value as Json[], type.of, info, look)
  const parts = partsOf(value, type).filter(({ name }) => name === undefined || name !== look.turn)
  const turn = turnOf(value, type, info, look)
  const role = parts.find(part => part.type.kind === "role" && part.value !== null)?.value as number | undefined
  const owner = role === undefined ? undefined : info.roles[role]
  const members = parts.flatMap(part => memberOf(part) ?? [])
  const signs = members.map(member => ({ member, sign: symbolOf(member, owner, look) }))
  const short = owner !== undefined && parts.length === 1 && haveShortNames(info.roles) ? owner : undefined
  const ownSign = owner === undefined || parts.length > 1 ? undefined : symbolOf(owner, undefined, look)
  const color = members.map(member => colorOf(member, look)).find(Boolean)
  // A record with empty fields is an empty cell.
  if (parts.length === 0) return undefined
  return {
    role,
    ...(turn !== undefined && { turn }),
    text: ownSign ?? short ?? signs.find(({ sign }) => sign !== undefined && isPicture(sign))?.sign ?? signs.map(({ member, sign }) => sign ?? letter(member)).join(""),
    symbol: ownSign !== undefined || (signs.length > 0 && signs.every(({ sign }) => sign !== undefined)),
    notes: parts.flatMap(part => (["int", "num", "string", "any"].includes(part.type.kind) ? [words(part.value, part.type, info.roles)] : [])),
    tone: role === undefined ? (color ?? "neutral") : tone(role, info),
    label: [...parts.flatMap(part => (part.flag ? (part.value ? [humanise(part.flag)] : []) : [words(part.value, part.type, info.roles)])), turn && `turned by ${turn}°`]
      .filter(Boolean)
      .join(" "),
  }
}

/** Rotation of a record, by its field for that. Cards, which are on no board, use that of an existing board. */
export function turnOf(value: Json, type: TypeInfo, { boards }: RulesInfo, { turn, board }: Look): number | undefined {
  const field = type.kind === "record" && turn !== undefined ? type.fields.find(({ name }) => name === turn) : undefined
  const held = field && (value as { [name: string]: Json })[field.name]
  if (!field || typeof held !== "number") return undefined
  const of = field.type.kind === "optional" ? field.type.of : field.type
  const isHex = board === undefined ? boards.length > 0 && boards.every(({ kind }) => kind === "hex") : boards.find(({ name }) => name === board)?.kind === "hex"
  const sides = of.kind === "enum" ? of.members.length : isHex ? 6 : 4
  return ((((held % sides) + sides) % sides) * 360) / sides
}

/** All pieces on a cell, the last on top. */
export function piecesOf(value: Json | undefined, type: TypeInfo, info: RulesInfo, look: Look): Piece[] {
  if (type.kind === "optional") return piecesOf(value, type.of, info, look)
  if ((type.kind === "list" || type.kind === "array" || type.kind === "set") && Array.isArray(value)) return value.flatMap(one => piecesOf(one, type.of, info, look))
  return [pieceOf(value, type, info, look)].filter(piece => piece !== undefined)
}

/** The pieces on a cell, with equal ones merged and counted. */
export function standing(value: Json | undefined, type: TypeInfo, info: RulesInfo, look: Look): Piece[] {
  if (type.kind === "optional") return standing(value, type.of, info, look)
  const apart = withPeople(value, type)
  if (apart) return apart.flatMap(it => standing(it.value, it.type, info, look))
  if (look.pieces === "tokens" && typeof value === "number" && isNumber(type)) return tokens([value], { kind: "list", of: type }, info, look)
  if (!Array.isArray(value)) return [pieceOf(value, type, info, look)].filter(piece => piece !== undefined)
  if (look.pieces === "tokens") return tokens(value, type, info, look)
  const { by } = type as { by?: TypeInfo }
  const amounts = by !== undefined && value.every(it => typeof it === "number")
  const all = amounts
    ? value.flatMap((count, at) => Array<Json>(Math.max(0, Math.min(count as number, MOST_AMOUNT))).fill(at)).flatMap(at => pieceOf(at, by, info, look) ?? [])
    : piecesOf(value, type, info, look)
  const kinds = new Map<string, Piece[]>()
  for (const piece of all) kinds.set(JSON.stringify(piece), [...(kinds.get(JSON.stringify(piece)) ?? []), piece])
  return [...kinds.values()].map(same => {
    const [one] = same as [Piece]
    return same.length === 1 ? one : { ...one, notes: [...one.notes, `×${same.length}`], label: same.map(({ label }) => label).join(", ") }
  })
}

/** A record in which roles are listed is they and the rest of it; undefined for all else. */
function withPeople(value: Json | undefined, type: TypeInfo): { value: Json; type: TypeInfo }[] | undefined {
  if (type.kind !== "record" || value === null || value === undefined) return undefined
  const held = value as { [name: string]: Json }
  const people = type.fields.filter(({ type }) => areRoles(type))
  if (people.length === 0) return undefined
  const fields = type.fields.filter(it => !people.includes(it))
  const isThere = fields.some(({ name }) => ![null, undefined, false, 0, ""].includes(held[name] as string))
  const rest = isThere ? [{ value, type: { ...type, fields } }] : []
  return [...rest, ...people.map(({ name, type }) => ({ value: held[name] ?? null, type }))]
}

function areRoles(type: TypeInfo): boolean {
  if (type.kind === "optional") return areRoles(type.of)
  if (type.kind !== "list" && type.kind !== "array" && type.kind !== "set") return false
  const of = type.of.kind === "optional" ? type.of.of : type.of
  return of.kind === "role" || (type.kind === "array" && type.by?.kind === "role" && of.kind === "int")
}

/** Tokens one by one, numbers as that many of them; if too many, the first of them with their number. */
function tokens(values: Json[], type: TypeInfo, info: RulesInfo, look: Look): Piece[] {
  const { by, of } = type as { by?: TypeInfo; of: TypeInfo }
  const plain: Piece = { text: "", symbol: false, notes: [], tone: "wood", label: "" }
  const kinds = values.flatMap((value, at): [Piece, number][] => {
    if (!isNumber(of)) return standing(value, of, info, { ...look, pieces: undefined }).map(piece => [piece, 1])
    const piece = by ? pieceOf(at, by, info, look) : plain
    const count = Math.max(0, Math.floor(value as number))
    return piece && count > 0 ? [[piece, count]] : []
  })
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  const told = (piece: Piece, count: number): Piece => ({ ...piece, count, label: `${count} ${piece.label}`.trim() })
  if (total > MOST_TOKENS && kinds.length > 1) return kinds.map(([piece, count]) => (count === 1 ? piece : { ...told(piece, count), notes: [...piece.notes, `×${count}`] }))
  return kinds.flatMap(([piece, count]) =>
    count === 1 && !isNumber(of) ? [piece] : [told(piece, count), ...Array<Piece>(Math.min(count, MOST_TOKENS) - 1).fill({ ...piece, label: "" })],
  )
}

/** Maximum tokens of a cell drawn one by one. */
export const MOST_TOKENS = 20

function isNumber({ kind }: TypeInfo): boolean {
  return kind === "int" || kind === "num"
}

/** More than this of one kind are displayed alike. */
const MOST_AMOUNT = 99

/** Several on one cell: the last lies on top. */
function stackOf(values: Json[], type: TypeInfo, info: RulesInfo, look: Look): Piece | undefined {
  const pieces = values.flatMap(value => pieceOf(value, type, info, look) ?? [])
  const top = pieces.at(-1)
  if (!top || pieces.length === 1) return top
  return { ...top, notes: [...top.notes, `×${pieces.length}`], label: pieces.map(({ label }) => label).join(", ") }
}

interface Part {
  value: Json
  type: TypeInfo
  /** The field, of a record. */
  name?: string
  /** The name of a field that is true or false. */
  flag?: string
}

/** The fields of a record, any other value alone; without none values. */
function partsOf(value: Json, type: TypeInfo): Part[] {
  if (type.kind !== "record") return [{ value, type }]
  return type.fields.flatMap(({ name, type }) => {
    const inner = type.kind === "optional" ? type.of : type
    const part = (value as { [name: string]: Json })[name] ?? null
    return part === null ? [] : [{ value: part, type: inner, name, flag: inner.kind === "bool" ? name : undefined }]
  })
}

/** The member of an enum, or the name of a field that is true: both can have a symbol. */
function memberOf({ value, type, flag }: Part): string | undefined {
  if (type.kind === "enum") return type.members[value as number]
  return flag !== undefined && value === true ? flag : undefined
}

/** The symbol in the rules, for a piece of a role its own if it has one. */
export function symbolOf(name: string, owner: string | undefined, { symbols }: Look): string | undefined {
  const ofOwner = owner === undefined ? undefined : own(symbols, owner)
  const ofAll = own(symbols, name)
  const found = (typeof ofOwner === "object" ? own(ofOwner, name) : undefined) ?? (typeof ofAll === "string" ? ofAll : undefined)
  // As text, never as an emoji with colours of its own.
  return found?.replace(/[\u2600-\u27bf](?!\ufe0e)/gu, "$&\ufe0e")
}

/** The colour that the rules give. */
export function colorOf(name: string, { colors }: Look): string | undefined {
  return own(colors, name)
}

function letter(member: string): string {
  return caption(member).slice(0, 1)
}

const TONES = ["red", "blue", "yellow", "green", "violet", "orange"]
const NAMED = [...TONES, "white", "black"]

/** The colour of a role: the one in the rules, else its name if that is a colour, else one by its number. */
export function tone(role: number, { roles, shows }: RulesInfo): string {
  const name = roles[role] ?? ""
  const given = shows.map(show => colorOf(name, show)).find(Boolean)
  if (given) return given
  return NAMED.includes(name.toLowerCase()) ? name.toLowerCase() : TONES[role % TONES.length]!
}
