// The stored form of a game: reads any stored data, and plans changes of it. Does not touch storage.
//
// Invariant: data that is not understood is never taken for something else. `read…` returns the usable part and whether that was all;
// writers put the rest aside first.

import type { Files, Json, Language, Move, Options, Record as GameRecord } from "houserules"
import { languages } from "houserules/languages"
import { type Branch, fitting } from "../common/lines"
import { contentOf, mainOf, names, USUAL, type Text } from "../common/text"

/** Format of stored games. 1 was the format in localStorage. */
export const FORMAT = 2
/** Of records of games, as the engine writes them. */
const RECORD_FORMAT = 1
/** Before the ids of the user's own games. */
export const OWN = "own-"

/** The data that the session wants to keep of a game. */
export interface Draft {
  /** Absent while it is the text that the game began with. */
  text?: Text
  /** The rules at the table, if they are not those of the text. */
  played?: Text
  record?: GameRecord
  /** Other lines from the same setup. */
  branches?: Branch[]
  /** Games of other setups that were at the table before. */
  earlier?: EarlierGame[]
  /** Number of moves made; the rest were taken back. */
  cursor?: number
  positions?: SavedPosition[]
  /** Earlier texts, the oldest first. */
  versions?: Version[]
  /** The engine died of this text: it is not compiled again until it changes. */
  deadly?: boolean
  /** Title of one of the user's own games. */
  title?: string
}

/** A game that another one took the place of, with all its lines. */
export interface EarlierGame {
  record: GameRecord
  branches: Branch[]
}

/** A text as it was before it was changed. */
export interface Version {
  /** When it was left, in milliseconds since 1970. */
  at: number
  text: Text
}

/** A position to start from again. */
export interface SavedPosition {
  name: string
  /** Its JSON text. */
  state: string
}

/** The files of a text, or positions, each with the number of its content: equal contents of a game are stored once. */
type Listing = [name: string, content: number][]

/** A game in storage. Its contents are stored beside it, by number. */
export interface KeptGame {
  format: typeof FORMAT
  id: string
  /** Counted up by every write. */
  revision: number
  /** The page that wrote it, and when. */
  by?: string
  at?: number
  language: Language
  /** Of the user's own. */
  title?: string
  created?: number
  began?: Listing
  text?: Listing
  played?: Listing
  record?: GameRecord
  branches?: Branch[]
  earlier?: EarlierGame[]
  cursor?: number
  positions?: Listing
  versions?: { at: number; text: Listing }[]
  deadly?: boolean
}

export type Contents = Map<number, string>

/** A game that is kept, with its contents. */
export interface Held {
  game: KeptGame
  contents: Contents
}

/** The parts of a write: new contents precede the game, unused ones are removed. */
export interface Plan {
  game: KeptGame
  add: [number: number, content: string][]
  drop: number[]
}

/** A game that is not kept yet. */
export function fresh(id: string, language: Language): Held {
  return { game: { format: FORMAT, id, revision: 0, language }, contents: new Map() }
}

/** One of the user's own that begins with a text. */
export function begun(id: string, title: string, text: Text, created: number): Plan {
  const held = fresh(id, text.language)
  const listed = lister(held.contents)
  const began = listed(text)
  return { game: { ...held.game, revision: 1, title, created, began }, add: listed.added, drop: [] }
}

/** The writes that keep a draft. `by`: the writer. */
export function planned({ game, contents }: Held, draft: Draft, by: string, at = Date.now()): Plan {
  const { format, id, revision, language, created, began } = game
  const listed = lister(contents)
  const next: KeptGame = {
    format,
    id,
    revision: revision + 1,
    by,
    at,
    language,
    ...(began && { title: draft.title ?? game.title, created, began }),
    ...(draft.text && { text: listed(draft.text) }),
    ...(draft.played && { played: listed(draft.played) }),
    ...(draft.record && { record: draft.record, cursor: draft.cursor }),
    ...(draft.record && draft.branches && { branches: draft.branches }),
    ...(draft.earlier && { earlier: draft.earlier }),
    ...(draft.positions && { positions: draft.positions.map(({ name, state }): Listing[number] => [name, listed.number(state)]) }),
    ...(draft.versions && { versions: draft.versions.map(({ at, text }) => ({ at, text: listed(text) })) }),
    ...(draft.deadly && { deadly: true }),
  }
  const listings = [next.began, next.text, next.played, next.positions, ...(next.versions ?? []).map(({ text }) => text)]
  const used = new Set(listings.flatMap(listing => (listing ?? []).map(([, number]) => number)))
  return { game: next, add: listed.added, drop: [...contents.keys()].filter(number => !used.has(number)) }
}

/** `true` if a plan would change nothing but the writer. */
export function idle({ game: before }: Held, { game, add, drop }: Plan): boolean {
  const bare = (game: KeptGame) =>
    JSON.stringify([game.title, game.text, game.played, game.record, game.branches, game.earlier, game.cursor, game.positions, game.versions, game.deadly])
  return before.revision > 0 && add.length === 0 && drop.length === 0 && bare(before) === bare(game)
}

/** A game that begins with a text and has a draft, in one write. */
export function moved(held: Held, draft: Draft, by: string, first?: Plan): Plan {
  const second = planned(first ? written(held, first) : held, draft, by)
  return { game: { ...second.game, revision: held.game.revision + 1 }, add: [...(first?.add ?? []), ...second.add], drop: second.drop }
}

/** The game once that is written. */
export function written({ contents }: Pick<Held, "contents">, { game, add, drop }: Plan): Held {
  const next = new Map([...contents, ...add])
  for (const number of drop) next.delete(number)
  return { game, contents: next }
}

/** Gives contents numbers: those they have, or new ones. */
function lister(contents: Contents) {
  const numbers = new Map([...contents].map(([number, content]) => [content, number]))
  let last = Math.max(0, ...contents.keys())
  const listed = (text: Text): Listing => names(text).map(name => [name, listed.number(contentOf(text, name))])
  listed.added = [] as Plan["add"]
  listed.number = (content: string): number => {
    let number = numbers.get(content)
    if (number === undefined) {
      numbers.set(content, (number = ++last))
      listed.added.push([number, content])
    }
    return number
  }
  return listed
}

/** A stored game in the form of the session. A text with a missing content is unusable. */
export function told({ game, contents }: Held): { draft: Draft; began?: Text; whole: boolean } {
  const text = (listing: Listing | undefined) => listing && textOf(game.language, listing, contents)
  const [began, now, played] = [text(game.began), text(game.text), text(game.played)]
  const positions = game.positions?.flatMap(([name, number]) => (contents.has(number) ? [{ name, state: contents.get(number)! }] : []))
  const versions = game.versions?.flatMap(({ at, text: listing }) => (text(listing) ? [{ at, text: text(listing)! }] : []))
  const { record, branches, earlier, cursor, deadly, title } = game
  const whole =
    !(game.began && !began) && !(game.text && !now) && !(game.played && !played) && positions?.length === game.positions?.length && versions?.length === game.versions?.length
  return { draft: { text: now, played, record, branches, earlier, cursor, positions, versions, deadly, title }, began, whole }
}

function textOf(language: Language, listing: Listing, contents: Contents): Text | undefined {
  const main = mainOf({ language })
  const source = contents.get(listing.find(([name]) => name === main)?.[1] ?? -1)
  const files = listing.filter(([name]) => name !== main).map(([name, number]) => [name, contents.get(number)] as const)
  if (source === undefined || files.some(([, content]) => content === undefined)) return undefined
  return { language, source, files: Object.fromEntries(files) as Files }
}

/** `true` if two drafts are equal. */
export function alike(a: Draft, b: Draft): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

function ordered({ text, played, record, branches, earlier, cursor, positions, versions, deadly }: Draft) {
  const files = (text: Text | undefined) =>
    text &&
    names(text)
      .map(name => [name, contentOf(text, name)])
      .sort()
  const { seed, scenario, options, moves } = record ?? {}
  return [
    files(text),
    files(played),
    seed,
    scenario,
    options,
    moves,
    branches ?? [],
    earlier ?? [],
    cursor ?? moves?.length,
    positions ?? [],
    (versions ?? []).map(({ at, text }) => [at, files(text)]),
    deadly ?? false,
  ]
}

// The data found

/** A stored game, as far as it can be used; undefined if none of it can, or if it has another format. */
export function readGame(value: unknown): { game: KeptGame; whole: boolean } | undefined {
  if (!isObject(value) || value.format !== FORMAT) return undefined
  const { id, revision, by, at, language, title, created, began, text, played, record, branches, earlier, cursor, positions, versions, deadly } = value
  if (typeof id !== "string" || !isCount(revision) || !isLanguage(language)) return undefined
  if (id.startsWith(OWN) && !(typeof title === "string" && isListing(began))) return undefined
  const reader = new Reader()
  const game: KeptGame = {
    format: FORMAT,
    id,
    revision,
    by: reader.as(by, isText),
    at: reader.as(at, isNumber),
    language,
    title: reader.as(title, isText),
    created: reader.as(created, isNumber),
    began: reader.as(began, isListing),
    text: reader.as(text, isListing),
    played: reader.as(played, isListing),
    record: reader.as(record, isRecord),
    branches: reader.as(branches, isBranches),
    earlier: reader.as(earlier, isEarlier),
    cursor: reader.as(cursor, isCount),
    positions: reader.as(positions, isListing),
    versions: reader.as(versions, isVersions),
    deadly: reader.as(deadly, isFlag),
  }
  const lines = game.branches && { branches: fitting(game.branches, game.record?.moves.length ?? -1) }
  return { game: { ...game, ...lines, cursor: within(game.cursor, game.record) }, whole: reader.whole }
}

/** A draft as earlier versions of the page wrote it, of a game in a language; undefined if nothing of it can be used. */
export function readDraft(json: string, language: Language): { draft: Draft; whole: boolean } | undefined {
  const value = parsed(json)
  if (!isObject(value) || value.format !== 1) return undefined
  const { source, files, played, playedFiles, record, cursor, deadly } = value
  const reader = new Reader()
  const text = (source: unknown, files: unknown): Text | undefined => {
    const main = reader.as(source, isText)
    const beside = reader.as(files, isFiles)
    return main === undefined ? undefined : { language, source: main, files: beside ?? {} }
  }
  const game = reader.as(record, isRecord)
  const draft = {
    text: text(source, files),
    played: text(played, playedFiles),
    record: game,
    cursor: within(reader.as(cursor, isCount), game),
    deadly: reader.as(deadly, isFlag),
  }
  return { draft, whole: reader.whole }
}

/** Last state of a page being closed: a plan that may not be written any more. Large contents already in storage are left out. */
export interface LastWords {
  format: typeof FORMAT
  /** The revision it is based on. */
  revision: number
  by: string
  game: KeptGame
  add: Plan["add"]
}

/** Contents of more letters are large. */
const LARGE = 50_000

/** `first`: a plan that may not be written either. */
export function lastWords(held: Held, draft: Draft, by: string, first?: Plan): LastWords {
  const plan = planned(held, draft, by)
  const { contents } = written(held, plan)
  const fresh = new Set([...plan.add, ...(first?.add ?? [])].map(([number]) => number))
  const add = [...contents].filter(([number, content]) => fresh.has(number) || content.length <= LARGE)
  return { format: FORMAT, revision: held.game.revision, by, game: plan.game, add }
}

/** The game as the last words say it, on the contents that are there; undefined if that is not a whole game. */
export function readLastWords(json: string, there: Contents): { revision: number; by: string; held: Held } | undefined {
  const value = parsed(json)
  if (!isObject(value) || value.format !== FORMAT || !isCount(value.revision) || !isText(value.by)) return undefined
  const found = readGame(value.game)
  if (!found?.whole || !Array.isArray(value.add) || !value.add.every(isAdded)) return undefined
  const held = { game: found.game, contents: new Map([...there, ...value.add]) }
  return told(held).whole ? { revision: value.revision, by: value.by, held } : undefined
}

function isAdded(value: unknown): value is [number, string] {
  return Array.isArray(value) && value.length === 2 && isCount(value[0]) && isText(value[1])
}

/** A game of the user's own as earlier versions of the page wrote it. */
export interface OldOwn {
  id: string
  title: string
  text: Text
}

/** The user's own games of earlier versions; other data is returned unchanged. */
export function readOwn(json: string): { games: OldOwn[]; rest: unknown[] } {
  const value = parsed(json)
  if (!Array.isArray(value)) return { games: [], rest: [value ?? json] }
  const games: OldOwn[] = []
  const rest: unknown[] = []
  for (const one of value as unknown[]) {
    const { id, title, language, source, files } = isObject(one) ? one : {}
    const sound =
      typeof id === "string" && id.startsWith(OWN) && typeof title === "string" && isLanguage(language) && typeof source === "string" && (files === undefined || isFiles(files))
    if (sound && !games.some(game => game.id === id)) games.push({ id, title, text: { language, source, files: files ?? {} } })
    else rest.push(one)
  }
  return { games, rest }
}

/** A text that can be found in something that is not understood. */
export function salvaged(value: unknown): Text | undefined {
  const found = typeof value === "string" ? parsed(value) : value
  if (!isObject(found)) return undefined
  if (isObject(found.text)) return salvaged(found.text)
  const source = [found.source, found.played].find(isText)
  if (source === undefined) return undefined
  return { language: isLanguage(found.language) ? found.language : USUAL.name, source, files: isFiles(found.files) ? found.files : {} }
}

/** Reads values of a type, and notes any others. */
class Reader {
  whole = true

  as<T>(value: unknown, is: (value: unknown) => value is T): T | undefined {
    if (value === undefined) return undefined
    if (is(value)) return value
    this.whole = false
    return undefined
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

function within(cursor: number | undefined, record: GameRecord | undefined): number | undefined {
  return cursor === undefined || !record ? undefined : Math.min(cursor, record.moves.length)
}

export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export const isText = (value: unknown) => typeof value === "string"
const isNumber = (value: unknown) => typeof value === "number"
const isFlag = (value: unknown) => typeof value === "boolean"
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
export const isLanguage = (value: unknown): value is Language => languages.some(({ name }) => name === value)
export const isFiles = (value: unknown): value is Files => isObject(value) && Object.values(value).every(isText)
function isListing(value: unknown): value is Listing {
  return Array.isArray(value) && value.every(it => Array.isArray(it) && it.length === 2 && isText(it[0]) && isCount(it[1]))
}

function isVersions(value: unknown): value is NonNullable<KeptGame["versions"]> {
  return Array.isArray(value) && value.every(it => isObject(it) && isNumber(it.at) && isListing(it.text))
}

export function isRecord(value: unknown): value is GameRecord {
  if (!isObject(value)) return false
  const { format, seed, scenario, options, moves } = value
  return format === RECORD_FORMAT && isCount(seed) && isText(scenario) && isOptions(options) && Array.isArray(moves) && moves.every(isMove)
}

function isBranches(value: unknown): value is Branch[] {
  return Array.isArray(value) && value.every(it => isObject(it) && isCount(it.at) && Array.isArray(it.moves) && it.moves.every(isMove))
}

function isEarlier(value: unknown): value is EarlierGame[] {
  return (
    Array.isArray(value) &&
    value.every(it => isObject(it) && isRecord(it.record) && isBranches(it.branches) && fitting(it.branches, it.record.moves.length).length === it.branches.length)
  )
}

function isOptions(value: unknown): value is Options {
  return isObject(value) && Object.values(value).every(it => ["boolean", "number", "string"].includes(typeof it))
}

function isMove(value: unknown): value is Move {
  return Array.isArray(value) && value.length === 3 && isText(value[0]) && isText(value[1]) && isJson(value[2])
}

function isJson(value: unknown): value is Json {
  return value === null || ["boolean", "number", "string", "object"].includes(typeof value)
}

/** `true` for one of the user's own. */
export function isOwn(id: string): boolean {
  return id.startsWith(OWN)
}
