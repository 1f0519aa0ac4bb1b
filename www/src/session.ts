// The state of the page and everything that can happen to it. Components read the signals and call the functions.
//
// Invariants: the engine is asked one thing at a time, in order (`enqueue`), and each question is put together when its
// turn comes. `record` holds every move the user made, also those after `cursor` (taken back) and those that the
// present rules refuse; a new move drops them.

import { batch, computed, effect, signal } from "@preact/signals"
import { games, type Diagnostic, type GameErrorInfo, type Json, type Language, type Move, type Options, type RandomReport, type Range, type Record as GameRecord, type RulesInfo, type ShippedGame, type TestResult, type Token } from "house-rules"
import { languages } from "house-rules/languages"
import { Died, Engine, Refused, unreachable } from "./engine/client"
import { joined } from "./engine/report"
import { OBSERVER, type Opened, type Position } from "./engine/protocol"
import { beginning, isOwn, known, type Known } from "./own"
import { download, packed, type NamedFile } from "./packing"
import type { Mark } from "./store/database"
import { begin as beginKept, dropMark, goOnHere, keep, keeping, lastOpen, remember, remove, turnTo, type Kept } from "./store/keeper"
import type { Draft } from "./store/kept"
import { settings } from "./store/local"
import { begins, drawing, ends } from "./store/watch"
import { about, contentOf, importOf, IMPORTS, languageOf, listed, mainOf, NAME, names, same, shippedText, withContent, without, type Text } from "./text"

const COMPILE_AFTER_MS = 100

export interface Table {
  /** The text of the rules being played: the last that compiled. */
  text: Text
  info: RulesInfo
  position: Position
}

/** What the last compile said of which text. */
interface Checked {
  text: Text
  diagnostics: Diagnostic[]
  /** By file. */
  tokens: { [file: string]: Token[] }
}

/** Something that went wrong while playing. */
interface Fault {
  what: string
  error?: GameErrorInfo
  /** The text of the rules that failed. */
  text?: Text
}

/** What may never come to its end is watched from outside. */
const engine = new Engine({
  begins: call => (call === "open" || call === "replay") && begins(shipped.value.id, "run"),
  ends: call => (call === "open" || call === "replay") && ends("run"),
})
const SETUP = "A game of these rules cannot begin"

/** The game that is open, as it is shipped, or as the user began it. */
export const shipped = signal(games[0]!)
export const text = signal<Text>(shippedText(games[0]!))
/** The name of the file in the editor. */
export const file = signal(mainOf(games[0]!))
/** What stands in it. */
export const content = computed(() => contentOf(text.value, file.value))
export const checked = signal<Checked>()
export const table = signal<Table>()
export const fault = signal<Fault>()
export const record = signal<GameRecord>()
export const cursor = signal(0)

/** The pane that a narrow screen shows. */
export const pane = signal<"rules" | "table" | "lab">("table")

/** What stands beside the rules where both have room. */
export const side = signal<"table" | "lab">("table")

/** The seat the user chose, and whether the page turns to whoever is active. */
const chosenSeat = signal<string>()
export const follow = signal(settings.load("follow") !== "no")

/** Whether the rules ever offered to undo, in this game or one before it: where they never do, nobody looks for it. */
export const undoes = signal(false)

/** Another game is about to be opened. */
const opening = signal(false)

/** The text cannot be changed here: nothing would keep it. */
export const readOnly = computed(() => opening.value || keeping.value.state === "elsewhere" || keeping.value.state === "overtaken")

/** Why there is no engine: it could not be loaded. */
export const unloaded = signal<string>()

/** Why the table is not drawn: drawing it took long, or did not come to its end. */
export const undrawn = signal<Mark>()

/** The text that killed the engine, and how. It is not compiled again by itself. */
const killer = signal<{ text: Text; why: string }>()
/** Why the text as it stands is not compiled, if it is not. */
export const deadly = computed(() => (same(killer.value?.text, text.value) ? killer.value!.why : undefined))
export const edited = computed(() => !same(text.value, shippedText(shipped.value)))
/** The text as it stands has not been compiled yet. */
export const pending = computed(() => deadly.value === undefined && unloaded.value === undefined && !same(checked.value?.text, text.value))
/** The rules being played are not those of the text. */
export const stale = computed(() => table.value !== undefined && (deadly.value !== undefined || (checked.value !== undefined && !same(checked.value.text, table.value.text))))

/** The compiler's problems, and what failed while running, where its place is in the text that was compiled. */
export const problems = computed<Diagnostic[]>(() => {
  if (!checked.value) return []
  const { text, diagnostics } = checked.value
  const ran = same(table.value?.text, text) ? table.value!.position : undefined
  const failures = [same(fault.value?.text, text) ? fault.value!.error : undefined, ...(ran?.faults.values() ?? []), ran?.broken, ran?.stopped?.error]
  const ofTests = same(tests.value?.text, text) ? tests.value!.results.flatMap(({ failure }) => failure ?? []).slice(0, MOST_FAILURES) : []
  const failed = [...failures.flatMap(error => (error && isFault(error) ? (asProblem(error) ?? []) : [])), ...ofTests]
  return [...diagnostics, ...failed.filter((it, at) => failed.findIndex(other => other.from === it.from && other.file === it.file && other.message === it.message) === at)]
})
export const errors = computed(() => problems.value.filter(({ severity }) => severity === "error").length)

/** The seat from whose eyes the table is seen. */
export const seat = computed(() => {
  if (!table.value) return OBSERVER
  const { roles } = table.value.info
  const kept = [...roles, OBSERVER].find(seat => seat === chosenSeat.value)
  const able = table.value.position.able.filter(role => !machines.value.get(role))
  if (follow.value && able.length > 0 && !able.includes(kept ?? "")) return able[0]!
  return kept ?? roles[0] ?? OBSERVER
})

/** Sits down there; at a seat that has nothing to do, this ends following. */
export function sit(seat: string) {
  chosenSeat.value = seat
  if (!table.value?.position.able.includes(seat)) setFollow(false)
}

/** A seat that was not told with the position is told when somebody sits there. */
effect(() => {
  const { position } = table.value ?? {}
  const role = seat.value
  if (!position || position.seats.has(role) || position.faults.has(role)) return
  play(`The table could not be shown to ${role}`, async () => {
    if (table.value?.position === position && seat.value === role) show({ ...table.value, position: { ...(await engine.ask("look", role)), stopped: position.stopped } })
  })
})

export function setFollow(on: boolean) {
  follow.value = on
  settings.store("follow", on ? "yes" : "no")
}

/** Failed while running, rather than refused by the rules. */
export function isFault({ code }: GameErrorInfo): boolean {
  return code.startsWith("HR07")
}

function asProblem({ code, message, place, frames }: GameErrorInfo): Diagnostic | undefined {
  const help = frames.length > 0 ? `it happened in ${frames.map(frame => `\`${frame}\``).join(", called from ")}` : undefined
  return place && { ...place, code, message, help, severity: "error", labels: [], fixes: [] }
}

// The text

/** Turns to another game: the user's draft of it, or the shipped text. */
export function openGame(id: string) {
  enqueue(() => open(id))
}

/** The engine begins to load. */
export function warm() {
  engine.warm()
}

/** The game that was open the last time. */
export async function begin(): Promise<void> {
  await open(lastOpen())
}

async function open(id: string | null) {
  const game = known().find(game => game.id === id) ?? games[0]!
  await opened(game, () => turnTo(game))
}

/** Keeps the game here, and goes on as the other tab left it. */
export function takeOver() {
  enqueue(() => opened(shipped.value, () => goOnHere(shipped.value)))
}

/** Seats a game with what is kept of it, while the engine is not at work. */
async function opened(game: Known, keeps: () => Promise<Kept>) {
  opening.value = true
  try {
    const { draft, began, mark } = await keeps()
    remember(game.id)
    seatGame(beginning(game, began), draft, mark)
  } finally {
    opening.value = false
  }
}

function seatGame(game: ShippedGame, draft: Draft, mark?: Mark) {
  clearTimeout(pause)
  batch(() => {
    shipped.value = game
    text.value = draft.text ?? shippedText(game)
    file.value = mainOf(game)
    killer.value = draft.deadly || mark?.what === "run" ? { text: text.value, why: mark ? longAgo("Running these rules", mark) : "These rules stopped the engine the last time" } : undefined
    undrawn.value = mark?.what === "draw" ? mark : undefined
    record.value = draft.record
    cursor.value = draft.cursor ?? draft.record?.moves.length ?? 0
    checked.value = table.value = fault.value = chosenSeat.value = undefined
    machines.value = new Map()
    undoes.value = false
  })
  const { played } = draft
  if (played && !mark) enqueue(() => reopen(played, wanted()))
  recompile()
}

/** What was marked the last time, in words. */
export function longAgo(what: string, { took }: Mark): string {
  return took === undefined ? `${what} did not come to an end the last time` : `${what} took ${took} seconds the last time`
}

/** Draws the table all the same. */
export function drawTable() {
  dropMark(shipped.value.id)
  drawing(shipped.value.id)
  undrawn.value = undefined
}

/** A new game in a language. */
export function startOwn(language: Language) {
  openOwn("New game", { language, source: about(language).template, files: {} })
}

/** A game of the user's own that begins with a text. */
export function openOwn(title: string, text: Text) {
  enqueue(async () => {
    opening.value = true
    try {
      const id = await beginKept(title, text)
      remember(id)
      seatGame(beginning({ id, title, language: text.language, group: "" }, text), {})
    } finally {
      opening.value = false
    }
  })
  pane.value = "rules"
}

/** Opens a text with the files beside it as a game of the user's own; why not, or "". */
export async function openFiles(files: NamedFile[]): Promise<string> {
  const main = files.find(({ name }) => /^game\.\w+$/.test(name) && languageOf(name)) ?? files.find(({ name }) => languageOf(name) ?? importOf(name))
  if (!main) return `None of these files ends in ${listed([...languages, ...IMPORTS].map(({ ending }) => ending))}.`
  const beside = files.filter(file => file !== main)
  const odd = beside.find(({ name }) => !NAME.test(name))
  if (odd) return `${odd.name} cannot stand beside rules.`
  const other = languageOf(main.name) ? undefined : importOf(main.name)
  const language = other?.language ?? languageOf(main.name)!
  const source = other ? await imported(main.content, language) : main.content
  if (source === null) return `${main.name} is no ${other?.what}.`
  openOwn(main.name.replace(/\.\w+$/, ""), { language, source, files: Object.fromEntries(beside.map(({ name, content }) => [name, content])) })
  return ""
}

function imported(content: string, language: Language): Promise<string | null> {
  return new Promise(resolve => enqueue(async () => resolve(await engine.ask("import", content, language).catch(() => null))))
}

/** Removes a game of the user's own. */
export function removeGame() {
  enqueue(async () => {
    await remove(shipped.value.id)
    await open(games[0]!.id)
  })
}

let pause: ReturnType<typeof setTimeout> | undefined

/** Changes what stands in a file; one that is not there is added. */
export function edit(name: string, content: string) {
  if (readOnly.value) return
  if (names(text.value).includes(name) && contentOf(text.value, name) === content) return
  change(withContent(text.value, name, content))
}

/** Puts a test at the end of the rules. */
export function addTest(test: string) {
  const main = mainOf(text.value)
  file.value = main
  pane.value = "rules"
  edit(main, `${text.value.source.trimEnd()}\n\n${test}`)
}

export function removeFile(name: string) {
  change(without(text.value, name))
}

/** Back to the text as it is shipped. */
export function reset() {
  change(shippedText(shipped.value))
}

function change(to: Text) {
  batch(() => {
    text.value = to
    if (!names(to).includes(file.value)) file.value = mainOf(to)
  })
  save()
  clearTimeout(pause)
  pause = setTimeout(recompile, COMPILE_AFTER_MS)
}

/** Whether the file in the editor is rules, and can be read as far as it has been looked at. */
export const readable = computed(
  () => checked.value !== undefined && languageOf(file.value) !== undefined && !checked.value.diagnostics.some(it => it.code.startsWith("HR01") && isIn(it, file.value)),
)

/** Puts the file in the editor in style, unless it cannot be read or changes meanwhile. */
export async function format() {
  const [before, name] = [text.value, file.value]
  const content = contentOf(before, name)
  const formatted = await askOf(content, language => engine.ask("format", content, language))
  if (formatted && same(text.value, before)) edit(name, formatted)
}

/** What may stand at an offset of the file in the editor. */
export function complete(content: string, offset: number) {
  return askOf(content, language => engine.ask("complete", content, offset, language))
}

/** What stands at an offset of the file in the editor. */
export function hover(content: string, offset: number) {
  return askOf(content, language => engine.ask("hover", content, offset, language))
}

/** What the engine says of the file in the editor; null if that has changed when its turn comes, or is not to be looked at. */
function askOf<T>(content: string, ask: (language: Language) => Promise<T>): Promise<T | null> {
  return new Promise(resolve =>
    enqueue(async () => {
      const [before, name] = [text.value, file.value]
      const language = languageOf(name)
      if (!language || contentOf(before, name) !== content || same(killer.value?.text, before)) return resolve(null)
      try {
        resolve(await ask(language))
      } catch (error) {
        resolve(null)
        if (!(error instanceof Died)) throw error
        await bury(before, error)
      }
    }),
  )
}

/** Whether something stands in the file of that name. */
export function isIn(range: Range, name: string): boolean {
  return (range.file ?? mainOf(text.value)) === name
}

/** Compiles the text that killed the engine once more; loads the engine once more. */
export function tryAgain() {
  if (killer.value) dropMark(shipped.value.id)
  killer.value = undefined
  if (unloaded.value !== undefined) enqueue(reload)
  recompile()
}

addEventListener("online", () => unloaded.value !== undefined && tryAgain())

/** Compiles the text, if it has changed. A record that no rules could take up is given up. */
function recompile() {
  clearTimeout(pause)
  enqueue(async () => {
    const now = text.value
    if (same(checked.value?.text, now) || same(killer.value?.text, now)) return
    try {
      let opened = await engine.ask("open", now, wanted())
      if (opened.fault?.code.startsWith("HR08")) {
        record.value = undefined
        opened = await engine.ask("open", now, null)
      }
      take(now, opened)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      checked.value = fault.value = undefined
      await bury(now, error)
    }
  })
}

function take(text: Text, { table: opened, fault: failed, ...result }: Opened) {
  batch(() => {
    checked.value = { text, ...result }
    fault.value = failed && { what: SETUP, error: failed, text }
    if (opened) show({ text, ...opened })
  })
}

// The game

export function move(...[role, action, argument]: Move) {
  play(`${describe([role, action, argument])} failed`, async () => arrive(await engine.ask("move", role, action, argument)))
}

/** Why the rules did not take the last message of a seat, in the position they refused it in. */
const refused = signal<{ role: string; why: string; position: Position }>()

/** What the seat at the table is told of its last message: nobody else is. */
export const refusal = computed(() => {
  const { role, why, position } = refused.value ?? {}
  return role === seat.value && position === table.value?.position ? why : undefined
})

/** A move that the rules may refuse: then the seat that made it is told so, and nothing else happens. */
export function message(...[role, action, argument]: Move) {
  refused.value = undefined
  play(`${describe([role, action, argument])} failed`, async () => {
    try {
      arrive(await engine.ask("move", role, action, argument))
    } catch (error) {
      if (!(error instanceof Refused) || isFault(error.info)) throw error
      refused.value = { role, why: error.info.message, position: table.value!.position }
    }
  })
}

/** Begins again; null for a fresh seed. */
export function start(seed: number | null, scenario: string | null, options: Options | null) {
  play(SETUP, async () => arrive(await engine.ask("start", seed, scenario, options)))
}

/** Plays on at random, at most so many moves. */
export function playRandom(most: number) {
  play("Playing on at random failed", async () => arrive(await engine.ask("random", most)))
}

/** Goes to the position after that many moves; the moves after it are kept. */
export function travel(to: number) {
  cursor.value = to
  play("The game cannot be replayed", async () => show({ ...table.value!, position: await engine.ask("replay", wanted()!) }))
}

/** Drops the moves that the present rules refuse. */
export function keepPlaying() {
  play("The game cannot be replayed", async () => arrive(await engine.ask("replay", table.value!.position.record)))
}

// The machine's seats

/** How many games the machine plays ahead for a move of each role that it has the seat of. */
export const machines = signal<ReadonlyMap<string, number>>(new Map())

/** What the machine is thinking about. */
export const thought = signal<{ role: string; done: number; wanted: number }>()

/** The machine takes a seat, or leaves it (0). */
export function setMachine(role: string, wanted: number) {
  machines.value = new Map([...machines.value, [role, wanted]])
}

/** For which seat the machine has to move. It makes no move where moves were taken back. */
const turn = computed(() => {
  if (!table.value || table.value.position.stopped || cursor.value < record.value!.moves.length) return undefined
  return table.value.position.movers.find(role => machines.value.get(role))
})

/** So that one can follow what it does. */
const MACHINE_PAUSE_MS = 250

effect(() => {
  const [, role] = [table.value, turn.value]
  thought.value = undefined
  if (role === undefined) return
  const pause = setTimeout(() => think(role), MACHINE_PAUSE_MS)
  return () => clearTimeout(pause)
})

function think(role: string) {
  const begun = table.value
  play(`The machine could not move for ${role}`, async () => {
    if (turn.value !== role || table.value !== begun) return
    const wanted = machines.value.get(role)!
    try {
      const { done, position } = await engine.ask("think", role, wanted)
      if (position) return arrive(position)
      if (turn.value !== role) return
      thought.value = { role, done, wanted }
      think(role)
    } catch (error) {
      setMachine(role, 0)
      throw error
    }
  })
}

// Games by the thousand

export interface Trial {
  /** The rules that are tried. */
  table: RulesInfo
  wanted: number
  report?: RandomReport
  /** How long the games took. */
  seconds: number
  running: boolean
}

export const trial = signal<Trial>()

/** Plays so many random games of the rules at the table, and tells how they go while they are played. */
export function tryOut(wanted: number) {
  if (!table.value) return
  const begun: Trial = { table: table.value.info, wanted, seconds: 0, running: true }
  trial.value = begun
  const next = () =>
    play("Playing random games failed", async () => {
      const now = trial.value
      if (!now?.running || now.table !== table.value?.info) return stopTrial()
      const played = now.report?.games ?? 0
      const start = performance.now()
      try {
        const more = await engine.ask("games", played + 1, wanted - played)
        if (trial.value !== now) return
        const report = now.report ? joined(now.report, more) : more
        trial.value = { ...now, report, seconds: now.seconds + (performance.now() - start) / 1000, running: report.games < wanted }
      } catch (error) {
        stopTrial()
        throw error
      }
      if (trial.value.running) next()
    })
  next()
}

export function stopTrial() {
  if (trial.value?.running) trial.value = { ...trial.value, running: false }
}

/** Opens a random game that went wrong, as far as it went. */
export function openWrong(seed: number, moves: number) {
  pane.value = side.value = "table"
  play("The game cannot be replayed", async () => seatAt(await engine.ask("wrong", seed, moves)))
}

/** Opens a game that was played elsewhere. */
export function openRecord(wanted: GameRecord) {
  pane.value = side.value = "table"
  play("The game cannot be replayed", async () => seatAt(wanted))
}

async function seatAt(played: GameRecord) {
  record.value = played
  cursor.value = played.moves.length
  show({ ...table.value!, position: await engine.ask("replay", played) })
}

/** The game on its own, as one file to unpack. */
export function exportGame() {
  play("The game could not be exported", async () => {
    const files = Object.entries(await engine.ask("export"))
    download(`${fileName()}.zip`, packed(fileName(), files))
  })
}

/** The text as a file that can be opened again, packed with the files beside it if there are any. */
export function saveText() {
  const all = names(text.value).map(name => [name, contentOf(text.value, name)] as [string, string])
  if (all.length === 1) download(`${fileName()}.${about(text.value.language).ending}`, new Blob([text.value.source], { type: "text/plain" }))
  else download(`${fileName()}.zip`, packed(fileName(), all))
}

/** Of a file, in letters, without its ending: no system takes names that are much longer. */
const LONGEST_NAME = 60

/** What the game is called as a file. */
export function fileName(): string {
  const { id } = shipped.value
  const title = known().find(game => game.id === id)?.title ?? id
  if (!isOwn(id)) return id
  return [...title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")].slice(0, LONGEST_NAME).join("").replaceAll(/^-|-$/g, "") || "game"
}

export const played = computed(() => table.value?.position.record.moves.length ?? 0)

export function describe([role, action, argument]: Move): string {
  return `${role} ${action}${argument === null ? "" : `(${argumentText(argument)})`}`
}

function argumentText(argument: Json): string {
  return typeof argument === "object" ? JSON.stringify(argument) : String(argument)
}

/** The record as far as its moves are not taken back. */
function wanted(): GameRecord | null {
  return record.value ? { ...record.value, moves: record.value.moves.slice(0, cursor.value) } : null
}

/** Shows a position whose record is the whole record. */
function arrive(position: Position) {
  batch(() => {
    record.value = position.record
    cursor.value = position.record.moves.length
    show({ ...table.value!, position })
  })
}

function show(next: Table) {
  const { moves } = record.value ?? next.position.record
  record.value = { ...next.position.record, moves }
  if (!undrawn.value) drawing(shipped.value.id)
  table.value = next
  undoes.value ||= next.position.undoes
  save()
}

function save() {
  const { info, text: played } = table.value ?? {}
  keep({
    ...(edited.value && { text: text.value }),
    ...(played && !same(played, text.value) && { played }),
    record: record.value,
    cursor: cursor.value,
    deadly: deadly.value !== undefined,
    ...(isOwn(shipped.value.id) && info && { title: info.title }),
  })
}

// The engine

let last: Promise<void> = Promise.resolve()

function enqueue(task: () => Promise<void>) {
  last = last.then(task).catch(reportError)
}

/** Something at the table. What the rules refuse is shown, and nothing else changes. */
function play(what: string, task: () => Promise<void>) {
  enqueue(async () => {
    if (!table.value) return
    if (engine.blank) await reload()
    if (unloaded.value !== undefined || !table.value) return
    fault.value = undefined
    try {
      await task()
    } catch (error) {
      if (error instanceof Refused) fault.value = { what, error: error.info, text: table.value.text }
      else if (error instanceof Died) {
        fault.value = { what: `${what}: ${error.message}` }
        await revive()
      } else throw error
    }
  })
}

/** After the engine's death at a text, or before it was there at all: then that is not for the text to answer for. */
async function bury(text: Text, error: Died) {
  if (!error.loaded) {
    unloaded.value = unreachable(error.message)
    return
  }
  kill(text, error)
  await revive()
}

function kill(text: Text, { message }: Died) {
  killer.value = { text, why: `These rules stopped the engine: ${message}` }
  save()
}

/** Tries once more to load the engine. */
async function reload() {
  unloaded.value = undefined
  await revive()
}

/** After the engine's death: a new one, with the rules that were played last and the game as it stood. */
async function revive() {
  if (!table.value) return
  const { text, position } = table.value
  if (same(killer.value?.text, text)) table.value = undefined
  else await reopen(text, position.record)
}

/** Plays rules that worked before, whatever the text is now. */
async function reopen(text: Text, record: GameRecord | null) {
  try {
    const opened = await engine.ask("open", text, record)
    if (opened.table) show({ text, ...opened.table })
  } catch (error) {
    if (!(error instanceof Died)) throw error
    if (error.loaded) {
      kill(text, error)
      table.value = undefined
    } else unloaded.value = unreachable(error.message)
  }
}

// The tests that stand in the text

/** So many failures are told one by one. */
const MOST_FAILURES = 20
/** Nobody has written for so long. */
const TEST_AFTER_MS = 400
/** For all tests together. */
const TEST_PATIENCE_MS = 20_000

export interface Tested {
  text: Text
  results: TestResult[]
  /** Why they were not run to their end. */
  failed?: string
}

/** What the tests of a text that compiles came to. */
export const tests = signal<Tested>()

/** They are run beside the table, so that nothing waits for them. */
const tester = new Engine(undefined, TEST_PATIENCE_MS)

effect(() => {
  const { text, diagnostics = [] } = checked.value ?? {}
  tester.interrupt()
  if (!text || diagnostics.some(({ severity }) => severity === "error") || !names(text).some(name => /\btest\b/.test(contentOf(text, name)))) return
  const wait = setTimeout(() => runTests(text), TEST_AFTER_MS)
  return () => clearTimeout(wait)
})

async function runTests(text: Text) {
  try {
    tests.value = { text, results: await tester.ask("test", text) }
  } catch (error) {
    tests.value = { text, results: [], failed: error instanceof Died && error.loaded ? error.message : "they could not be loaded" }
  }
}
