// The engine, off the page's thread. Holds the rules last opened and the one game being played.

import { compile, complete, format, GameError, hover, import_world, init, tokens, type Game, type GameErrorInfo, type MachineRules, type Options, type Record as GameRecord, type Rules, type RulesInfo, type Search, type Token } from "house-rules"
import { contentOf, languageOf, names } from "../text"
import { joined } from "./report"
import { roomFor, trimFields, trimLog, trimOffers, trimText, untold } from "./trim"
import { OBSERVER, type Calls, type Opened, type Position, type Reply, type Request, type Seat } from "./protocol"

let rules: Rules | undefined
let game: Game | undefined
/** The rules as machine code, once something wants to run them. */
let machine: { of: Rules; code: Promise<MachineRules> } | undefined

/** The search for the next move, if there is one under way: of the position as it is. */
let thinking: { role: string; search: Search; done: number } | undefined

/** Games are played for so long before it is told how they went. */
const BATCH_MS = 150

const calls: Calls = {
  open(text, record) {
    const compiled = compile(text.source, { language: text.language, files: text.files })
    const opened: Opened = {
      diagnostics: compiled.diagnostics,
      tokens: Object.fromEntries(names(text).flatMap(name => coloured(name, contentOf(text, name)))),
    }
    if (!compiled.rules) return opened
    const next = compiled.rules
    try {
      const position = record ? replay(next, fit(next, record)) : seat(next, next.on_setup())
      rules?.free()
      rules = next
      return { ...opened, table: { info: next.info, position } }
    } catch (error) {
      next.free()
      return { ...opened, fault: refusal(error) }
    }
  },
  format: (source, language) => format(source, language) ?? null,
  complete: (source, offset, language) => complete(source, offset, language),
  hover: (source, offset, language) => hover(source, offset, language) ?? null,
  world: source => import_world(source) ?? null,
  start: (seed, scenario, options) => seat(rules!, rules!.on_setup(seed, scenario, options)),
  replay: record => replay(rules!, record),
  move(...move) {
    game!.action(...move)
    return position(rules!, game!)
  },
  random(most) {
    for (let made = 0; made < most && game!.play_random(1) > 0 && !broken(game!); made++);
    return position(rules!, game!)
  },
  think(role, wanted) {
    if (thinking?.role !== role) {
      forget()
      thinking = { role, search: game!.search(role), done: 0 }
    }
    const until = performance.now() + BATCH_MS
    while (thinking.done < wanted && performance.now() < until) {
      thinking.search.run(1)
      thinking.done++
    }
    const { done, search } = thinking
    if (done < wanted) return { done }
    const { best } = search
    forget()
    if (best) game!.action(...best)
    return { done, position: position(rules!, game!) }
  },
  async games(seed, most) {
    const code = await machineCode()
    const until = performance.now() + BATCH_MS
    let played = code.play_random(1, seed)
    while (played.games < most && performance.now() < until) played = joined(played, code.play_random(Math.min(played.games, most - played.games), seed + played.games))
    return played
  },
  wrong: (seed, moves) => rules!.random_record(seed, moves + 1),
  test(text) {
    const { rules } = compile(text.source, { language: text.language, files: text.files })
    const results = rules?.test() ?? []
    rules?.free()
    return results
  },
  export: () => rules!.export(),
}

/** The tokens of a file by its name, if it is in a language. */
function coloured(name: string, content: string): [string, Token[]][] {
  const language = languageOf(name)
  return language ? [[name, tokens(content, language)]] : []
}

function machineCode(): Promise<MachineRules> {
  if (machine?.of !== rules) machine = { of: rules!, code: rules!.machine_code() }
  return machine!.code
}

function replay(rules: Rules, record: GameRecord): Position {
  const { game, stopped } = rules.replay(record)
  return { ...seat(rules, game), stopped }
}

/** Makes it the game being played. */
function seat(rules: Rules, next: Game): Position {
  game?.free()
  game = next
  return position(rules, next)
}

function forget() {
  thinking?.search.free()
  thinking = undefined
}

function position(rules: Rules, game: Game): Position {
  forget()
  const { log, before: logged } = trimLog(game.log)
  const position: Position = { active: game.active, result: game.result, log, logged, record: game.record!, seats: new Map(), broken: broken(game) }
  const seats = [...rules.info.roles, OBSERVER]
  try {
    for (const role of seats) position.seats.set(role, seatOf(game, role, roomFor(seats.length)))
    position.stuck = game.stuck
  } catch (error) {
    position.fault = refusal(error)
  }
  return position
}

function seatOf(game: Game, role: string, room: number): Seat {
  const { prompt, actions, why } = game.prompt(role)
  return {
    prompt: prompt && trimText(prompt),
    actions: trimOffers(actions),
    why: trimOffers(why),
    untold: untold(actions),
    ...trimFields(game.on_view(role), room),
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
function fit(rules: Rules, record: GameRecord): GameRecord {
  const { scenarios } = rules.info
  const scenario = scenarios.includes(record.scenario) ? record.scenario : null
  const begun = rules.on_setup(record.seed, scenario, fitting(rules.info, record.options))
  const fitted = { ...begun.record!, moves: record.moves }
  begun.free()
  return fitted
}

function fitting(info: RulesInfo, options: Options): Options {
  const fits = info.options.filter(option => {
    const value = options[option.name]
    if (option.kind === "bool") return typeof value === "boolean"
    if (option.kind === "one") return option.of.includes(value as string)
    return typeof value === "number" && option.min <= value && value <= option.max
  })
  return Object.fromEntries(fits.map(({ name }) => [name, options[name]!]))
}

function isRefusal(error: unknown): error is GameError {
  return error instanceof GameError && error.code !== "HR1101"
}

/** The error as data, if it is the rules' own; anything else goes on: the engine is dead then. */
function refusal(error: unknown): GameErrorInfo {
  if (!isRefusal(error)) throw error
  const { code, message, told, place, frames, path } = error
  return { code, message, told, place, frames, path }
}

const loaded = init().then(() => answer({ loaded: true }))

function answer(reply: Reply) {
  postMessage(reply)
}

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  try {
    await loaded
    const call = calls[data.call] as (...args: unknown[]) => unknown
    answer({ value: await call(...data.args) })
  } catch (error) {
    answer(isRefusal(error) ? { refused: refusal(error) } : { died: String(error) })
  }
})
