// Boards of places and links in the rules, and changes of them as edits of the text.

import { signal } from "@preact/signals"
import type { GraphChange, GraphInText } from "houserules"
import { contentOf, languageOf, mainOf, names, type Text } from "../common/text"
import { engine } from "../session/engine"
import { file, mode, openings, pane, side, text } from "../session/state"
import { askOf, edit } from "./editing"

/** A board, and the name of its file. */
export interface Written {
  name: string
  graph: GraphInText
}

/** The board whose places are being set, in the game that was opened as this one. */
const chosen = signal<{ board: string; opening: number }>()

/** `true` while the places of a board, or of any, are being set. */
export function isPlacing(board?: string): boolean {
  return chosen.value?.opening === openings.value && (board === undefined || chosen.value.board === board)
}

export function place(board: string | undefined) {
  chosen.value = board === undefined ? undefined : { board, opening: openings.value }
}

/** The graph of a board in the text; undefined if it cannot be changed place by place. */
export async function written(board: string, of: Text): Promise<Written | undefined> {
  for (const name of names(of)) {
    const content = contentOf(of, name)
    if (!languageOf(name) || !content.includes(board)) continue
    const graphs = await askOf(name, content, language => engine.ask("graphs", content, language))
    const graph = graphs?.find(it => it.name === board)
    if (graph) return { name, graph }
  }
  return undefined
}

/** The change before, so that each is made in the text that the one before it left. */
let last: Promise<unknown> = Promise.resolve()

/** Makes changes of a board in the text; why not, or "". */
export function change({ name, graph }: Written, changes: GraphChange[]): Promise<string> {
  const made = last.then(async () => {
    const used = changes.map(it => ("remove" in it ? it.remove : "rename" in it ? it.rename : undefined)).find(it => it !== undefined && isUsedBeside(name, graph.name, it))
    if (used !== undefined) return `Not changed: another file uses ${used}.`
    const content = contentOf(text.value, name)
    const changed = await askOf(name, content, language => engine.ask("withGraph", content, graph.name, changes, language))
    if (changed === null) return "Not changed: the rules were edited meanwhile."
    if (typeof changed !== "string") return `Not changed: ${changed.refused}.`
    file.value = name
    edit(name, changed)
    return ""
  })
  last = made.catch(() => undefined)
  return made
}

/** `true` if another file of rules names a cell. */
function isUsedBeside(name: string, board: string, cell: string): boolean {
  const use = new RegExp(`(?<![\\p{L}\\d_])${board}\\s*\\.\\s*${cell}(?![\\p{L}\\d_])`, "u")
  return names(text.value).some(other => other !== name && languageOf(other) && use.test(contentOf(text.value, other)))
}

/** A name for one more than these. */
export function freeName(taken: string[]): string {
  for (let at = taken.length + 1; ; at++) {
    const name = `place${at}`
    if (!taken.includes(name)) return name
  }
}

/** Puts a board on a picture, and turns to its places. */
export function makeBoard(picture: string) {
  const main = mainOf(text.value)
  const { source } = text.value
  const taken = (name: string) => new RegExp(`\\b${name}\\b`).test(source)
  let board = "map"
  for (let at = 2; taken(board); at++) board = `map${at}`
  edit(main, `${source.trimEnd()}\n\nboard ${board} = graph { place1 }\n\nshow ${board} { picture: "${picture}" }\n`)
  file.value = main
  place(board)
  mode.value = "workshop"
  pane.value = "table"
  side.value = "table"
}
