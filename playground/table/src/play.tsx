// A game of given rules at one screen: who plays which role, new games, and the computer at the free seats.

import type { Json, Move, Options, RulesInfo } from "houserules"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { PlayedGame, PlayedRules } from "./api"
import { moveOf } from "./chance"
import { optionsFor, optionsOf } from "./common/options"
import { formed } from "./common/form"
import { OBSERVER, type Seat } from "./common/seat"
import { seated } from "./common/seated"
import { Tabs } from "./common/tabs"
import { dressed, tone } from "./look"
import { Head, Log, Seen, useTurn } from "./seen"

/** A position, and the one before the last move. */
interface At {
  game: PlayedGame
  /** As it began. */
  first: PlayedGame
  before?: PlayedGame
  moves: number
}

/** Delay of a machine's move. */
const PACE_MS = 400

/** With more roles than this, nobody is asked who plays them. */
const MOST_ASKED = 12

/** Minimum width of a container with room for panels beside the table. */
const WIDE = 720

interface Props {
  rules: PlayedRules
  about: RulesInfo
  /** The person's role; the computer plays all others. Without one everybody plays at this screen. */
  seat: string | undefined
}

export function Play({ rules, about, seat }: Props) {
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
  const [others, setOthers] = useState<string[]>([])
  const roles = game.roles.join("\n")
  const machines = seat === undefined ? others : game.roles.filter(it => it !== seat)
  const info = useMemo(() => dressed({ ...formed(about, game.on_view(OBSERVER)), roles: [...game.roles] }), [about, roles, first])
  // The table turns to the active player, but never to a machine.
  const people = info.roles.filter(it => !machines.includes(it))
  const waiting = active.filter(it => people.includes(it))
  const last = useRef(OBSERVER)
  const stays = (it: string | undefined) => it !== undefined && (it === OBSERVER || (people.includes(it) && (waiting.length === 0 || waiting.includes(it))))
  const role = seat ?? [chosen, waiting[0], people.includes(last.current) ? last.current : people[0]].find(stays) ?? OBSERVER
  last.current = role
  const own = useMemo(() => seatOf(about, game, before, role), [at, role])
  const began = useMemo(() => seatOf(about, first, undefined, role), [first, role])
  const turned = useTurn(info, began, role)
  const make = ([by, action, argument]: Move) => {
    const past = game.clone()
    game.action(by, action, ...(argument === null ? [] : [argument]))
    setRefusal(undefined)
    setAt({ game, first: moves === 0 ? past : first, before: past, moves: moves + 1 })
  }
  const fail = (error: unknown) => setRefusal(error instanceof Error ? error.message : String(error))
  const send = (action: string, argument: Json) => {
    try {
      make([role, action, argument])
    } catch (error) {
      fail(error)
    }
  }
  const machine = active.find(it => machines.includes(it))
  // It does not return to its earlier positions in this turn.
  const had = useRef({ by: "", game, states: new Set<string>() })
  useEffect(() => {
    if (machine === undefined) had.current.by = ""
    if (machine === undefined || result !== undefined) return
    const timer = setTimeout(() => {
      if (had.current.by !== machine || had.current.game !== game) had.current = { by: machine, game, states: new Set() }
      try {
        const move = moveOf(game, machine, had.current.states)
        if (move) make([machine, ...move])
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
  const beside = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    beside.current!.open = beside.current!.closest(".around")!.clientWidth >= WIDE
  }, [])
  return (
    <>
      <Head info={about}>{seat === undefined && <Tabs label="Seat" testid="seats" tabs={tabs} chosen={role} choose={choose} />}</Head>
      <div class="play">
        <Seen info={info} own={own} role={role} active={active} result={result} at={moves} turned={turned} refusal={refusal} send={send} />
        <aside>
          <details ref={beside}>
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
            {seat === undefined && info.roles.length > 1 && info.roles.length <= MOST_ASKED && (
              <section class="who">
                <h2>Who plays</h2>
                {info.roles.map(it => (
                  <label key={it}>
                    {it}
                    <select
                      data-testid={`player-${it}`}
                      value={machines.includes(it) ? "computer" : "you"}
                      onChange={event => setOthers(event.currentTarget.value === "you" ? machines.filter(other => other !== it) : [...machines, it])}
                    >
                      <option value="you">you</option>
                      <option value="computer">computer (random)</option>
                    </select>
                  </label>
                ))}
              </section>
            )}
            <Log lines={game.lines.flatMap(line => (typeof line === "string" ? [line] : line.to.includes(role) ? [line.text] : []))} />
          </details>
        </aside>
      </div>
    </>
  )
}

function seatOf(about: RulesInfo, game: PlayedGame, before: PlayedGame | undefined, role: string): Seat {
  const { prompt, actions, why, labels } = game.prompt(role)
  const fields = (game: PlayedGame) => seated(game.on_view(role), about, game.roles.length)
  return { prompt, actions, why, labels, fields: fields(game), before: before && fields(before), missing: new Map(), untold: 0 }
}
