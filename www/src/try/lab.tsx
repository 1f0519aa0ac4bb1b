// The lab: many games, statistics about the rules, and their flaws.

import type { LabDistribution, LabFound, LabReport } from "houserules"
import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import { addTest, jumpTo } from "../write/going"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { Wide } from "../common/wide"
import { Prose } from "../common/prose"
import { optionsAmong, playersOf } from "houserules-table/src/common/options.ts"
import { contentOf, mainOf, originalOf, same } from "../common/text"
import { table, text } from "../session/state"
import { Chosen, Races } from "./chosen"
import { Heat } from "./heat"
import { left, number, percent, ranged, signed, withUnit } from "./numbers"
import { begin, FILES, run, save, search, SEARCH_SECONDS, show, stop, stopSearch, type Run } from "./run"
import { Intervals } from "./intervals"
import { Older } from "./older"
import { Playtests } from "./playtests"
import { Skill } from "./skill"
import { stays } from "./stays"
import { Trial } from "./trial"
import { WhatIf } from "./what-if"
import { Count, furthest, kindName, seated, Seats, type Seating } from "./seats"

const GAMES = [100, 1000, 10_000, 100_000]

/** Or until the share of each seat is known so well. */
const SURE = [0.02, 0.01, 0.005]

/** Default number of games, and of those with players that look ahead. */
const USUAL = 1000
const FEW = 100

/** Number of playouts from each moment, to find when a game is decided. */
const IMAGINED = 20

/** Flaws beyond these are counted only. */
const SHOWN = 8

const PAGES = [
  { id: "games", content: "Games", title: "Plays many games of these rules: who wins, how long they last, what is wrong" },
  { id: "skill", content: "Luck or skill?", title: "A ladder of players, each against the one below" },
  { id: "what-if", content: "What if?", title: "Try other values of a number, and find the one closest to your wish" },
  { id: "playtests", content: "Playtests", title: "What people did, and what they found unclear" },
]

/** The selected page, for all games. */
const page = signal("games")
const useGames = stays<number | undefined>(undefined)
const useSeed = stays(1)
const useSeating = stays<Seating>({ kinds: new Map(), rotate: true })
const usePlayers = stays<number | undefined>(undefined)
const useDecides = stays(false)
const useCompares = stays(true)

export function Lab() {
  const of = table.value?.info.title
  return (
    <section class="lab" aria-label="Lab" data-testid="lab">
      <h2>{of ? `${of} in the lab` : "Lab"}</h2>
      <Tabs label="Lab" testid="lab-pages" tabs={PAGES} chosen={page.value} choose={id => (page.value = id)} />
      {/* All are there, so that what is shown of each stays. */}
      <div hidden={page.value !== "games"}>
        <Games />
      </div>
      <div hidden={page.value !== "skill"}>
        <Skill shown={page.value === "skill"} />
      </div>
      <div hidden={page.value !== "what-if"}>
        <WhatIf shown={page.value === "what-if"} />
      </div>
      <div hidden={page.value !== "playtests"}>
        <Playtests />
      </div>
    </section>
  )
}

function Games() {
  const [chosen, setGames] = useGames()
  const [seed, setSeed] = useSeed()
  const [seating, seat] = useSeating()
  const [players, setPlayers] = usePlayers()
  const [decides, setDecides] = useDecides()
  const [compares, setCompares] = useCompares()
  const original = table.value && originalOf(table.value.text)
  const now = run.value
  const { info, position } = table.value ?? {}
  const numbers = info && position && playersOf(info, position.record.scenario)
  // Another game, or scenario, may be for others.
  const count = numbers && players !== undefined && numbers.min <= players && players <= numbers.max ? players : undefined
  const roles = (numbers ? info?.roles.slice(0, count ?? numbers.max) : position?.roles) ?? []
  const ahead = furthest(seating, roles)
  const games = chosen ?? (ahead > 0 || decides ? FEW : USUAL)
  const many = games < 1 ? undefined : games
  return (
    <>
      <header>
        <p class="quiet">
          Plays games with the setup of the table{numbers && (count === undefined ? ", for each number of players in turn" : `, for ${count} players`)}. The same seed gives the
          same games.
        </p>
        <form
          onSubmit={event => {
            event.preventDefault()
            const options = position && numbers && optionsAmong(position.record.options, count)
            const given = { ...seated(seating, roles), ...(options && { options }), ...(decides && { imagined: IMAGINED }) }
            begin(many ? { games: many } : { sure: games }, seed, given, many && compares ? original : undefined)
          }}
        >
          <label>
            Games
            <select
              value={String(games)}
              title="How many games; or how precisely each seat's share of wins must be known"
              data-testid="lab-games"
              onChange={event => setGames(Number(event.currentTarget.value))}
            >
              {GAMES.map(it => (
                <option key={it} value={String(it)}>
                  {number(it)}
                </option>
              ))}
              {SURE.map(it => (
                <option key={it} value={String(it)}>
                  until ± {100 * it}%
                </option>
              ))}
            </select>
          </label>
          <label>
            Seed
            <input
              type="number"
              min="0"
              max={Number.MAX_SAFE_INTEGER}
              step="1"
              required
              value={seed}
              data-testid="lab-seed"
              onInput={event => setSeed(event.currentTarget.valueAsNumber || 0)}
            />
          </label>
          {numbers && <Count least={numbers.min} most={numbers.max} count={count} change={setPlayers} />}
          <Seats roles={roles} seating={seating} change={seat} />
          {roles.length > 1 && (
            <label class="check" title="Plays 20 random games from each of ten moments of every game. This is slow">
              <input type="checkbox" checked={decides} data-testid="lab-decided" onChange={event => setDecides(event.currentTarget.checked)} />
              When is it decided?
            </label>
          )}
          {original && (
            <label class="check" title="Plays the original on the same seeds first. Needs a fixed number of games">
              <input type="checkbox" checked={compares} disabled={!many} data-testid="lab-original" onChange={event => setCompares(event.currentTarget.checked)} />
              Compare with {original.name}
            </label>
          )}
          {now?.running ? (
            <button key="stop" type="button" data-testid="lab-stop" onClick={stop}>
              Stop
            </button>
          ) : (
            <button key="play" type="submit" data-testid="lab-play" disabled={!table.value}>
              Play
            </button>
          )}
        </form>
        <Older />
        {ahead > 0 && many && !now?.running && (
          <p class="quiet" role="status" data-testid="lab-ahead">
            A player that looks ahead plays up to {number(ahead)} games for each move, so {number(many)} games take as long as {number(many * ahead)} random ones or more.
          </p>
        )}
        {now && <Progress {...now} />}
      </header>
      {!now?.running && <Trial />}
      {now?.report && !now.first && <Report now={now} report={now.report} />}
    </>
  )
}

function Progress({ running, wanted, report, seconds, failed, enough, first, text: played }: Run) {
  const games = report?.games ?? 0
  return (
    <div class="lab-progress">
      {running && <progress max={wanted} value={games} aria-label="Games played" />}
      <p role="status" data-testid="lab-status" data-running={running}>
        {first && `${first} first: `}
        {number(games)} of {number(wanted)} games{seconds > 0 && ` in ${withUnit(seconds, "s")}`}
        {running && games > 0 && `, about ${left((seconds / games) * (wanted - games))}`}
        {!running && games < wanted && !failed && ", stopped"}
      </p>
      {running && enough !== undefined && wanted < enough && (
        <p class="stale" role="status" data-testid="lab-few">
          {number(wanted)} games are not enough to tell whether this is fair. About {number(enough)} are needed.
        </p>
      )}
      {failed && <p class="problem">The games failed: {failed}</p>}
      {!first && !same(played, table.value?.text) && <p class="stale">The rules at the table have changed since these games.</p>}
    </div>
  )
}

function Report({ now, report }: { now: Run; report: LabReport }) {
  return (
    <>
      {report.flaws.length > 0 && (
        <section class="flaws" data-testid="lab-flaws">
          <h3>What is wrong</h3>
          {report.flaws.slice(0, SHOWN).map(it => (
            <Flaw key={it.number} found={it} now={now} />
          ))}
          {report.flaws.length > SHOWN && <p>And {number(report.flaws.length - SHOWN)} more.</p>}
        </section>
      )}
      <Answers now={now} report={report} />
      {now.comparison && <Compared now={now} />}
      <Fair report={report} />
      <Decided report={report} />
      <Winning report={report} />
      <Shares report={report} />
      <Numbers report={report} />
      {now.picture && (
        <Wide label="Charts">
          <div class="picture" data-testid="lab-picture" dangerouslySetInnerHTML={{ __html: now.picture }} />
        </Wide>
      )}
      <Lengths report={report} />
      {report.heat.map(it => (
        <Heat key={`${it.board} ${it.action} ${it.argument}`} heat={it} info={now.info} />
      ))}
      <Races report={report} info={now.info} />
      <Chosen report={report} />
      <Coverage report={report} played={now} />
      <Counts report={report} />
      {!now.running && (
        <p class="save">
          Save as
          {(Object.keys(FILES) as (keyof typeof FILES)[]).map(kind => (
            <button key={kind} data-testid={`lab-${kind}`} onClick={() => save(kind)}>
              {kind === "md" ? "Markdown" : kind.toUpperCase()}
            </button>
          ))}
          <span class="quiet">
            Hash <code data-testid="lab-hash">{report.hash}</code>: identical for the same rules, seed and games.
          </span>
        </p>
      )}
    </>
  )
}

/** The designer's questions, answered from these games. */
function Answers({ now, report }: { now: Run; report: LabReport }) {
  const changed = now.comparison && { question: "changed", title: "Did the change help?", sentence: now.comparison.sentence }
  const all = [...(changed ? [changed] : []), ...report.answers]
  if (all.length === 0) return null
  return (
    <dl class="answers" data-testid="lab-answers">
      {all.map(({ question, title, sentence }) => (
        <div key={question} data-question={question}>
          <dt>{title}</dt>
          <dd>
            <Prose text={sentence} />
          </dd>
        </div>
      ))}
      {now.running && <p class="quiet">Results so far. They are valid at any moment, so stop when you have seen enough.</p>}
    </dl>
  )
}

/** Win rate by seat, against an equal share. */
function Fair({ report: { seats } }: { report: LabReport }) {
  if (seats.length === 0) return null
  const rows = seats.map(it => ({ ...it, told: `${signed(it.value, percent)}`, strong: it.low > 0 || it.high < 0 }))
  return (
    <section data-testid="lab-fair">
      <h3>Win rate by seat, against an equal share</h3>
      <Intervals
        label="Win rate by seat, against an equal share"
        rows={rows}
        at={0}
        told="Middle line: an equal share. A seat wins clearly more or less if its interval does not touch the line. All intervals hold with 95% confidence."
      />
    </section>
  )
}

/** Games in which the eventual winner is already ahead. */
function Decided({ report: { decided } }: { report: LabReport }) {
  if (!decided) return null
  const rows = decided.led.map((it, at) => ({
    ...it,
    name: at === 0 ? "before the first move" : `after ${10 * at}% of the moves`,
    told: percent(it.value),
    strong: 10 * at >= 100 * decided.half,
  }))
  return (
    <section data-testid="lab-decision">
      <h3>Games in which the eventual winner is already ahead</h3>
      <Intervals
        label="Games in which the eventual winner is already ahead"
        rows={rows}
        at={1}
        told={`From ${number(decided.games)} games with one winner, played on at random from each moment. Bold: half of the games are decided. All intervals hold with 95% confidence.`}
      />
    </section>
  )
}

/** Number of moves shown in the list of moves that go with winning; files have all. */
const MOVES = 12

/** Moves that help to win. */
function Winning({ report: { ingredients } }: { report: LabReport }) {
  if (ingredients.length === 0) return null
  const rows = ingredients.slice(0, MOVES).map(it => ({
    ...it,
    name: it.argument ? `${it.action}: ${it.argument} ${it.what}` : it.action,
    told: signed(it.value, percent),
    strong: true,
  }))
  return (
    <section data-testid="lab-winning">
      <h3>What helps to win</h3>
      <Intervals
        label="What helps to win"
        rows={rows}
        at={0}
        told="How much more or less often a player wins with the move than without it, in the same seat. This shows correlation, not cause. All intervals hold with 95% confidence, including those not shown."
      />
    </section>
  )
}

function Flaw({ found, now }: { found: LabFound; now: Run }) {
  const { flaw, until } = now.flaws[found.number] ?? {}
  const fewest = flaw?.record.moves.length
  return (
    <article>
      <p>
        <strong>{found.name}</strong> in {number(found.games)} {found.games === 1 ? "game" : "games"}: <Prose text={found.message} />
        {found.line !== undefined && ` (line ${found.line})`}
      </p>
      {until !== undefined && <Looking until={until} stop={() => stopSearch(found.number)} />}
      <p class="buttons">
        {until === undefined && (
          <button data-testid="lab-show" onClick={() => show(found.number)}>
            Show on table
          </button>
        )}
        {until === undefined && flaw?.test && (
          <button data-testid="lab-test" title="Add a test that fails until this is fixed" disabled={!same(now.text, text.value)} onClick={() => addTest(flaw.test!)}>
            Add test
          </button>
        )}
        {until === undefined && !flaw && (
          <button data-testid="lab-shorten" onClick={() => search(found.number)}>
            Find shortest
          </button>
        )}
        <span class="quiet" data-testid="lab-small">
          {fewest === undefined
            ? `The shortest game had ${number(found.moves)} ${found.moves === 1 ? "move" : "moves"}.`
            : `${number(fewest)} ${fewest === 1 ? "move leads" : "moves lead"} there${flaw!.least ? ", the fewest possible" : until !== undefined ? " so far" : flaw!.stopped ? "; fewer may do" : ""}.`}
        </span>
      </p>
      {until === undefined && flaw && fewest! > 0 && fewest! <= 40 && (
        <ol>
          {flaw.moves.map((move, at) => (
            <li key={at}>{move}</li>
          ))}
        </ol>
      )}
    </article>
  )
}

/** Progress of the search for fewer moves, with the remaining time. */
function Looking({ until, stop }: { until: number; stop(): void }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(clock)
  }, [])
  const left = Math.max(0, until - now) / 1000
  return (
    <p class="buttons looking" role="group" aria-label="Search for the shortest game" data-testid="lab-looking">
      <progress max={SEARCH_SECONDS} value={SEARCH_SECONDS - left} aria-label="Time used" />
      <button data-testid="lab-enough" title="Stop shortening" onClick={stop}>
        Stop
      </button>
      <span class="quiet">Looking for a shorter game, {number(Math.ceil(left))} s at most</span>
    </p>
  )
}

function Compared({ now }: { now: Run }) {
  return (
    <section data-testid="lab-comparison">
      <h3>{now.original ? `Compared with ${now.original}` : "Changed since the last version"}</h3>
      <p class="quiet">
        Both {now.original ? "games" : "versions"} played the same seeds, so luck is the same in both. All intervals hold with 95% confidence; a change whose interval contains 0
        may be chance. Results that did not change are not shown.
      </p>
      {now.comparison!.rows.length === 0 && <p>Nothing changed: all results are the same as before.</p>}
      <Wide label="What changed">
        <table hidden={now.comparison!.rows.length === 0}>
          <thead>
            <tr>
              <td />
              <th>{now.original ? "original" : "before"}</th>
              <th>{now.original ? "variant" : "now"}</th>
              <th>change</th>
              <th>95%</th>
            </tr>
          </thead>
          <tbody>
            {now.comparison!.rows.map(({ name, share, first, second, difference }) => {
              const clear = difference.low > 0 || difference.high < 0
              const shown = share ? percent : ranged
              return (
                <tr key={name} class={clear ? "clear" : "quiet"}>
                  <th scope="row">{name}</th>
                  <td>{shown(first)}</td>
                  <td>{shown(second)}</td>
                  <td>{signed(difference.value, shown)}</td>
                  <td>
                    {signed(difference.low, shown)} to {signed(difference.high, shown)}
                    {!clear && " · may be chance"}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}

function Shares({ report }: { report: LabReport }) {
  const others = report.results.filter(
    ({ name }) => !report.roles.some(role => role.name === name) && !(name === "Draw" && report.draws.games === report.results.find(it => it.name === "Draw")?.games),
  )
  const groups = [
    {
      id: "won-by",
      title: "Wins by seat",
      told: `Share of the completed games${report.by_players ? " that the seat took part in" : ""}; a game may have several winners. Second column: 95% interval.`,
      rows: [...report.roles, report.draws],
    },
    {
      id: "won-by-player",
      title: "Wins by player",
      told: "Sole wins in the completed games, counted once for each seat.",
      rows: report.players.map(it => ({ ...it, name: kindName(it.name), games: it.wins })),
    },
    {
      id: "won-by-who-moved",
      title: "Wins by turn order",
      told: "The first row is whoever moved first, the second whoever moved next, and so on.",
      rows: report.order.length > 1 ? report.order : [],
    },
    { id: "other-results", title: "Other results", told: "In the words of the rules.", rows: others },
  ]
  return (
    <>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ id, title, told, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p class="quiet">{told}</p>
            <Wide label={title}>
              <table data-testid={`lab-${id}`}>
                <tbody>
                  {rows.map(({ name, value, low, high, games }) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>{percent(value)}</td>
                      <td class="quiet">
                        {percent(low)} to {percent(high)}
                      </td>
                      <td class="quiet">{number(games)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
          </section>
        ))}
    </>
  )
}

/** Win rate by number of players: a column for each. */
function Numbers({ report: { by_players: all = [], roles, draws } }: { report: LabReport }) {
  if (all.length < 2) return null
  const told = (name: string, { ended, ...table }: (typeof all)[number]) => {
    const row = [...table.roles, table.draws].find(it => it.name === name)
    return row && ended > 0 ? { text: percent(row.value), title: `${percent(row.low)} to ${percent(row.high)}, ${number(row.games)} of ${number(ended)}` } : undefined
  }
  return (
    <section>
      <h3>Wins by number of players</h3>
      <p class="quiet">How often each seat wins, by number of players. Hover over a number for its interval.</p>
      <Wide label="Wins by number of players">
        <table data-testid="lab-by-players">
          <thead>
            <tr>
              <td />
              {all.map(({ players }) => (
                <th key={players}>{players} players</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...roles, draws].map(({ name }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {all.map(it => {
                  const cell = told(name, it)
                  return (
                    <td key={it.players} title={cell?.title}>
                      {cell?.text ?? <span class="quiet">–</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr>
              <th scope="row" class="quiet">
                games
              </th>
              {all.map(it => (
                <td key={it.players}>{number(it.games)}</td>
              ))}
            </tr>
            <tr>
              <th scope="row" class="quiet">
                moves per game
              </th>
              {all.map(it => (
                <td key={it.players}>{ranged(it.moves)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </Wide>
    </section>
  )
}

function Lengths({ report }: { report: LabReport }) {
  const rows: [string, string, LabDistribution][] = [
    ["Moves per game", "actions by all players", report.length],
    ["Turns per game", "a turn ends when other roles become active", report.turns],
    ["Legal moves", "per position, over all games", report.choices],
  ]
  return (
    <section>
      <h3>Length and choices</h3>
      <Wide label="Length and choices">
        <table class="lengths">
          <thead>
            <tr>
              <td />
              <th>mean</th>
              <th>95%</th>
              <th>min</th>
              <th>median</th>
              <th>max</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, told, it]) => (
              <tr key={name}>
                <th scope="row" title={told}>
                  {name} <span class="quiet">{told}</span>
                </th>
                <td>{ranged(it.mean.value)}</td>
                <td class="quiet">
                  {ranged(it.mean.low)} to {ranged(it.mean.high)}
                </td>
                <td>{number(it.least)}</td>
                <td>{number(it.median)}</td>
                <td>{number(it.most)}</td>
              </tr>
            ))}
            {report.measures.map(({ name, mean, least, most }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code> <span class="quiet">at the end</span>
                </th>
                <td>{ranged(mean.value)}</td>
                <td class="quiet">
                  {ranged(mean.low)} to {ranged(mean.high)}
                </td>
                <td>{number(least)}</td>
                <td></td>
                <td>{number(most)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}

function Coverage({ report, played }: { report: LabReport; played: Run }) {
  const never = report.lines.filter(({ most }) => most === 0)
  const present = same(played.text, text.value)
  return (
    <section data-testid="lab-coverage">
      <h3>Never run</h3>
      {never.length === 0 ? (
        <p>{report.uncounted > 0 ? "Every counted line was run." : "Every line was run."}</p>
      ) : (
        <p>
          {number(never.length)} of {number(report.lines.length)} lines with statements were never run. They are marked in the editor:{" "}
          {never.slice(0, 60).map(({ file, line }) => (
            <button key={`${file} ${line}`} class="line" disabled={!present} onClick={() => jumpTo(lineOf(played, file, line))}>
              {file && `${file}:`}
              {line}
            </button>
          ))}
        </p>
      )}
      {report.uncounted > 0 && <p>{uncountedSaid(report.uncounted)}</p>}
    </section>
  )
}

function uncountedSaid(lines: number) {
  return `Not counted: ${lines === 1 ? "a line of a small function" : `${number(lines)} lines of small functions`}.`
}

/** A line as a place in the text. */
function lineOf({ text }: Run, file: string | undefined, line: number) {
  const before = contentOf(text, file ?? mainOf(text))
    .split("\n")
    .slice(0, line)
  const to = before.join("\n").length
  return { from: to - (before.at(-1)?.trimStart().length ?? 0), to, ...(file && { file }) }
}

function Counts({ report }: { report: LabReport }) {
  return (
    <section class="columns">
      <div>
        <h3>Actions</h3>
        <p class="quiet">Positions that offered it, and times taken.</p>
        <table>
          <tbody>
            {report.actions.map(({ name, offered, taken }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{number(offered)}</td>
                <td>{number(taken)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <h3>States and procedures</h3>
        <p class="quiet">Times entered.</p>
        <table>
          <tbody>
            {report.frames.map(({ name, entered }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{number(entered)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
