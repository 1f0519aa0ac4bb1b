// A game by itself: the table as one element, for exported games. It needs neither the editor nor the engine.

import type { Json, LogLine, Options, RulesInfo } from "houserules"
import { render } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { brief } from "../common/bounded"
import { OBSERVER, type Seat } from "../common/seat"
import { optionsFor, optionsOf } from "../common/options"
import { seated } from "../common/seated"
import { Tabs } from "../common/tabs"
import { outcome, spoken } from "../common/words"
import "../styles/base.css"
import "../styles/table.css"
import "../styles/how-to-play.css"
import "../styles/element.css"
import { Actions } from "./actions"
import { AroundTable } from "./around"
import { dressed, tone } from "./look"
import { type Machine, moveOf } from "./chance"
import { HowToPlay } from "./how-to-play"
import { isOpen } from "./moves"
import { quarterOf, sideOf } from "./sides"
import { SeatView } from "./shows"
import { Said } from "./signs"

export { seat } from "./seat"

/** What an exported game is, as far as it is drawn. */
interface Game extends Machine<Game> {
  /** Those who play. */
  readonly roles: string[]
  readonly active: string[]
  readonly result: string | undefined
  readonly lines: LogLine[]
  on_view(role: string): { [field: string]: Json }
}

/** What begins games. */
interface Rules {
  on_setup(seed?: number, scenario?: string, options?: Options): Game
}

/** Draws a game of these rules in an element, from its beginning on. */
export function mount(element: Element, rules: Rules, info: RulesInfo) {
  element.classList.add("table-element")
  render(<Play rules={rules} about={info} />, element)
}

/** A position, and the one before the last move. */
interface At {
  game: Game
  /** As it began. */
  first: Game
  before?: Game
  moves: number
}

/** A machine makes a move after so long. */
const PACE_MS = 400

/** Of more roles than these it is not asked who plays them. */
const MOST_ASKED = 12

/** Lines of the log that are shown. */
const LINES = 200

function Play({ rules, about }: { rules: Rules; about: RulesInfo }) {
  const [scenario, setScenario] = useState(about.scenarios[0]!)
  const [players, setPlayers] = useState<number>()
  const range = optionsOf(about, scenario).find(({ name }) => about.players && name === "players")
  const begin = (options?: Options): At => {
    const game = rules.on_setup(undefined, scenario, options)
    return { game, first: game, moves: 0 }
  }
  const [at, setAt] = useState(() => begin())
  const [chosen, choose] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const { game, first, before, moves } = at
  const { active, result } = game
  const [machines, setMachines] = useState<string[]>([])
  const roles = game.roles.join("\n")
  const info = useMemo(() => dressed({ ...about, roles: game.roles }), [about, roles])
  // The table turns to whoever is active, and never to a machine.
  const people = info.roles.filter(it => !machines.includes(it))
  const waiting = active.filter(it => people.includes(it))
  const last = useRef(OBSERVER)
  const stays = (it: string | undefined) => it !== undefined && (it === OBSERVER || (people.includes(it) && (waiting.length === 0 || waiting.includes(it))))
  const role = [chosen, waiting[0], people.includes(last.current) ? last.current : people[0]].find(stays) ?? OBSERVER
  last.current = role
  const own = useMemo(() => seatOf(about, game, before, role), [at, role])
  const [turn, quarter] = useMemo(() => {
    const began = seatOf(about, first, undefined, role)
    return [sideOf(info, began, role), quarterOf(info, began, role)] as const
  }, [info, first, role])
  const make = (by: string, action: string, argument: Json) => {
    const past = game.clone()
    game.action(by, action, ...(argument === null ? [] : [argument]))
    setRefusal(undefined)
    setAt({ game, first: moves === 0 ? past : first, before: past, moves: moves + 1 })
  }
  const fail = (error: unknown) => setRefusal(error instanceof Error ? error.message : String(error))
  const send = (action: string, argument: Json) => {
    try {
      make(role, action, argument)
    } catch (error) {
      fail(error)
    }
  }
  const machine = active.find(it => machines.includes(it))
  // What it had in this turn, it does not come back to.
  const had = useRef({ by: "", game, states: new Set<string>() })
  useEffect(() => {
    if (machine === undefined) had.current.by = ""
    if (machine === undefined || result !== undefined) return
    const timer = setTimeout(() => {
      if (had.current.by !== machine || had.current.game !== game) had.current = { by: machine, game, states: new Set() }
      try {
        const move = moveOf(game, machine, had.current.states)
        if (move) make(machine, ...move)
      } catch (error) {
        fail(error)
      }
    }, PACE_MS)
    return () => clearTimeout(timer)
  }, [at, machine])

  const restart = () => {
    choose(undefined)
    setRefusal(undefined)
    setAt(begin(range && players !== undefined ? optionsFor(about, scenario, { players }) : undefined))
  }
  const tabs = [...info.roles, OBSERVER].map((id, at) => ({
    id,
    title: active.includes(id) ? "to act" : undefined,
    content: (
      <>
        <i class={`swatch tone-${id === OBSERVER ? "neutral" : tone(at, info)} ${active.includes(id) ? "active" : ""}`} aria-hidden="true" />
        {id}
      </>
    ),
  }))
  return (
    <AroundTable.Provider
      value={{
        role,
        several: false,
        turn,
        quarter,
        refusal: info.actions.some(({ name }) => isOpen(info, name)) ? refusal : undefined,
        undoes: own.actions?.undo !== undefined,
        askWhy: () => undefined,
      }}
    >
      <header>
        <h1>{brief(info.title, 200)}</h1>
        <HowToPlay info={about} />
        <Tabs label="Seat" testid="seats" tabs={tabs} chosen={role} choose={choose} />
      </header>
      <div class="play">
        <main>
          {result === undefined ? (
            <p class="prompt" aria-live="polite" data-testid="prompt">
              <Said text={own.prompt ?? (active.includes(role) ? "" : `${active.join(", ")} to act.`)} />
            </p>
          ) : (
            <p class="prompt result" aria-live="polite" data-testid="result">
              {outcome(result, info.roles)}
            </p>
          )}
          <SeatView info={info} own={own} at={moves} plays={result === undefined && info.roles.includes(role)} send={send} />
          <Actions info={info} seat={own} send={send} />
          {refusal !== undefined && <p class="told">{refusal}</p>}
        </main>
        <aside>
          <details open={matchMedia("(width >= 720px)").matches}>
            <summary>Game</summary>
            {info.scenarios.length > 1 && (
              <select aria-label="Scenario" value={scenario} onChange={event => setScenario(event.currentTarget.value)}>
                {info.scenarios.map(it => (
                  <option key={it}>{it}</option>
                ))}
              </select>
            )}
            {range?.kind === "int" && range.min < range.max && (
              <select aria-label="Players" data-testid="players" value={players ?? range.default} onChange={event => setPlayers(Number(event.currentTarget.value))}>
                {Array.from({ length: range.max - range.min + 1 }, (_, at) => (
                  <option key={at} value={range.min + at}>
                    {range.min + at} players
                  </option>
                ))}
              </select>
            )}
            <button data-testid="play-again" onClick={restart}>
              {result === undefined ? "New game" : "Play again"}
            </button>
            {info.roles.length > 1 && info.roles.length <= MOST_ASKED && (
              <section class="who">
                <h2>Who plays</h2>
                {info.roles.map(it => (
                  <label key={it}>
                    {it}
                    <select
                      data-testid={`player-${it}`}
                      value={machines.includes(it) ? "computer" : "you"}
                      onChange={event => setMachines(event.currentTarget.value === "you" ? machines.filter(other => other !== it) : [...machines, it])}
                    >
                      <option value="you">you</option>
                      <option value="computer">computer, at random</option>
                    </select>
                  </label>
                ))}
              </section>
            )}
            <Log lines={game.lines.flatMap(line => (typeof line === "string" ? [line] : line.to.includes(role) ? [line.text] : []))} />
          </details>
        </aside>
      </div>
    </AroundTable.Provider>
  )
}

function seatOf(about: RulesInfo, game: Game, before: Game | undefined, role: string): Seat {
  const { prompt, actions, why, labels } = game.prompt(role)
  const fields = (game: Game) => seated(game.on_view(role), about, game.roles.length)
  return { prompt, actions, why, labels, fields: fields(game), before: before && fields(before), missing: new Map(), untold: 0 }
}

function Log({ lines }: { lines: string[] }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = lines.filter(line => line !== "").slice(-LINES)
  if (shown.length === 0) return null
  // The latest is in sight.
  requestAnimationFrame(() => list.current?.scrollTo(0, list.current.scrollHeight))
  return (
    <section class="log">
      <h2>Log</h2>
      <ol ref={list}>
        {shown.map((line, at) => (
          <li key={at}>
            <Said text={spoken(line)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
