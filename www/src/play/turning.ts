// Rotation of a game's boards, for each seat: its own side below, or the player's choice, which is stored in the browser, by game.

import { effect, type Signal, signal } from "@preact/signals"
import { own } from "houserules-table/src/common/objects.ts"
import { openings, shipped, table } from "../session/state"
import { entriesOf, settings } from "../store/local"
import type { Quarter, Turn } from "houserules-table/src/geometry.ts"
import { quarterOf, sideOf } from "houserules-table/src/sides.ts"
import { facing } from "./cover"

type Turns = { [role: string]: Turn }

/** As the player chose. */
const turns = signal<Turns>({})
/** From the pieces at the start of the game; and for upright boards. */
const sides = signal<Turns>({})
const quarters = signal<Turns>({})

const name = (of: "turned" | "sides" | "quarters") => `${of}:${shipped.peek().id}`

openings.subscribe(() => {
  turns.value = read(settings.load(name("turned")))
  sides.value = read(settings.load(name("sides")))
  quarters.value = read(settings.load(name("quarters")))
})

function read(kept: string | null): Turns {
  return Object.fromEntries(entriesOf(kept).filter((it): it is [string, Turn] => [0, 90, 180, 270].includes(it[1] as number)))
}

effect(() => {
  const { info, position } = table.value ?? {}
  if (!info || !position || !info.shows.some(({ kind }) => kind === "board")) return
  const began = position.record.moves.length === 0
  const known = sides.peek()
  const found = position.roles.flatMap(role => {
    const told = position.seats.get(role)
    return told && (began || own(known, role) === undefined) ? [{ role, told }] : []
  })
  const all = { ...info, roles: position.roles }
  keep(sides, "sides", Object.fromEntries(found.map(({ role, told }) => [role, sideOf(all, told, role)])))
  keep(quarters, "quarters", Object.fromEntries(found.map(({ role, told }) => [role, quarterOf(all, told, role)])))
})

function keep(of: Signal<Turns>, as: "sides" | "quarters", found: Turns) {
  const known = of.peek()
  if (Object.entries(found).every(([role, turn]) => own(known, role) === turn)) return
  of.value = { ...known, ...found }
  settings.store(name(as), JSON.stringify(of.value))
}

export function quarterFor(role: string): Quarter {
  return own(quarters.value, role) === 270 ? 270 : 90
}

export function turnOf(role: string): Turn {
  return own(turns.value, role) ?? own(sides.value, role) ?? 0
}

/** On by half, or by a quarter where more than two sit around a board of squares. */
export function turnBoard() {
  const { roles, boards } = table.value!.info
  const by = roles.length > 2 && boards.every(({ kind }) => kind === "square") ? 90 : 180
  turns.value = { ...turns.value, [facing.value]: ((turnOf(facing.value) + by) % 360) as Turn }
  settings.store(name("turned"), JSON.stringify(turns.value))
}
