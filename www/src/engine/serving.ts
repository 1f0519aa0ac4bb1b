// The engine, off the page's thread. Holds the rules last opened and the one game being played.

import { isNobodys } from "houserules-table/src/common/words.ts"
import type { Game, GameError, GameErrorInfo, Json, LogLine, MachineRules, Move, Options, Record as GameRecord, Rules, RulesInfo } from "houserules"
import { own } from "houserules-table/src/common/objects.ts"
import { optionsOf } from "houserules-table/src/common/options.ts"
import { contentOf, languageOf, names } from "../common/text"
import { packed, type Tokens } from "../common/tokens"
import { isWritten, type Lines } from "../common/lines"
import { between, PASSING } from "./between"
import { isGameError } from "./refusal"
import { joined } from "./report"
import { drawnFor, seatOf, sightOf, tellOffersOf, type Sight } from "./seeing"
import { Thought } from "./thinking"
import { make, Timeline } from "./timeline"
import { roomFor, trimLog, trimSteps, trimTree } from "./trim"
import { editsOf, withValue } from "./written"
import { OBSERVER, type Fields, type Seat } from "houserules-table/src/common/seat.ts"
import type { Calls, Given, Moment, Opened, Position, Reply, Request } from "./protocol"

/** The used parts of the package, in either engine. */
type Parts = Pick<
  typeof import("houserules/slim"),
  "compile" | "complete" | "format" | "graphs" | "hover" | "import_text" | "initSync" | "outline" | "rename" | "tokens" | "with_graph"
>

let engine: Parts

let rules: Rules | undefined
/** The rules' description: requested once, since boards are large. */
let info: RulesInfo | undefined
let game: Game | undefined
/** The game before its last move, where that is known. */
let past: Game | undefined
/** The last move was just made, and not reported yet. */
let news = false
/** The rules as machine code, once something wants to run them. */
let machine: { of: Rules; code: Promise<MachineRules> } | undefined

/** The drawn fields. */
let sight: Sight | undefined

/** The moments of the line that was viewed last. */
let timeline: Timeline | undefined

/** The search for the next move in the current position, if there is one in progress. */
let thinking: Thought | undefined
/** The role that last moved by thinking, and its number of consecutive moves. */
let thought = { role: "", moves: 0 }

/** Time between progress reports of random games. */
const BATCH_MS = 150

/** A position of a line whose moves the present rules refuse: its saved game, of the rules it was made under. */
let kept: { moves: string; saved: string } | undefined

/** From whose eyes somebody looked who asked for it. */
let eyes: string | undefined

/** Time limit for the seats of waiting roles; the others are sent when somebody sits down there. */
const SEATS_MS = 50

const calls: Calls = {
  open(text, record, lines) {
    const compiled = engine.compile(text.source, { language: text.language, files: text.files })
    const opened: Opened = {
      diagnostics: compiled.diagnostics,
      tokens: Object.fromEntries(names(text).flatMap(name => coloured(name, contentOf(text, name)))),
    }
    if (!compiled.rules) return opened
    const next = compiled.rules
    try {
      const about = next.info
      const now = record && game ? savedFor(record, game) : undefined
      const carried = record && carriedTo(next, record, lines)
      const wanted = carried?.record ?? record
      const position = wanted ? replay(next, about, fit(next, about, wanted)) : seat(about, next.on_setup())
      if (carried && carried.told.length > 0) position.told = carried.told
      kept = now !== undefined && wanted && position.stopped ? { moves: JSON.stringify(wanted.moves), saved: now } : undefined
      position.keeps = kept !== undefined && isTaken(next, kept.saved)
      timeline?.free()
      timeline = undefined
      rules?.free()
      rules = next
      return { ...opened, table: { info: about, position, lines: carried?.lines } }
    } catch (error) {
      next.free()
      return { ...opened, fault: refusal(error) }
    }
  },
  format: (source, language) => engine.format(source, language) ?? null,
  graphs: (source, language) => engine.graphs(source, language),
  withGraph: (source, board, changes, language) => engine.with_graph(source, board, changes, language),
  complete: (source, offset, language, files) => engine.complete(source, offset, language, files),
  hover: (source, offset, language, files) => engine.hover(source, offset, language, files) ?? null,
  outline: (source, language) => engine.outline(source, language),
  rename: (source, offset, name, language) => engine.rename(source, offset, name, language),
  import: (source, language) => engine.import_text(source, language) ?? null,
  start: (seed, scenario, options) => seat(info!, rules!.on_setup(seed, scenario, options)),
  translated: record => rules!.translated(record).record,
  replay: record => replay(rules!, info!, record),
  go(record, moment) {
    const line = timelineOf(record)
    const { game, at } = momentOf(line, moment)
    return { ...seat(info!, game, at > 0 ? line.game(at - 1).game : undefined), stopped: stoppedAt(line, game) }
  },
  peek(record, moment, role, within) {
    const line = timelineOf(record)
    const { game, at } = momentOf(line, moment)
    const before = at > 0 ? line.game(at - 1).game : undefined
    const seen = glimpse(game, before, role, within ? momentsOf(game.record!, before) : [])
    const stopped = stoppedAt(line, game)
    game.free()
    before?.free()
    return { ...seen, stopped }
  },
  story(record) {
    const { game } = timelineOf(record).game(record.moves.length)
    const { log, before: logged } = trimLog(game.lines)
    game.free()
    return { log, logged, edits: editsOf(record) }
  },
  called: moves =>
    moves.map(({ record, at, move: [role, action, argument] }) => {
      const { game } = timelineOf(record).game(at)
      try {
        const said = game.roles.includes(role) ? own(game.prompt(role).labels, action) : undefined
        return typeof said === "object" ? said.find((it: [Json, string]) => JSON.stringify(it[0]) === JSON.stringify(argument))?.[1] : said
      } catch {
        return undefined
      } finally {
        game.free()
      }
    }),
  inside(record, moves) {
    const line = timelineOf(record)
    const { game, at } = line.game(moves)
    const before = line.game(at - 1).game
    const seen = { ...trimTree(game.tree), changes: at > 0 ? game.changes(before) : [] }
    game.free()
    before.free()
    return seen
  },
  steps(record, moves, from, count) {
    const last = record.moves[moves - 1]
    if (!last) return trimSteps(rules!.setup_steps(record.seed, record.scenario, record.options, from, count))
    const [role, action, argument] = last
    const { game } = timelineOf(record).game(moves - 1)
    try {
      return trimSteps(game.steps(role, action, argument, from, count))
    } finally {
      game.free()
    }
  },
  edit(steps, value, what) {
    makeMove(["", what, JSON.stringify(withValue(game!.state, steps, value))])
    return position(game!)
  },
  state: () => JSON.stringify(game!.saved),
  keep() {
    const { saved } = kept!
    kept = undefined
    past?.free()
    past = undefined
    game!.resume(saved, "Continued under the new rules")
    const { told } = game!
    return { ...position(game!), ...(told.length > 0 && { told }) }
  },
  begin(record, state, what) {
    // Refused here, it stops no replay.
    rules!.resume(state).free()
    return seat(info!, rules!.replay({ ...record, moves: [["", what, state]] }).game)
  },
  views(record, moves) {
    const { game } = timelineOf(record).game(moves)
    const { roles } = game
    const told = [...roles, OBSERVER].map(role => {
      try {
        return [role, seatOf(game, role, sight!, roomFor(roles.length + 1))] as const
      } catch (error) {
        return [role, refusal(error)] as const
      }
    })
    game.free()
    return new Map<string, Seat | GameErrorInfo>(told)
  },
  look(role) {
    eyes = role
    return position(game!)
  },
  move(...move) {
    makeMove(move)
    return position(game!)
  },
  why: (role, action, argument) => game!.why(role, action, argument),
  random(most) {
    for (let made = 0; made < most && step(game => game.play_random(1) > 0) && !broken(game!); made++);
    return position(game!)
  },
  think(role, wanted, waits) {
    if (thinking?.role !== role) {
      forget()
      thinking = new Thought(game!, role, performance.now())
    }
    if (thought.role !== role || game!.roles.length < 2) thought = { role, moves: 0 }
    // A turn of several moves takes no more than twice as long as one of a single move.
    const ms = wanted.ms / 2 ** thought.moves
    const done = thinking.run(performance.now() + BATCH_MS, { ...wanted, ms })
    if (done < 1 || waits) return { done }
    const { best } = thinking
    forget()
    const { moves } = thought
    if (best) makeMove(best)
    thought = { role, moves: moves + 1 }
    return { done, position: position(game!) }
  },
  async games(seed, most) {
    const code = await machineCode()
    const until = performance.now() + BATCH_MS
    let played = code.play_random(1, seed)
    while (played.games < most && performance.now() < until) played = joined(played, code.play_random(Math.min(played.games, most - played.games), seed + played.games))
    return played
  },
  wrong: (seed, moves) => rules!.random_record(seed, moves + 1),
  test_of: (record, name, language) => rules!.as_test(record, name, language),
  test(text) {
    const { rules } = engine.compile(text.source, { language: text.language, files: text.files })
    const results = rules?.test() ?? []
    rules?.free()
    return results
  },
  flow: whole => ({ stack: game!.tree.frames.map(({ name }) => name), flow: whole ? rules!.flow() : undefined }),
  export: () => rules!.export(),
}

/** The tokens of a file by its name, if it is in a language. */
function coloured(name: string, content: string): [string, Tokens][] {
  const language = languageOf(name)
  return language ? [[name, packed(engine.tokens(content, language))]] : []
}

function machineCode(): Promise<MachineRules> {
  if (machine?.of !== rules) machine = { of: rules!, code: rules!.machine_code() }
  return machine!.code
}

/** The saved game at the end of a record, if it is the current game, or was before moves were refused. */
function savedFor({ moves }: GameRecord, game: Game): string | undefined {
  const wanted = JSON.stringify(moves)
  if (kept?.moves === wanted) return kept.saved
  try {
    return JSON.stringify(game.record?.moves) === wanted ? JSON.stringify(game.saved) : undefined
  } catch (error) {
    refusal(error)
    return undefined
  }
}

function isTaken(rules: Rules, saved: string): boolean {
  try {
    rules.resume(saved).free()
    return true
  } catch (error) {
    refusal(error)
    return false
  }
}

/** Carries a record of other rules, with its lines, over to these; undefined if it is of these. */
function carriedTo(rules: Rules, record: GameRecord, lines: Lines | undefined) {
  const names = rules.names
  if (!record.names || JSON.stringify(record.names) === JSON.stringify(names)) return undefined
  const carried = (moves: Move[]) => rules.translated({ ...record, moves })
  const { record: translated, told } = carried(record.moves)
  const moved = lines && { main: carried(lines.main).record.moves, branches: lines.branches.map(it => ({ ...it, moves: carried(it.moves).record.moves })) }
  return { record: translated, told, lines: moved }
}

/** Changes the game being played and keeps the previous game, unless nothing changes. */
function step(make: (game: Game) => boolean): boolean {
  let before: Game | undefined = game!.clone()
  let made = false
  try {
    made = make(game!)
  } finally {
    if (made) [past, before, news] = [before, past, true]
    before?.free()
  }
  return made
}

function makeMove(move: Move) {
  thought = { role: "", moves: 0 }
  step(game => {
    make(game, move)
    return true
  })
}

function replay(rules: Rules, info: RulesInfo, record: GameRecord): Position {
  const { moves } = record
  const last = moves.at(-1)
  // For a written state, there may be no game before the first move.
  const known = last && (moves.length > 1 || !isWritten(last))
  const { game, stopped } = rules.replay(known ? { ...record, moves: moves.slice(0, -1) } : record)
  if (stopped || !known) return { ...seat(info, game), stopped }
  const before = game.clone()
  try {
    make(game, last)
    return seat(info, game, before)
  } catch (error) {
    before.free()
    return { ...seat(info, game), stopped: { index: moves.length - 1, move: last, error: refusal(error) } }
  }
}

function timelineOf(record: GameRecord): Timeline {
  if (!timeline?.turn(rules!, record)) {
    timeline?.free()
    timeline = new Timeline(rules!, record, refusal)
  }
  return timeline
}

function momentOf(line: Timeline, moment: Moment) {
  return line.game("moves" in moment ? moment.moves : line.written(moment.line))
}

/** The error that stopped the line, if the game is at that point. */
function stoppedAt({ stopped }: Timeline, game: Game) {
  return stopped && game.record!.moves.length === stopped.index ? stopped : undefined
}

/** A position from one seat, without the secrets of others. */
function glimpse(game: Game, before: Game | undefined, role: string, moments: Game[]): Position {
  const position = untoldPosition(game, [], game.lines.length)
  attempt(position, role, () => position.seats.set(role, seatWithin(game, before, moments, role, roomFor(game.roles.length + 1))))
  for (const moment of moments) moment.free()
  return position
}

/** Makes it the game being played. */
function seat(about: RulesInfo, next: Game, before?: Game): Position {
  game?.free()
  past?.free()
  game = next
  past = before
  thought = { role: "", moves: 0 }
  news = false
  info = about
  sight = sightOf(about)
  return position(next)
}

function forget() {
  thinking?.free()
  thinking = undefined
}

/** A position without any seats yet. */
function untoldPosition(game: Game, log: LogLine[], logged: number): Position {
  const { roles, active, result } = game
  const record = game.record!
  const edits = editsOf(record)
  return { roles, active, able: [], movers: [], undoes: false, result, log, logged, record, edits, seats: new Map(), faults: new Map(), broken: broken(game) }
}

function position(game: Game): Position {
  forget()
  const { log, before: logged } = trimLog(game.lines)
  const position = untoldPosition(game, log, logged)
  const { active } = position
  tellOffers(position, game)
  const moments = news ? momentsOf(position.record, past) : []
  news = false
  tellSeats(position, game, moments, [...position.roles, OBSERVER])
  for (const moment of moments) moment.free()
  if (position.faults.size === 0) attempt(position, active[0] ?? OBSERVER, () => (position.stuck = game.stuck))
  return position
}

/** A fault of the rules is reported for that seat. */
function attempt({ faults }: Position, role: string, task: () => void): boolean {
  try {
    task()
    return true
  } catch (error) {
    faults.set(role, refusal(error))
    return false
  }
}

function tellOffers(position: Position, game: Game) {
  const tell = (role: string) => {
    tellOffersOf(position, game, role)
  }
  position.active.every(role => attempt(position, role, () => tell(role)))
}

/** Always sends the viewed seat and the one to move; the others while there is time. */
function tellSeats(position: Position, game: Game, moments: Game[], seats: string[]) {
  const first = seats.filter(role => role === eyes || role === position.able[0])
  const least = Math.max(1, first.length)
  const until = performance.now() + SEATS_MS
  for (const [at, role] of [...new Set([...first, ...seats])].entries()) {
    if (at >= least && performance.now() > until) return
    attempt(position, role, () => position.seats.set(role, seatWithin(game, past, moments, role, roomFor(seats.length))))
  }
}

/** A seat's view, with things visible to it only at these moments of the last move. */
function seatWithin(game: Game, before: Game | undefined, moments: Game[], role: string, room: number): Seat {
  const seat = seatOf(game, role, sight!, room, before && seenBefore(before, role, room))
  if (seat.before && moments.length > 0) seat.between = betweenOf(seat.before, moments, seat.fields, role, room)
  return seat
}

/** The moments within the last move, if any drawn thing may have been visible only then. */
function momentsOf({ moves }: GameRecord, before: Game | undefined): Game[] {
  const last = moves.at(-1)
  if (!last || isNobodys(last) || !before || !info!.shows.some(({ kind }) => PASSING.has(kind))) return []
  try {
    return before.moments(...last)
  } catch (error) {
    refusal(error)
    return []
  }
}

function betweenOf(before: Fields, moments: Game[], after: Fields, role: string, room: number): Fields | undefined {
  const pictures = moments.map(moment => seenBefore(moment, role, room)).filter(fields => fields !== undefined)
  return between(info!.shows, before, pictures, after)
}

/** The fields that are drawn, as the seat saw them then; none where the rules fail for it. */
function seenBefore(game: Game, role: string, room: number): Fields | undefined {
  try {
    return drawnFor(game, role, sight!, room)
  } catch (error) {
    refusal(error)
    return undefined
  }
}

/** The invariant that does not hold. */
function broken(game: Game): GameErrorInfo | undefined {
  try {
    game.assert()
    return undefined
  } catch (error) {
    return refusal(error)
  }
}

/** The record with a scenario and options that these rules have: those that are gone take their defaults. */
function fit(rules: Rules, info: RulesInfo, record: GameRecord): GameRecord {
  const { scenarios } = info
  const scenario = scenarios.includes(record.scenario) ? record.scenario : null
  const setup = { ...record, scenario: scenario ?? scenarios[0]!, options: fitting(info, scenario ?? scenarios[0]!, record.options) }
  // A record that begins with a written state needs no working setup.
  if (record.moves[0] && isWritten(record.moves[0])) return setup
  const begun = rules.on_setup(setup.seed, setup.scenario, setup.options)
  const fitted = { ...begun.record!, moves: record.moves }
  begun.free()
  return fitted
}

function fitting(info: RulesInfo, scenario: string, options: Options): Options {
  const fits = optionsOf(info, scenario).filter(option => {
    const value = options[option.name]
    if (option.kind === "bool") return typeof value === "boolean"
    if (option.kind === "one") return option.of.includes(value as string)
    return typeof value === "number" && option.min <= value && value <= option.max
  })
  return Object.fromEntries(fits.map(({ name }) => [name, options[name]!]))
}

function isRefusal(error: unknown): error is GameError {
  return isGameError(error) && error.code !== "HR1101"
}

/** The error as data, if it is the rules' own; anything else goes on: the engine is dead then. */
function refusal(error: unknown): GameErrorInfo {
  if (!isRefusal(error)) throw error
  const { code, message, told, place, frames, path } = error
  return { code, message, told, place, frames, path }
}

function answer(reply: Reply) {
  postMessage(reply)
}

/** Answers the requests of the page. */
export function serve(parts: Parts) {
  engine = parts
  addEventListener("message", respond)
}

async function respond({ data }: MessageEvent<Given | Request>) {
  try {
    if ("code" in data) {
      engine.initSync(data.code)
      return answer({ loaded: true })
    }
    const call = calls[data.call] as (...args: unknown[]) => unknown
    answer({ value: await call(...data.args) })
  } catch (error) {
    answer(isRefusal(error) ? { refused: refusal(error) } : { died: String(error) })
  }
}
