// The face of a card by the rules: signs, numbers and words in their places.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { own } from "./common/objects"
import { caption, humanise, words } from "./common/words"
import { colorOf, type Piece, pieceOf, symbolOf, tone, turnOf, type Look } from "./look"

/** A sign, a number, or both. */
export interface Bit {
  symbol?: string
  text?: string
  tone?: string
  /** In words. */
  name: string
}

export interface Face {
  corner: Bit[]
  title?: string
  text: string[]
  picture?: Bit
  /** Rotation of the picture in degrees, clockwise. */
  turn?: number
  /** Slots for pieces, with the pieces in them. */
  pieces: (Piece | undefined)[]
  cost: Bit[]
  icons: Bit[]
  tone?: string
  /** All of it in words. */
  name: string
}

/** undefined for a value without a face: it is drawn field by field. */
export function faceOf(value: Json, type: TypeInfo, info: RulesInfo, look: Look): Face | undefined {
  if (type.kind === "optional") return faceOf(value, type.of, info, look)
  const face = type.kind === "record" ? own(info.faces, type.name) : undefined
  if (!face || type.kind !== "record" || value === null || typeof value !== "object" || Array.isArray(value)) return undefined
  const bits = (name: string | undefined) => {
    const field = type.fields.find(it => it.name === name)
    return field ? bitsOf(own(value, field.name) ?? null, field.type, info, look) : []
  }
  const several = (names: string[] = []) => names.flatMap(bits)
  const said = (name: string | undefined) => {
    const field = type.fields.find(it => it.name === name)
    const held = field && own(value, field.name)
    return held === undefined || held === null || held === "" ? undefined : words(held, field!.type, info.roles)
  }
  const made = {
    corner: several(face.corner),
    title: face.title && capital(said(face.title)),
    text: (face.text ?? []).flatMap(name => said(name) ?? []),
    picture: bits(face.picture)[0],
    turn: turnOf(value, type, info, look),
    pieces: (face.pieces ?? []).flatMap(name => {
      const field = type.fields.find(it => it.name === name)
      return field ? standingOn(own(value, field.name) ?? null, field.type, info, look) : []
    }),
    cost: several(face.cost),
    icons: several(face.icons),
    tone: bits(face.color)[0]?.tone,
  }
  const named = (all: Bit[]) => all.map(({ name }) => name).join(" ")
  const cost = made.cost.length > 0 ? `costs ${named(made.cost)}` : ""
  const color = face.color === undefined || face.color === face.picture ? undefined : said(face.color)
  const name = [
    made.title,
    named(made.corner),
    made.picture?.name,
    made.turn && `turned by ${made.turn}°`,
    color,
    ...made.text,
    made.pieces.map(it => it?.label ?? "free").join(" "),
    cost,
    named(made.icons),
  ]
    .filter(Boolean)
    .join(", ")
  return { ...made, name }
}

/** `true` if a face has only a picture, and perhaps a colour: a tile, which its picture fills. */
export function isTile(type: TypeInfo, info: RulesInfo): boolean {
  if (type.kind === "optional") return isTile(type.of, info)
  const face = type.kind === "record" ? own(info.faces, type.name) : undefined
  return face?.picture !== undefined && Object.keys(face).every(part => part === "picture" || part === "color")
}

/** More than this of one kind are counted. */
const MOST_STANDING = 8

/** The pieces on a card; undefined for a free place. */
function standingOn(value: Json, type: TypeInfo, info: RulesInfo, look: Look): (Piece | undefined)[] {
  if (type.kind === "optional") return value === null ? [undefined] : standingOn(value, type.of, info, look)
  if (value === null) return []
  if (type.kind === "array" && type.by) {
    const { by } = type
    return (value as Json[]).flatMap((held, at) => {
      const count = typeof held === "number" ? held : held === true ? 1 : 0
      const piece = count > 0 ? pieceOf(at, by, info, look) : undefined
      if (!piece) return []
      return count > MOST_STANDING ? [{ ...piece, text: String(count), symbol: false, label: `${count} ${piece.label}` }] : Array<Piece>(count).fill(piece)
    })
  }
  if ((type.kind === "list" || type.kind === "array" || type.kind === "set") && Array.isArray(value)) return value.flatMap(one => standingOn(one, type.of, info, look))
  return [pieceOf(value, type, info, look)]
}

/** Common width of cards, in pixels, so that no word is broken. Titles with long words are smaller. */
export function widthOf(faces: Face[]): { width: number; small: boolean } {
  const corner = Math.max(0, ...faces.flatMap(({ corner }) => corner).map(({ symbol, text = "" }) => (symbol === undefined ? 0 : SIGN) + text.length * FIGURE))
  const word = widest(faces.flatMap(({ title = "" }) => title))
  const small = word > LONG
  const title = word * (small ? TEXT : TITLE)
  const text = widest(faces.flatMap(({ text }) => text)) * TEXT
  return { width: Math.min(WIDEST, Math.ceil(EDGES + Math.max(text, title > 0 ? title + (corner > 0 ? corner + 6 : 0) : 0))), small }
}

/** A sign and a figure in the corner, the letters of titles and texts, the edges of a card: in pixels. */
const SIGN = 23
const FIGURE = 13
const TITLE = 14
const TEXT = 12.8
const EDGES = 18
const WIDEST = 220
/** A longer word, in the height of its letters, is written smaller. */
const LONG = 5.7

/** The longest word, in the height of its letters. */
export function widest(texts: string[]): number {
  const wide = (letter: string) => (/[mwMW@%]/.test(letter) ? 1.02 : /[iljtfrI1.,'!|]/.test(letter) ? 0.45 : /[A-Z0-9]/.test(letter) ? 0.76 : letter > "\u2e7f" ? 1 : 0.67)
  const words = texts.flatMap(text => text.split(/(?<=-)|\s+/))
  return Math.max(0, ...words.map(word => [...word].reduce((sum, letter) => sum + wide(letter), 0)))
}

function capital(text: string | undefined): string | undefined {
  return text === undefined ? undefined : caption(text)
}

/** A value as signs with numbers; zero amounts are left out. */
export function bitsOf(value: Json, type: TypeInfo, info: RulesInfo, look: Look): Bit[] {
  if (value === null) return []
  switch (type.kind) {
    case "optional":
      return bitsOf(value, type.of, info, look)
    case "enum":
      return [memberBit(type.members[value as number] ?? String(value), look)]
    case "role":
      return [roleBit(value as number, info, look)]
    case "bool":
      return []
    case "list":
    case "set":
      return counted((value as Json[]).flatMap(one => bitsOf(one, type.of, info, look)))
    case "array":
      if (type.by) return (value as Json[]).flatMap((amount, at) => (typeof amount === "number" && amount !== 0 ? amountBits(amount, at, type.by!, info, look) : []))
      return counted((value as Json[]).flatMap(one => bitsOf(one, type.of, info, look)))
    default: {
      const text = words(value, type, info.roles)
      return text === "" ? [] : [{ text, name: text }]
    }
  }
}

function amountBits(amount: number, at: number, by: TypeInfo, info: RulesInfo, look: Look): Bit[] {
  return bitsOf(at, by, info, look).map(bit => ({ ...bit, text: String(amount), symbol: bit.symbol ?? bit.text, name: `${amount} ${bit.name}` }))
}

/** Merges equal bits, with their number. */
function counted(all: Bit[]): Bit[] {
  const found = new Map<string, { bit: Bit; count: number }>()
  for (const bit of all) {
    const known = found.get(bit.name)
    if (known) known.count++
    else found.set(bit.name, { bit, count: 1 })
  }
  return [...found.values()].map(({ bit, count }) => (count === 1 ? bit : { ...bit, symbol: bit.symbol ?? bit.text, text: String(count), name: `${count} ${bit.name}` }))
}

function memberBit(member: string, look: Look): Bit {
  const symbol = symbolOf(member, undefined, look)
  return { symbol, text: symbol === undefined ? caption(member) : undefined, tone: colorOf(member, look), name: humanise(member) }
}

function roleBit(role: number, info: RulesInfo, look: Look): Bit {
  const name = info.roles[role] ?? String(role)
  const symbol = symbolOf(name, undefined, look)
  return { symbol, text: symbol === undefined ? name : undefined, tone: tone(role, info), name }
}
