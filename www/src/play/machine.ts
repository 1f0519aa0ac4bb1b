// The machine's seats.

import { computed, effect, signal } from "@preact/signals"
import { arrive, engine, play } from "../session/engine"
import { looking, openings, table } from "../session/state"
import { passing } from "./passing"

/** How many games the machine plays ahead for a move of each role that it has the seat of. */
export const machines = signal<ReadonlyMap<string, number>>(new Map())

/** What the machine is thinking about. */
export const thought = signal<{ role: string; done: number; wanted: number }>()

/** The machine takes a seat, or leaves it (0). */
export function setMachine(role: string, wanted: number) {
  machines.value = new Map([...machines.value, [role, wanted]])
}

openings.subscribe(() => {
  machines.value = new Map()
})

/** For which seat the machine has to move. It makes no move where somebody looks at an earlier moment, or at one within the last move. */
const turn = computed(() => {
  if (!table.value || table.value.position.stopped || looking.value || passing.value) return undefined
  return table.value.position.movers.find(role => machines.value.get(role))
})

/** So that one can follow what it does. */
const MACHINE_PAUSE_MS = 250

effect(() => {
  const [, role] = [table.value, turn.value]
  thought.value = undefined
  if (role === undefined) return
  const pause = setTimeout(() => think(role), MACHINE_PAUSE_MS)
  return () => clearTimeout(pause)
})

function think(role: string) {
  const begun = table.value
  play(`The machine could not move for ${role}`, async () => {
    if (turn.value !== role || table.value !== begun) return
    const wanted = machines.value.get(role)!
    try {
      const { done, position } = await engine.ask("think", role, wanted)
      if (position) return arrive(position)
      if (turn.value !== role) return
      thought.value = { role, done, wanted }
      think(role)
    } catch (error) {
      setMachine(role, 0)
      throw error
    }
  })
}
