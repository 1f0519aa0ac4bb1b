// How far the boards of a game are turned, for each seat, as the player chose: kept with the browser, by game.

import { signal } from "@preact/signals"
import { own } from "../common/objects"
import { openings, shipped, table } from "../session/state"
import { entriesOf, settings } from "../store/local"
import type { Turn } from "../table/geometry"
import { seat } from "./seat"

/** By role. */
const turns = signal<{ [role: string]: Turn }>({})

const name = () => `turned:${shipped.peek().id}`

openings.subscribe(() => {
  turns.value = read(settings.load(name()))
})

function read(kept: string | null): { [role: string]: Turn } {
  return Object.fromEntries(entriesOf(kept).filter((it): it is [string, Turn] => it[1] === 90 || it[1] === 180 || it[1] === 270))
}

export function turnOf(role: string): Turn {
  return own(turns.value, role) ?? 0
}

/** On by half, or by a quarter where more than two sit around a board of squares. */
export function turnBoard() {
  const { roles, boards } = table.value!.info
  const by = roles.length > 2 && boards.every(({ kind }) => kind === "square") ? 90 : 180
  turns.value = { ...turns.value, [seat.value]: ((turnOf(seat.value) + by) % 360) as Turn }
  settings.store(name(), JSON.stringify(turns.value))
}
