// Size of a show, for an available width and a common scale. Works without elements; the styles must agree.

import type { Containers, Json, ShowInfo, TypeInfo } from "houserules"
import { byRole, caption, itemType, words } from "./common/words"
import { type Face, faceOf, isTile, widest, widthOf } from "./faces"
import { heapsOf } from "./heaps"
import { areasOf, named } from "./places"
import { membersOf, ringOf } from "./ring"
import { type Drawn, fieldType, isEach, isWhole } from "./scene"

/** The ways to save room, applied one after the other until everything fits. */
export interface Fit {
  /** From 0, the smallest, to 1, as large as anybody wants it; boards grow beyond. */
  scale: number
  touch: boolean
  gap: number
  /** Shows have titles. */
  titles: boolean
  /** Others are a line each. */
  lines: boolean
  /** Numbers are on one line with their titles. */
  tight: boolean
  /** Faces with signs and numbers are without names and pictures. */
  bare: boolean
  /** Cards that nobody ever clicks lie in one row, which scrolls; so does a table, of which a few rows are seen. */
  strips: boolean
  /** Wide boards are upright. */
  upright: boolean
  /** Boards in which nothing is clicked while it is in others: they are drawn smaller. */
  aside: ReadonlySet<number>
  /** The shows in which something can be clicked now. */
  asked: ReadonlySet<number>
}

/** Size of a board, in units in which a cell is 100 wide; `part`: that of the drawn part, if not all. */
export type FrameOf = (show: Drawn, upright: boolean) => Extent & { part?: Extent }
type Extent = { width: number; height: number }

interface Need {
  width: number
  height: number
  /** Width of one of its things. */
  unit?: number
  /** Its height, if it does not follow from the width. */
  high?: number
  /** Narrower it cannot be. */
  least: number
  /** Size of its things, relative to the desired size. */
  size?: number
  /** It scrolls: cards sideways, a table downwards. */
  strip?: boolean
  /** Height of what is below the edge of a table that scrolls. */
  hidden?: number
  /** Cards lie around the middle, one for each player. */
  around?: boolean
}

/** The title of a show. */
const TITLE = 22
/** Width for measuring the minimum width. */
export const NARROW = 1

/** Smallest size of clickable things, for fingers and for a mouse. */
const TARGET = { touch: 44, mouse: 28 }

/** Size of a show at a width; `named`: a title around it already describes it. */
export function measured(drawn: Drawn, width: number, fit: Fit, frameOf: FrameOf, named = false): Need & { titled: boolean } {
  const { show } = drawn
  const need = KINDS[drawn.board ? "board" : show.kind](drawn, width, fit, frameOf)
  const title = titleOf(drawn, fit, named)
  if (title === undefined) return { ...need, titled: false }
  const wide = Math.min(WIDEST_TITLE, title.length * TITLE_LETTER)
  return {
    ...need,
    width: Math.min(Math.max(need.width, wide), Math.max(width, need.width)),
    height: need.height + TITLE,
    least: Math.max(need.least, Math.min(wide, 100)),
    titled: true,
  }
}

const WIDEST_TITLE = 190
const TITLE_LETTER = 9

/** Line above a show: its title by the rules, or its kind, unless shown already. */
function titleOf(drawn: Drawn, { titles, tight }: Fit, named: boolean): string | undefined {
  const { show, board } = drawn
  const { title, kind, items } = show
  // If it is empty, the title is clicked.
  if (isWhole(show) && (title === "" ? !hasThings(drawn) : titles || !hasThings(drawn))) return title || caption(items ?? "")
  // Their titles are in front of them then.
  if (tight && (kind === "counter" || kind === "meter")) return undefined
  // Of two boards a title says which is whose.
  if ((!titles && board === undefined) || title === "") return undefined
  if (title !== undefined) return title
  return named || board !== undefined || kind === "text" || kind === "areas" ? undefined : caption(items ?? "")
}

/** Contains things that can be seen and clicked separately. */
function hasThings(drawn: Drawn): boolean {
  const value = heldBy(drawn)
  if (drawn.show.kind === "cards") return typeof value === "number" ? value > 0 : Array.isArray(value) && value.length > 0
  return drawn.show.kind === "tokens"
}

type Measure = (drawn: Drawn, width: number, fit: Fit, frameOf: FrameOf) => Need

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))
/** In whole pixels, so that as many have room as are counted. */
const whole = (least: number, value: number, most: number) => Math.floor(clamp(least, value, most))

function heldBy({ show, seat }: Drawn): Json {
  return seat.fields[show.items ?? ""] ?? null
}

// ---- Boards

/** Width of a cell at scale 1, in pixels; beyond that, boards grow independently. */
const CELL = 0.96
const LARGEST_CELL = 1.4
const ROOMY = 44
const TOOLS = 44
/** Boards wider or higher than this have smaller cells at each scale, so that the whole board fits. */
const VAST = 2500

/** Size reserved for a growing board from the start, so that nothing beside it moves. */
const GROWING = 850

/** Scale of an unclickable board beside a clickable one. */
const BOARD_ASIDE = 0.5

const board: Measure = (drawn, width, { scale, upright, aside }, frameOf) => {
  const { part, ...all } = frameOf(drawn, upright)
  const room = part ? Math.min(1, GROWING / Math.max(all.width, all.height)) : 1
  const frame = { width: all.width * room, height: all.height * room }
  const isAside = aside.has(drawn.id)
  const cell = CELL * scale * Math.min(1, VAST / Math.max(frame.width, frame.height))
  const wanted = Math.min(cell * (isAside ? BOARD_ASIDE : 1), LARGEST_CELL)
  const by = Math.min(wanted, width / frame.width)
  const wide = frame.width * by
  const drawnAt = part ? Math.min(LARGEST_CELL, wide / part.width, (frame.height * by) / part.height) : by
  // Small cells get zoom buttons below the board; a growing board reserves their room from the start.
  const tools = (by * 100 < ROOMY || part) && drawn.show.kind === "board" ? TOOLS : 0
  // It gives way to nothing beside it: what does not fit there goes below.
  return { width: wide, height: frame.height * by + tools, least: frame.width * wanted, unit: drawnAt * 100, size: isAside ? undefined : by / CELL }
}

// ---- Cards

/** Widths of playing cards, of faces with words and of tiles, and how high they are for their width. */
const CARD = { least: 52, at: 104, most: 104, high: 1.38 }
const WORDY = { least: 72, at: 150, most: 180, high: 1.3 }
const BARE = { least: 68, at: 150, most: 180, high: 1 }
const TILE = { least: 44, at: 110, most: 150, high: 1 }
const BACK = { least: 40, at: 60, most: 64, high: 1.38 }
/** Height by which playable cards rise. */
const LIFT = 12
/** Visible part of a card that lies under another in the row above. */
const SEEN_ABOVE = 0.55
const MOST_ROWS = 3
/** Gap between the viewer's own cards. */
const APART = 8
const SEEN_BACK = 7
/** Hidden part of a card under the next: at least for backs, at most for cards in several rows. */
const SHUT = 0.45
const OPEN = 0.62
/** The upper edge of a card in a column. */
const SEEN = 30
const SEEN_BARE = 18
const COUNT = 20
const LEAST_PILE = 52

/** The kind and number of a show's cards. */
interface Kind {
  count: number
  sizes: typeof CARD
  /** They lie over one another where there is too little room. */
  overlaps: boolean
  backs: boolean
  /** Their least height at a width. */
  high(width: number): number
}

/** Scale of things in other seats, and of shows without clicks. */
const ASIDE = 0.8
/** Height of the text for no cards. */
const NONE = 22
const BACKS_PILE = 12

function kindOf(drawn: Drawn, { bare }: Pick<Fit, "bare">): Kind {
  const known = bare ? BARE_KINDS : KINDS_OF
  const found = known.get(drawn) ?? kindFor(drawn, bare)
  known.set(drawn, found)
  return found
}

const KINDS_OF = new WeakMap<Drawn, Kind>()
const BARE_KINDS = new WeakMap<Drawn, Kind>()

function kindFor(drawn: Drawn, bare: boolean): Kind {
  const { show, info } = drawn
  const value = heldBy(drawn)
  const type = itemType(info, show.items)
  const plain = (count: number, of: typeof CARD, overlaps: boolean, backs = false): Kind => {
    const sizes = { ...of, least: clamp(of.least, backs ? 0 : wordsOn(drawn), of.at) }
    return { count, sizes, overlaps, backs, high: width => Math.ceil(width * sizes.high) }
  }
  if (typeof value === "number") return plain(value, BACK, true, true)
  const list = Array.isArray(value) ? value : []
  const nested = list.some(Array.isArray) && "of" in type
  const cards = nested ? list.flat(1) : list
  const of = nested ? type.of : type
  if (cards.length > 0 && show.back !== undefined && cards.every(card => card === null)) return plain(cards.length, BACK, true, true)
  if (isTile(of, info)) return plain(cards.length, TILE, false)
  const faces = cards.flatMap(card => (card === null ? [] : (faceOf(card, of, info, show) ?? [])))
  const wordy = faces.some(({ title, text }) => title !== undefined || text.length > 0) || (faces.length === 0 && facesHaveWords(of, drawn))
  if (!wordy) return plain(cards.length, CARD, !isByRoleList(drawn))
  const sizes = bare ? BARE : { ...WORDY, least: clamp(WORDY.least, widthOf(faces).width * 0.93, WORDY.at) }
  return { count: cards.length, sizes, overlaps: show.as === "fan", backs: false, high: width => Math.ceil(highest(faces, width, bare, sizes.high)) }
}

/** A face without its name is worth less than its size. */
const LESS = 0.7

/** A letter of a name, a line of it, a sign with its number, and the space around everything: in pixels. */
const NAME_LETTER = 6.6
const NAME_LINE = 15
const BIT = { wide: 27, high: 20 }
const EDGES = 14
const CORNER = { wide: 27, high: 40 }
const TEXT = { letter: 6, line: 14.5 }
const PIECE = 0.24

/** Height of cards at a width, so that all text fits; at least the usual proportion. */
function highest(faces: Face[], width: number, bare: boolean, high: number): number {
  const inner = width - EDGES
  const lines = (length: number, letter: number, wide: number) => Math.ceil((length * letter) / Math.max(20, wide))
  const need = ({ corner, title, text, cost, icons, pieces }: Face) => {
    const beside = corner.length > 0 ? CORNER.wide : 0
    const signs = bare && corner.length + cost.length + icons.length > 0
    const name = title === undefined || signs ? 0 : Math.min(3, lines(title.length + 2, NAME_LETTER, inner - beside)) * NAME_LINE
    const head = Math.max(corner.length === 0 ? 0 : signs ? BIT.high : corner.length * (CORNER.high / 2), name)
    const foot = Math.ceil((cost.length + icons.length) / Math.max(1, Math.floor((inner + 2) / BIT.wide))) * BIT.high
    const words = text.length === 0 || bare ? 0 : Math.min(6, lines(text.join(" ").length, TEXT.letter, inner)) * TEXT.line
    return EDGES + head + foot + words + (pieces.length > 0 ? Math.ceil((pieces.length * PIECE * width) / inner) * PIECE * width + 4 : 0)
  }
  return Math.max(width * high, ...faces.map(need))
}

/** Width of the longest word on a card that is a member of an enum, or of its owner's name above it. */
function wordsOn(drawn: Drawn): number {
  const { show, info } = drawn
  const type = itemType(info, show.items)
  const of = type.kind === "optional" ? type.of : type
  const members = of.kind === "enum" ? longest(of.members.flatMap(it => it.split("_"))) * NAME_LETTER + EDGES : 0
  return Math.max(members, isByRoleList(drawn) ? longest(info.roles) * OWNER.letter + OWNER.swatch : 0)
}

/** An owner's name, and the swatch in front of it. */
const OWNER = { letter: 7.6, swatch: 18 }

/** Reserves room for words before any card is visible. */
function facesHaveWords(type: TypeInfo, { info }: Drawn): boolean {
  const record = type.kind === "optional" ? type.of : type
  const face = record.kind === "record" ? info.faces[record.name] : undefined
  return face?.title !== undefined || (face?.text?.length ?? 0) > 0
}

/** Cards in rows: how many in one, how far from one to the next, and how far from row to row. */
export interface Fan {
  across: number
  step: number
  rows: number
  down: number
  /** The least step. */
  least: number
}

/** Cards of a width and a height in this total width: in one row, closer if there is too little room, then in several. */
export function fanOf(count: number, width: number, card: number, high: number, backs: boolean, touch: boolean): Fan {
  // Of a back nothing has to be read.
  const least = backs ? SEEN_BACK : touch ? TARGET.touch : TARGET.mouse
  const gap = backs ? -card * SHUT : APART
  let rows = 0
  let [across, step] = [count, card + gap]
  do {
    rows++
    across = Math.max(1, Math.ceil(count / rows))
    step = across === 1 ? card + gap : Math.min(card + gap, (width - card) / (across - 1))
  } while (step < least && rows < MOST_ROWS)
  return { across, step: Math.max(step, Math.min(least, card)), rows, down: high * SEEN_ABOVE, least }
}

const cards: Measure = (drawn, width, fit) => {
  const { show, of, mine, id } = drawn
  const value = heldBy(drawn)
  const { count, sizes, overlaps, backs, high: highOf } = kindOf(drawn, fit)
  const part = of !== undefined || show.clicks.length === 0 ? ASIDE : 1
  const target = fit.asked.has(id) && fit.touch ? TARGET.touch : 0
  const wanted = whole(Math.max(sizes.least, target), sizes.at * fit.scale * part, sizes.most * part)
  const worth = sizes === BARE ? LESS : 1
  const owned = isByRoleList(drawn) ? TITLE : 0
  const as = show.as ?? (typeof value === "number" && value > BACKS_PILE ? "pile" : "row")
  if (as === "pile") {
    const unit = Math.max(wanted, LEAST_PILE)
    // Its number lies on it then.
    return { width: unit, height: highOf(unit) + (fit.bare ? 0 : COUNT), unit, high: highOf(unit), least: unit }
  }
  const high = highOf(wanted)
  if (as === "columns") {
    const { columns, longest } = mine ? atLeast(columnsOf(drawn)) : columnsOf(drawn)
    if (columns === 0) return { width: 70, height: NONE, unit: wanted, high, least: 70 }
    const across = Math.max(1, Math.min(columns, Math.floor((width + APART) / (wanted + APART))))
    const lines = Math.ceil(columns / across)
    const each = COUNT + high + Math.max(0, longest - 1) * (fit.bare ? SEEN_BARE : SEEN)
    return { width: across * (wanted + APART) - APART, height: lines * each + (lines - 1) * fit.gap, unit: wanted, high, least: wanted }
  }
  if (count === 0 && of !== undefined && !mine) return { width: 70, height: NONE, unit: wanted, high, least: 70 }
  // The room of a card is kept.
  const shown = Math.max(1, count)
  const single = shown * (wanted + APART) - APART
  if (overlaps) {
    const lift = show.clicks.length > 0 ? LIFT : 0
    const fanned = (unit: number) => fanOf(shown, width, unit, highOf(unit), backs, fit.touch)
    const { rows, across } = fanned(wanted)
    // In several rows cards are smaller before they hide each other.
    const unit = rows === 1 ? wanted : whole(Math.max(sizes.least, target), width / (1 + (across - 1) * OPEN), wanted)
    const fan = fanned(unit)
    const wide = backs ? (shown - 1) * unit * (1 - SHUT) + unit : single
    return {
      width: Number.isFinite(width) ? (fan.across - 1) * fan.step + unit : wide,
      height: highOf(unit) + (fan.rows - 1) * fan.down + lift + owned,
      unit,
      high: highOf(unit),
      size: (unit / (sizes.at * part)) * worth,
      least: sizes.least + (Math.ceil(shown / 2) - 1) * fan.least,
    }
  }
  if (isAround(drawn, fit))
    return {
      around: true,
      width: 3 * wanted + 2 * APART,
      height: 2 * (high + TITLE) + APART,
      unit: wanted,
      high,
      least: 3 * wanted + 2 * APART,
      size: (wanted / (sizes.at * part)) * worth,
    }
  const across = Math.max(1, Math.min(shown, Math.floor((width + APART) / (wanted + APART))))
  const strip = fit.strips && show.clicks.length === 0 && across < shown
  const lines = strip ? 1 : Math.ceil(shown / across)
  return {
    strip,
    width: across * (wanted + APART) - APART,
    height: lines * (high + owned + APART) - APART,
    unit: wanted,
    high,
    least: wanted,
    size: (wanted / (sizes.at * part)) * worth,
  }
}

/** One place for each of three or four who play lies around the middle. */
function isAround(drawn: Drawn, { tight }: Fit): boolean {
  const value = heldBy(drawn)
  const count = drawn.info.roles.length
  return (
    !tight && drawn.show.owners === undefined && isByRoleList(drawn) && (count === 3 || count === 4) && Array.isArray(value) && value.length === count && !value.some(Array.isArray)
  )
}

/** Positions of the cards of three or four players around the middle, from 0 to 1: the viewer below, then the next at the left. */
export function aroundAt(far: number, count: number): { x: number; y: number } {
  const places = count === 3 ? [0.5, 1, 0, 0, 1, 0] : [0.5, 1, 0, 0.5, 0.5, 0, 1, 0.5]
  return { x: places[2 * far]!, y: places[2 * far + 1]! }
}

function isByRoleList(drawn: Drawn): boolean {
  const { show, info } = drawn
  const type = info.view.find(({ name }) => name === show.items)?.type
  return show.owners !== undefined || byRole(heldBy(drawn), type, info.roles) !== undefined
}

const atLeast = ({ columns, longest }: { columns: number; longest: number }) => ({ columns: Math.max(1, columns), longest: Math.max(1, longest) })

/** Number of columns, and of cards in the longest. */
function columnsOf(drawn: Drawn): { columns: number; longest: number } {
  const value = heldBy(drawn)
  const all = Array.isArray(value) ? value : []
  const counts = new Map<string, number>()
  for (const card of all) {
    const held = card !== null && typeof card === "object" && !Array.isArray(card) ? (card[drawn.show.by ?? ""] ?? null) : null
    const key = JSON.stringify(held)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { columns: counts.size, longest: Math.max(0, ...counts.values()) }
}

// ---- Small things

/** `count` things of a width and a height in lines. */
function inLines(count: number, wide: number, high: number, width: number, gap: number): Need {
  const all = Math.max(1, count)
  const across = Math.max(1, Math.min(all, Math.floor((width + gap) / (wide + gap))))
  return { width: across * (wide + gap) - gap, height: Math.ceil(all / across) * (high + gap) - gap, least: wide }
}

const HEAP_GAP = 6
/** Width of a disc with its number, relative to its height. */
const HEAP_WIDE = 1.75
const HEAP_TIGHT = 1.25

const tokens: Measure = (drawn, width, fit) => {
  const { show, info, id } = drawn
  const heaps = heapsOf(heldBy(drawn), fieldType(info, show.items) ?? { kind: "any" }, info, show, show.items)
  const target = fit.asked.has(id) && !isWhole(show)
  const unit = whole(target ? (fit.touch ? TARGET.touch : 32) : 28, 52 * fit.scale, 52)
  const texts = Math.max(0, ...heaps.map(({ bit }) => (bit.symbol === undefined ? (bit.text?.length ?? 0) : 0)))
  const digits = Math.max(0, ...heaps.map(({ count }) => (count === undefined ? 0 : String(count).length)))
  const wide = digits > 0 ? Math.max(unit * (fit.tight ? HEAP_TIGHT : HEAP_WIDE), unit * 0.7 + digits * 11 + 8) : unit
  return { ...inLines(heaps.length, Math.max(wide, texts * 8 + 24), unit, width, HEAP_GAP), unit }
}

const dice: Measure = (drawn, width, fit) => {
  const value = heldBy(drawn)
  const count = Array.isArray(value) ? value.length : 1
  const unit = whole(fit.asked.has(drawn.id) && fit.touch ? TARGET.touch : 34, 64 * fit.scale, 72)
  return { ...inLines(count, unit, unit, width, APART), unit }
}

const LETTER = 8.6
const FIGURE = 16.5

const counter: Measure = (drawn, width, fit) => {
  const { show, info } = drawn
  const value = heldBy(drawn)
  const type: TypeInfo = fieldType(info, show.items) ?? { kind: "any" }
  const owners = byRole(value, type, info.roles)
  const members = isEach(type) && Array.isArray(value)
  const of = "of" in type && (owners || members) ? type.of : type
  const values = (owners || members) && Array.isArray(value) ? value : [value]
  const all = owners ?? (members && type.by.kind === "enum" ? type.by.members.map(caption) : [])
  const holding = holdersOf(values, of, all, show)
  const names = holding ? [] : all
  const said = holding?.map(at => all[at]!) ?? values.map(one => (one === null ? "–" : words(one, of, info.roles)))
  if (holding?.length === 0) said.push(NOBODY)
  const longest = Math.max(...said.map(text => Math.min(text.length, 24)))
  const label = Math.max(0, ...names.map(name => name.length))
  if (fit.tight) {
    // Its title is in front of it.
    const title = Math.ceil((show.title ?? caption(show.items ?? "")).length * 8.2) + 8
    const need = inLines(said.length, Math.ceil(Math.max(44, label * 8.2 + longest * 12 + 32)), 30, Math.max(NARROW, width - title), 6)
    return { ...need, width: need.width + title, least: need.least + title }
  }
  // If nothing else is large, they are.
  const by = clamp(1, fit.scale, MOST_COUNTER)
  const wide = Math.ceil(Math.max(64 * by, label * 8.2 + 32, longest > 8 ? longest * 9 + 32 : longest * FIGURE * by + 34)) + 1
  return { ...inLines(said.length, wide, (names.length > 0 ? 20 : 4) + 40 * by, width, APART), unit: 64 * by }
}

const MOST_COUNTER = 2

/** Stands for no names. */
export const NOBODY = "–"

/** Of truth values with names, those that hold: their names say it all. Undefined for other values, and where each can be clicked. */
export function holdersOf(values: Json[], of: TypeInfo, names: string[], show: ShowInfo): number[] | undefined {
  if (of.kind !== "bool" || names.length === 0 || (show.clicks.length > 0 && !isWhole(show))) return undefined
  return values.flatMap((one, at) => (one === true ? [at] : []))
}

const meter: Measure = (drawn, width, fit) => {
  const value = heldBy(drawn)
  const { show, info } = drawn
  const owners = byRole(value, fieldType(info, show.items), info.roles)
  const count = Array.isArray(value) ? value.length : 1
  const each = owners && !fit.tight ? 42 : 22
  return { width: Math.min(width, 300), height: count * (each + 4), least: 150 }
}

const LINE = 21
const MOST_LINES = 7

const text: Measure = (drawn, width) => {
  const { show, info } = drawn
  const value = heldBy(drawn)
  const type: TypeInfo = fieldType(info, show.items) ?? { kind: "any" }
  const lines = Array.isArray(value) && "of" in type && type.of.kind === "string" ? (value as string[]) : words(value, type, info.roles).split("\n")
  const longest = Math.max(1, ...lines.map(line => line.length)) * LETTER
  const wide = Math.min(width, longest, 520)
  const high = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * LETTER) / Math.max(120, wide))), 0)
  return { width: Math.max(wide, 60), height: Math.min(MOST_LINES, high) * LINE, least: Math.min(160, longest) }
}

const ROW = { one: 34, line: 23, gap: 14, high: 44, few: 126, least: 200 }
const MOST_LISTED = 8

/** Columns share the width as in browsers: each gets its longest word, and long texts get more of the rest. */
const table: Measure = (drawn, width, { strips }) => {
  const { show, info } = drawn
  const value = heldBy(drawn)
  const type = itemType(info, show.items)
  const row = type.kind === "optional" ? type.of : type
  const items = Array.isArray(value) ? value : []
  const owners = byRole(value, fieldType(info, show.items), info.roles)
  const fields = row.kind === "record" ? row.fields : undefined
  const cells = (item: Json): string[] =>
    fields && item !== null && typeof item === "object" && !Array.isArray(item)
      ? fields.map(({ name, type }) => inCell(item[name] ?? null, type, info.roles))
      : [inCell(item, row, info.roles)]
  const rows = items.slice(0, MOST_LISTED).map((item, at) => [...(owners ? [`    ${owners[at] ?? ""}`] : []), ...cells(item)])
  const heads = fields ? [...(owners ? [""] : []), ...fields.map(({ name }) => caption(name))] : []
  const columns = (rows[0] ?? heads).map((_, at) => {
    const texts = [heads[at] ?? "", ...rows.map(cells => cells[at] ?? "")]
    return { most: longest(texts) * LETTER + ROW.gap, least: longest(texts.flatMap(text => text.split(" "))) * LETTER + ROW.gap }
  })
  const clicked = show.clicks.length > 0
  const least = columns.reduce((sum, it) => sum + it.least, 0)
  const most = Math.max(
    columns.reduce((sum, it) => sum + it.most, 0),
    2 * ROW.high,
  )
  const wide = Math.min(width, most)
  const share = most > least ? Math.max(0, wide - least) / (most - least) : 0
  const lines = (text: string, { most, least }: { most: number; least: number }) => Math.ceil((text.length * LETTER) / (least + share * (most - least) - ROW.gap))
  const heights = rows.map(cells => Math.max(clicked ? ROW.high : ROW.one, ROW.one + ROW.line * (Math.max(1, ...columns.map((column, at) => lines(cells[at] ?? "", column))) - 1)))
  const height = heights.reduce((a, b) => a + b, fields ? ROW.one : 0)
  const scrolls = strips && !clicked
  const hidden = scrolls ? Math.max(0, height - ROW.few) : 0
  return { width: wide, height: height - hidden, least: scrolls ? Math.min(ROW.least, least) : least, strip: hidden > 0, hidden }
}

/** As it is written in a cell, with the room of a sign. */
function inCell(value: Json, type: TypeInfo, roles: string[]): string {
  return `${type.kind === "enum" ? "   " : ""}${words(value, type, roles)}`
}

const longest = (texts: string[]) => Math.max(0, ...texts.map(text => text.length))

const track: Measure = (drawn, width) => {
  const { show, info } = drawn
  const { from = 0, to = 0 } = show
  const members = membersOf(fieldType(info, show.items))
  const names = Array.from({ length: Math.min(300, to - from + 1) }, (_, at) => (members ? caption(members[from + at] ?? "") : String(from + at)))
  if (show.as === "ring") {
    const { kind, style } = ringOf(names)
    if (kind === "circle") {
      const across = Number.parseFloat(String(style["--across"]))
      return { width: Math.min(width, across), height: Math.min(width, across), least: Math.min(220, across) }
    }
    const columns = Number(style["--columns"])
    const rows = Math.max(2, Math.ceil((names.length + 4 - 2 * columns) / 2))
    const field = Number.parseFloat(String(style["--field"]))
    return { width: Math.min(width, columns * (field + 3)), height: rows * 54, least: columns * 38 }
  }
  const wide = members ? Math.max(64, widest(names) * 12.8 + 18) : 38
  return inLines(names.length, wide, 54, width, 3)
}

const areas: Measure = (drawn, width, fit) => {
  const containers = (heldBy(drawn) ?? {}) as Containers
  const all = areasOf(drawn.show, containers)
  const columns = Math.max(1, ...all.map(({ column, columns }) => column + columns - 1))
  const rows = Math.max(1, ...all.map(({ row, rows }) => row + rows - 1))
  const unit = whole(fit.tight ? 38 : 48, 48 * fit.scale, 84)
  const wide = clamp(56, 150 * fit.scale, 3.5 * unit)
  const across = Math.min(width, columns * (wide + 6) + 14)
  const each = (across - 14) / columns
  const high = Array.from({ length: rows }, (_, at) => {
    const here = all.filter(({ row, rows }) => row <= at + 1 && at + 1 < row + rows)
    return Math.max(
      unit * 1.5,
      ...here.map(({ container, columns, spread, title, rows }) => {
        // It holds the viewer's own contents.
        const held = drawn.info.roles.map(role => containers[named(container, role)]?.contents?.length ?? 0)
        const count = spread ? Math.max(0, ...held) : 1
        const inLine = Math.max(1, Math.floor((each * columns - 12) / (unit + 6)))
        return ((title === undefined ? 0 : 22) + 16 + Math.ceil(Math.max(1, count) / inLine) * (unit * 1.42 + 6)) / rows
      }),
    )
  })
  return { width: across, height: high.reduce((a, b) => a + b + 6, 14), least: columns * 56 + 14, unit, size: unit / 60 }
}

const KINDS: { [kind in Drawn["show"]["kind"]]: Measure } = { board, cards, tokens, dice, counter, meter, text, table, track, areas }
