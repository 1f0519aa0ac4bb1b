// How far the boards of a game are turned, for each seat, as the player chose: kept with the browser, by game.

import { computed, effect, signal } from "@preact/signals"
import { openings, shipped, table } from "../session/state"
import { settings } from "../store/local"
import type { Turn } from "./geometry"
import { seat } from "./seat"

/** By role. */
const turns = signal<{ [role: string]: Turn }>({})

const name = () => `turned:${shipped.peek().id}`

effect(() => {
  void openings.value
  turns.value = read(settings.load(name()))
})

function read(kept: string | null): { [role: string]: Turn } {
  try {
    const all = Object.entries(JSON.parse(kept ?? "{}") as object)
    return Object.fromEntries(all.filter(([, turn]) => turn === 90 || turn === 180 || turn === 270))
  } catch {
    return {}
  }
}

/** For the seat at the table. */
export const turned = computed<Turn>(() => (Object.hasOwn(turns.value, seat.value) ? turns.value[seat.value]! : 0))

/** On by half, or by a quarter where more than two sit around a board of squares. */
export function turn() {
  const { roles, boards } = table.value!.info
  const by = roles.length > 2 && boards.every(({ kind }) => kind === "square") ? 90 : 180
  turns.value = { ...turns.value, [seat.value]: ((turned.value + by) % 360) as Turn }
  settings.store(name(), JSON.stringify(turns.value))
}
