// A piece on a cell, whatever the board: drawn around the origin, for a cell about 100 wide.

import type { RulesInfo, ShowInfo } from "house-rules"
import type { Piece } from "./look"
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
        <text font-size={glyph ? 64 : fitting(text, 84, 78)} dy="0.355em">
          {text}
        </text>
        <Notes notes={notes} />
      </Body>
    )
  const inside = text || notes.join(" ")
  return (
    <Body kind="disc" tone={tone}>
      <circle class="body" r="39" />
      <circle class="rim" r="31" />
      {inside === "" && role !== undefined && <Ornament role={role} />}
      <text font-size={symbol ? 46 : size(inside) > 2 ? fitting(inside, 66, 22) : 34} dy="0.355em">
        {cut(inside)}
      </text>
      {text !== "" && <Notes notes={notes} />}
    </Body>
  )
}

/** More characters than these are too small to be read; a cell says all in its name. */
const MOST = 12

function cut(text: string): string {
  const all = [...text]
  return all.length > MOST ? `${all.slice(0, MOST - 1).join("")}…` : text
}

/** The size of letters at which a text is so wide, and no larger than that. A bold letter is about six tenths as wide as high. */
function fitting(text: string, width: number, most: number): number {
  return Math.min(most, Math.round(width / (0.6 * Math.max(1, size(cut(text))))))
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
      <text font-size={fitting(text, 70, both ? 38 : 46)} y={both ? -14 : 0} dy="0.355em">
        {cut(text)}
      </text>
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
