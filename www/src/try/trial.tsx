// A first answer, by machine code: how random games end, how long they are, and whether one went wrong.

import type { RandomReport } from "houserules"
import { table } from "../session/state"
import { openWrong } from "../travel/travel"
import { stopTrial, trial, tryOut } from "./outcomes"

const GAMES = 1000

const number = new Intl.NumberFormat("en")
const share = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 })
const seconds = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 })
const mean = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })

export function Trial() {
  const now = trial.value?.table === table.value?.info ? trial.value : undefined
  return (
    <section class="trial" aria-label="Random games">
      <p class="trial-head">
        {now?.running ? (
          <button data-testid="stop-trial" onClick={stopTrial}>
            Stop
          </button>
        ) : (
          <button
            title="Random moves, scenarios and options. Much faster, because only the results are counted"
            data-testid="try"
            disabled={!table.value}
            onClick={() => tryOut(GAMES)}
          >
            Quick test: {number.format(GAMES)} random games
          </button>
        )}
        {now?.running && <progress max={now.wanted} value={now.report?.games ?? 0} aria-label="Games played" />}
        {now?.report && (
          <span class="quiet" role="status" data-testid="trial">
            {number.format(now.report.games)} {now.report.games === 1 ? "game" : "games"} in {seconds.format(now.seconds)} s
          </span>
        )}
      </p>
      {now?.report && <Report {...now.report} />}
    </section>
  )
}

function Report({ games, results, moves, longest, broken, failures }: RandomReport) {
  const rows = Object.entries(results).sort(([, a], [, b]) => b - a)
  return (
    <>
      <table class="results" aria-label="Results of random games">
        <tbody>
          {rows.map(([result, count]) => (
            <tr key={result}>
              <th scope="row">{result}</th>
              <td class="bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * count) / games}%` }} />
              </td>
              <td>{share.format(count / games)}</td>
              <td class="quiet">{number.format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {mean.format(moves / games)} moves per game, {number.format(longest)} at most.
      </p>
      {broken > 0 && (
        <div class="broken" data-testid="broken">
          <p>
            {number.format(broken)} {broken === 1 ? "game" : "games"} went wrong.
          </p>
          <ul>
            {failures.slice(0, 3).map(({ seed, moves, message }) => (
              <li key={seed}>
                Seed {seed}, after {moves} {moves === 1 ? "move" : "moves"}: {message}{" "}
                <button data-testid="open-wrong" onClick={() => openWrong(seed, moves)}>
                  Show
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
