// Replays, at the table, the moves since a seat's own last move.
//
// Invariant: each moment is that seat's view of it, as when selecting one; the game itself does not change.

import { batch, signal } from "@preact/signals"
import type { LogLine, Record as GameRecord } from "houserules"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import { isNobodys, spoken } from "houserules-table/src/common/words.ts"
import type { Position } from "../engine/protocol"
import { engine, glance } from "../session/engine"
import { looking, record, table } from "../session/state"
import { glimpsed, pointAway, replaying } from "./moment"
import { story } from "./story"

/** Time for which a move is shown, and the things visible only within it. */
const EACH_MS = 500

interface Replay {
  /** Index of the shown move; 0 for the position before them. */
  at: number
  of: number
  /** The move in words. */
  words: string
}

/** The current replay. */
export const replay = signal<Replay>()

/** After how many moves of the game a seat was to wait for others. */
function ownLast({ moves }: GameRecord, role: string): number {
  return moves.findLastIndex(([mover]) => mover === role) + 1
}

/** `true` if a seat can be shown anything: others have moved since, and it is to move, or the game is over. */
export function hasMissed(role: string): boolean {
  const { active, result, roles, record } = table.value!.position
  if (role === OBSERVER || roles.length < 2 || looking.value || !(active.includes(role) || result !== undefined)) return false
  return ownLast(record, role) < record.moves.length
}

/** Ends the wait for the next move. */
let goOn = () => {}

/** Another one each time somebody begins or ends it. */
let run = 0

/** Shows the next move at once. */
export function skip() {
  goOn()
}

/** Shows the current position. */
export function stop() {
  run++
  goOn()
  batch(() => {
    replay.value = undefined
    replaying.value = false
    pointAway()
  })
}

/** After a move or travelling, the new position is shown. */
table.subscribe(() => replay.peek() && stop())

export async function replaySince(role: string) {
  stop()
  if (!hasMissed(role)) return
  const mine = run
  const now = table.value!.position.record
  const first = ownLast(now, role)
  const of = now.moves.length - first
  const words = first === 0 ? "The beginning" : "After your last move"
  batch(() => {
    replaying.value = true
    replay.value = { at: 0, of, words }
  })
  let before: Position | undefined
  for (let at = 0; at <= of; at++) {
    const position = await momentOf(first + at, role)
    if (run !== mine) return
    if (!position) break
    const lines = before ? linesOf(before, position, role) : []
    const seen = before && lines.length === 0 && sees(before, role) === sees(position, role)
    if (!seen) {
      const said = at === 0 ? words : lines.join(" ") || moved(now, first + at - 1)
      for (const picture of picturesOf(position, role)) {
        batch(() => {
          glimpsed.value = picture
          replay.value = { at, of, words: said }
        })
        await wait()
        if (run !== mine) return
      }
    }
    before = position
  }
  stop()
}

function wait(): Promise<void> {
  return new Promise(resolve => {
    const pause = setTimeout(resolve, EACH_MS)
    goOn = () => {
      clearTimeout(pause)
      resolve()
    }
  })
}

async function momentOf(moves: number, role: string): Promise<Position | undefined> {
  let found: Position | undefined
  await glance(async () => {
    found = await engine.ask("peek", record.value!, { moves }, role, true)
  })
  return found?.stopped ? undefined : found
}

/** Things visible only within the move come first. No moves can be made then. */
function picturesOf(position: Position, role: string): Position[] {
  const told = position.seats.get(role)
  if (!told) return [position]
  const own = { ...told, actions: undefined, why: undefined }
  const pictures = told.between ? [{ ...own, fields: { ...own.fields, ...told.between } }, own] : [own]
  return pictures.map(it => ({ ...position, seats: new Map([[role, it]]) }))
}

function sees({ seats }: Position, role: string): string {
  return JSON.stringify(seats.get(role)?.fields)
}

/** Without words from the rules: the role that moved. The choice may be secret. */
function moved({ moves }: GameRecord, at: number): string {
  const move = moves[at]!
  return isNobodys(move) ? move[1] : `${move[0]} has moved.`
}

/** The log lines for a seat between two moments. */
function linesOf(from: Position, to: Position, role: string): string[] {
  const { lines, before } = story()
  const ends = [from, to].map(({ log, logged }) => Math.max(0, logged + log.length - before))
  return lines.slice(...ends).flatMap((line: LogLine) => {
    const { to, text } = typeof line === "string" ? { text: line, to: undefined } : line
    const said = spoken(text).trim()
    return said !== "" && (to === undefined || to.includes(role)) ? [said] : []
  })
}
