// A piece on a cell, whatever the board: drawn around the origin, for a cell about 100 wide.

import { haveShortNames, tone, type Piece } from "./words"

export function Mark({ piece: { role, text }, roles }: { piece: Piece; roles: string[] }) {
  if (text === "" && role === undefined)
    return (
      <g class="mark tone-wood" aria-hidden="true">
        <rect class="body" x="-11" y="-36" width="22" height="72" rx="9" />
      </g>
    )
  const glyph = role !== undefined && haveShortNames(roles)
  const size = glyph ? 64 : text.length > 2 ? 22 : 34
  return (
    <g class={`mark tone-${tone(role, roles)} ${glyph ? "glyph" : "disc"}`} aria-hidden="true">
      {!glyph && <circle class="body" r="39" />}
      {!glyph && <circle class="rim" r="30" />}
      <text font-size={size} dy="0.355em">
        {text}
      </text>
    </g>
  )
}
