// Values of the rules as words, and as pieces on a board.

import type { Json, RulesInfo, TypeInfo } from "house-rules"

export const NOTHING = "none"

/** `long_night` → "long night". */
export function humanise(name: string): string {
  return name.replaceAll("_", " ")
}

/** `long_night` → "Long night". */
export function caption(name: string): string {
  const text = humanise(name)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A value as a reader would write it. */
export function words(value: Json | undefined, type: TypeInfo, roles: string[]): string {
  if (value === null || value === undefined) return NOTHING
  switch (type.kind) {
    case "optional":
      return words(value, type.of, roles)
    case "role":
      return roles[value as number] ?? String(value)
    case "enum":
      return humanise(type.members[value as number] ?? String(value))
    case "bool":
      return value ? "yes" : "no"
    case "record":
      return type.fields.map(field => words((value as { [name: string]: Json })[field.name], field.type, roles)).join(" ")
    case "list":
    case "array":
    case "set":
      return (value as Json[]).map(item => words(item, type.of, roles)).join(", ") || NOTHING
    case "map":
      return pairs(value as Json[]).map(([key, item]) => `${words(key, type.key, roles)}: ${words(item, type.of, roles)}`).join(", ") || NOTHING
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value)
  }
}

/** The entries of a map, which stands in the JSON as [key, value, key, value]. */
function pairs(flat: Json[]): [Json, Json][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!])
}

/** The type of the items of a list or array in the view. */
export function itemType({ view }: RulesInfo, field: string | undefined): TypeInfo {
  const type = view.find(({ name }) => name === field)?.type
  return type && "of" in type ? type.of : { kind: "any" }
}

/** The roles whose the items are, if it is an array with one for each. */
export function byRole(value: Json | undefined, type: TypeInfo | undefined, roles: string[]): string[] | undefined {
  return type?.kind === "array" && Array.isArray(value) && value.length === roles.length ? roles : undefined
}

/** What stands on a cell. */
export interface Piece {
  /** Whose it is, if anyone's. */
  role?: number
  text: string
  label: string
}

/** undefined for an empty cell. */
export function pieceOf(value: Json | undefined, type: TypeInfo, roles: string[]): Piece | undefined {
  if (value === null || value === undefined || value === false) return undefined
  switch (type.kind) {
    case "optional":
      return pieceOf(value, type.of, roles)
    case "bool":
      return { text: "", label: "piece" }
    case "role":
      return { role: value as number, text: glyphs(roles)[value as number] ?? "", label: words(value, type, roles) }
    case "record": {
      const parts = type.fields.flatMap(field => pieceOf((value as { [name: string]: Json })[field.name], field.type, roles) ?? [])
      const text = parts.filter(part => part.role === undefined).map(part => part.text).join("")
      return { role: parts.find(part => part.role !== undefined)?.role, text, label: parts.map(part => part.label).join(" ") }
    }
    case "enum":
      return { text: words(value, type, roles).slice(0, 1).toUpperCase(), label: words(value, type, roles) }
    default:
      return { text: words(value, type, roles), label: words(value, type, roles) }
  }
}

/** Names this short are their own glyphs, and need no disc around them. */
export function haveShortNames(roles: string[]): boolean {
  return roles.every(role => role.length <= 2)
}

/** One sign for each role, all different: its name, its initial, or its number. */
function glyphs(roles: string[]): string[] {
  if (haveShortNames(roles)) return roles
  const initials = roles.map(role => role.slice(0, 1))
  return new Set(initials).size === roles.length ? initials : roles.map((_, at) => String(at + 1))
}

const TONES = ["red", "blue", "yellow", "green", "violet", "orange"]
const NAMED = [...TONES, "white", "black"]

/** The colour of a role: that of its name if it is one, else one by its place. */
export function tone(role: number | undefined, roles: string[]): string {
  if (role === undefined) return "neutral"
  const name = roles[role]?.toLowerCase() ?? ""
  return NAMED.includes(name) ? name : TONES[role % TONES.length]!
}
