// What people did in playtests, beside what random players do: files of rooms are opened here.

import { signal } from "@preact/signals"
import type { LabReport } from "houserules"
import { Wide } from "../common/wide"
import { same, type Text } from "../common/text"
import { beginOwn } from "../keep/games"
import { table, text } from "../session/state"
import { openRecord } from "../travel/travel"
import { number, percent, ranged } from "./numbers"
import { pooled, read, type Moment, type Playtest, type Pool, type Spread } from "./pooled"
import { LabWorker } from "./worker-client"

/** Games of random players beside those of people. */
const GAMES = 1000
/** Moments of the same click that are listed. */
const SHOWN = 5

const files = signal<Playtest[]>([])
const problem = signal("")
/** What random players do, by rules and setup. */
const foretold = signal<ReadonlyMap<string, LabReport | "playing" | { failed: string }>>(new Map())

const keyOf = ({ text, scenario, options }: Pool) => JSON.stringify([text, scenario, options])

/** Adds files of playtests. */
async function open(given: File[]) {
  problem.value = ""
  const added: Playtest[] = []
  for (const file of given) {
    const it = read(await file.text())
    if (it) added.push(it)
    else problem.value = `${file.name} is no file of a playtest.`
  }
  files.value = [...files.value, ...added]
  for (const pool of pooled(files.value)) if (!foretold.value.has(keyOf(pool))) void foretell(pool)
}

async function foretell(pool: Pool) {
  const tell = (what: LabReport | "playing" | { failed: string }) => (foretold.value = new Map(foretold.value).set(keyOf(pool), what))
  tell("playing")
  const worker = new LabWorker()
  try {
    await worker.ask("open", pool.text, { seed: 1, scenario: pool.scenario, options: pool.options })
    const { part } = await worker.ask("play", 0, GAMES)
    tell(await worker.ask("join", [part], false))
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) })
  } finally {
    worker.end()
  }
}

/** Opens a moment at the table. Rules that are not at hand become a game of the user's own. */
async function show(of: Text, title: string, { record }: Moment) {
  if (!same(text.value, of)) await beginOwn(title, of)
  openRecord(record)
}

export function Playtests() {
  return (
    <section class="playtests" data-testid="playtests">
      <p class="quiet">
        A room that is opened as a playtest (<i>Share</i>) gives you a file with what people did, found unclear and answered. Open files of as many rooms as you like: games of the
        same rules are counted together, beside {number(GAMES)} games of random players.
      </p>
      <p>
        <label class="button">
          Open files…
          <input
            type="file"
            multiple
            accept=".json"
            data-testid="playtest-files"
            onChange={event => {
              const given = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ""
              void open(given)
            }}
          />
        </label>{" "}
        {files.value.length > 0 && <button onClick={() => (files.value = [])}>Close all</button>}
      </p>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {pooled(files.value).map(pool => (
        <Pooled key={keyOf(pool)} pool={pool} />
      ))}
    </section>
  )
}

function Pooled({ pool }: { pool: Pool }) {
  const { title, games, text: of } = pool
  const known = foretold.value.get(keyOf(pool))
  const lab = known && known !== "playing" && !("failed" in known) ? known : undefined
  const others = [
    [pool.unfinished, "not finished"],
    [pool.computer, "with the computer"],
    [pool.changed, "whose rules changed meanwhile"],
  ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []))
  return (
    <article data-testid="playtest-pool">
      <h3>
        {title}
        {same(table.value?.text, of) ? ", these rules" : ", other rules"}: {number(games)} {games === 1 ? "game" : "games"}
      </h3>
      {others.length > 0 && <p class="quiet">Not in these numbers: {others.join(", ")}.</p>}
      {known === "playing" && <p class="quiet">Random players are playing {number(GAMES)} games…</p>}
      {known && known !== "playing" && "failed" in known && <p class="problem">The lab could not play: {known.failed}</p>}
      {games > 0 && <Numbers pool={pool} lab={lab} />}
      {games > 0 && lab && <Unused pool={pool} lab={lab} />}
      <Said pool={pool} />
    </article>
  )
}

const told = (it: Spread | undefined) => (it ? `${ranged(it.median)} (${ranged(it.least)} to ${ranged(it.most)})` : "–")

function Numbers({ pool, lab }: { pool: Pool; lab: LabReport | undefined }) {
  const { games, moves, minutes, seats } = pool
  const roleIn = (role: string) => lab?.roles.find(({ name }) => name === role)
  const foretold = (role: string) => {
    const { value } = roleIn(role) ?? {}
    return value === undefined ? "–" : percent(value)
  }
  return (
    <Wide label="What people did">
      <table data-testid="playtest-numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">People</th>
            <th scope="col">Random players</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Moves in a game</th>
            <td>{told(moves)}</td>
            <td>{lab ? told({ least: lab.length.least, median: lab.length.median, most: lab.length.most }) : "–"}</td>
          </tr>
          <tr>
            <th scope="row">Minutes, from the first move</th>
            <td>{told(minutes)}</td>
            <td />
          </tr>
          {seats.map(({ role, wins }) => (
            <tr key={role} data-testid={`wins-${role}`}>
              <th scope="row">{role} wins</th>
              <td>
                {wins.games} of {games} ({percent(wins.low)} to {percent(wins.high)})
              </td>
              <td>{foretold(role)}</td>
            </tr>
          ))}
          {seats.map(({ role, seconds }) => (
            <tr key={role}>
              <th scope="row">Seconds for a turn of {role}</th>
              <td>{told(seconds)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">The middle value, with the least and the most. Wins: the interval at 95%.</p>
    </Wide>
  )
}

function Unused({ pool, lab }: { pool: Pool; lab: LabReport }) {
  const unused = lab.actions.filter(({ name, taken }) => taken > 0 && name !== "undo" && !pool.actions.has(name))
  if (unused.length === 0) return null
  const all = lab.actions.reduce((sum, { taken }) => sum + taken, 0)
  return (
    <p data-testid="playtest-unused">
      People never used{" "}
      {unused.map(({ name, taken }, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <code>{name}</code> ({percent(taken / all)} of random moves)
        </span>
      ))}
      .
    </p>
  )
}

/** What was written and tried, each with a way to its moment. */
function Said({ pool }: { pool: Pool }) {
  const { remarks, tried, looked, answers, text, title } = pool
  const at = (moment: Moment) => (
    <button class="link" data-testid="playtest-moment" onClick={() => show(text, title, moment)}>
      {moment.seat}, after {moment.moves} {moment.moves === 1 ? "move" : "moves"}
    </button>
  )
  const several = (moments: Moment[]) =>
    moments.slice(0, SHOWN).map((moment, index) => (
      <span key={index}>
        {index > 0 && "; "}
        {at(moment)}
      </span>
    ))
  return (
    <>
      {remarks.length > 0 && (
        <>
          <h4>Unclear</h4>
          <ul data-testid="playtest-remarks">
            {remarks.map((moment, index) => (
              <li key={index}>
                {moment.text} ({at(moment)})
              </li>
            ))}
          </ul>
        </>
      )}
      {answers.map(({ question, answers }) => (
        <div key={question} data-testid="playtest-answers">
          <h4>{question}</h4>
          <ul>
            {answers.map(({ seat, text }, index) => (
              <li key={index}>
                {text} ({seat})
              </li>
            ))}
          </ul>
        </div>
      ))}
      {tried.length > 0 && (
        <>
          <h4>Clicks that led nowhere</h4>
          <ul data-testid="playtest-tried">
            {tried.map(({ action, why, moments }) => (
              <li key={`${action} ${why}`}>
                {moments.length} × <code>{action}</code>
                {why !== "" && `: ${why}`} ({several(moments)})
              </li>
            ))}
          </ul>
        </>
      )}
      {looked.length > 0 && (
        <p data-testid="playtest-looked">
          <i>How to play</i> was opened {looked.length === 1 ? "once" : `${looked.length} times`}: {several(looked)}.
        </p>
      )}
    </>
  )
}
