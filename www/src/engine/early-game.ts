// A game that has just begun, played by machine code without the engine.

import type { MachineGame, MachineRules, Move, Record as GameRecord } from "houserules"
import { type Fields, OBSERVER } from "houserules-table/src/common/seat.ts"
import { optionsFor } from "houserules-table/src/common/options.ts"
import type { Position } from "./protocol"
import { drawnFor, seatOf, sightOf, tellOffersOf, type Sight } from "./seeing"
import { roomFor, trimLog } from "./trim"

/** Seeds are at least 1, and less than this. */
const SEEDS = 2 ** 32

export class EarlyGame {
  private readonly game: MachineGame
  private readonly sight: Sight
  private record: GameRecord
  /** The fields drawn for each seat before the last move. */
  private before = new Map<string, Fields>()

  constructor(rules: Pick<MachineRules, "info" | "on_setup">) {
    const { info } = rules
    const scenario = info.scenarios[0]!
    const options = optionsFor(info, scenario, {})
    const seed = 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % (SEEDS - 1))
    this.record = { format: 1, seed, scenario, options, moves: [] }
    this.game = rules.on_setup(seed, scenario, options)
    this.sight = sightOf(info)
  }

  position(): Position {
    const { game, sight, record } = this
    const { roles, active, result } = game
    const { log, before: logged } = trimLog(game.lines)
    const seats = [...roles, OBSERVER]
    const position: Position = { roles, active, able: [], movers: [], undoes: false, result, log, logged, record, edits: [], seats: new Map(), faults: new Map() }
    for (const role of active) tellOffersOf(position, game, role)
    for (const role of seats) position.seats.set(role, seatOf(game, role, sight, roomFor(seats.length), this.before.get(role)))
    return position
  }

  /** undefined if the rules do not take it: then nothing has changed. */
  move(move: Move): Position | undefined {
    const { game, sight } = this
    const seats = [...game.roles, OBSERVER]
    const before = new Map(seats.map(role => [role, drawnFor(game, role, sight, roomFor(seats.length))]))
    try {
      const [role, action, argument] = move
      game.action(role, action, argument)
    } catch {
      return undefined
    }
    this.before = before
    this.record = { ...this.record, moves: [...this.record.moves, move] }
    return this.position()
  }
}
