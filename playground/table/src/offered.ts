// Looks of a choice: the die or card itself, or the piece or tile to be placed. Works without elements.

import type { Json, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import { argumentsOf, itemType } from "./common/words"
import { faceOf } from "./faces"
import { pieceOf } from "./look"
import { type Choice, type Target, valueAt } from "./paths"
import { type Drawn, fieldType, type tableOf } from "./scene"

export interface Looks {
  as: "die" | "card" | "piece"
  value: Json
  type: TypeInfo
  /** The show that it lies in, or will. */
  show: ShowInfo
  info: RulesInfo
}

type Table = Pick<ReturnType<typeof tableOf>, "all" | "role"> & { scene: { shows: Drawn[] } }

/** An argument that no click has chosen. */
interface Rest {
  name: string
  type: TypeInfo
  value: Json
}

/** undefined for choices that only have words. */
export function looksOf(choice: Choice, picked: Target[], table: Table): Looks | undefined {
  const { shows } = table.scene
  const [first] = shows
  if (!first) return undefined
  const known = argumentsOf(first.info, choice.action)
  const rest = choice.rest.map(({ at, value }): Rest => ({ ...(known[at] ?? { name: "", type: { kind: "any" } }), value }))
  const lies = choice.rest.flatMap(({ at, value }) => lying(choice.action, at, value, table) ?? [])[0]
  if (lies && rest.length === 1) return lies
  const on = shows[picked.at(-1)?.show ?? -1]
  const things = [...(lies ? [lies] : rest.flatMap(it => thing(it, shows) ?? [])), ...picked.flatMap(it => thingAt(it, table) ?? []), ...alone(shows)]
  for (const it of things) {
    const value = withAll(it.value, it.type, rest, it.show)
    if (value !== undefined) return drawn({ ...it, value }, on)
  }
  const fresh = on && made(rest, on, table.role)
  return fresh ?? (rest.length === 1 ? thing(rest[0]!, shows) : undefined)
}

/** As it will lie on a board where that is clicked, else as in its own show. */
function drawn(looks: Looks, on: Drawn | undefined): Looks | undefined {
  const { info, show } = on ?? {}
  const isThere = show?.kind === "board" && named(itemType(info!, show.items)) === named(looks.type)
  return visible(isThere ? { ...looks, as: "piece", show: show!, info: info! } : looks)
}

/** A piece is worth drawing if it has a sign, an owner or a direction. */
function visible(looks: Looks): Looks | undefined {
  const { as, value, type, show, info } = looks
  if (as !== "piece") return looks
  const piece = pieceOf(value, type, info, show)
  return piece && (piece.symbol || piece.role !== undefined || piece.turn !== undefined) ? looks : undefined
}

/** The thing in a show that is clicked for this value, or equals it. */
function lying(action: string, at: number, value: Json, { scene, all }: Table): Looks | undefined {
  for (const [number, { show, info }] of scene.shows.entries()) {
    const as = show.kind === "dice" ? "die" : show.kind === "cards" ? "card" : undefined
    const send = show.clicks.find(it => it.action === action)?.sends[at]
    if (!as || send === undefined || send === "choice") continue
    const { numbers, place } = all[number]!
    const found = send === "item" ? value : [...numbers].flatMap(number => (same(valueAt(send, number, place(number)), value) ? (place(number).item ?? []) : []))[0]
    const type = fieldType(info, show.items) ?? { kind: "any" }
    const looks = found === undefined ? undefined : visible({ as, value: found, type: "of" in type ? type.of : type, show, info })
    if (looks) return looks
  }
  return undefined
}

/** A value by its type alone: of that of some show, or a record with a face. */
function thing({ value, type }: Rest, shows: Drawn[]): Looks | undefined {
  const name = named(type)
  if (name === undefined) return undefined
  for (const { show, info } of shows) {
    const as = show.kind === "dice" ? "die" : show.kind === "cards" ? "card" : show.kind === "board" ? "piece" : undefined
    const looks = as && named(itemType(info, show.items)) === name ? visible({ as, value, type, show, info }) : undefined
    if (looks) return looks
  }
  const { show, info } = shows[0]!
  return faceOf(value, type, info, show) ? { as: "card", value, type, show, info } : visible({ as: "piece", value, type, show: { ...show, pieces: "figures" }, info })
}

/** The clicked thing. */
function thingAt({ show: at, number }: Target, { scene, all }: Table): Looks | undefined {
  const { show, info } = scene.shows[at]!
  const value = all[at]!.place(number).item
  const as = show.kind === "cards" ? "card" : show.kind === "board" ? "piece" : undefined
  return as && value !== undefined && value !== null ? { as, value, type: itemType(info, show.items), show, info } : undefined
}

/** The only card of a show: the one to be placed. */
function alone(shows: Drawn[]): Looks[] {
  return shows.flatMap(({ show, info, seat }): Looks[] => {
    const held = seat.fields[show.items ?? ""]
    const [value] = Array.isArray(held) ? held : []
    return show.kind === "cards" && Array.isArray(held) && held.length === 1 && value !== null ? [{ as: "card", value: value!, type: itemType(info, show.items), show, info }] : []
  })
}

/** The record with all chosen values in its fields; undefined if some value has no field. */
function withAll(value: Json, type: TypeInfo, rest: Rest[], { turn }: ShowInfo): Json | undefined {
  const record = bare(type)
  if (record.kind !== "record" || value === null || typeof value !== "object" || Array.isArray(value)) return undefined
  const others = rest.filter(it => it.value !== value)
  const fields = others.map(it => {
    const alike = record.fields.filter(field => isAlike(field.type, it.type))
    const isNamed = bare(it.type).kind === "enum" || bare(it.type).kind === "role"
    return alike.find(({ name }) => name === it.name) ?? alike.find(({ name }) => name === turn) ?? (isNamed && alike.length === 1 ? alike[0] : undefined)
  })
  if (others.length === 0 || fields.includes(undefined)) return undefined
  return { ...value, ...Object.fromEntries(others.map((it, at) => [fields[at]!.name, it.value])) }
}

/** A piece to be placed on a board that has none of its kind yet: it belongs to the active role. */
function made(rest: Rest[], { show, info }: Drawn, role: string): Looks | undefined {
  if (show.kind !== "board") return undefined
  const type = bare(itemType(info, show.items))
  if (type.kind !== "record") return undefined
  const mine = Math.max(0, info.roles.indexOf(role))
  const blank = Object.fromEntries(type.fields.map(it => [it.name, bare(it.type).kind === "role" ? mine : null]))
  const value = withAll(blank, type, rest, show)
  return value === undefined ? undefined : visible({ as: "piece", value, type, show, info })
}

function isAlike(a: TypeInfo, b: TypeInfo): boolean {
  return bare(a).kind === bare(b).kind && named(a) === named(b)
}

function bare(type: TypeInfo): TypeInfo {
  return type.kind === "optional" ? bare(type.of) : type
}

function named(type: TypeInfo): string | undefined {
  const { kind, name } = bare(type) as { kind: TypeInfo["kind"]; name?: string }
  return name ?? (kind === "role" ? kind : undefined)
}

function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
