// A piece on a cell of any board: drawn around the origin, for a cell about 100 wide.

import type { RulesInfo, ShowInfo } from "houserules"
import { MOST_TOKENS, type Piece } from "./look"
import { breadth, hasShape, Ink, isPicture } from "./signs"
import { haveShortNames } from "./common/words"

interface Props {
  piece: Piece
  info: RulesInfo
  pieces?: ShowInfo["pieces"]
}

export function Mark({ piece, info, pieces = "discs" }: Props) {
  const { role, text, symbol, notes, tone, turn } = piece
  const glyph = role !== undefined && text === info.roles[role] && haveShortNames(info.roles)
  if (text === "" && notes.length === 0 && role === undefined)
    return tone !== "wood" ? null : (
      <Body kind="stick" tone={tone}>
        <rect class="body" x="-11" y="-36" width="22" height="72" rx="9" />
      </Body>
    )
  if (isPicture(text))
    return (
      <Body kind="figure" tone={tone}>
        <g transform={`rotate(${turn ?? 0})`}>
          <Ink text={text} size={role === undefined ? 96 : 84} />
        </g>
        <Notes notes={notes} beside />
      </Body>
    )
  if (pieces === "counters" && role !== undefined) return <Counter piece={piece} />
  if (glyph || (symbol && text !== "" && (pieces === "figures" || role === undefined)))
    return (
      <Body kind={glyph ? "glyph" : "figure"} tone={tone}>
        <g transform={turn === undefined ? undefined : `rotate(${turn})`}>
          <Ink text={text} size={glyph ? 64 : fitting(text, 84, 78)} />
        </g>
        <Notes notes={notes} beside={!glyph} />
      </Body>
    )
  const inside = text || notes.join(" ")
  // Printed on the cell, as on a sheet.
  if (pieces === "figures" && text === "" && role === undefined)
    return (
      <Body kind="print" tone={tone}>
        <Ink text={cut(inside)} size={fitting(inside, 84, size(inside) > 2 ? 26 : 50)} />
      </Body>
    )
  return (
    <Body kind="disc" tone={tone}>
      {turn !== undefined && <Front turn={turn} />}
      <circle class="body" r="39" />
      <circle class="rim" r="31" />
      {inside === "" && role !== undefined && <Ornament role={role} />}
      <Ink text={cut(inside)} size={symbol && !isAbbreviated(inside) ? fitting(inside, 58, 46) : size(inside) > 2 ? fitting(inside, 66, 22) : 34} />
      {text !== "" && <Notes notes={notes} />}
    </Body>
  )
}

/** Positions and scale of several pieces on one cell. */
const PLACES: { scale: number; at: [x: number, y: number][] }[] = [
  { scale: 1, at: [[0, 0]] },
  {
    scale: 0.54,
    at: [
      [-23, 0],
      [23, 0],
    ],
  },
  {
    scale: 0.5,
    at: [
      [-22, -21],
      [22, -21],
      [0, 21],
    ],
  },
  {
    scale: 0.5,
    at: [
      [-22, -21],
      [22, -21],
      [-22, 21],
      [22, 21],
    ],
  },
]

/** From the middle in three rows of three. */
const NINE = { scale: 0.34, at: [-31, 0, 31].flatMap(y => [-31, 0, 31].map((x): [number, number] => [x, y])) }

/** All pieces on a cell: one, or several small ones; more than nine are counted. */
export function Marks({ standing, ...how }: Omit<Props, "piece"> & { standing: Piece[] }) {
  if (how.pieces === "tokens" && standing.every(({ role, text, notes }) => notes.length === 0 && (role !== undefined || text.length < 2 || hasShape(text))))
    return <Tokens all={standing} />
  if (standing.length === 1) return <Mark piece={standing[0]!} {...how} />
  const { scale, at } = standing.length > PLACES.length ? NINE : PLACES[standing.length - 1]!
  const shown = standing.length > at.length ? standing.slice(0, at.length - 1) : standing
  return (
    <>
      {shown.map((piece, index) => (
        <g key={index} transform={`translate(${at[index]![0]} ${at[index]![1]}) scale(${scale})`}>
          <Mark piece={piece} {...how} />
        </g>
      ))}
      {shown.length < standing.length && (
        <text class="further" x={at.at(-1)![0]} y={at.at(-1)![1]} font-size="28" dy="0.355em" aria-hidden="true">
          +{standing.length - shown.length}
        </text>
      )}
    </>
  )
}

/** The angle from one to the next: no two lie on each other. */
const GOLDEN = 2.39996

/** Single tokens around the middle, and their number if they are all the same. */
function Tokens({ all }: { all: Piece[] }) {
  const shown = all.slice(0, MOST_TOKENS)
  const radius = Math.min(15, 31 / Math.sqrt(shown.length))
  const [one] = all
  return (
    <g class="tokens" aria-hidden="true">
      {shown.map(({ tone, text, symbol }, at) => {
        const far = shown.length === 1 ? 0 : 34 * Math.sqrt((at + 0.5) / shown.length)
        return (
          <g key={at} class={`mark tone-${tone}`} transform={`translate(${(far * Math.cos(at * GOLDEN)).toFixed(1)} ${(far * Math.sin(at * GOLDEN) - 5).toFixed(1)})`}>
            <circle class="body" r={radius.toFixed(1)} />
            {symbol && radius > 9 && <Ink text={text} size={Math.round(radius * 1.2)} />}
          </g>
        )
      })}
      {one?.count !== undefined && all.every(({ tone, text }) => tone === one.tone && text === one.text) && (
        <text class="amount" x="40" y="30" font-size="26" dy="0.355em">
          {one.count}
        </text>
      )}
    </g>
  )
}

/** Mark at the front of a piece. */
function Front({ turn }: { turn: number }) {
  return <polygon class="front" points="0,-49 13,-34 -13,-34" transform={`rotate(${turn})`} />
}

/** More characters than these are too small to be read; a cell says all in its name. */
const MOST = 12

function cut(text: string): string {
  const all = [...text]
  if (hasShape(text)) return text
  return all.length > MOST ? `${all.slice(0, MOST - 1).join("")}…` : text
}

/** The font size at which a text has this width, at most `most`. */
function fitting(text: string, width: number, most: number): number {
  return Math.min(most, Math.round(width / Math.max(0.6, breadth(cut(text)))))
}

/** `true` for an abbreviated name, next to pieces with a single letter. */
function isAbbreviated(text: string): boolean {
  return /^\p{L}{2}$/u.test(text)
}

/** Number of visible characters. */
function size(text: string): number {
  return [...text.replaceAll("\ufe0e", "")].length
}

/** Square, with a symbol above and numbers below. */
function Counter({ piece: { text, notes, tone, turn } }: { piece: Piece }) {
  const both = text !== "" && notes.length > 0
  return (
    <Body kind="counter" tone={tone}>
      <rect class="body" x="-38" y="-38" width="76" height="76" rx="9" />
      {turn !== undefined && <polygon class="front inside" points="0,-37 11,-24 -11,-24" transform={`rotate(${turn})`} />}
      <Ink text={cut(text)} size={fitting(text, 70, both ? 38 : 46)} y={both ? -14 : 0} />
      <text font-size={fitting(notes.join(" "), 70, 24)} y={both ? 22 : 0} dy="0.355em">
        {cut(notes.join(" "))}
      </text>
    </Body>
  )
}

/** `beside`: without a shape around the piece, a short number is large at its lower right. */
function Notes({ notes, beside = false }: { notes: string[]; beside?: boolean }) {
  const text = notes.join(" ")
  if (text === "") return null
  const large = beside && size(text) <= 2
  return (
    <text class="note" font-size={large ? 38 : fitting(text, 88, 20)} x={large ? 26 : 0} y={large ? 24 : 32} dy="0.355em">
      {cut(text)}
    </text>
  )
}

function Body({ kind, tone, children }: { kind: string; tone: string; children: preact.ComponentChildren }) {
  return (
    <g class={`mark tone-${tone} ${kind}`} aria-hidden="true">
      {children}
    </g>
  )
}

/** Corners of each role's ornament; a ring has none. Distinguishes roles without colours. */
const CORNERS = [0, 4, 3, 6, 5, 8]

/** Cut into a plain disc: another one for each role. */
function Ornament({ role }: { role: number }) {
  const corners = CORNERS[role % CORNERS.length]!
  if (corners === 0) return <circle class="ornament" r="17" />
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners - Math.PI / 2
    return `${(20 * Math.cos(angle)).toFixed(2)},${(20 * Math.sin(angle)).toFixed(2)}`
  })
  return <polygon class="ornament" points={points.join(" ")} />
}
