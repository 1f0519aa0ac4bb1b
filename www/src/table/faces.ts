// What stands on a card, as the rules give it a face: signs, numbers and words at their places.

import type { Json, RulesInfo, TypeInfo } from "house-rules"
import { own } from "../common/objects"
import { caption, humanise, words } from "../common/words"
import { colorOf, symbolOf, tone, type Look } from "./look"

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
  cost: Bit[]
  icons: Bit[]
  tone?: string
  /** All of it in words. */
  name: string
}

/** undefined for what has none: it is drawn field by field. */
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
    cost: several(face.cost),
    icons: several(face.icons),
    tone: bits(face.color)[0]?.tone,
  }
  const named = (all: Bit[]) => all.map(({ name }) => name).join(" ")
  const cost = made.cost.length > 0 ? `costs ${named(made.cost)}` : ""
  const color = face.color === undefined || face.color === face.picture ? undefined : said(face.color)
  const name = [made.title, named(made.corner), made.picture?.name, color, ...made.text, cost, named(made.icons)].filter(Boolean).join(", ")
  return { ...made, name }
}

function capital(text: string | undefined): string | undefined {
  return text === undefined ? undefined : caption(text)
}

/** A value as signs with numbers: amounts that are none are left out. */
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

/** What is the same is there once, with its number. */
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
