// A piece on a cell, whatever the board: drawn around the origin, for a cell about 100 wide.

import type { RulesInfo, ShowInfo } from "house-rules"
import type { Piece } from "./look"
import { breadth, hasShape, Ink } from "./signs"
import { haveShortNames } from "../common/words"

interface Props {
  piece: Piece
  info: RulesInfo
  pieces?: ShowInfo["pieces"]
}

export function Mark({ piece, info, pieces = "discs" }: Props) {
  const { role, text, symbol, notes, tone } = piece
  const glyph = role !== undefined && text === info.roles[role] && haveShortNames(info.roles)
  if (text === "" && notes.length === 0 && role === undefined)
    return tone !== "wood" ? null : (
      <Body kind="stick" tone={tone}>
        <rect class="body" x="-11" y="-36" width="22" height="72" rx="9" />
      </Body>
    )
  if (pieces === "counters" && role !== undefined) return <Counter piece={piece} />
  if (glyph || (symbol && text !== "" && (pieces === "figures" || role === undefined)))
    return (
      <Body kind={glyph ? "glyph" : "figure"} tone={tone}>
        <Ink text={text} size={glyph ? 64 : fitting(text, 84, 78)} />
        <Notes notes={notes} />
      </Body>
    )
  const inside = text || notes.join(" ")
  return (
    <Body kind="disc" tone={tone}>
      <circle class="body" r="39" />
      <circle class="rim" r="31" />
      {inside === "" && role !== undefined && <Ornament role={role} />}
      <Ink text={cut(inside)} size={symbol ? fitting(inside, 58, 46) : size(inside) > 2 ? fitting(inside, 66, 22) : 34} />
      {text !== "" && <Notes notes={notes} />}
    </Body>
  )
}

/** Where several stand on one cell, and how large. */
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

/** All that stands on a cell: one piece, or several that are small; more than four are counted. */
export function Marks({ standing, ...how }: Omit<Props, "piece"> & { standing: Piece[] }) {
  if (standing.length === 1) return <Mark piece={standing[0]!} {...how} />
  const { scale, at } = PLACES[Math.min(standing.length, PLACES.length) - 1]!
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

/** More characters than these are too small to be read; a cell says all in its name. */
const MOST = 12

function cut(text: string): string {
  const all = [...text]
  if (hasShape(text)) return text
  return all.length > MOST ? `${all.slice(0, MOST - 1).join("")}…` : text
}

/** The size of letters at which a text is so wide, and no larger than that. */
function fitting(text: string, width: number, most: number): number {
  return Math.min(most, Math.round(width / Math.max(0.6, breadth(cut(text)))))
}

/** How many characters are seen. */
function size(text: string): number {
  return [...text.replaceAll("\ufe0e", "")].length
}

/** Square, with a symbol above and numbers below. */
function Counter({ piece: { text, notes, tone } }: { piece: Piece }) {
  const both = text !== "" && notes.length > 0
  return (
    <Body kind="counter" tone={tone}>
      <rect class="body" x="-38" y="-38" width="76" height="76" rx="9" />
      <Ink text={cut(text)} size={fitting(text, 70, both ? 38 : 46)} y={both ? -14 : 0} />
      <text font-size={fitting(notes.join(" "), 70, 24)} y={both ? 22 : 0} dy="0.355em">
        {cut(notes.join(" "))}
      </text>
    </Body>
  )
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <text class="note" font-size={fitting(notes.join(" "), 88, 20)} x="0" y="32" dy="0.355em">
      {cut(notes.join(" "))}
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

/** How many corners the ornament of each role has; a ring has none. Told apart without colours. */
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
