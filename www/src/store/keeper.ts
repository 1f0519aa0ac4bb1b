// Saves the open game, and reports its state. The only place where the page writes the user's data.
//
// Invariant: data passed to `keep` is on disk within a second, or `keeping` reports that it is not; a game kept by another tab is not
// written here.

import { computed, signal } from "@preact/signals"
import type { Language, ShippedGame } from "houserules"
import { USUAL, type Text } from "../common/text"
import { open as openDatabase, Overtaken, type Aside, type Database, type Mark } from "./database"
import { alike, begun, fresh, idle, isOwn, lastWords, planned, readGame, readLastWords, told, written, type Draft, type Held, type Plan } from "./kept"
import * as local from "./local"
import { type Shipped, migrate, newId } from "./migrate"
import { listen, say, take, takeOver, type Release } from "./tabs"
import { Writer } from "./writer"

export type Keeping =
  | { state: "kept" | "pending" }
  /** Writes fail; they are retried. */
  | { state: "failed"; why: string }
  /** There is no storage. */
  | { state: "none"; why: string }
  /** Another tab keeps the game. */
  | { state: "elsewhere" }
  /** Another tab wrote the game; this tab's changes have been put aside. */
  | { state: "overtaken" }

export const keeping = signal<Keeping>({ state: "kept" })

const STARTED = Date.now()

/** Data put aside. */
export const asides = signal<Aside[]>([])
/** Data put aside since the page was opened. */
export const newAsides = computed(() => asides.value.filter(({ when }) => when >= STARTED))

/** One of the user's own games in the list of all. */
export interface Head {
  id: string
  title: string
  language: Language
  created: number
  /** When it was written last, in milliseconds since 1970. */
  at: number
}

export const heads = signal<Head[]>([])

/** A game that can be turned to. */
type Known = Pick<ShippedGame, "id" | "title" | "language">

/** The stored data of a game. */
export interface Kept {
  draft: Draft
  /** For a user's own game: its first text. */
  began?: Text
  /** It took long, or never finished. */
  mark?: Mark
}

/** This page, among all that write. */
const SELF = newId()

/** Why nothing can be kept, if so. */
let without = "the page is still loading"
let database: Database | undefined

/** The game that is kept here. */
interface Present {
  id: string
  held: Held
  /** The beginning of a new game that is not written yet. */
  first?: Plan
  writer: Writer<Draft>
  /** None where another tab keeps it, or nobody does. */
  release?: Release
  /** The last draft to keep. */
  draft?: Draft
  /** Its last words may be stored. */
  spoken?: boolean
}

/** Games that could not be written, as they were left. */
const unwritten = new Map<string, Pick<Present, "held" | "first" | "draft">>()

/** The reason why data of an earlier version of the page could not be migrated: it is still in its old place. */
export const unmoved = signal<string>()

let present: Present | undefined

/** Nothing is to be kept: the page is a part of another. */
let visits = false

/** Keeps nothing from now on, and says nothing of it. */
export function keepNothing() {
  visits = true
}

/** Opens the storage, and takes over what earlier versions kept. */
export async function start(shippedOf: (id: string) => Shipped | undefined): Promise<void> {
  try {
    database = await openDatabase(lose)
    without = ""
    listen(message => {
      if ("changed" in message) void list()
      else if (present?.id === message.give) void give()
    })
    await exclusively(async () => {
      if (await migrate(database!, shippedOf, SELF)) say({ changed: true })
    })
  } catch (error) {
    if (database) unmoved.value = wordsOf(error)
    else without = wordsOf(error)
  }
  await Promise.all([list(), listAsides()])
}

/** Other tabs take no longer. */
const OTHERS_MS = 3000

/** No two tabs take over the same. */
async function exclusively(task: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request("house-rules", { signal: AbortSignal.timeout(OTHERS_MS) }, task)
  else await task()
}

/** The game that was written last, and when. */
let latest = { id: "", at: 0 }

/** The game that was last open here, as far as known: the stored choice may be older than the last write. */
export function lastOpen(): string | null {
  const here = sessionId()
  if (here !== null) return here
  const [chosen, at] = [local.settings.load("game"), local.settings.load("game-at")]
  if (chosen !== null && at === null) return chosen
  return latest.at > Number(at) ? latest.id : chosen
}

function sessionId(): string | null {
  try {
    return sessionStorage.getItem("house-rules:game")
  } catch {
    return null
  }
}

export function remember(id: string) {
  if (visits) return
  local.settings.store("game", id)
  local.settings.store("game-at", String(Date.now()))
  try {
    sessionStorage.setItem("house-rules:game", id)
  } catch {
    // Then the tab does not know.
  }
}

/** Allows an operation that took long once more. */
export function dropMark(id: string) {
  void database?.dropMark(id).catch(() => undefined)
}

async function list() {
  const all = database ? await within(READ_MS, database.games()).catch(() => undefined) : []
  if (!all) return
  const games = all.flatMap(value => readGame(value)?.game ?? [])
  for (const { id, at = 0 } of games) if (at > latest.at) latest = { id, at }
  const found = new Map(games.filter(({ id }) => isOwn(id)).map(({ id, title = "", language, created = 0, at = created }) => [id, { id, title, language, created, at }]))
  for (const head of heads.value) {
    const { id } = head
    // The last changes of a game kept here may not be on disk yet. Unwritten data exists only here.
    const here = present?.id === id ? present.release || present.first : unwritten.has(id) && !found.has(id)
    if (here) found.set(id, head)
  }
  heads.value = [...found.values()].sort((a, b) => a.created - b.created)
}

async function listAsides() {
  asides.value = (database && (await within(READ_MS, database.asides()).catch(() => undefined))) ?? asides.value
}

/** Switches to a game, and returns its stored data. The previous game is written first. */
export async function turnTo(game: Known): Promise<Kept> {
  await leave()
  return seat(game.id, await find(game))
}

/** Turns to a new game of the user's own. `id`: the one it gets, if that matters. */
export async function begin(title: string, text: Text, id = newId()): Promise<string> {
  await leave()
  const first = begun(id, title, text, Date.now())
  const release = database && (await take(id, () => lost(id)))
  // At once: `list` takes a game that is not on disk for one that is gone, unless it is the one that is open.
  seat(id, { held: written(fresh(id, text.language), first), first, release })
  const created = first.game.created!
  heads.value = [...heads.value, { id, title, language: text.language, created, at: created }]
  keep({ title })
  return id
}

/** Keeps a draft of the open game. */
export function keep(draft: Draft) {
  if (present) present.draft = draft
  if (!present?.release) {
    touched ||= draft.text !== undefined
    return
  }
  const { title } = draft
  if (title !== undefined && heads.value.some(head => head.id === present!.id && head.title !== title))
    heads.value = heads.value.map(head => (head.id === present!.id ? { ...head, title } : head))
  present.writer.put(draft)
}

/** Tries at once to write all unwritten data. */
export function tryNow() {
  void present?.writer.flush()
}

/** Removes the game that is open. */
export async function remove(id: string): Promise<void> {
  if (present?.id === id) present.writer.end()
  await database?.remove(id)
  local.drop(`last:${id}`)
  heads.value = heads.value.filter(head => head.id !== id)
  say({ changed: true })
}

/** Keeps the game here from now on, and gives it as the other tab left it. */
export async function goOnHere(game: Known): Promise<Kept> {
  const { id } = game
  await leave()
  const release = await takeOver(id, () => lost(id))
  return seat(id, await find(game, release))
}

/** Puts a text aside that has nowhere to go. */
export async function putAside(what: string, why: string, value: unknown): Promise<void> {
  await database?.putAside(what, why, value)
  await listAsides()
}

export async function dropAside({ number }: Aside): Promise<void> {
  if (number !== undefined) await database?.dropAside(number)
  await listAsides()
}

interface Found {
  held: Held
  first?: Plan
  /** Its unwritten draft. */
  draft?: Draft
  mark?: Mark
  release?: Release
  /** It cannot be read, so it must not be overwritten. */
  unread?: string
}

async function find({ id, title, language }: Known, release?: Release): Promise<Found> {
  const left = unwritten.get(id)
  const empty = left?.held ?? fresh(id, language)
  if (!database) return { held: empty, ...left }
  const own = release ?? (await take(id, () => lost(id)))
  try {
    const held = (await within(READ_MS, database.load(id, title))) ?? empty
    const mark = await within(READ_MS, database.mark(id))
    const said = own && (await lastSaid(id, held))
    await listAsides()
    if (left?.held.game.revision === held.game.revision) return { ...left, mark, release: own }
    return { held, draft: said, mark, release: own }
  } catch (error) {
    own?.()
    return { held: empty, unread: wordsOf(error) }
  }
}

function seat(id: string, { held, first, draft: left, mark, release, unread }: Found): Kept {
  unwritten.delete(id)
  const writer = new Writer<Draft>(write, state => {
    if (present?.writer !== writer) return
    keeping.value = state.state === "failed" ? { state: "failed", why: wordsOf(state.error) } : state
  })
  // Last words stay there until they are written.
  const mine: Present = { id, held, first, writer, release, spoken: local.load(`last:${id}`) !== null }
  present = mine
  const why = database ? unread : without
  if (visits) keeping.value = { state: "kept" }
  else if (why !== undefined) keeping.value = { state: "none", why }
  else keeping.value = { state: release ? "kept" : "elsewhere" }
  const { draft, began } = told(held)
  if (left) keep(left)
  return { draft: left ?? draft, began, mark }

  async function write(draft: Draft) {
    if (mine.first) {
      await database!.write(mine.first)
      mine.first = undefined
      say({ changed: true })
    }
    const plan = planned(mine.held, draft, SELF)
    if (idle(mine.held, plan)) return spoken(mine)
    try {
      await database!.write(plan)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      await overtaken(mine, draft)
      return
    }
    if (plan.game.title !== mine.held.game.title) say({ changed: true })
    mine.held = written(mine.held, plan)
    if (isOwn(plan.game.id)) heads.value = heads.value.map(head => (head.id === id ? { ...head, at: plan.game.at! } : head))
    spoken(mine)
  }
}

/** The last words are written now. */
function spoken(of: Present) {
  if (of.spoken) local.drop(`last:${of.id}`)
  of.spoken = false
}

async function overtaken(mine: Present, draft: Draft) {
  mine.writer.end()
  await database!.putAside(draft.title ?? mine.id, "another tab changed this game at the same time", { ...draft, ...draft.text })
  mine.release?.()
  mine.release = undefined
  if (present === mine) keeping.value = { state: "overtaken" }
  await listAsides()
}

/** Nobody waits longer for the storage. */
const READ_MS = 4000
const WRITE_MS = 3000

/** An answer within a time limit; fails if it is late. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the browser does not answer")), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Ends with the game that is open: it is written, and others may have it. */
async function leave() {
  const before = present
  if (!before) return
  await within(WRITE_MS, before.writer.flush()).catch(() => undefined)
  const { pending } = before.writer
  // Unwritten data may fit elsewhere; other problems are already shown.
  if (pending !== undefined && before.release) speak(before, pending)
  if (before.draft && (pending !== undefined || !database)) unwritten.set(before.id, before)
  before.writer.end()
  before.release?.()
  present = undefined
}

/** Another tab wants the game. */
async function give() {
  const { id } = present!
  await leave()
  present = {
    id,
    held: fresh(id, USUAL.name),
    writer: new Writer<Draft>(
      async () => undefined,
      () => undefined,
    ),
  }
  keeping.value = { state: "elsewhere" }
}

/** The game was taken away. */
function lost(id: string) {
  if (present?.id !== id) return
  const { pending } = present.writer
  present.writer.end()
  present.release = undefined
  if (pending !== undefined) void putAside(pending.title ?? id, "another tab is now editing this game", { ...pending, ...pending.text }).catch(() => undefined)
  keeping.value = { state: "elsewhere" }
}

/** The storage is gone. */
function lose(why: string) {
  database = undefined
  without = why
  keeping.value = { state: "none", why }
}

// A page that is left

function speak(of: Present, draft: Draft): boolean {
  of.spoken = local.store(`last:${of.id}`, JSON.stringify(lastWords(of.held, draft, SELF, of.first)))
  return of.spoken
}

/** The draft of a page that was closed before it was written, if it is newer than the stored one. */
async function lastSaid(id: string, held: Held): Promise<Draft | undefined> {
  const json = local.load(`last:${id}`)
  if (json === null) return undefined
  const said = readLastWords(json, held.contents)
  const { revision, by, title = id } = held.game
  if (said && (said.by === by || said.revision >= revision)) return told(said.held).draft
  if (!said) await database!.putAside(title, "the last changes before the page closed, which cannot be read", json)
  else {
    const { draft } = told(said.held)
    if (!alike(draft, told(held).draft)) await database!.putAside(title, "it was not saved in time, and another tab has saved since", { ...draft, ...draft.text })
  }
  local.drop(`last:${id}`)
  return undefined
}

/** `true` if leaving now loses data. */
function leavingLoses(): boolean {
  const pending = present?.writer.pending
  if (visits) return false
  if (!present || pending === undefined) return keeping.value.state === "none" && touched
  return present.release === undefined || !speak(present, pending)
}

/** Something was written that nothing keeps. */
let touched = false

addEventListener("visibilitychange", () => document.hidden && void present?.writer.flush())
addEventListener("pagehide", () => {
  const pending = present?.writer.pending
  if (present?.release && pending !== undefined) speak(present, pending)
  void present?.writer.flush()
})
addEventListener("beforeunload", event => leavingLoses() && event.preventDefault())

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === "QuotaExceededError") return "the browser's storage is full"
  if (error.name === "VersionError") return "a newer version of this page has saved here"
  if (error.name === "SecurityError" || error.name === "InvalidStateError") return "this browser does not allow storage"
  return error.message || error.name
}
