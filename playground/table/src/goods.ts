// Short summary of a seat's things: a line of signs and numbers.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { caption, itemType, words } from "./common/words"
import { type Bit, bitsOf as signsOf } from "./faces"
import { type Drawn, fieldType, type Part } from "./scene"
import { heapsOf } from "./heaps"
import type { Look } from "./look"

export interface Good {
  name: string
  bits: Bit[]
}

/** Each show of a part in a few bits; empty ones are left out. */
export function goodsOf(part: Part): Good[] {
  if (part.kind !== "show") return part.parts.flatMap(goodsOf)
  const { show } = part
  const name = show.title ?? caption(show.items ?? "")
  const bits = bitsOf(part)
  return bits.length > 0 ? [{ name, bits }] : []
}

function bitsOf({ show, seat, info }: Drawn): Bit[] {
  const value = seat.fields[show.items ?? ""] ?? null
  const type: TypeInfo = fieldType(info, show.items) ?? { kind: "any" }
  if (value === null) return []
  switch (show.kind) {
    case "cards": {
      const cards = Array.isArray(value) ? value.flat(1) : []
      const count = typeof value === "number" ? value : cards.length
      const signs = cards.length <= MOST_SIGNS ? cards.flatMap(card => signOf(card, itemType(info, show.items), info, show)) : []
      if (signs.length === count && count > 0) return signs
      const said = count === 1 ? "1 card" : `${count} cards`
      return count === 0 ? [] : [{ text: said, name: said }]
    }
    case "tokens":
      return heapsOf(value, type, info, show, show.items).flatMap(({ bit, count = 1 }) =>
        count === 0 ? [] : [{ ...bit, text: count === 1 && bit.symbol !== undefined ? undefined : String(count) }],
      )
    case "meter":
      return typeof value === "number" ? [{ text: `${value}/${show.to ?? 1}`, name: `${value} of ${show.to ?? 1}` }] : []
    case "counter":
    case "text":
    case "dice": {
      const said = words(value, type, info.roles)
      return [{ text: said.length > MOST ? `${said.slice(0, MOST)}…` : said, name: said }]
    }
    default:
      return []
  }
}

/** A kind of card that has a sign is that sign. */
function signOf(card: Json, type: TypeInfo, info: RulesInfo, look: Look): Bit[] {
  const kind = type.kind === "optional" ? type.of : type
  return card !== null && kind.kind === "enum" ? signsOf(card, kind, info, look).filter(({ symbol }) => symbol !== undefined) : []
}

/** Maximum cards shown by their signs. */
const MOST_SIGNS = 4

/** Maximum letters shown of a text. */
const MOST = 16
