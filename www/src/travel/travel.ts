// Going to another moment of the game, to another of its lines, or to another game.

import { batch, computed } from "@preact/signals"
import type { GameErrorInfo, Json, Move, Record as GameRecord } from "houserules"
import { type Branch, chosen, cut, dropped, joined, type Lines, sameSetup, whole } from "../common/lines"
import type { Step } from "../common/values"
import { Refused } from "../engine/client"
import type { Edit, Moment, Position } from "../engine/protocol"
import { arrive, engine, lines, play, save, show, turn } from "../session/engine"
import { branches, cursor, earlier, looking, pane, played, record, side, table } from "../session/state"
import type { EarlierGame, SavedPosition } from "../store/kept"

const REPLAYS = "The game could not be replayed"

/** Goes to the position after that many moves; the moves after it are kept. */
export function travel(to: number) {
  cursor.value = to
  go({ moves: to })
}

/** The current moment, or the requested one once the engine has answered. */
export const stands = computed(() => (table.value?.position.stopped ? played.value : cursor.value))

/** Goes this many moves forward or back. */
export function step(by: number) {
  const to = Math.max(0, Math.min(stands.value + by, record.value!.moves.length))
  if (to !== stands.value && !(by > 0 && table.value!.position.stopped)) travel(to)
}

/** Goes to a moment of the line that is played. */
export function goTo(moment: Moment) {
  if ("moves" in moment) travel(moment.moves)
  else go(moment)
}

function go(moment: Moment) {
  looking.value = true
  play(REPLAYS, async () => {
    const position = await engine.ask("go", record.value!, moment)
    // A line that begins with a written state, for its setup fails, has no moment before that.
    if (!("moves" in moment) || position.record.moves.length > moment.moves) cursor.value = position.record.moves.length
    looking.value = cursor.value < record.value!.moves.length
    show({ ...table.value!, position })
  })
}

/** Gives a value of the state another value, as a move of nobody that is called so; why not, if the rules do not take it. */
export function edit(steps: Step[], value: Json, what: string): Promise<Pick<GameErrorInfo, "message" | "path"> | undefined> {
  return new Promise(resolve =>
    play("The value could not be set", async () => {
      try {
        arrive(await engine.ask("edit", steps, value, what))
        resolve(undefined)
      } catch (error) {
        if (error instanceof Refused) return resolve(error.info)
        resolve({ message: "the engine crashed" })
        throw error
      }
    }),
  )
}

/** The last line left for a starting position, and its moment. */
let left: { moves: Move[]; at: number } | undefined

/** Begins with a named state; moves of the current game are kept as a branch. */
export function startFrom({ name, state }: SavedPosition, of = "the position") {
  left = { moves: record.value!.moves, at: stands.value }
  pane.value = side.value = "table"
  const what = `${of} ${name}`
  play(`${what[0]!.toUpperCase()}${what.slice(1)} does not fit these rules`, async () => arrive(await engine.ask("begin", record.value!, state, `From ${what}`)))
}

/** Goes to the moment before a written state; for a game that begins with one, to the line that was left for it. */
export function before({ at }: Edit) {
  const others = branches.value.filter(it => at === 0 && it.at === 0)
  const known = others.find(({ moves }) => JSON.stringify(moves) === JSON.stringify(left?.moves))
  const branch = known ?? (others.length === 1 ? others[0] : undefined)
  if (branch) choose(branch, known && left?.at)
  else travel(at)
}

/** Plays on another line, from its end, or after this many moves. */
export function choose(branch: Branch, at = branch.at + branch.moves.length) {
  play(REPLAYS, async () => {
    if (!branches.value.includes(branch)) return
    const next = chosen(lines(), branch)
    turn(await engine.ask("go", { ...record.value!, moves: next.main }, { moves: at }), next, at)
  })
}

/** Forgets a branch. */
export function forget(branch: Branch) {
  branches.value = dropped(lines(), branch).branches
  save()
}

/** Ends the line before the moves that the present rules refuse. */
export function keepPlaying() {
  play(REPLAYS, async () => {
    const position = await engine.ask("replay", table.value!.position.record)
    turn(position, cut(lines(), position.record.moves.length))
  })
}

/** Goes on from the position that the moves led to before the rules refused some; the line with these is kept as a branch. */
export function keepPosition() {
  play("The position could not be kept", async () => arrive(await engine.ask("keep")))
}

/** A game has begun anew. */
export function begun(position: Position) {
  replace(position, { main: [], branches: [] })
}

/** Maximum earlier games. */
const MOST_EARLIER = 20

/**
 * Puts another game on the table, with all its lines. If it began as the one before, that is one of them; else that is one of the
 * earlier games.
 */
function replace(position: Position, next: Lines) {
  const before = record.value
  batch(() => {
    if (before && sameSetup(before, position.record)) return turn(position, joined(lines(), next), next.main.length)
    if (before && (before.moves.length > 0 || branches.value.length > 0)) earlier.value = [...earlier.value, { record: before, branches: branches.value }].slice(-MOST_EARLIER)
    turn(position, next, next.main.length)
  })
}

/** Takes up an earlier game; the one at the table is one of them then. */
export function takeUp(game: EarlierGame) {
  play(REPLAYS, async () => {
    const before = { main: game.record.moves, branches: game.branches }
    const record = await engine.ask("translated", game.record)
    let all: Lines = { main: record.moves, branches: [] }
    for (const branch of game.branches) {
      const { moves } = await engine.ask("translated", { ...game.record, moves: whole(before, branch) })
      all = joined({ main: moves, branches: [] }, all)
    }
    const position = await engine.ask("replay", record)
    batch(() => {
      earlier.value = earlier.value.filter(it => it !== game)
      replace(position, all)
    })
  })
}

/** Forgets an earlier game. */
export function forgetEarlier(game: EarlierGame) {
  earlier.value = earlier.value.filter(it => it !== game)
  save()
}

/** Opens a random game that failed, up to the failure. */
export function openWrong(seed: number, moves: number) {
  pane.value = side.value = "table"
  play(REPLAYS, async () => seatAt(await engine.ask("wrong", seed, moves)))
}

/** Opens a game that was played elsewhere. */
export function openRecord(wanted: GameRecord) {
  pane.value = side.value = "table"
  play(REPLAYS, async () => seatAt(wanted))
}

async function seatAt(given: GameRecord) {
  const played = await engine.ask("translated", given)
  replace(await engine.ask("replay", played), { main: played.moves, branches: [] })
}
