// Tokens in numbers.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { humanise } from "./common/words"
import { type Bit, bitsOf } from "./faces"
import { colorOf, type Look, symbolOf } from "./look"
import { isEach } from "./scene"

/** A number of equal things; without a number, a single one. */
export interface Heap {
  bit: Bit
  count?: number
}

/** The thing that a number counts, from the name of its field, if the rules give that a sign or a colour. */
function countedBit(field: string, look: Look): Bit {
  const [symbol, tone] = [symbolOf(field, undefined, look), colorOf(field, look)]
  return { symbol, tone, name: symbol === undefined && tone === undefined ? "" : humanise(field) }
}

/** A number, a number for each key, or single things. */
export function heapsOf(value: Json, type: TypeInfo, info: RulesInfo, look: Look, field = ""): Heap[] {
  if (type.kind === "optional") return heapsOf(value, type.of, info, look, field)
  if (typeof value === "number" && type.kind !== "enum" && type.kind !== "role") return [{ bit: countedBit(field, look), count: value }]
  if (isEach(type) && Array.isArray(value))
    return value.map((count, at) => ({ bit: bitsOf(at, type.by, info, look)[0] ?? { name: String(at) }, count: typeof count === "number" ? count : count === true ? 1 : 0 }))
  if (Array.isArray(value) && "of" in type) return value.map(one => ({ bit: bitsOf(one, type.of, info, look)[0] ?? { name: "none" } }))
  return bitsOf(value, type, info, look).map(bit => ({ bit }))
}
