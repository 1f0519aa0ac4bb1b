// Through the last move, or the setup, statement by statement.
//
// Invariant: the engine makes the move on a copy, so nothing here changes the game.

import { isNobodys } from "houserules-table/src/common/words.ts"
import { batch, computed, effect, signal } from "@preact/signals"
import type { GameErrorInfo, Move, Place, Step } from "houserules"
import { isWritten } from "../common/lines"
import { mainOf, names, same, type Text } from "../common/text"
import { Refused } from "../engine/client"
import type { Position } from "../engine/protocol"
import { engine } from "../session/engine"
import { file, openings, record, table, text } from "../session/state"
import { breakpoints } from "./breakpoints"
import { ask, inside, part } from "./looked"

/** Steps per request. */
const WINDOW = 50

interface Walk {
  of: Position
  text: Text
  /** None for the setup. */
  move?: Move
  /** Number of moves after it. */
  moves: number
  total: number
  reached: Place[]
  path: number[]
  error?: GameErrorInfo
  /** By their number. */
  steps: Map<number, Step>
}

export const walk = signal<Walk>()
/** Why there is none. */
export const unwalked = signal<string>()
/** Before which statement of it, from 0. */
export const at = signal(0)

export const step = computed(() => walk.value?.steps.get(at.value))

/** The next statement, once known. */
export const statement = computed<Place | undefined>(() => {
  const { reached = [], path = [] } = walk.value ?? {}
  return reached[path[at.value] ?? -1] ?? step.value?.calls[0]?.place
})

const walkedText = computed(() => walk.value?.text)
const reached = computed(() => walk.value?.reached)

/** The marks in the editor. Unchanged while more steps of the same walk are loaded. */
export const lit = computed(() => {
  if (!inside.value || part.value !== "steps" || !walkedText.value) return undefined
  return { text: walkedText.value, at: statement.value, ran: reached.value! }
})

/** A place that somebody went to, to be brought in sight. */
export const followed = signal<{ place: Place }>()

/** Goes to before a statement. */
export function stand(to: number) {
  const { total, text: played } = walk.value!
  batch(() => {
    at.value = Math.max(0, Math.min(to, total - 1))
    const place = statement.value
    if (!place || !same(played, text.value)) return
    const name = place.file ?? mainOf(played)
    if (names(played).includes(name)) file.value = name
    followed.value = { place }
  })
}

/** The next statement at a breakpoint, or the one before; -1 if there is none. */
export function stopFrom(from: number, by: 1 | -1): number {
  const { path, reached, text: played } = walk.value!
  const main = mainOf(played)
  const stops = new Set(reached.flatMap((place, index) => (breakpoints.value.some(it => it.line === place.line && it.file === (place.file ?? main)) ? [index] : [])))
  if (stops.size === 0) return -1
  for (let to = from + by; to >= 0 && to < path.length; to += by) if (stops.has(path[to]!)) return to
  return -1
}

let asking = false

/** Loads the missing step at the current place, and none for places passed meanwhile. */
async function learn() {
  asking = true
  while (walk.value && walk.value.total > 0 && !step.value) if (!(await tell(at.value))) break
  asking = false
}

/** Asks for the steps around one; whether they are there then. */
async function tell(to: number): Promise<boolean> {
  const { of } = walk.value!
  const from = Math.floor(to / WINDOW) * WINDOW
  await ask(of, async () => {
    const now = walk.value
    if (now?.of !== of || now.steps.has(to)) return
    const { steps } = await engine.ask("steps", record.value!, now.moves, from, WINDOW)
    if (walk.value === now) walk.value = { ...now, steps: new Map([...now.steps, ...steps.map((it, index) => [from + index, it] as const)]) }
  })
  return walk.value?.of === of && walk.value.steps.has(to)
}

/** Maximum statements searched for the end of a line. */
const FAR = 5000

/** Goes to the next line, or back to the one before, over calls; not farther than the maximum. */
export async function goLine(by: 1 | -1) {
  const [start, of] = [at.value, walk.value!.of]
  let to = await leave(start, by)
  // Back to where that line begins.
  if (by < 0) to = await leave(to, -1, true)
  if (walk.value?.of === of && at.value === start) stand(to)
}

/** The first statement on that way that is in no call from its line; `within`: the last that is. */
async function leave(start: number, by: 1 | -1, within = false): Promise<number> {
  const from = await known(start)
  let last = start
  for (let to = start + by; from && Math.abs(to - start) < FAR; to += by) {
    const next = await known(to)
    if (!next) break
    const [depth, deep] = [from.calls.length, next.calls.length]
    if (deep < depth || (deep === depth && !sameLine(next, from))) return within ? last : to
    if (deep === depth || !within) last = to
  }
  return last
}

async function known(to: number): Promise<Step | undefined> {
  const now = walk.value
  if (!now || to < 0 || to >= now.total) return undefined
  return now.steps.has(to) || (await tell(to)) ? walk.value?.steps.get(to) : undefined
}

function sameLine(a: Step, b: Step): boolean {
  const [one, other] = [a.calls[0]?.place, b.calls[0]?.place]
  return one?.line === other?.line && one?.file === other?.file
}

effect(() => {
  if (lit.value && !step.value && !asking) void learn()
})

/** The last move of the position, or the move that could not be made there. */
function lastOf({ record: { moves }, stopped }: Position): { moves: number; move?: Move } {
  return stopped ? { moves: stopped.index + 1, move: stopped.move } : { moves: moves.length, move: moves.at(-1) }
}

effect(() => {
  const { position, text: played } = table.value ?? {}
  if (!inside.value || part.value !== "steps" || !position || !played || walk.peek()?.of === position) return
  void ask(position, async () => {
    const { moves, move } = lastOf(position)
    if (move && isNobodys(move)) {
      batch(() => {
        walk.value = undefined
        unwalked.value = `${isWritten(move) ? "the position was edited" : "the players ended the game"}, so no statement ran`
      })
      return
    }
    try {
      const { total, reached, path, steps, error } = await engine.ask("steps", record.value!, moves, 0, WINDOW)
      if (table.value?.position !== position) return
      const before = walk.value
      batch(() => {
        walk.value = { of: position, text: played, move, moves, total, reached, path, error, steps: new Map(steps.entries()) }
        unwalked.value = undefined
        // A change of the rules leaves somebody where they are.
        const stays = before?.moves === moves && JSON.stringify(before.move) === JSON.stringify(move)
        at.value = stays ? Math.max(0, Math.min(at.value, total - 1)) : 0
        // A writer's cursor is not moved away.
        if (!stays && total > 0 && (!before || same(before.text, played))) stand(0)
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      batch(() => {
        walk.value = undefined
        unwalked.value = error.info.message
      })
    }
  })
})

openings.subscribe(() => {
  walk.value = unwalked.value = undefined
})
