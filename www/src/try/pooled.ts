// What playtests brought back, pooled: games by the same rules with the same setup and seats.
//
// Invariant: sums are of whole games among people. Others are counted, and their remarks are kept.

import type { Json, Options, Record as GameRecord } from "houserules"
import { same, type Text } from "../common/text"
import { isLanguage, isObject, isRecord, isText } from "../store/kept"

const FORMAT = 1

/** The report of a room to its owner, made by `engine/room/src/playtest.rs`. */
export interface Playtest {
  title: string
  questions: string[]
  versions: Text[]
  games: Played[]
}

/** A game. Times are in milliseconds since `begun`. */
export interface Played {
  version: number
  begun: number
  carried: number
  times: number[]
  computers: string[]
  notes: Noted[]
  answers: { [seat: string]: string[] }
  roles: string[]
  result: string | null
  record: GameRecord
}

export interface Noted {
  seat: string
  /** Number of moves before it. */
  moves: number
  kind: "remark" | "tried" | "looked"
  text?: string
  action?: string
  argument?: Json
  why?: string
}

/** The smallest, the middle and the largest of some numbers. */
export interface Spread {
  least: number
  median: number
  most: number
}

/** A share of games, with the interval in which the true one lies at 95%. */
export interface Share {
  games: number
  value: number
  low: number
  high: number
}

/** Something that was written or tried, with the moment. */
export interface Moment extends Noted {
  record: GameRecord
}

export interface Pool {
  text: Text
  title: string
  scenario: string
  options: Options
  roles: string[]
  /** Whole games among people. */
  games: number
  /** Games that are not in the sums: not over, with the computer, or under rules that changed meanwhile. */
  unfinished: number
  computer: number
  changed: number
  moves?: Spread | undefined
  minutes?: Spread | undefined
  /** By seat: wins, and seconds of a turn. */
  seats: { role: string; wins: Share; seconds?: Spread | undefined }[]
  /** Times that each action was made. */
  actions: Map<string, number>
  remarks: Moment[]
  /** Clicks on what was not offered, the most frequent first. */
  tried: { action: string; why: string; moments: Moment[] }[]
  looked: Moment[]
  answers: { question: string; answers: { seat: string; text: string }[] }[]
}

/** Reads a file; undefined if it is no playtest. */
export function read(content: string): Playtest | undefined {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return undefined
  }
  if (!isObject(value) || value.playtest !== FORMAT) return undefined
  const { title, questions, versions, games } = value
  if (!isText(title) || !isTexts(questions) || !Array.isArray(versions) || !Array.isArray(games)) return undefined
  const texts = versions.map(textOf).filter(it => it !== undefined)
  if (texts.length !== versions.length || !games.every((it): it is Played => isPlayed(it, texts.length))) return undefined
  return { title, questions, versions: texts, games }
}

function textOf(value: unknown): Text | undefined {
  if (!isObject(value) || !isLanguage(value.language) || !isText(value.source)) return undefined
  const files = value.files ?? []
  if (!Array.isArray(files) || !files.every(it => isTexts(it) && it.length === 2)) return undefined
  return { language: value.language, source: value.source, files: Object.fromEntries(files as [string, string][]) }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function isPlayed(it: unknown, versions: number): it is Played {
  if (!isObject(it) || !isRecord(it.record)) return false
  const { version, begun, carried, times, computers, notes, answers, roles, result, record } = it
  return (
    isCount(version) &&
    version < versions &&
    isCount(begun) &&
    isCount(carried) &&
    Array.isArray(times) &&
    times.every(isCount) &&
    times.length === record.moves.length &&
    isTexts(computers) &&
    isTexts(roles) &&
    (result === null || isText(result)) &&
    Array.isArray(notes) &&
    notes.every(note => isObject(note) && isText(note.seat) && isCount(note.moves) && isText(note.kind)) &&
    isObject(answers) &&
    Object.values(answers).every(isTexts)
  )
}

/** Those of the same text, setup and seats together, the latest rules first. A game that is in several files counts once. */
export function pooled(files: Playtest[]): Pool[] {
  const groups: { pool: Pool; games: { of: Playtest; game: Played }[] }[] = []
  for (const { of, game } of once(files)) {
    const text = of.versions[game.version]!
    const { scenario, options } = game.record
    const setup = JSON.stringify([scenario, options, game.roles])
    let group = groups.find(({ pool }) => same(pool.text, text) && JSON.stringify([pool.scenario, pool.options, pool.roles]) === setup)
    if (!group) {
      const pool = { text, title: of.title, scenario, options: options as Options, roles: game.roles, ...NOTHING() }
      groups.push((group = { pool, games: [] }))
    }
    group.games.push({ of, game })
  }
  for (const { pool, games } of groups) sum(pool, games)
  const latest = (games: { game: Played }[]) => Math.max(...games.map(({ game }) => game.begun))
  return groups.sort((a, b) => latest(b.games) - latest(a.games)).map(({ pool }) => pool)
}

const NOTHING = () => ({ games: 0, unfinished: 0, computer: 0, changed: 0, seats: [], actions: new Map<string, number>(), remarks: [], tried: [], looked: [], answers: [] })

/** Each game once, as the latest file has it. */
function once(files: Playtest[]) {
  const games = new Map<string, { of: Playtest; game: Played }>()
  const size = ({ times, notes, answers }: Played) => times.length + notes.length + Object.keys(answers).length
  for (const of of files)
    for (const game of of.games) {
      const key = `${game.begun} ${game.record.seed} ${game.carried} ${of.versions[game.version]!.source.length}`
      const known = games.get(key)
      if (!known || size(known.game) <= size(game)) games.set(key, { of, game })
    }
  return games.values()
}

function sum(pool: Pool, games: { of: Playtest; game: Played }[]) {
  const whole: Played[] = []
  for (const { of, game } of games) {
    if (game.carried > 0) pool.changed += 1
    else if (game.computers.length > 0) pool.computer += 1
    else if (game.result === null) pool.unfinished += 1
    else whole.push(game)
    const moments = game.notes.map((note): Moment => ({ ...note, record: { ...game.record, moves: game.record.moves.slice(0, note.moves) } }))
    pool.remarks.push(...moments.filter(({ kind }) => kind === "remark"))
    pool.looked.push(...moments.filter(({ kind }) => kind === "looked"))
    for (const moment of moments.filter(({ kind }) => kind === "tried")) {
      const { action = "", why = "" } = moment
      const known = pool.tried.find(it => it.action === action && it.why === why)
      if (known) known.moments.push(moment)
      else pool.tried.push({ action, why, moments: [moment] })
    }
    for (const [at, question] of of.questions.entries()) {
      const given = Object.entries(game.answers).flatMap(([seat, texts]) => (texts[at] ? [{ seat, text: texts[at] }] : []))
      if (given.length === 0) continue
      const known = pool.answers.find(it => it.question === question)
      if (known) known.answers.push(...given)
      else pool.answers.push({ question, answers: given })
    }
  }
  pool.tried.sort((a, b) => b.moments.length - a.moments.length)
  const made = (game: Played) => game.record.moves.filter(([role]) => role !== "")
  for (const game of whole) for (const [, action] of made(game)) pool.actions.set(action, (pool.actions.get(action) ?? 0) + 1)
  pool.games = whole.length
  pool.moves = spread(whole.map(game => made(game).length))
  pool.minutes = spread(whole.flatMap(({ times }) => (times.length > 1 ? [(times.at(-1)! - times[0]!) / 60_000] : [])))
  const turns = whole.flatMap(turnsOf)
  pool.seats = pool.roles.map(role => ({
    role,
    wins: shareOf(whole.filter(({ result }) => result!.split(", ").includes(role)).length, whole.length),
    seconds: spread(turns.flatMap(turn => (turn.role === role ? [turn.ms / 1000] : []))),
  }))
}

/** Moves of one seat in a row, and how long they took. The first move is not timed: until then people come to the table. */
export function turnsOf({ record: { moves }, times }: Pick<Played, "record" | "times">): { role: string; ms: number }[] {
  const turns: { role: string; ms: number; timed: boolean }[] = []
  for (const [at, [role]] of moves.entries()) {
    if (role === "") continue
    if (turns.at(-1)?.role !== role) turns.push({ role, ms: 0, timed: false })
    if (at === 0) continue
    const turn = turns.at(-1)!
    turn.ms += Math.max(0, times[at]! - times[at - 1]!)
    turn.timed = true
  }
  return turns.filter(({ timed }) => timed)
}

export function spread(values: number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
  return { least: sorted[0]!, median, most: sorted.at(-1)! }
}

/** The standard normal distribution's quantile for 95%. */
const Z = 1.959964

/** Wilson's interval: it holds for a dozen games too. */
export function shareOf(count: number, games: number): Share {
  if (games === 0) return { games: 0, value: 0, low: 0, high: 1 }
  const value = count / games
  const z2 = (Z * Z) / games
  const middle = (value + z2 / 2) / (1 + z2)
  const half = (Z * Math.sqrt((value * (1 - value)) / games + z2 / (4 * games))) / (1 + z2)
  return { games: count, value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
