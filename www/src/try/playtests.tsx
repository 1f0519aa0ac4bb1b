// What people did in playtests, beside what random players do: files of rooms are opened here.

import { signal } from "@preact/signals"
import type { LabReport } from "houserules"
import { Prose } from "../common/prose"
import { Wide } from "../common/wide"
import { same, type Text } from "../common/text"
import { beginOwn, openGame } from "../keep/games"
import { shipped, table, text } from "../session/state"
import { openRecord } from "../travel/travel"
import { number, percent } from "./numbers"
import { pooled, read, type Moment, type Playtest, type Pool, type Spread } from "./pooled"
import { LabWorker } from "./worker-client"

/** Players of the lab beside people, and how many games they play, in parts. */
const PLAYERS = {
  random: { title: "Random players", players: ["random"], games: 1000, part: 100 },
  ahead: { title: "Looking ahead", players: ["search:100"], games: 100, part: 5 },
}
/** Moments of the same click that are listed. */
const SHOWN = 5

const files = signal<Playtest[]>([])
const problem = signal("")
type Kind = keyof typeof PLAYERS
type Foretold = LabReport | "playing" | { failed: string }

/** Results of players of the lab, by rules, setup and kind. */
const foretold = signal<ReadonlyMap<string, Foretold>>(new Map())

const keyOf = ({ text, scenario, options }: Pool, kind: Kind) => JSON.stringify([text, scenario, options, kind])

/** Adds files of playtests. */
async function open(given: File[]) {
  problem.value = ""
  const added: Playtest[] = []
  for (const file of given) {
    const it = read(await file.text())
    if (it) added.push(it)
    else problem.value = `${file.name} is not a file of a playtest.`
  }
  files.value = [...files.value, ...added]
  for (const pool of pooled(files.value)) if (!foretold.value.has(keyOf(pool, "random"))) void foretell(pool, "random")
}

async function foretell(pool: Pool, kind: Kind) {
  const { players, games, part: size } = PLAYERS[kind]
  const tell = (what: Foretold) => (foretold.value = new Map(foretold.value).set(keyOf(pool, kind), what))
  tell("playing")
  const worker = new LabWorker()
  try {
    await worker.ask("open", pool.text, { seed: 1, scenario: pool.scenario, options: pool.options, players })
    const parts: string[] = []
    for (let from = 0; from < games; from += size) parts.push((await worker.ask("play", from, size)).part)
    tell(await worker.ask("join", parts, false))
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) })
  } finally {
    worker.end()
  }
}

/** The user's own games that were begun for moments, by their rules. */
const begun = new Map<string, string>()

/** Opens a moment at the table. Rules that are not at hand become a game of the user's own. */
async function show(of: Text, title: string, { record }: Moment) {
  const id = begun.get(JSON.stringify(of))
  if (!same(text.value, of) && id) await openGame(id)
  if (!same(text.value, of)) {
    await beginOwn(title, of)
    begun.set(JSON.stringify(of), shipped.value.id)
  }
  openRecord(record)
}

export function Playtests() {
  return (
    <section class="playtests" data-testid="playtests">
      <p class="quiet">
        A room that is opened as a playtest (<i>Share</i>) gives you a file with what people did, found unclear and answered. Open files of as many rooms as you like: games of the
        same rules are counted together, beside {number(PLAYERS.random.games)} games of random players.
      </p>
      <p>
        <label class="file-button">
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
        <Pooled key={JSON.stringify([keyOf(pool, "random"), pool.roles])} pool={pool} />
      ))}
    </section>
  )
}

function Pooled({ pool }: { pool: Pool }) {
  const { title, games, text: of } = pool
  const kinds = Object.keys(PLAYERS) as Kind[]
  const known = new Map(kinds.map(kind => [kind, foretold.value.get(keyOf(pool, kind))]))
  const labs = kinds.flatMap(kind => {
    const lab = known.get(kind)
    return lab && lab !== "playing" && !("failed" in lab) ? [{ title: PLAYERS[kind].title, lab }] : []
  })
  const random = labs.find(({ title }) => title === PLAYERS.random.title)?.lab
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
      {kinds.map(kind => {
        const now = known.get(kind)
        if (now === "playing")
          return (
            <p key={kind} class="quiet" role="status">
              {PLAYERS[kind].title}: {number(PLAYERS[kind].games)} games are being played…
            </p>
          )
        return (
          now &&
          "failed" in now && (
            <p key={kind} class="problem">
              {PLAYERS[kind].title}: the lab could not play: {now.failed}
            </p>
          )
        )
      })}
      {games > 0 && <Numbers pool={pool} labs={labs} />}
      {games > 0 && random && <Unused pool={pool} lab={random} />}
      {games > 0 && known.get("ahead") === undefined && (
        <p>
          <button data-testid="playtest-ahead" onClick={() => foretell(pool, "ahead")}>
            Compare with players that look ahead
          </button>
        </p>
      )}
      <Said pool={pool} />
    </article>
  )
}

const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })
const round = new Intl.NumberFormat("en", { style: "percent" })

function told(it: Spread | undefined): string {
  if (!it) return "–"
  const { least, median, most } = it
  return least === most ? tenths.format(median) : `${tenths.format(median)} (${tenths.format(least)} to ${tenths.format(most)})`
}

function Numbers({ pool, labs }: { pool: Pool; labs: { title: string; lab: LabReport }[] }) {
  const { games, moves, minutes, seats } = pool
  const foretold = (lab: LabReport, role: string) => {
    const { value } = lab.roles.find(({ name }) => name === role) ?? {}
    return value === undefined ? "–" : round.format(value)
  }
  const none = labs.map(({ title }) => <td key={title} />)
  return (
    <Wide label="What people did">
      <table data-testid="playtest-numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">People</th>
            {labs.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Moves</th>
            <td>{told(moves)}</td>
            {labs.map(({ title, lab }) => (
              <td key={title}>{told(lab.length)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Minutes</th>
            <td>{told(minutes)}</td>
            {none}
          </tr>
          {seats.map(({ role, wins }) => (
            <tr key={role} data-testid={`wins-${role}`}>
              <th scope="row">{role} wins</th>
              <td>
                {wins.games} of {games} ({round.format(wins.low)} to {round.format(wins.high)})
              </td>
              {labs.map(({ title, lab }) => (
                <td key={title}>{foretold(lab, role)}</td>
              ))}
            </tr>
          ))}
          {seats.map(({ role, seconds }) => (
            <tr key={role}>
              <th scope="row">Seconds a turn, {role}</th>
              <td>{told(seconds)}</td>
              {none}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">The median, with the least and the most; times begin with the first move. For wins, the interval at 95%.</p>
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
          <code>{name}</code> ({taken / all < 0.001 ? "under 0.1%" : percent(taken / all)} of random moves)
        </span>
      ))}
      .
    </p>
  )
}

/** Everything written and tried, each with a way to its moment. */
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
                {why !== "" && (
                  <>
                    : <Prose text={why} />
                  </>
                )}{" "}
                ({several(moments)})
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
