// Removes roles that do not play from a view. In the rules' own view, arrays by role have an element for each.

import type { Json, RulesInfo, TypeInfo } from "houserules"

/** The fields of a view of a game with this many players. */
export function seated(fields: { [field: string]: Json }, { players, view }: RulesInfo, count: number): { [field: string]: Json } {
  if (!players) return fields
  const types = new Map(view.map(({ name, type }) => [name, type]))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, ofThose(value, types.get(name), count)]))
}

function ofThose(value: Json, type: TypeInfo | undefined, count: number): Json {
  if (!type || value === null || typeof value !== "object") return value
  if (type.kind === "optional") return ofThose(value, type.of, count)
  if (type.kind === "record" && !Array.isArray(value)) {
    const types = new Map(type.fields.map(({ name, type }) => [name, type]))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ofThose(one, types.get(name), count)]))
  }
  if ((type.kind === "list" || type.kind === "array" || type.kind === "set") && Array.isArray(value)) {
    return (type.kind === "array" && type.by?.kind === "role" ? value.slice(0, count) : value).map(one => ofThose(one, type.of, count))
  }
  return value
}
