// Which way is which on a board that is turned.

import type { RulesInfo } from "house-rules"
import type { Turn } from "./geometry"

const SIDES = /\b(left|right|top|bottom|above|below|upper|lower|upwards?|downwards?|horizontal(ly)?|vertical(ly)?)\b/i
const WINDS = /\b(north|south|east|west)\b/i

/** Whether the rules say to players what is above, below, left or right: as the board is drawn by itself. */
export function saysSides({ about = "" }: Pick<RulesInfo, "about">, prompt: string | null): boolean {
  return SIDES.test(about) || SIDES.test(prompt ?? "")
}

/** Where north is, if the rules name winds and it is not above. */
export function Compass({ info, by }: { info: RulesInfo; by: Turn }) {
  if (by === 0 || !WINDS.test(JSON.stringify([info.about, info.actions, info.view]))) return null
  return (
    <span class="compass" role="img" aria-label={`North is ${{ 90: "on the right", 180: "below", 270: "on the left" }[by]}`}>
      N <i style={{ rotate: `${by}deg` }}>▲</i>
    </span>
  )
}
