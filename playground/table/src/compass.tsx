// Orientation of a rotated board.

import type { RulesInfo } from "houserules"
import type { Turn } from "./geometry"

const WINDS = /\b(north|south|east|west)\b/i

/** Direction of north, if the rules name winds and it is not at the top. */
export function Compass({ info, by }: { info: RulesInfo; by: Turn }) {
  if (by === 0 || !WINDS.test(JSON.stringify([info.about, info.actions, info.view]))) return null
  return (
    <span class="compass" role="img" aria-label={`North is ${{ 90: "on the right", 180: "below", 270: "on the left" }[by]}`}>
      N <i style={{ rotate: `${by}deg` }}>▲</i>
    </span>
  )
}
