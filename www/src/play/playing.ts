// Actions at the table: moves, messages, a new game.

import { computed, signal } from "@preact/signals"
import type { Move, Options } from "houserules"
import { Refused } from "../engine/client"
import type { Position } from "../engine/protocol"
import { moveWords } from "houserules-table/src/common/words.ts"
import { begun } from "../travel/travel"
import { moveEarly } from "../session/early"
import { arrive, engine, play, SETUP } from "../session/engine"
import { table } from "../session/state"
import { isFault } from "../session/words"
import { seat } from "./seat"

function told(move: Move): string {
  return moveWords(table.peek()!.info, move)
}

export function move(...[role, action, argument]: Move) {
  const early = moveEarly([role, action, argument])
  if (early) return arrive(early)
  play(`${told([role, action, argument])} failed`, async () => arrive(await engine.ask("move", role, action, argument)))
}

/** Why the rules did not take the last message of a seat, in the position they refused it in. */
const refused = signal<{ role: string; why: string; position: Position }>()

/** The refusal of the last message, for the seat at the table alone. */
export const refusal = computed(() => {
  const { role, why, position } = refused.value ?? {}
  return role === seat.value && position === table.value?.position ? why : undefined
})

/** A move that the rules may refuse: then only its seat sees the refusal. */
export function message(...[role, action, argument]: Move) {
  refused.value = undefined
  play(`${told([role, action, argument])} failed`, async () => {
    try {
      arrive(await engine.ask("move", role, action, argument))
    } catch (error) {
      if (!(error instanceof Refused) || isFault(error.info)) throw error
      refused.value = { role, why: error.info.message, position: table.value!.position }
    }
  })
}

/** Begins again; null for a fresh seed. */
export function start(seed: number | null, scenario: string | null, options: Options | null) {
  play(SETUP, async () => begun(await engine.ask("start", seed, scenario, options)))
}

/** Plays on at random, at most this many moves. */
export function playRandom(most: number) {
  play("Random play failed", async () => arrive(await engine.ask("random", most)))
}
