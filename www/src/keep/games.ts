// The open game: shipped or the user's own, with its stored data.

import { batch } from "@preact/signals"
import type { Language, ShippedGame } from "houserules"
import { languages } from "houserules/languages"
import { shelf } from "houserules/shelf"
import { about, importOf, IMPORTS, languageOf, listed, mainOf, NAME, shippedText, type Text } from "../common/text"
import { unreachable } from "../common/coming"
import { engine, enqueue, recompile, reopen, wanted } from "../session/engine"
import {
  branches,
  checked,
  cursor,
  earlier,
  edited,
  fault,
  file,
  killer,
  looking,
  mode,
  opening,
  openings,
  pane,
  positions,
  record,
  screen,
  shipped,
  table,
  tableOnly,
  text,
  undoes,
  undrawn,
  unloaded,
  versions,
} from "../session/state"
import { tableAlone } from "../session/embed"
import { lesson } from "../session/lessons"
import { longAgo } from "../session/words"
import type { Mark } from "../store/database"
import { begin as beginKept, goOnHere, lastOpen, remember, remove, turnTo, type Kept } from "../store/keeper"
import type { Draft } from "../store/kept"
import { keepView } from "../store/views"
import { known, type Known, ownGame, shippedGame } from "./own"
import type { NamedFile } from "./packing"

/**
 * Opens a game: the user's draft of it, or a text it begins with, or the shipped text. One that is open already stays as it is, unless it
 * is to begin with a text and has not been changed.
 */
export function openGame(id: string, begins?: Text): Promise<void> {
  const show = shows()
  return enqueue(async () => {
    if (id !== shipped.value.id) await open(id, begins)
    else if (begins && !edited.value) seatGame(shipped.value, { text: begins })
    show()
  })
}

/** Shows the game once it is open, unless somebody has turned to another part of the page meanwhile. */
function shows(): () => void {
  const from = screen.peek()
  return () => {
    if (screen.peek() === from) screen.value = "game"
  }
}

/** The game that is open begins again with a text. */
export function startOver(begins: Text): Promise<void> {
  return enqueue(async () => seatGame(shipped.value, { text: begins }))
}

/** The game that was open the last time, if it is still there. */
export function lastGame(): Known | undefined {
  const id = lastOpen()
  return known().find(game => game.id === id)
}

async function open(id: string, begins?: Text) {
  const game = known().find(game => game.id === id) ?? shelf[0]!
  await opened(game, () => turnTo(game), begins)
}

/** Keeps the game here, and goes on as the other tab left it. */
export function takeOver() {
  enqueue(() => opened(shipped.value, () => goOnHere(shipped.value)))
}

/** Seats a game with what is kept of it, while the engine is not at work. One whose text cannot be had leaves the one before as it is. */
async function opened(game: Known, keeps: () => Promise<Kept>, begins?: Text) {
  opening.value = true
  try {
    const begun = await shippedGame(game.id)
    const { draft, began, mark } = await keeps()
    remember(game.id)
    seatGame(begun ?? ownGame(game, began), { ...draft, text: draft.text ?? begins }, mark)
  } catch (error) {
    const why = unreachable(String(error))
    if (shipped.value.id === "") unloaded.value = why
    else fault.value = { what: `${game.title} could not be opened: ${why}` }
  } finally {
    opening.value = false
  }
}

function seatGame(game: ShippedGame, draft: Draft, mark?: Mark) {
  batch(() => {
    shipped.value = game
    text.value = draft.text ?? shippedText(game)
    file.value = mainOf(game)
    killer.value =
      draft.deadly || mark?.what === "run" ? { text: text.value, why: mark ? longAgo("Running these rules", mark) : "These rules crashed the engine last time" } : undefined
    undrawn.value = mark?.what === "draw" ? mark : undefined
    record.value = draft.record
    branches.value = draft.branches ?? []
    earlier.value = draft.earlier ?? []
    positions.value = draft.positions ?? []
    versions.value = draft.versions ?? []
    cursor.value = draft.cursor ?? draft.record?.moves.length ?? 0
    looking.value = cursor.value < (draft.record?.moves.length ?? 0)
    checked.value = table.value = fault.value = undefined
    undoes.value = false
    openings.value++
  })
  const { played } = draft
  if (played && !mark) enqueue(() => reopen(played, wanted()))
  recompile()
}

/** A new game in a language. */
export function startOwn(language: Language) {
  openOwn("New game", { language, source: about(language).template, files: {} })
}

/** Opens a new game of the user's own that begins with a text, in the workshop. */
export function openOwn(title: string, text: Text) {
  void beginOwn(title, text)
  tableOnly.value = tableAlone
  if (!tableAlone) mode.value = "workshop"
  pane.value = "rules"
}

/** Opens a new game of the user's own. `id`: of one that is not there yet. */
export function beginOwn(title: string, text: Text, id?: string): Promise<void> {
  const show = shows()
  return enqueue(async () => {
    opening.value = true
    try {
      const made = await beginKept(title, text, id)
      remember(made)
      lesson.value = undefined
      seatGame(ownGame({ id: made, title, language: text.language }, text), {})
      show()
    } finally {
      opening.value = false
    }
  })
}

/** `true` if a file is rules, or can be imported as rules. */
export function isRules({ name }: NamedFile): boolean {
  return languageOf(name) !== undefined || importOf(name) !== undefined
}

/** Opens a text with the files beside it as a game of the user's own; why not, or "". */
export async function openFiles(files: NamedFile[]): Promise<string> {
  const main = files.find(({ name }) => /^game\.\w+$/.test(name) && languageOf(name)) ?? files.find(isRules)
  if (!main) return `No rules among these files. Rules end in ${listed([...languages, ...IMPORTS].map(({ ending }) => ending))}.`
  const beside = files.filter(file => file !== main)
  const odd = beside.find(({ name }) => !NAME.test(name))
  if (odd) return `Rules cannot use a file named ${odd.name}.`
  const other = languageOf(main.name) ? undefined : importOf(main.name)
  const language = other?.language ?? languageOf(main.name)!
  const source = other ? await imported(main.content, language) : main.content
  if (source === null) return `${main.name} is not a ${other?.what}.`
  openOwn(main.name.replace(/\.\w+$/, ""), { language, source, files: Object.fromEntries(beside.map(({ name, content }) => [name, content])) })
  return ""
}

function imported(content: string, language: Language): Promise<string | null> {
  return new Promise(resolve => enqueue(async () => resolve(await engine.ask("import", content, language).catch(() => null))))
}

/** Removes a game of the user's own. */
export function removeGame() {
  enqueue(async () => {
    const { id } = shipped.value
    await remove(id)
    await open(shelf[0]!.id)
    await keepView(id, undefined)
    screen.value = "play"
  })
}
