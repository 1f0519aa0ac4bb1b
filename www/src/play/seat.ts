// From whose eyes the table is seen.

import { computed, effect, signal } from "@preact/signals"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import { engine, play, show } from "../session/engine"
import { openings, table } from "../session/state"
import { settings } from "../store/local"
import { machines } from "./machine"

/** The seat chosen by the user; and a flag if the page turns to the active player. */
const chosenSeat = signal<string>()
export const follow = signal(settings.load("follow") !== "no")

/** The seat of a person that the user chose, or else of the one who moves first. */
export const first = computed(() => {
  const { roles = [], able = [], record } = table.value?.position ?? {}
  const people = roles.filter(role => !machines.value.has(role))
  const begins = [chosenSeat.value, ...(record?.moves.slice(0, MOST_BEGINNING) ?? []).map(([role]) => role), ...able]
  return begins.find(role => role !== undefined && people.includes(role)) ?? people[0]
})

/** Maximum moves searched for the first mover. */
const MOST_BEGINNING = 100

/** The seat from whose eyes the table is seen. */
export const seat = computed(() => {
  if (!table.value) return OBSERVER
  const { roles } = table.value.position
  const kept = [...roles, OBSERVER].find(seat => seat === chosenSeat.value)
  const able = table.value.position.able.filter(role => !machines.value.get(role))
  if (follow.value && able.length > 0 && !able.includes(kept ?? "")) return able[0]!
  return kept ?? first.value ?? roles[0] ?? OBSERVER
})

/** Sits down there; at a seat that has nothing to do, this ends following. */
export function sit(seat: string) {
  chosenSeat.value = seat
  if (!table.value?.position.able.includes(seat)) setFollow(false)
}

export function setFollow(on: boolean) {
  follow.value = on
  settings.store("follow", on ? "yes" : "no")
}

/** `true` to show all other seats, too. */
export const others = signal(settings.load("others") === "yes")

export function setOthers(on: boolean) {
  others.value = on
  settings.store("others", on ? "yes" : "no")
}

openings.subscribe(() => {
  chosenSeat.value = undefined
})

/** A seat that was not sent with the position is requested when somebody sits there. */
effect(() => {
  const { position } = table.value ?? {}
  const role = seat.value
  if (!position || position.seats.has(role) || position.faults.has(role)) return
  play(`The table could not be drawn for ${role}`, async () => {
    if (table.value?.position === position && seat.value === role) show({ ...table.value, position: { ...(await engine.ask("look", role)), stopped: position.stopped } })
  })
})
