// All moments of one line of a game. A clone of a game costs next to nothing, so one is kept every few moves, and any other moment is a
// few moves from one.
//
// Invariant: a moment is the game after its moves from the setup, independent of earlier requests.

import { isNobodys } from "houserules-table/src/common/words.ts"
import type { Game, GameError, GameErrorInfo, Move, Record as GameRecord, Replayed, Rules } from "houserules"
import { common, isWritten, sameSetup } from "../common/lines"
import { isGameError } from "./refusal"

/** Moves between clones; doubled when there are more clones than this. */
const STRIDE = 4
const MOST_POINTS = 500

interface Point {
  at: number
  game: Game
  /** Length of the log. */
  lines: number
}

export class Timeline {
  private points: Point[] = []
  private stride = STRIDE
  /** The first move that could not be made. */
  stopped: Replayed["stopped"]

  constructor(
    private readonly rules: Rules,
    private record: GameRecord,
    private readonly told: (error: GameError) => GameErrorInfo,
  ) {
    this.points.push(this.first())
    this.play()
  }

  /** Switches to another line of the same game, keeping the common part. Returns `true` if it is of the same game. */
  turn(rules: Rules, next: GameRecord): boolean {
    if (rules !== this.rules || !sameSetup(next, this.record)) return false
    const before = this.record.moves
    const shared = common(before, next.moves)
    const same = shared === before.length && shared === next.moves.length
    this.record = next
    if (same || (this.stopped && this.stopped.index < shared)) return true
    if (this.points[0]!.at > shared) return false
    while (this.points.at(-1)!.at > shared) this.points.pop()!.game.free()
    this.play()
    return true
  }

  /** The game after this many moves, or as many as can be made; the caller must free it. */
  game(at: number): { game: Game; at: number } {
    const to = Math.max(this.points[0]!.at, Math.min(at, this.stopped?.index ?? this.record.moves.length))
    const from = this.points.findLast(point => point.at <= to)!
    const game = from.game.clone()
    for (let made = from.at; made < to; made++) make(game, this.record.moves[made]!)
    return { game, at: to }
  }

  /** The moment in which a line of the log, counted from its beginning, was there for the first time and has stayed since. */
  written(line: number): number {
    const index = this.points.findLastIndex(({ lines }) => lines <= line)
    if (index < 0) return this.points[0]!.at
    const from = this.points[index]!
    const until = this.points[index + 1]?.at ?? this.stopped?.index ?? this.record.moves.length
    const game = from.game.clone()
    let found = from.at
    for (let at = from.at; at < until; at++) {
      make(game, this.record.moves[at]!)
      if (game.lines.length <= line) found = at + 1
    }
    game.free()
    return Math.min(found + 1, until)
  }

  free() {
    for (const { game } of this.points) game.free()
    this.points = []
  }

  /** Start of the line: its setup, or, if that fails, a written state. */
  private first(): Point {
    const { seed, scenario, options, moves } = this.record
    try {
      return point(0, this.rules.on_setup(seed, scenario, options))
    } catch (error) {
      if (!isGameError(error) || !moves[0] || !isWritten(moves[0])) throw error
      return point(1, this.rules.replay({ ...this.record, moves: moves.slice(0, 1) }).game)
    }
  }

  /** On from the last point to the end. */
  private play() {
    const last = this.points.at(-1)!
    const game = last.game.clone()
    this.stopped = undefined
    for (let at = last.at; at < this.record.moves.length; at++) {
      const move = this.record.moves[at]!
      try {
        make(game, move)
      } catch (error) {
        if (!isGameError(error)) throw error
        this.stopped = { index: at, move, error: this.told(error) }
        break
      }
      if ((at + 1) % this.stride === 0) this.points.push(point(at + 1, game.clone()))
      if (this.points.length > MOST_POINTS) this.thin()
    }
    game.free()
  }

  private thin() {
    this.stride *= 2
    const stays = ({ at }: Point, index: number) => index === 0 || at % this.stride === 0
    for (const [index, it] of this.points.entries()) if (!stays(it, index)) it.game.free()
    this.points = this.points.filter(stays)
  }
}

/** Makes a move of a record. */
export function make(game: Game, move: Move) {
  if (isWritten(move)) game.resume(move[2] as string, move[1])
  else if (isNobodys(move)) game.finish((move[2] as { finish: string }).finish, move[1])
  else game.action(...move)
}

function point(at: number, game: Game): Point {
  return { at, game, lines: game.lines.length }
}
