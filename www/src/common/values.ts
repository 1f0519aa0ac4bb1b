// Values of a position in the form of the rules, with their contents.

import type { Branch, Json, Tree, TypeInfo } from "houserules"
import { brief } from "houserules-table/src/common/bounded.tsx"

/** A value, or one in another. */
export interface Item {
  /** A field, or a place in brackets. */
  name: string
  /** The name in the rules: `G.board[4]`; empty for values that the rules cannot name. */
  path: string
  /** As the rules would write it. */
  type: string
  of: TypeInfo
  value?: Json
  text: string
  secret?: true
  /** It is in a secret field. */
  covered: boolean
  /** The frame that it is in, if that is not the innermost. */
  below?: string
  /** The way to it in a state. */
  steps: Step[]
}

/** A key of an object, or an index of a list. */
export type Step = string | number

/** The meanings of numbers in a state. */
export interface Names {
  roles: string[]
  /** Those who sit, where not all roles may. */
  sitting?: string[]
  /** Members by the name of their enum. */
  enums: Map<string, string[]>
}

/** Maximum letters of a nested value. */
const LETTERS = 200

export function namesOf({ globals, frames }: Tree, roles: string[]): Names {
  return namesIn(
    [...globals, ...frames.flatMap(({ fields }) => fields)].map(({ of }) => of),
    roles,
  )
}

export function namesIn(types: TypeInfo[], roles: string[]): Names {
  const enums = types.flatMap(typesIn).flatMap(type => (type.kind === "enum" ? [[type.name, type.members] as const] : []))
  return { roles, enums: new Map(enums) }
}

/** A type, and all types in it. */
export function typesIn(type: TypeInfo): TypeInfo[] {
  const fields = type.kind === "record" ? type.fields.map(field => field.type) : []
  const key = type.kind === "map" ? [type.key] : []
  const of = "of" in type ? [type.of] : []
  return [type, ...[...fields, ...key, ...of].flatMap(typesIn)]
}

/** A field of `G` or `L`; `frame`: the name of its container in the rules, if it has one; `below`: the name of a frame that is not the
 * innermost. */
export function fieldItem({ name, type, of, value, text, secret, path }: Branch, frame: string | undefined, below?: string): Item {
  // `$.L.L.name`: a step for each frame.
  const frames = path
    .slice(1, path.length - name.length)
    .split(".")
    .filter(Boolean)
  return { name, path: frame ? `${frame}.${name}` : "", type, of, value, text, secret, covered: secret === true, below, steps: [...frames, name] }
}

/** Number of values in it. */
export function size(item: Item): number {
  const { of, value } = bare(item)
  if (typeof value !== "object" || value === null) return 0
  if (of.kind === "record") return of.fields.length
  if (of.kind === "map") return Math.floor((value as Json[]).length / 2)
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** One of the values that are in it. */
export function itemAt(item: Item, at: number, names: Names): Item {
  const { of, value, type } = bare(item)
  if (of.kind === "record") {
    const field = of.fields[at]!
    return inner(item, `.${field.name}`, field.name, field.type, (value as { [name: string]: Json })[field.name], names)
  }
  if (of.kind === "map") {
    const [key, held] = (value as Json[]).slice(2 * at, 2 * at + 2)
    return inner(item, `[${written(key, of.key, names)}]`, 2 * at + 1, of.of, held, names)
  }
  if (Array.isArray(value)) {
    const place = of.kind === "array" ? indexName(type, at, names) : at
    return inner(item, `[${place}]`, at, "of" in of ? of.of : of, value[at], names, type.endsWith("]") ? type.replace(/\[[^[\]]*\]$/, "") : undefined)
  }
  const key = Object.keys(value as object)[at]!
  return inner(item, `.${key}`, key, of, (value as { [name: string]: Json })[key], names)
}

function inner({ path, covered, below, steps }: Item, called: string, step: Step, of: TypeInfo, value: Json | undefined, names: Names, type = typeText(of, value)): Item {
  return { name: called.replace(/^\./, ""), path: path && path + called, type, of, value, text: textOf(value, of, names), covered, below, steps: [...steps, step] }
}

/** A value as the rules would write it, or the beginning of that. */
export function textOf(value: Json | undefined, of: TypeInfo, names: Names): string {
  return brief(written(value, of, names), LETTERS)
}

/** Without the layer of an optional type. */
function bare({ of, type, value }: Pick<Item, "of" | "type" | "value">): Pick<Item, "of" | "type" | "value"> {
  return of.kind === "optional" ? bare({ of: of.of, type: type.replace(/\?$/, ""), value }) : { of, type, value }
}

/** Index of an array's item: depending on the type, the name of a role or a member of an enum. */
function indexName(type: string, at: number, { roles, enums }: Names): string {
  const [, by = ""] = /\[([^[\]]*)\]$/.exec(type) ?? []
  return (by === "Role" ? roles : enums.get(by))?.[at] ?? String(at)
}

export function typeText(of: TypeInfo, value?: Json): string {
  switch (of.kind) {
    case "role":
      return "Role"
    case "enum":
    case "record":
      return of.name
    case "optional":
      return `${typeText(of.of, value)}?`
    case "list":
      return `${typeText(of.of)}[]`
    case "array":
      return `${typeText(of.of)}[${Array.isArray(value) ? value.length : ""}]`
    case "set":
      return `set<${typeText(of.of)}>`
    case "map":
      return `map<${typeText(of.key)}, ${typeText(of.of)}>`
    default:
      return of.kind
  }
}

/** Maximum items of a value. */
const ITEMS = 40

function several<T>(items: T[], around: string, one: (item: T) => string): string {
  const [open, close] = around.split("_")
  return `${open}${items.slice(0, ITEMS).map(one).join(", ")}${items.length > ITEMS ? ", …" : ""}${close}`
}

function written(value: Json | undefined, of: TypeInfo, names: Names): string {
  if (value === undefined) return "not set"
  if (value === null) return "none"
  switch (of.kind) {
    case "optional":
      return written(value, of.of, names)
    case "role":
      return names.roles[value as number] ?? String(value)
    case "enum":
      return of.members[value as number] ?? String(value)
    case "record":
      return several(of.fields, `${of.name} { _ }`, field => `${field.name}: ${written((value as { [name: string]: Json })[field.name], field.type, names)}`)
    case "map": {
      const pairs = Array.from({ length: (value as Json[]).length / 2 }, (_, at) => (value as Json[]).slice(2 * at, 2 * at + 2))
      return several(pairs, "{_}", ([key, held]) => `${written(key, of.key, names)}: ${written(held, of.of, names)}`)
    }
    default:
      if (Array.isArray(value)) return several(value, "[_]", item => written(item, "of" in of ? of.of : of, names))
      if (typeof value === "object") return several(Object.entries(value), "{ _ }", ([key, held]) => `${key}: ${written(held, of, names)}`)
      return JSON.stringify(value)
  }
}
