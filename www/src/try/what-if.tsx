// What if? Varies numbers of the rules: the effect on games, and the value nearest to a wish.

import type { DefaultInText, Json, NumberInText, OptionInfo, Options, RulesInfo, StudyReport, StudyRow } from "houserules"
import { useEffect, useState } from "preact/hooks"
import { Prose } from "../common/prose"
import { Wide } from "../common/wide"
import { optionsOf } from "houserules-table/src/common/options.ts"
import { same } from "../common/text"
import { table, text } from "../session/state"
import { Intervals } from "./intervals"
import { choice, type Chosen, nameOf, valuesGiven, varied } from "./marks"
import { number, percent, ranged } from "./numbers"
import { Older } from "./older"
import { Progress } from "./skill"
import { stays } from "./stays"
import { findNumbers, inText, whatIf, type Studying } from "./study"
import type { Values } from "./worker"

const GAMES = [500, 2000, 10_000, 50_000]

/** Default number of values to try if there is no wish. */
const VALUES = 5

/** A thing to vary. */
interface Knob {
  name: string
  told: string
  /** Default text of the values to try. */
  values: string
}

/** Possible wishes, with the names of their statistics. */
const WISHES: [id: string, told: string, unit: string][] = [
  ["", "none: show what changes", ""],
  ["equal seats", "equal seats", ""],
  ["moves", "moves per game", "40"],
  ["turns", "turns per game", "20"],
  ["choices", "legal moves", "5"],
  ["nobody wins", "games nobody wins", "0%"],
]

const useWish = stays("")
/** The wished number; empty until entered. */
const useWished = stays("")
const useGames = stays(2000)

/** `shown`: numbers are only searched while it is visible. */
export function WhatIf({ shown }: { shown: boolean }) {
  const playing = table.value
  const [wish, setWish] = useWish()
  const [wished, setWished] = useWished()
  const [games, setGames] = useGames()
  useEffect(() => void (playing && shown && findNumbers(playing.text)), [playing?.text, shown])
  const now = whatIf.now.value
  // Those of the rules before are shown until those of the present ones are there.
  const { text: of, numbers = [], defaults = [] } = inText.value ?? {}
  const known = playing !== undefined && same(of, playing.text)
  const source = of?.source ?? ""
  const at = playing?.position.record
  const options = playing && at ? optionsOf(playing.info, at.scenario) : []
  const named = [
    ...knobs(
      options,
      at?.options ?? {},
      numbers.filter(it => it.constant),
    ),
    ...(playing ? further(playing.info) : []),
  ]
  const all = [
    ...named,
    ...knobs(
      [],
      {},
      numbers.filter(it => !it.constant),
    ),
  ]
  const [first, second] = varied.value.map(it => all.find(({ name }) => name === nameOf(it, source, numbers)))
  const chosen = [first ?? all[0], second]
  const picked = chosen.flatMap((it, at) => (it && !(at === 1 && it.name === chosen[0]?.name) ? [it] : []))
  const isOf = (it: Knob) => (entry: [Chosen, string]) => nameOf(entry[0], source, numbers) === it.name
  const valuesOf = (it: Knob) => valuesGiven.value.find(isOf(it))?.[1] ?? it.values
  const unit = WISHES.find(([id]) => id === wish)![2]
  if (known && all.length === 0) return <p class="quiet">These rules have nothing to vary: no option, no number, no second action.</p>
  return (
    <section class="what-if" data-testid="what-if">
      <p class="quiet">
        Play the same games with several values of a number, or with a player who never uses an action. See what a change does before you make it, or find the value closest to your
        wish.
      </p>
      <form
        onSubmit={event => {
          event.preventDefault()
          const vary = picked.map(it => `${it.name} = ${valuesOf(it)}`)
          const value = wished || unit
          void whatIf.begin({ vary, games, ...(wish && { wish: unit ? `${wish} = ${value}` : wish }) })
        }}
      >
        {[0, 1].map(at => {
          const it = chosen[at]
          if (at === 1 && all.length < 2) return null
          return (
            <fieldset key={at} class="knob">
              <label>
                {at === 0 ? "Vary" : "and"}
                <select
                  value={it?.name ?? ""}
                  data-testid={`what-if-name-${at}`}
                  onChange={event => {
                    const name = choice(event.currentTarget.value, source, numbers)
                    const [first, second] = varied.value
                    varied.value = at === 0 ? [name, second] : [first, name]
                  }}
                >
                  {at === 1 && <option value="">nothing else</option>}
                  {all
                    .filter(({ name }) => at === 0 || name !== chosen[0]?.name)
                    .map(({ name, told }) => (
                      <option key={name} value={name}>
                        {told}
                      </option>
                    ))}
                </select>
              </label>
              {it && (
                <label>
                  Values
                  <input
                    value={valuesOf(it)}
                    required
                    title="4 to 8, or 4 to 8 by 2, or 4, 6, 8"
                    data-testid={`what-if-values-${at}`}
                    onInput={event => {
                      const entry: [Chosen, string] = [choice(it.name, source, numbers), event.currentTarget.value]
                      valuesGiven.value = [entry, ...valuesGiven.value.filter(other => !isOf(it)(other))]
                    }}
                  />
                </label>
              )}
            </fieldset>
          )
        })}
        <label>
          Wish
          <select value={wish} data-testid="what-if-wish" onChange={event => (setWish(event.currentTarget.value), setWished(""))}>
            {WISHES.map(([id, told]) => (
              <option key={id} value={id}>
                {told}
              </option>
            ))}
          </select>
        </label>
        {unit && (
          <label>
            Value
            <input value={wished || unit} size={6} required data-testid="what-if-wished" onInput={event => setWished(event.currentTarget.value)} />
          </label>
        )}
        <label>
          Games each
          <select value={String(games)} data-testid="what-if-games" onChange={event => setGames(Number(event.currentTarget.value))}>
            {GAMES.map(it => (
              <option key={it} value={String(it)}>
                {wish ? `at most ${number(it)}` : number(it)}
              </option>
            ))}
          </select>
        </label>
        {now?.running ? (
          <button key="stop" type="button" data-testid="what-if-stop" onClick={() => whatIf.stop()}>
            Stop
          </button>
        ) : (
          <button key="play" type="submit" data-testid="what-if-play" disabled={!known || picked.length === 0}>
            Play
          </button>
        )}
      </form>
      <Older />
      {at && <Differing varied={picked} options={at.options} defaults={known ? defaults : []} />}
      {now && <Progress {...now} />}
      {now?.report && <Studied now={now} report={now.report} />}
    </section>
  )
}

/** Options, then constants, then the other numbers of the text. `at`: the options of the table. */
function knobs(options: OptionInfo[], at: Options, numbers: NumberInText[]): Knob[] {
  const option = (it: OptionInfo): Knob[] => {
    const value = at[it.name]
    const told = value === undefined ? `option ${it.name}` : `option ${it.name}, now ${jsonTold(value)}`
    if (it.kind === "int") return [{ name: it.name, told, values: spread(it.min, it.max, typeof value === "number" ? value : it.default) }]
    if (it.kind === "bool") return [{ name: it.name, told, values: "false, true" }]
    return [{ name: it.name, told, values: it.of.some(text => text.includes(",")) ? JSON.stringify(it.of) : it.of.join(", ") }]
  }
  const inText = (it: NumberInText): Knob => ({
    name: it.name,
    told: it.constant ? `${it.name}, now ${it.value}` : `line ${it.line}: ${it.value} in ${it.text.slice(0, 40)}`,
    values: `${Math.max(0, it.value - 2)} to ${Math.max(0, it.value - 2) + VALUES - 1}`,
  })
  return [...options.flatMap(option), ...numbers.map(inText)]
}

/** Further things to vary: scenarios, and actions that a role, or all, must do without. */
function further({ scenarios, roles, actions }: RulesInfo): Knob[] {
  const named = actions.map(({ name }) => name).filter(name => name !== "undo")
  const listed = (all: string[]) => (all.some(it => it.includes(",")) ? JSON.stringify(all) : all.join(", "))
  const without = (who: string): Knob => ({ name: `${who} without`, told: `${who} without an action`, values: ["nothing", ...named].join(", ") })
  return [
    ...(scenarios.length > 1 ? [{ name: "scenario", told: "scenario", values: listed(scenarios) }] : []),
    ...(named.length > 1 ? (roles.length > 1 ? [...roles, "all"] : ["all"]).map(without) : []),
  ]
}

/** Some values from one to another, the last among them, and that of now. */
function spread(least: number, most: number, now: number): string {
  if (most - least < VALUES) return `${least} to ${most}`
  const step = (most - least) / (VALUES - 1)
  const all = Array.from({ length: VALUES }, (_, at) => Math.round(least + at * step))
  const inner = all.slice(1, -1)
  const nearest = all.includes(now) ? now : inner.reduce((best, it) => (Math.abs(it - now) < Math.abs(best - now) ? it : best))
  return all.map(it => (it === nearest ? now : it)).join(", ")
}

/** Options with another value at the table than in the rules, as after another default was written. */
function Differing({ varied, options, defaults }: { varied: Knob[]; options: Options; defaults: DefaultInText[] }) {
  const differ = defaults.filter(({ name, value }) => varied.some(it => it.name === name) && options[name] !== undefined && options[name] !== value)
  return (
    <>
      {differ.map(({ name, value }) => (
        <p key={name} class="quiet" data-testid="what-if-differing">
          The rules say {name} = {jsonTold(value)}, but the table uses {jsonTold(options[name]!)} until you change its setup.
        </p>
      ))}
    </>
  )
}

function Studied({ now, report }: { now: Studying; report: StudyReport }) {
  const inRules = same(inText.value?.text, now.text) ? inText.value : undefined
  const places = inRules?.numbers.filter(({ name, constant }) => !constant && report.names.includes(name)) ?? []
  const columns = [...new Set(report.rows.flatMap(({ numbers }) => numbers.map(({ name }) => name)))].filter(name => !name.endsWith(" to move wins"))
  const [shown, show] = useState<string>()
  const wished = now.given.wish?.split(" = ")[0]
  const usual = columns.find(it => it === wished || it.startsWith(`${wished} `)) ?? columns.find(it => it === "moves per game") ?? columns[0]
  const column = shown && columns.includes(shown) ? shown : usual
  const played = report.rows.filter(({ ended }) => ended > 0)
  const cells = (name: string) => played.flatMap(row => row.numbers.filter(it => it.name === name).map(it => ({ row, it })))
  const told = (it: { share: boolean; value: number; low: number; high: number }) => {
    const half = (it.high - it.low) / 2
    return it.share ? `${percent(it.value)} ± ${(100 * half).toFixed(1)}` : `${ranged(it.value)} ± ${ranged(half)}`
  }
  return (
    <>
      <p class="answer" data-testid="what-if-answer">
        {report.sentence}
      </p>
      {places.map(it => (
        <p key={it.name} class="quiet">
          {it.name} is the {it.value} in line {it.line}, <code>{it.text}</code>
        </p>
      ))}
      {column && (
        <>
          <label class="shown">
            Show{" "}
            <select value={column} data-testid="what-if-shown" onChange={event => show(event.currentTarget.value)}>
              {columns.map(name => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <Intervals label={column} rows={cells(column).map(({ row, it }) => ({ ...it, name: valuesTold(report.names, row), told: told(it), strong: row.best || row.now }))} />
        </>
      )}
      <Wide label="Games with each value">
        <table data-testid="what-if-rows">
          <thead>
            <tr>
              <th>{report.names.join(", ")}</th>
              <td />
              <th>games</th>
              {columns.map(name => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map(row => (
              <tr key={JSON.stringify(row.values)} class={row.best ? "clear" : row.out ? "quiet" : undefined}>
                <th scope="row">
                  {row.values.map(jsonTold).join(", ")}
                  {row.now && <span class="quiet"> now</span>}
                  {row.best && <span class="quiet"> closest</span>}
                </th>
                <td>{inRules && <Use names={report.names} row={row} numbers={inRules.numbers} defaults={inRules.defaults} now={now} />}</td>
                <td>
                  {number(row.games)}
                  {row.flaws > 0 && row.ended > 0 && (
                    <span class="problem" title={row.wrong}>
                      {" "}
                      ({number(row.flaws)} wrong)
                    </span>
                  )}
                </td>
                {row.problem || (row.wrong && row.ended === 0) ? (
                  <td colSpan={columns.length} class="problem">
                    <p>
                      {!row.problem && "All games failed: "}
                      <Prose text={row.problem ?? row.wrong!} />
                    </p>
                  </td>
                ) : (
                  columns.map(name => {
                    const it = row.numbers.find(it => it.name === name)
                    const clear = it?.more && (it.more.low > 0 || it.more.high < 0)
                    return (
                      <td key={name} class={clear ? "clear" : undefined}>
                        {it && row.ended > 0 ? told(it) : "–"}
                        {clear && row.ended > 0 && <abbr title="clearly different from now, on the same seeds">*</abbr>}
                      </td>
                    )
                  })
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="quiet">
        ± marks a 95% interval.
        {report.rows.some(row => row.now) && " * is clearly different from now, on the same seeds."}
      </p>
      {!now.running && (
        <p class="save">
          Save as
          {(["json", "csv"] as const).map(kind => (
            <button key={kind} data-testid={`what-if-${kind}`} onClick={() => whatIf.save(kind)}>
              {kind.toUpperCase()}
            </button>
          ))}
        </p>
      )}
    </>
  )
}

interface UseProps {
  names: string[]
  row: StudyRow
  numbers: NumberInText[]
  defaults: DefaultInText[]
  now: Studying
}

/** Writes the values into the rules, for numbers of the text, or literal defaults of options. An option takes precedence. */
function Use({ names, row, numbers, defaults, now }: UseProps) {
  const options = Object.keys(now.given.plan?.options ?? {})
  const values: Values = { numbers: {}, defaults: {} }
  let differs = false
  for (const [at, name] of names.entries()) {
    const value = row.values[at] as DefaultInText["value"]
    const found = (options.includes(name) ? defaults : numbers).find(it => it.name === name)
    if (!found) return null
    if (options.includes(name)) values.defaults[name] = value
    else values.numbers[name] = Number(value)
    differs ||= found.value !== value
  }
  if (!differs || row.problem || row.flaws > 0 || !same(now.text, text.value)) return null
  return (
    <button data-testid="what-if-use" title="Write this into the rules" onClick={() => whatIf.use(now.text, values)}>
      Use
    </button>
  )
}

function valuesTold(names: string[], row: StudyRow): string {
  return row.values.map((value, at) => `${names[at]}${names[at]!.endsWith(" without") ? "" : " ="} ${jsonTold(value)}`).join(", ") + (row.now ? " (now)" : "")
}

function jsonTold(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
