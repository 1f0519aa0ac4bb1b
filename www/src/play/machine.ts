// The machine's seats.
//
// Invariant: a machine's moves are not delayed for a person who cannot see them.

import { computed, effect, signal } from "@preact/signals"
import { arrive, engine, play } from "../session/engine"
import { looking, openings, shipped, table } from "../session/state"
import { settings } from "../store/local"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import type { Position } from "../engine/protocol"
import { passing } from "./passing"
import { readSeats, type Strength, STRENGTHS, writeSeats } from "./strengths"

/** Strength of the machine for each role it plays: stored in the browser, by game. */
export const machines = signal<ReadonlyMap<string, Strength>>(new Map())

/** The role the machine is thinking for, and its progress. */
export const thought = signal<{ role: string; done: number }>()

const kept = () => `players:${shipped.peek().id}`

/** The machine takes a seat, or leaves it. */
export function setMachine(role: string, strength: Strength | undefined) {
  const others = [...machines.value].filter(([other]) => other !== role)
  machines.value = new Map(strength ? [...others, [role, strength]] : others)
  settings.store(kept(), writeSeats(machines.value))
}

openings.subscribe(() => {
  machines.value = readSeats(settings.load(kept()))
})

/** The seat for which the machine must move. It makes no move while somebody looks at an earlier moment, or at one within the last move. */
const turn = computed(() => {
  if (!table.value || table.value.position.stopped || looking.value || passing.value) return undefined
  return table.value.position.movers.find(role => machines.value.get(role))
})

/** Moves of computers follow each other so that each can be seen; in one turn no longer than this together. */
const EACH_MS = 500
const TURN_MS = 1200

/** The role whose turn it is, and its start. */
let begun = { role: "", at: 0 }

/** The previous position, as people saw it. */
let seen: string | undefined

/** The views of seats without a machine, or of an observer, and the length of the log. */
function seenBy({ roles, seats, log, logged, record }: Position): string {
  const people = roles.filter(role => !machines.value.get(role))
  // For a seat without a view yet, assumes that it sees every move.
  const views = [...people, OBSERVER].map(role => seats.get(role)?.fields ?? record.moves.length)
  return JSON.stringify([views, logged + log.length])
}

effect(() => {
  const [now, role] = [table.value, turn.value]
  thought.value = undefined
  const before = seen
  seen = now && seenBy(now.position)
  if (!now || role === undefined) return
  const { roles, record } = now.position
  const at = performance.now()
  if (begun.role !== role || record.moves.at(-1)?.[0] !== role) begun = { role, at }
  // If no person plays, somebody watches.
  const last = roles.some(other => !machines.value.has(other)) ? begun.at + TURN_MS : Infinity
  let over = false
  think(role, seen === before ? at : Math.min(at + EACH_MS, last), () => over)
  return () => {
    over = true
  }
})

/** Thinks for a role, and moves no sooner than then. */
function think(role: string, due: number, isOver: () => boolean) {
  play(`The computer could not move for ${role}`, async () => {
    if (isOver()) return
    const { ms, games, positions } = STRENGTHS[machines.value.get(role)!]
    try {
      const { done, position } = await engine.ask("think", role, { ms, games, positions }, performance.now() < due)
      if (position) return arrive(position)
      if (isOver()) return
      const rest = done < 1 ? 0 : due - performance.now()
      if (done < 1) thought.value = { role, done }
      if (rest > 0) setTimeout(() => think(role, due, isOver), rest)
      else think(role, due, isOver)
    } catch (error) {
      setMachine(role, undefined)
      throw error
    }
  })
}
