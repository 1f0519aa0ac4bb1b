// Luck or skill? A ladder of players, each against the one before it.

import type { StudyReport } from "houserules"
import { useEffect } from "preact/hooks"
import { same } from "../common/text"
import { table } from "../session/state"
import { Intervals } from "./intervals"
import { expected, type Expected, measure, measured } from "./lasting"
import { lasting, left, number, percent, withUnit } from "./numbers"
import { Older } from "./older"
import { kindName } from "./seats"
import { stays } from "./stays"
import { ladder, planOf, type Studying } from "./study"

/** The players of each ladder. */
const LADDERS: [told: string, players: string[]][] = [
  ["quick: 8 and 32 games ahead", ["random", "search:8", "search:32"]],
  ["up to 128 games ahead", ["random", "search:8", "search:32", "search:128"]],
  ["up to 512 games ahead", ["random", "search:8", "search:32", "search:128", "search:512"]],
]

const GAMES = [40, 100, 400, 1000]

/** Fewer games than these say little of how long others take. */
const FEW = 3

const useRungs = stays(0)
const useGames = stays(100)

/** `shown`: whether it is in sight; how long it takes is measured then. */
export function Skill({ shown }: { shown: boolean }) {
  const [rungs, setRungs] = useRungs()
  const [games, setGames] = useGames()
  const now = ladder.now.value
  const playing = table.value
  const seats = playing?.position.roles.length ?? 2
  const alone = seats < 2
  const plan = playing && planOf(playing)
  const running = now?.running ?? false
  useEffect(() => (playing && plan && shown && !alone && !running ? measure(playing.text, plan) : undefined), [playing?.text, JSON.stringify(plan), shown, alone, running])
  if (alone) return <p class="quiet">A ladder needs at least two seats.</p>
  return (
    <section class="what-if" data-testid="skill">
      <p class="quiet">
        Each player plays the one below it, in every seat. To look ahead, a player plays out games before each move; it knows only what its seat knows. If players that look further
        win, the game rewards skill. Shuffles and dice are the same in every seat, unless choices change them.
      </p>
      <form
        onSubmit={event => {
          event.preventDefault()
          const players = LADDERS[rungs]![1]
          void ladder.begin({ ladder: players, games })
        }}
      >
        <label>
          Ladder
          <select value={String(rungs)} data-testid="skill-ladder" onChange={event => setRungs(Number(event.currentTarget.value))}>
            {LADDERS.map(([told], at) => (
              <option key={told} value={String(at)}>
                {told}
              </option>
            ))}
          </select>
        </label>
        <label>
          Games each
          <select value={String(games)} data-testid="skill-games" onChange={event => setGames(Number(event.currentTarget.value))}>
            {GAMES.map(it => (
              <option key={it} value={String(it)}>
                {number(it)}
              </option>
            ))}
          </select>
        </label>
        {now?.running ? (
          <button key="stop" type="button" data-testid="skill-stop" onClick={() => ladder.stop()}>
            Stop
          </button>
        ) : (
          <button key="play" type="submit" data-testid="skill-play" disabled={!playing}>
            Play
          </button>
        )}
      </form>
      <Older />
      {playing && plan && !running && <Lasting now={expected(LADDERS[rungs]![1], games, seats, playing.text, plan, now)} />}
      {now && <Progress {...now} />}
      {now?.report && <Climbed report={now.report} />}
    </section>
  )
}

/** About how long it is going to take. */
function Lasting({ now }: { now: Expected | undefined }) {
  if (!now && measured.value?.failed) return null
  const told = () => {
    if (!now) return "Measuring how long this takes…"
    if (now.longer) return `This is slow, probably more than ${lasting(now.seconds)}: the first trial game did not end within ${lasting(measured.value!.seconds!)}.`
    const few = now.games !== undefined && now.games < FEW
    return `This takes about ${lasting(now.seconds)} here${few ? `, judging by ${now.games === 1 ? "one game" : "two games"}` : ""}.`
  }
  return (
    <p class="quiet" role="status" data-testid="skill-lasting">
      {told()}
    </p>
  )
}

export function Progress({ running, over, played, most, seconds, failed, text: of }: Studying) {
  return (
    <div class="lab-progress">
      {running && <progress max={most} value={played} aria-label="Games played" />}
      <p role="status" data-testid="study-status" data-running={running}>
        {number(played)} games{seconds > 0 && ` in ${withUnit(seconds, "s")}`}
        {running && played > 0 && `, at most ${left((seconds / played) * (most - played))}`}
        {!running && !over && !failed && ", stopped"}
      </p>
      {failed && <p class="problem">The games failed: {failed}</p>}
      {!same(of, table.value?.text) && <p class="stale">The rules at the table have changed since these games.</p>}
    </div>
  )
}

/** A player, and the one before it. */
function rung([player, against]: string[]): string {
  return `${kindName(player!)}, against ${against === "random" ? "random play" : kindName(against!)}`
}

function Climbed({ report }: { report: StudyReport }) {
  const scored = report.rows.flatMap(({ values, score, games }) => (score && games > 0 ? [{ values: values as string[], score }] : []))
  const rows = scored.map(({ values, score }) => ({
    ...score,
    name: rung(values),
    told: `${percent(score.value)} ± ${((100 * (score.high - score.low)) / 2).toFixed(1)}`,
    strong: score.low > score.even,
  }))
  const whole = (share: number) => Math.round(100 * share)
  const lucky = report.rows.flatMap(({ values, luck }) =>
    luck && luck.low > 0 ? [{ ...luck, name: rung(values as string[]), told: `${whole(luck.value)}% (${whole(luck.low)} to ${whole(luck.high)})`, strong: true }] : [],
  )
  return (
    <>
      <p class="answer" data-testid="skill-answer">
        {report.sentence}
      </p>
      {rows.length > 0 && (
        <Intervals
          label="Win rate of each player against the one below"
          rows={rows}
          at={scored[0]!.score.even}
          told="Line: an even match. A draw counts as an equal share for every seat. Each interval holds with 95% confidence."
        />
      )}
      {lucky.length > 0 && (
        <section data-testid="skill-luck">
          <h3>Share of the outcome decided by luck, at least</h3>
          <Intervals
            label="Share of the outcome decided by luck, at least"
            rows={lucky}
            at={0}
            told="Each seed is played from every seat. Line: the same seed favours no seat. 100%: with the same seed the same seat always wins, whoever plays it. Luck may decide more, because a choice can change the dice and cards after it. Each interval holds with 95% confidence."
          />
        </section>
      )}
    </>
  )
}
