// Values of the rules as words.

import type { BoardInfo, Json, Move, RulesInfo, TypeInfo } from "houserules"
import { brief, counted } from "./bounded"
import { withAnd } from "./names"

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

/** The name, with a number behind it where it is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name} (${number})`
    if (!isTaken(next)) return next
  }
}

/** Maximum length of a written state's label. */
const LABEL = 120

/** Maximum items of a list in full. */
const WRITTEN = 100

/** A value in readable form, shortened. `missing`: number of omitted items of a list. */
export function words(value: Json | undefined, type: TypeInfo, roles: string[], missing = 0): string {
  return brief(written(value, type, roles, missing))
}

/** The first items of a list. */
function several<T>(items: T[], missing: number, one: (item: T) => string): string {
  const first = items.slice(0, WRITTEN).map(one).join(", ")
  const more = Math.max(0, items.length - WRITTEN) + missing
  return more > 0 ? `${first} and ${counted(more)} more` : first
}

function written(value: Json | undefined, type: TypeInfo, roles: string[], missing: number): string {
  if (value === null || value === undefined) return NOTHING
  switch (type.kind) {
    case "optional":
      return written(value, type.of, roles, missing)
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
      return several(value as Json[], missing, item => words(item, type.of, roles)) || NOTHING
    case "map":
      return several(pairs(value as Json[]), missing, ([key, item]) => `${words(key, type.key, roles)}: ${words(item, type.of, roles)}`) || NOTHING
    case "any":
      if (typeof value === "boolean") return value ? "yes" : "no"
      if (Array.isArray(value) && value.every(item => typeof item !== "object")) return several(value, missing, String) || NOTHING
      return typeof value === "object" ? JSON.stringify(value) : String(value)
    default:
      return String(value)
  }
}

/** The entries of a map, which in JSON is [key, value, key, value]. */
function pairs(flat: Json[]): [Json, Json][] {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!])
}

/** The type of the items of a list or array in the view. */
export function itemType({ view }: RulesInfo, field: string | undefined): TypeInfo {
  const type = view.find(({ name }) => name === field)?.type
  return type && "of" in type ? type.of : { kind: "any" }
}

/** The roles whose the items are, if it is an array with one for each. */
export function byRole(value: Json | undefined, type: TypeInfo | undefined, roles: string[]): string[] | undefined {
  if (type?.kind !== "array" || !Array.isArray(value)) return undefined
  // Of those who play only.
  if (type.by?.kind === "role") return roles.slice(0, value.length)
  return value.length === roles.length ? roles : undefined
}

/** Names this short are their own glyphs, and need no disc around them. */
export function haveShortNames(roles: string[]): boolean {
  return roles.every(role => role.length <= 2)
}

/** The arguments of an action, one after the other; a single one has no name. */
export function argumentsOf({ actions }: RulesInfo, name: string): { name: string; type: TypeInfo }[] {
  const action = actions.find(action => action.name === name)
  return action?.arguments ?? (action?.argument ? [{ name: "", type: action.argument }] : [])
}

export function argumentTypes(info: RulesInfo, name: string): TypeInfo[] {
  return argumentsOf(info, name).map(({ type }) => type)
}

/** A cell by the name that is written at the edge of its board; a square without such names by its row and column. */
export function cellName({ kind }: Pick<BoardInfo, "kind">, { name, row, column }: Pick<BoardInfo["cells"][number], "name" | "row" | "column">, labelled: boolean): string {
  return kind === "square" && !labelled ? `row ${row + 1}, column ${column + 1}` : humanise(name)
}

/** Nobody's move: a state that somebody has written, or an end from outside. */
export function isNobodys([role]: Move): boolean {
  return role === ""
}

/** An action in words: "long night", "play a card". */
export function actionName({ actions }: RulesInfo, name: string): string {
  return humanise(actions.find(action => action.name === name)?.title ?? name)
}

/** A move in words, cells by their names. */
export function moveWords(info: RulesInfo, move: Move): string {
  return isNobodys(move) ? brief(move[1], LABEL) : `${move[0]}: ${actionWords(info, move[1], move[2])}`
}

/** An action with its arguments, or the first of them, in words; cells, rows and columns by the names in the viewer's clicks. */
export function actionWords(info: RulesInfo, action: string, argument: Json): string {
  const types = argumentTypes(info, action)
  const values = argument === null ? [] : types.length > 1 && Array.isArray(argument) ? argument : [argument]
  const senders = info.shows.flatMap(show => show.clicks.flatMap(click => (click.action === action ? [{ show, sends: click.sends }] : [])))
  const told = values.map((value, at) => {
    for (const { show, sends } of senders) {
      const send = sends[at]
      const board = info.boards.find(({ name }) => name === show.board)
      if (!board) continue
      if ((send === "row" || send === "column") && typeof value === "number") return `${send} ${value + 1}`
      const cells = send === "cell" ? [value] : send === "cells" && Array.isArray(value) ? value : []
      const names = cells.map(value => {
        const cell = typeof value === "number" ? board.cells[value] : undefined
        // Points are numbered from where somebody looks, which words for all cannot know.
        return cell && cellName(board, cell, show.labels !== undefined && show.pattern !== "points")
      })
      if (names.length > 0 && !names.includes(undefined)) return names.join("–")
    }
    return words(value, types[at] ?? { kind: "any" }, info.roles)
  })
  return [caption(actionName(info, action)), told.join(" ")].filter(Boolean).join(" ")
}

/** A line of the log for reading: a text in the form of JSON, in which LudL writes values, loses its quotes. */
export function spoken(line: string): string {
  if (!/^".*"$/s.test(line)) return line
  try {
    return String(JSON.parse(line))
  } catch {
    return line
  }
}

/** The roles that a result names; none if it is a draw, or something else. */
export function winnersOf(result: string, roles: string[]): string[] {
  const named = roles.includes(result) ? [result] : result.split(", ")
  return named.every(name => roles.includes(name)) ? named : []
}

/** The winner or winners, if the result names roles, separated by commas. */
export function outcome(result: string, roles: string[]): string {
  const winners = winnersOf(result, roles)
  return winners.length === 0 ? result : `${withAnd(winners)} ${winners.length === 1 ? "wins" : "win"}`
}
