// The shared state of the page: the open game, its text, and the game at the table. Each activity has its own state besides.
//
// Invariant: `record` is the current line, with all its moves, including those after `cursor` (taken back) and those that the current rules
// refuse; `branches` are the other lines from the same setup.

import { computed, signal } from "@preact/signals"
import type { Diagnostic, GameErrorInfo, Record as GameRecord, RulesInfo, ShippedGame } from "houserules"
import type { HomePart } from "../common/address"
import type { Branch } from "../common/lines"
import { contentOf, mainOf, same, shippedText, type Text } from "../common/text"
import type { Tokens } from "../common/tokens"
import type { Position } from "../engine/protocol"
import type { Mark } from "../store/database"
import { keeping } from "../store/keeper"
import type { EarlierGame, SavedPosition, Version } from "../store/kept"
import { settings } from "../store/local"
import { embedded, onlyReads, tableAlone } from "./embed"

export interface Table {
  /** The text of the rules being played: the last that compiled. */
  text: Text
  info: RulesInfo
  position: Position
}

/** Result of the last compilation, with its text. */
interface Checked {
  text: Text
  diagnostics: Diagnostic[]
  /** By file. */
  tokens: { [file: string]: Tokens }
}

/** Something that went wrong while playing. */
interface Fault {
  what: string
  error?: GameErrorInfo
  /** The text of the rules that failed. */
  text?: Text
}

const NONE: ShippedGame = { id: "", title: "", summary: "", group: "", language: "rules", source: "" }

/** The open game, as shipped, or as first saved by the user; empty before the page has started. */
export const shipped = signal(NONE)
export const text = signal<Text>(shippedText(NONE))
/** The name of the file in the editor. */
export const file = signal(mainOf(NONE))
/** Its content. */
export const content = computed(() => contentOf(text.value, file.value))
export const checked = signal<Checked>()
export const table = signal<Table>()
export const fault = signal<Fault>()
export const record = signal<GameRecord>()
export const branches = signal<Branch[]>([])
/** Games of other setups that were at the table before; those left first come first. */
export const earlier = signal<EarlierGame[]>([])
export const cursor = signal(0)
/** Positions that the user has saved, of any line. */
export const positions = signal<SavedPosition[]>([])
/** Earlier texts of the game, the oldest first. */
export const versions = signal<Version[]>([])
/** Moves were taken back and none made since: somebody looks at an earlier moment, so the machine waits. */
export const looking = signal(false)
export const played = computed(() => table.value?.position.record.moves.length ?? 0)

/** Number of opened games: state about the previous game is dropped when it changes. */
export const openings = signal(0)

/** The pane that a narrow screen shows. */
export const pane = signal<"rules" | "table" | "lab" | "flow" | "reference">("table")

/** The pane beside the rules, if there is room for both. */
export const side = signal<"table" | "lab" | "flow" | "reference">("table")

/** A part of the first screen, or the game that is open. */
export const screen = signal<HomePart | "game">("play")

/** Why an address did not lead where it says, or not quite: a sentence or two. */
export const linkNote = signal("")

/** There is no editor: a guest came by a link to the table alone, or the page shows no more in another page. */
export const tableOnly = signal(tableAlone)

/** A narrow screen shows one pane, a wide one the rules and one beside them. */
export function choosePane(to: typeof pane.value) {
  pane.value = to
  if (to !== "rules") side.value = to
}

/** The table has the whole window, or the rules beside it. */
export type Mode = "play" | "workshop"

/** A narrower window opens in Play. */
const WORKSHOP_FROM = 700

export const mode = signal<Mode>(modeAtFirst())

function modeAtFirst(): Mode {
  if (embedded) return tableAlone ? "play" : "workshop"
  const chosen = settings.load("mode")
  if (chosen === "play" || chosen === "workshop") return chosen
  return innerWidth < WORKSHOP_FROM ? "play" : "workshop"
}

/** Turns to a mode, and opens in it the next time. */
export function chooseMode(to: Mode) {
  if (embedded) return
  mode.value = to
  settings.store("mode", to)
}

/** `true` if the rules ever offered to undo, in this game or an earlier one; otherwise undo is not checked. */
export const undoes = signal(false)

/** Another game is about to be opened. */
export const opening = signal(false)

/** The text cannot be changed here: nothing would keep it. */
export const readOnly = computed(() => onlyReads || opening.value || keeping.value.state === "elsewhere" || keeping.value.state === "overtaken")

/** Why there is no engine: it could not be loaded. */
export const unloaded = signal<string>()

/** Reason for not drawing the table: it took long, or never finished. */
export const undrawn = signal<Mark>()

/** The text that killed the engine, and how. It is not compiled again automatically. */
export const killer = signal<{ text: Text; why: string }>()
/** Reason for not compiling the current text, if there is one. */
export const deadly = computed(() => (same(killer.value?.text, text.value) ? killer.value!.why : undefined))
export const edited = computed(() => !same(text.value, shippedText(shipped.value)))
/** The current text has not been compiled yet. */
export const pending = computed(() => deadly.value === undefined && unloaded.value === undefined && !same(checked.value?.text, text.value))
/** The rules being played are not those of the text. */
export const stale = computed(() => table.value !== undefined && (deadly.value !== undefined || (checked.value !== undefined && !same(checked.value.text, table.value.text))))
