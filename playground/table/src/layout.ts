// Positions and sizes of everything on a table, for the available room. Works without elements.
//
// Invariant: everything is inside the room and nothing overlaps. If it does not fit at any size, the middle scrolls; the viewer's own zone
// scrolls only for the rest of a turn in which it grew.

import { type Fit, type FrameOf, measured, NARROW } from "./sizes"
import type { Drawn, Group, Part, Scene } from "./scene"
import { isPartial } from "./used"

/** Available room, in pixels; `touch`: for fingers. */
export interface Room {
  width: number
  height: number
  touch: boolean
}

/** A part with its place, in pixels from the corner of its container. */
export interface Laid {
  part: Part
  x: number
  y: number
  width: number
  height: number
  parts: Laid[]
  /** Width of a card, die or token in it; the height of a card follows. */
  unit?: number
  high?: number
  /** It is in the lower half of the room: menus open upwards. */
  low: boolean
  /** For a seat: collapsed to one line. */
  line: boolean
  /** For a show: with its title above. */
  titled: boolean
  /** For a show: size of its things, relative to a good size. */
  size?: number
  /** Of a show: it scrolls. */
  strip: boolean
  /** Of a table that scrolls: height of what is below its edge. */
  hidden?: number
  /** For cards: they lie around the middle, one for each player. */
  around: boolean
}

export interface Zone {
  x: number
  y: number
  width: number
  height: number
  parts: Laid[]
  /** Height of its content. */
  inside: number
}

export interface Layout {
  fit: Fit
  /** Fit of the viewer's own zone: as `fit`, or unchanged while the rest had to shrink during a turn. */
  own: Fit
  arranged: Arranged
  /** One's own, just above the bar. */
  mine: Zone
  others: Zone
  middle: Zone
}

/** Margin around everything; smaller in a narrow room. */
const EDGE = { wide: 10, narrow: 6, from: 700 }
/** The heading of a seat or of a group. */
const HEADING = 22
/** A seat as one line, or as two where it is narrow. */
const LINE = { one: 30, two: 46, wide: 230, most: 420, least: 112 }
const PADDING = 8
/** A seat is no narrower; where there is little room, its marks are signs alone. */
const SEAT = { wide: 150, tight: 112 }
const leastSeat = ({ tight }: Fit) => (tight ? SEAT.tight : SEAT.wide)

const LEVELS: Omit<Fit, "scale" | "touch" | "asked" | "upright" | "aside">[] = [
  { gap: 16, titles: true, lines: false, tight: false, bare: false, strips: false },
  { gap: 10, titles: true, lines: false, tight: false, bare: false, strips: false },
  { gap: 8, titles: true, lines: false, tight: true, bare: false, strips: false },
  { gap: 8, titles: true, lines: true, tight: true, bare: false, strips: false },
  { gap: 6, titles: false, lines: true, tight: true, bare: false, strips: false },
  { gap: 6, titles: false, lines: true, tight: true, bare: true, strips: false },
  { gap: 4, titles: false, lines: true, tight: true, bare: true, strips: true },
]

/** As large as this is large enough: nothing more gives way. */
const ENOUGH = 0.72
/** Cards and cells of this size can be read, and hit by a finger. */
const READABLE = 0.5
const LARGEST = 3
const SMALLEST = 0.1

/**
 * Lays out a seat's view. Keeps the layout from `before` as long as everything fits and nothing could be much larger; within a turn
 * (`still`) as long as everything fits. In a room that is higher than wide, wide boards are upright if that makes their cells much
 * larger, and boards that are not clickable make room for one that is; both remain so.
 */
export function layout(scene: Scene, asked: ReadonlySet<number>, room: Room, frameOf: FrameOf, before?: Layout, still = false): Layout {
  const boards = scene.shows.filter(isBoard).map(({ id }) => id)
  const same = before && boardsIn(before).length === boards.length ? before : undefined
  // A board set aside returns once it is clickable, and none is set aside any more.
  const returns = same && boards.some(id => asked.has(id) && same.fit.aside.has(id))
  const isOne = room.height > room.width && boards.some(id => asked.has(id))
  const aside = same && !returns ? same.fit.aside : new Set(isOne && !returns ? boards.filter(id => !asked.has(id)) : [])
  const made = (upright: boolean) => solved(scene, { asked, upright, aside }, room, frameOf, returns ? undefined : before, still)
  if (same) return made(same.fit.upright)
  const plain = made(false)
  const wide = boardsIn(plain).filter(({ part }) => frameOf(part as Drawn, true) !== frameOf(part as Drawn, false))
  if (room.height <= room.width || wide.length === 0) return plain
  const turned = made(true)
  const cell = (all: Layout) => Math.min(...boardsIn(all).flatMap(({ part, unit }) => (wide.some(it => it.part === part) ? (unit ?? []) : [])))
  return !(turned.arranged.over && !plain.arranged.over) && cell(turned) >= cell(plain) * WORTH_TURNING ? turned : plain
}

/** Enlargement of cells that justifies an upright board. */
const WORTH_TURNING = 1.2

function boardsIn({ mine, middle, others }: Layout): Laid[] {
  return [mine, middle, others].flatMap(({ parts }) => parts.flatMap(showsIn)).filter(({ part }) => isBoard(part))
}

function isBoard(part: Part): boolean {
  return part.kind === "show" && part.board !== undefined
}

function solved(scene: Scene, given: Given, room: Room, frameOf: FrameOf, before: Layout | undefined, still: boolean): Layout {
  const { asked } = given
  const { mine, others, middle } = zonesOf(scene.parts)
  const made = (arranged: Arranged, fit: Fit, own = fit, holds = still) => zoned(mine, others, middle, arranged, fit, own, room, frameOf, holds ? before?.mine : undefined)
  const was =
    before && !before.arranged.over && (still || !before.arranged.kept) && before.fit.touch === room.touch && before.arranged.cut < Math.max(1, middle.length) ? before : undefined
  const search = (made: Made) => best(made, given, others, middle, room)
  if (!was) return search(made)
  // Shows clicked in this turn keep their size.
  const clicked = still ? new Set([...asked, ...was.fit.asked]) : asked
  const rest = { ...was.fit, asked: clicked }
  const own = still ? within(was.mine, { ...was.own, asked: clicked }, own => made(was.arranged, rest, own)) : { ...was.own, asked: clicked }
  const kept = made(was.arranged, rest, own)
  const stays = fits(kept)
  // During a turn, the rest shrinks before the viewer's own things move under the finger.
  if (still && stays) return kept
  const scrolled = still && was.mine.parts.length === kept.mine.parts.length ? made({ ...was.arranged, kept: true }, rest, was.own) : undefined
  if (scrolled && fits(scrolled)) return scrolled
  const shrunk = still ? search((arranged, fit) => made(arranged, fit, own)) : undefined
  if (shrunk && !shrunk.arranged.over) return shrunk
  const holding = search(made)
  const found = still && holding.arranged.over ? search((arranged, fit) => made(arranged, fit, fit, false)) : holding
  const opens = kept.fit.strips && !found.fit.strips
  return stays && !opens && sizeOf(found) < sizeOf(kept) * MUCH ? kept : found
}

/** Additions to the viewer's own zone in a turn shrink to fit in the old room, if possible. */
function within({ height, parts }: Zone, own: Fit, made: (own: Fit) => Layout): Fit {
  const fitting = (scale: number) => {
    const { mine } = made({ ...own, scale })
    return mine.inside <= height + 0.5 && mine.parts.length === parts.length
  }
  if (fitting(own.scale) || !fitting(SMALLEST)) return own
  let [low, high] = [SMALLEST, own.scale]
  while (high - low > 0.01) {
    const scale = (low + high) / 2
    if (fitting(scale)) low = scale
    else high = scale
  }
  return { ...own, scale: low }
}

/** Enlargement that justifies a change. */
const MUCH = 1.15

type Made = (arranged: Arranged, fit: Fit) => Layout
/** Settings that do not depend on the scale. */
type Given = Pick<Fit, "asked" | "upright" | "aside">

function best(made: Made, given: Given, others: Part[], middle: Part[], { width, touch }: Room): Layout {
  let found: Layout | undefined
  for (const level of LEVELS) {
    // Strips hide things that nobody clicks, too: no strips for cards that are readable without.
    if (level.strips && found && sizeOf(found) >= READABLE) return found
    const least = found === undefined ? 0 : sizeOf(found) * WORTH
    for (const arranged of arrangements(middle, others.length > 0 && width >= SIDE)) {
      const larger = largest(scale => made(arranged, { ...level, ...given, scale, touch }))
      if (larger && sizeOf(larger) > least && (!found || sizeOf(larger) > sizeOf(found) * LARGER)) found = larger
    }
    if (found && sizeOf(found) >= ENOUGH) return found
  }
  return found ?? made({ cut: 0, beside: false, over: true }, { ...LEVELS.at(-1)!, ...given, scale: SMALLEST, touch })
}

/** Factors by which a later arrangement, and a later level, must enlarge things to be chosen. */
const LARGER = 1.03
const WORTH = 1.12

/** Size of the smallest clickable thing; of the smallest of all if none is clickable. */
function sizeOf({ mine, middle, others }: Layout): number {
  const shows = [mine, middle, others].flatMap(({ parts }) => parts.flatMap(showsIn))
  const clicked = shows.filter(({ part }) => part.kind === "show" && part.show.clicks.length > 0)
  return Math.min(LARGEST, ...(clicked.length > 0 ? clicked : shows).flatMap(({ size }) => size ?? []))
}

function showsIn(laid: Laid): Laid[] {
  return laid.part.kind === "show" ? [laid] : laid.parts.flatMap(showsIn)
}

/** The layout of the largest scale at which all has room. */
function largest(made: (scale: number) => Layout): Layout | undefined {
  const first = made(SMALLEST)
  if (!fits(first)) return undefined
  let [low, high, found] = [SMALLEST, LARGEST, first]
  while (high - low > 0.01) {
    const scale = (low + high) / 2
    const tried = made(scale)
    if (fits(tried)) [low, found] = [scale, tried]
    else high = scale
  }
  return found
}

function fits({ middle, mine, others, arranged }: Layout): boolean {
  return [middle, mine, others].every(zone => ((arranged.kept && zone === mine) || zone.inside <= zone.height + 0.5) && zone.parts.every(it => it.x + it.width <= zone.width + 0.5))
}

/** Smallest width of a room with others beside the middle. */
const SIDE = 700
const MOST_CUT = 8

/** Arrangement of the middle and the others. */
interface Arranged {
  /** Index at which the middle is split into two columns; 0: not split. */
  cut: number
  /** The others are beside the middle. */
  beside: boolean
  /** There is too little room: the others and the middle scroll together, and so does a large own zone. */
  over?: boolean
  /** During a turn the viewer's own zone keeps its height, and scrolls if it has grown. */
  kept?: boolean
}

/** As written, and in two columns wherever it can be parted. */
function arrangements(middle: Part[], beside: boolean): Arranged[] {
  const cuts = middle.length > MOST_CUT ? [0] : [...middle.keys()]
  const all = (cuts.length > 0 ? cuts : [0]).map(cut => ({ cut, beside: false }))
  return beside ? [...all, { cut: 0, beside }] : all
}

const column = (parts: Part[]): Part => (parts.length === 1 ? parts[0]! : { kind: "column", parts })
const row = (parts: Part[]): Part => ({ kind: "row", parts })

/** Zones of the viewer's own parts, of others', and of the rest, each in the order of the rules: by the rules' `place`, else by content. */
function zonesOf(all: Part[]): { mine: Part[]; others: Part[]; middle: Part[] } {
  const parts = all.flatMap(apart)
  const zones: { [zone in NonNullable<Group["place"]>]: Part[] } = { mine: [], others: [], middle: [] }
  const isFound = (part: Part) => placeOf(part) === undefined
  const areSeats = (part: Part) => part.kind === "seats" && isFound(part) && !part.parts.some(holdsBoard)
  const rest = parts.filter(part => isFound(part) && !areSeats(part))
  const hands = parts.some(areSeats) ? [] : rest.filter(isHand)
  // If there is nothing else, they are the table.
  const own = hands.length === parts.length ? [] : hands
  for (const part of parts) {
    if (part.kind === "seats" && areSeats(part)) {
      zones.mine.push(...part.parts.filter(isMine))
      zones.others.push(...part.parts.filter(it => !isMine(it)))
    } else if (part.kind === "seats" && part.place === "others") zones.others.push(...part.parts)
    else zones[placeOf(part) ?? (own.includes(part) ? "mine" : "middle")].push(part)
  }
  return zones
}

/** The `place` given by the rules. */
function placeOf(part: Part): Group["place"] {
  return part.kind === "show" ? part.show.place : part.place
}

/** A part without the parts placed elsewhere, followed by these. */
function apart(part: Part): Part[] {
  if (part.kind === "show" || part.kind === "seats" || part.kind === "seat") return [part]
  const parts = part.parts.flatMap(apart)
  const away = parts.filter(it => placeOf(it) !== undefined && placeOf(it) !== part.place)
  if (away.length === 0) return [part]
  const stay = parts.filter(it => !away.includes(it))
  return [...(stay.length > 0 ? [{ ...part, parts: stay }] : []), ...away]
}

function isMine(part: Part): boolean {
  return part.kind === "seat" && part.mine === true
}

/** Clickable cards without an owner: the viewer has them in hand. */
function isHand(part: Part): boolean {
  if (part.kind !== "show" || part.show.kind !== "cards" || part.show.clicks.length === 0 || part.show.as === "pile" || part.show.as === "columns") return false
  const type = part.info.view.find(({ name }) => name === part.show.items)?.type
  return type?.kind === "list"
}

function holdsBoard(part: Part): boolean {
  return part.kind === "show" ? part.board !== undefined : part.parts.some(holdsBoard)
}

/** Something in it can be clicked now. */
function isAsked(part: Part, asked: ReadonlySet<number>): boolean {
  return part.kind === "show" ? asked.has(part.id) : part.parts.some(it => isAsked(it, asked))
}

/** Maximum share of the viewer's own zone if there is too little room. */
const MOST_MINE = 0.4

/** Cells below this size, in pixels, are enlarged before clicks. */
const SMALL = 28

/** Stacks parts in the middle of a room of this width; the extra height goes to the growing board, if there is one. */
function roomy(parts: Laid[], width: number, down: number): Laid[] {
  const at = parts.findIndex(growsIn)
  if (at < 0 || down < 0) return parts
  return parts.map((it, place) => (place === at ? widened({ ...it, x: 0, y: it.y - down / 2 }, width, down) : { ...it, y: it.y + (place < at ? -down / 2 : down / 2) }))
}

function growsIn({ part, parts }: Laid): boolean {
  return part.kind === "show" ? part.board !== undefined && isPartial(part.board, part.show) : (part.kind === "row" || part.kind === "column") && parts.some(growsIn)
}

/** Widens a part, and makes it higher, for its growing board; the parts beside and below the board move. */
function widened(laid: Laid, width: number, down: number): Laid {
  const board = laid.parts.find(growsIn)
  const across = width - laid.width
  const isColumn = laid.part.kind === "column"
  const parts = laid.parts.map(it => {
    if (it === board) return isColumn ? widened({ ...it, x: 0 }, width, down) : widened(it, it.width + across, down)
    const right = isColumn ? across / 2 : it.x >= board!.x + board!.width ? across : 0
    return { ...it, x: it.x + right, y: it.y + (it.y >= board!.y + board!.height ? down : 0) }
  })
  return { ...laid, width, height: laid.height + down, parts }
}

/** The extra height goes to tables of which rows are hidden. */
function opened(laid: Laid, down: number): Laid {
  const { part, parts, height, hidden = 0 } = laid
  if (part.kind === "show") {
    const more = Math.min(down, hidden)
    return more > 0 ? { ...laid, height: height + more, hidden: hidden - more, strip: hidden > more } : laid
  }
  if (part.kind === "column") {
    let by = 0
    const open = parts.map(it => {
      const made = { ...opened(it, down - by), y: it.y + by }
      by += made.height - it.height
      return made
    })
    return { ...laid, height: height + by, parts: open }
  }
  if (part.kind !== "row" || parts.some(({ y }) => y !== parts[0]!.y)) return laid
  const open = parts.map(it => opened(it, height - it.y - it.height + down))
  return { ...laid, height: Math.max(height, ...open.map(it => it.y + it.height)), parts: open }
}

/** Others above, the viewer's own parts below, and the rest between. */
function zoned(mine: Part[], others: Part[], rest: Part[], arranged: Arranged, fit: Fit, own: Fit, room: Room, frameOf: FrameOf, held?: Zone): Layout {
  const { cut, beside, over, kept } = arranged
  if (over && others.length > 0) return zoned(mine, [], [...together(others), ...rest], arranged, fit, own, room, frameOf, held)
  const parts = cut === 0 ? rest : [row([column(rest.slice(0, cut)), column(rest.slice(cut))])]
  const edge = room.width < EDGE.from ? EDGE.narrow : EDGE.wide
  const width = room.width - 2 * edge
  const context = { fit, frameOf, known: new Map() }
  const gap = fit.gap
  const bottom = hands(stacked(mine, width, { fit: own, frameOf, known: new Map() }), width, gap, held?.parts)
  const side = beside ? Math.min(280, Math.max(SEAT.wide, width * 0.24)) : 0
  const top =
    others.length === 0 ? EMPTY : beside ? stacked(others, side, context) : others.every(isSeat) ? seats(others, width, context) : stacked(together(others), width, context)
  const middleWidth = beside ? width - side - gap : width
  const closed = stacked(parts, middleWidth, context)
  const low = over ? Math.min(bottom.height, room.height * MOST_MINE) : kept && held ? held.height : Math.max(bottom.height, held?.height ?? 0)
  const below = low === 0 ? 0 : low + gap
  const above = beside || top.height === 0 ? 0 : top.height + gap
  const left = room.height - 2 * edge - below - above
  const height = Math.max(0, left)
  const middle = over ? closed : opened(group({ kind: "column", parts }, closed.width, closed.height, closed.parts), height - closed.height)
  const zone = (laid: Flow, x: number, y: number, width: number, height: number, within = laid.parts): Zone => ({
    x,
    y,
    width,
    height,
    inside: laid.height,
    parts: lower(within, y, room.height),
  })
  // Parts with room to spare are centred.
  const spare = Math.max(0, (height - middle.height) / 2)
  const centred = middle.parts.map(it => ({ ...it, x: it.x + Math.max(0, (middleWidth - middle.width) / 2), y: it.y + spare }))
  const shown = over ? centred : roomy(centred, middleWidth, height - middle.height)
  // A single board can use all the room when enlarged.
  const [alone] = middle.parts
  const grows = middle.parts.length === 1 && alone!.part.kind === "show" && alone!.part.show.kind === "board" && alone!.unit! < SMALL && !over
  return {
    fit,
    own,
    arranged,
    others: zone(top, beside ? edge + middleWidth + gap : edge, edge, beside ? side : width, beside ? height : top.height),
    // If the others and the own zone do not fit, the room is too small even without a middle.
    middle: zone(
      { ...middle, height: middle.height + height - left },
      edge,
      edge + above,
      middleWidth,
      height,
      grows ? [{ ...alone!, x: 0, y: 0, width: middleWidth, height }] : shown,
    ),
    mine: zone(bottom, edge, room.height - edge - low, width, low),
  }
}

function isSeat({ kind }: Part): boolean {
  return kind === "seat"
}

/** Seats beside each other, and other parts beside each other. */
function together(parts: Part[]): Part[] {
  const [all, others] = [parts.filter(isSeat), parts.filter(it => !isSeat(it))]
  return [...(all.length > 0 ? [{ kind: "seats" as const, parts: all }] : []), ...(others.length > 1 ? [row(others)] : others)]
}

/** A hand has the whole width, however many cards it has; while cards leave it, it stays as in `held`. */
function hands({ parts }: Flow, width: number, gap: number, held: Laid[] = []): Flow {
  let y = 0
  const placed = parts.map(it => {
    const was = held.find(({ part }) => part.kind === "show" && it.part.kind === "show" && part.show.items === it.part.show.items)
    const stays = was?.unit !== undefined && it.unit !== undefined && was.unit < it.unit ? { unit: was.unit, high: was.high, height: was.height } : {}
    const at = it.part.kind === "show" ? { ...it, ...stays, x: 0, y, width } : { ...it, y }
    y += at.height + gap
    return at
  })
  return { width, height: Math.max(0, y - gap), parts: placed }
}

function lower(parts: Laid[], from: number, whole: number): Laid[] {
  return parts.map(it => ({ ...it, low: from + it.y + it.height / 2 > whole / 2, parts: lower(it.parts, from + it.y, whole) }))
}

interface Context {
  fit: Fit
  frameOf: FrameOf
  /** A title already names the contents. */
  named?: boolean
  /** Finished layouts of parts, by width. */
  known: Map<Part, Map<number, Laid>>
}

interface Flow {
  width: number
  height: number
  parts: Laid[]
}

const EMPTY: Flow = { width: 0, height: 0, parts: [] }

/** One below the other, each in the middle of the width that the widest has. */
function stacked(parts: Part[], width: number, context: Context): Flow {
  const laid = parts.map(part => arrange(part, width, context))
  const wide = Math.max(0, ...laid.map(it => it.width))
  let y = 0
  const placed = laid.map(it => {
    const at = { ...it, x: isWide(it.part) ? 0 : (wide - it.width) / 2, y }
    y += it.height + context.fit.gap
    return at
  })
  return { width: wide, height: Math.max(0, y - context.fit.gap), parts: placed }
}

/** It takes the full width. */
function isWide(part: Part): boolean {
  return part.kind !== "show" && part.kind !== "grid"
}

/** The full seat of a role that is otherwise collapsed to a line. */
export function sheet(seat: Part, width: number, fit: Fit, frameOf: FrameOf): Laid {
  return arrange(seat, width, { fit: { ...fit, lines: false, titles: true, scale: Math.max(fit.scale, ENOUGH) }, frameOf, known: new Map() })
}

/** A part arranged in at most this width. */
function arrange(part: Part, width: number, context: Context): Laid {
  const known = context.known.get(part) ?? new Map<number, Laid>()
  context.known.set(part, known)
  const found = known.get(width) ?? arranged(part, width, context)
  known.set(width, found)
  return found
}

function arranged(part: Part, width: number, context: Context): Laid {
  if (part.kind === "show") return arrangeShow(part, width, context)
  if (part.kind === "seat") return arrangeSeat(part, width, context)
  const head = part.title !== undefined && context.fit.titles ? HEADING : 0
  if (head > 0 && !context.named) return arranged(part, width, { ...context, named: true })
  const inside =
    part.kind === "column"
      ? stacked(part.parts, width, context)
      : part.kind === "grid"
        ? grid(part, width, context)
        : part.kind === "seats"
          ? seats(part.parts, width, context)
          : line(part.parts, width, context)
  return group(part, inside.width, inside.height + head, down(inside.parts, head))
}

function group(part: Part, width: number, height: number, parts: Laid[], isLine = false): Laid {
  return { part, x: 0, y: 0, width, height, parts, low: false, line: isLine, titled: false, strip: false, around: false }
}

function down(parts: Laid[], by: number, across = 0): Laid[] {
  return parts.map(it => ({ ...it, x: it.x + across, y: it.y + by }))
}

function arrangeShow(part: Drawn, width: number, { fit, frameOf, named }: Context): Laid {
  const { unit, high, width: wide, height, titled, size, strip = false, hidden, around = false } = measured(part, width, fit, frameOf, named)
  return { ...group(part, Math.min(wide, width), height, []), unit, high, titled, size, strip, hidden, around }
}

function arrangeSeat(part: Group, width: number, context: Context): Laid {
  const { fit } = context
  if (isFolded(part, fit)) return group(part, Math.min(width, LINE.most), width < LINE.wide ? LINE.two : LINE.one, [], true)
  const padding = Math.min(PADDING, fit.gap)
  const inner = line(part.parts, width - 2 * padding, context)
  const wide = Number.isFinite(width) ? width : inner.width + 2 * padding
  return group(part, wide, inner.height + HEADING + padding, down(inner.parts, HEADING, padding))
}

/** A seat that is one line for want of room. */
function isFolded(part: Part, { lines, asked }: Fit): boolean {
  return lines && part.kind === "seat" && !isMine(part) && !isAsked(part, asked)
}

/** Seats beside each other; those that are one line are below the others. */
function seats(parts: Part[], width: number, context: Context): Flow {
  const { gap } = context.fit
  if (!Number.isFinite(width)) return rows([parts.map(part => arrange(part, width, context))], gap)
  const folded = parts.filter(it => isFolded(it, context.fit))
  const open = parts.filter(it => !folded.includes(it))
  const [above, below] = [alike(open, leastSeat(context.fit), width, context), alike(folded, LINE.least, width, context)]
  const from = above.height + (above.height > 0 ? gap : 0)
  return { width: Math.max(above.width, below.width), height: from + below.height, parts: [...above.parts, ...down(below.parts, from)] }
}

/** Seats beside each other, as many as there is room for. */
function alike(parts: Part[], least: number, width: number, context: Context): Flow {
  const { gap } = context.fit
  let best: Flow | undefined
  for (let across = Math.min(parts.length, Math.max(1, Math.floor((width + gap) / (least + gap)))); across >= 1; across--) {
    const each = (width - gap * (across - 1)) / across
    const made = rows(
      chunks(parts, across).map(some => some.map(part => arrange(part, each, context))),
      gap,
      width,
      () => each,
    )
    if (!best || made.height < best.height) best = made
  }
  return best ?? EMPTY
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

/** Lines of parts; `most`: the width of all; `wide`: the width of the place of one. */
function rows(lines: Laid[][], gap: number, most = Number.POSITIVE_INFINITY, wide?: (it: Laid, at: number) => number): Flow {
  let [y, widest] = [0, 0]
  const parts: Laid[] = []
  for (const line of lines) {
    let x = 0
    const high = Math.max(0, ...line.map(it => it.height))
    let spare = most - sum(line.map(it => it.width)) - gap * (line.length - 1)
    for (const [at, it] of line.entries()) {
      const place = wide?.(it, at)
      const made = { ...stretched(it, high, place === undefined ? spare : place - it.width), x, y }
      parts.push(made)
      spare -= made.width - it.width
      x += (place ?? made.width) + gap
    }
    widest = Math.max(widest, x - gap)
    y += high + gap
  }
  return { width: widest, height: Math.max(0, y - gap), parts }
}

/** A seat is as high as its neighbours. A pile grows towards the height of the cards beside it, in proportion, by at most `spare` of width. */
function stretched(it: Laid, high: number, spare: number): Laid {
  const { part, unit, high: card } = it
  if (part.kind === "seat") return { ...it, height: high }
  const isPile = part.kind === "show" && part.show.kind === "cards" && part.show.as === "pile"
  if (!isPile || unit === undefined || card === undefined || high <= it.height) return it
  const grown = Math.floor(Math.max(0, Math.min(spare, (high - it.height) * (unit / card))))
  if (grown === 0) return it
  const taller = Math.floor((unit + grown) * (card / unit)) - card
  return { ...it, width: it.width + grown, height: it.height + taller, unit: unit + grown, high: card + taller }
}

/** Parts beside each other; where there is too little width, in lines. */
function line(parts: Part[], width: number, context: Context): Flow {
  if (parts.length === 0) return EMPTY
  const { gap } = context.fit
  const wanted = parts.map(part => arrange(part, Number.POSITIVE_INFINITY, context).width)
  const together = beside(parts, wanted, width, context)
  // Each line as full as it can be.
  const lines: number[][] = [[]]
  let taken = 0
  for (const [at, want] of wanted.entries()) {
    const wide = Math.min(want, width)
    if (taken > 0 && taken + gap + wide > width + 0.5) {
      lines.push([])
      taken = 0
    }
    lines.at(-1)!.push(at)
    taken += (taken > 0 ? gap : 0) + wide
  }
  const some = lines.map(line => line.map(at => arrange(parts[at]!, Math.min(wanted[at]!, width), context)))
  const wrapped = rows(some, gap, width)
  return together && together.height <= wrapped.height ? together : wrapped
}

/** Parts on one line, with widths chosen for a low height; undefined if they are too wide at their narrowest. */
function beside(parts: Part[], wanted: number[], width: number, context: Context): Flow | undefined {
  const { gap } = context.fit
  const free = width - gap * (parts.length - 1)
  const least = parts.map((part, at) => Math.min(wanted[at]!, narrowest(part, context)))
  const [all, few] = [sum(wanted), sum(least)]
  if (few > free + 0.5) return undefined
  const made = (widths: number[]) => rows([parts.map((part, at) => arrange(part, widths[at]!, context))], gap, width)
  if (all <= free) return made(wanted)
  const share = (free - few) / (all - few)
  const even = made(least.map((it, at) => it + (wanted[at]! - it) * share))
  const favoured = parts.flatMap((_, one) => {
    const own = Math.min(wanted[one]!, free - few + least[one]!)
    const rest = all - wanted[one]! - (few - least[one]!)
    const part = rest > 0 ? (free - own - (few - least[one]!)) / rest : 0
    return [made(least.map((it, at) => (at === one ? own : it + (wanted[at]! - it) * part)))]
  })
  return [even, ...favoured].reduce((a, b) => (b.height < a.height - 0.5 ? b : a))
}

function sum(all: number[]): number {
  return all.reduce((a, b) => a + b, 0)
}

/** The least width that a part can be in. */
function narrowest(part: Part, context: Context): number {
  if (part.kind === "show") return measured(part, NARROW, context.fit, context.frameOf, context.named).least
  const inner = part.parts.map(it => narrowest(it, context))
  return Math.max(part.kind === "seat" ? leastSeat(context.fit) : 0, ...inner) + (part.kind === "seat" ? 2 * PADDING : 0)
}

/** Columns that are as wide as they have to be; fewer where there is too little width. */
function grid({ columns = 1, parts }: Group, width: number, context: Context): Flow {
  const { gap } = context.fit
  for (let across = Math.min(columns, parts.length); across > 1; across--) {
    const lines = chunks(parts, across)
    const widest = (of: (part: Part) => number) => Array.from({ length: across }, (_, at) => Math.max(0, ...lines.flatMap(line => (line[at] ? [of(line[at])] : []))))
    const wanted = widest(part => arrange(part, Number.POSITIVE_INFINITY, context).width)
    const least = widest(part => narrowest(part, context)).map((it, at) => Math.min(it, wanted[at]!))
    const free = width - gap * (across - 1)
    const [all, few] = [sum(wanted), sum(least)]
    if (few > free) continue
    const share = all <= free ? 1 : (free - few) / (all - few)
    const widths = least.map((it, at) => it + (wanted[at]! - it) * share)
    return rows(
      lines.map(line => line.map((part, at) => arrange(part, widths[at]!, context))),
      gap,
      width,
      (_, at) => widths[at]!,
    )
  }
  return stacked(parts, width, context)
}
