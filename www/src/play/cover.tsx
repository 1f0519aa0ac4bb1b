// Between two people at one screen, the table is covered until the second has taken the screen.
//
// Invariant: while it is covered, nothing that only the next seat may see is drawn.

import { computed, effect, signal } from "@preact/signals"
import type { Position } from "../engine/protocol"
import { mode, openings, table } from "../session/state"
import { settings } from "../store/local"
import { machines } from "./machine"
import { first, follow, seat, sit } from "./seat"

export const covers = signal(settings.load("cover") !== "no")

export function setCovers(on: boolean) {
  covers.value = on
  settings.store("cover", on ? "yes" : "no")
}

/** The seat of the player who has the screen. */
const holder = signal<string>()

/** The seat that the table is covered for. */
export const covered = computed(() => {
  const { position } = table.value ?? {}
  const to = seat.value
  if (!position || mode.value !== "play" || !follow.value || !covers.value || holder.value === undefined || holder.value === to) return undefined
  return [holder.value, to].every(role => isPerson(role, position)) && differ(position, holder.value, to) ? to : undefined
})

effect(() => {
  if (table.value && covered.value === undefined) holder.value = seat.value
})

/** Two people have seen different things in this game. */
export const secret = signal(false)

openings.subscribe(() => {
  holder.value = undefined
  secret.value = false
})

effect(() => {
  const { position } = table.value ?? {}
  if (!position || secret.peek()) return
  const [one, ...others] = position.roles.filter(role => isPerson(role, position) && position.seats.has(role))
  secret.value = others.some(role => differ(position, one!, role))
})

/**
 * The seat that boards are turned for. If the screen is not passed around, it stays the same whichever role is active, since all look at
 * one board.
 */
export const facing = computed(() => {
  const passes = mode.value === "play" && covers.value && secret.value
  return follow.value && !passes && table.value && isPerson(seat.value, table.value.position) ? first.value! : seat.value
})

function isPerson(role: string, { roles }: Position): boolean {
  return roles.includes(role) && !machines.value.has(role)
}

/** `true` if two seats have different views. */
function differ({ seats }: Position, one: string, other: string): boolean {
  return JSON.stringify(seats.get(one)?.fields) !== JSON.stringify(seats.get(other)?.fields)
}

/** Gives the screen to the player who takes this seat. */
export function takeScreen(role: string) {
  holder.value = role
  sit(role)
}

export function Cover({ role }: { role: string }) {
  return (
    <div class="cover" role="status" data-testid="cover">
      <p>Pass to {role}</p>
    </div>
  )
}
