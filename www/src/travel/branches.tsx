// The other lines of the game, by where they part from the one that is played; and earlier games, of other setups.

import { BESIDE, useBound } from "houserules-table/src/common/bounded.tsx"
import { MOST_BRANCHES, partings } from "../common/lines"
import type { Record as GameRecord } from "houserules"
import { caption } from "houserules-table/src/common/words.ts"
import { branches, earlier, record } from "../session/state"
import { named } from "./named"
import { choose, forget, forgetEarlier, takeUp } from "./travel"

export function Branches() {
  const all = partings({ main: record.value!.moves, branches: branches.value })
  const { shown, more } = useBound(all.length, BESIDE)
  const names = named(all.slice(0, shown))
  if (all.length === 0) return null
  return (
    <section class="branches" aria-label="Branches" data-testid="branches">
      <h3>Branches</h3>
      <ul>
        {all.slice(0, shown).map(({ branch, at }, index) => (
          <li key={`${branch.at} ${JSON.stringify(branch.moves)}`}>
            <button class="branch" title="Continue this branch; the current line becomes a branch" data-testid="branch" onClick={() => choose(branch)}>
              <b>
                {at + 1}. {names[index]}
              </b>
              <small>{length(branch.at + branch.moves.length)} in all</small>
            </button>
            <button class="icon forget" aria-label={`Delete branch ${at + 1}. ${names[index]}`} title="Delete branch" data-testid="forget-branch" onClick={() => forget(branch)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      {more}
      {all.length >= MOST_BRANCHES && (
        <small class="quiet" data-testid="branches-full">
          At most {MOST_BRANCHES} branches are kept. A new one replaces the oldest.
        </small>
      )}
    </section>
  )
}

/** Games that a new seed, other options or another game took the place of. */
export function EarlierGames() {
  const all = earlier.value
  const { shown, more } = useBound(all.length, BESIDE)
  if (all.length === 0) return null
  return (
    <section class="branches" aria-label="Earlier games" data-testid="earlier-games">
      <h3>Earlier games</h3>
      <ul>
        {all
          .toReversed()
          .slice(0, shown)
          .map((game, index) => (
            <li key={all.length - index}>
              <button class="branch" title="Continue this game; the current one is kept here" data-testid="earlier-game" onClick={() => takeUp(game)}>
                <b>{length(game.record.moves.length)}</b>
                <small>{setupWords(game.record)}</small>
              </button>
              <button
                class="icon forget"
                aria-label={`Delete earlier game: ${length(game.record.moves.length)}, ${setupWords(game.record)}`}
                title="Delete game"
                data-testid="forget-earlier-game"
                onClick={() => forgetEarlier(game)}
              >
                ×
              </button>
            </li>
          ))}
      </ul>
      {more}
    </section>
  )
}

/** Setup of a game, where it differs from the one at the table. */
function setupWords({ seed, scenario, options }: GameRecord): string {
  const now = record.value!
  const others = Object.entries(options).filter(([name, value]) => now.options[name] !== value)
  const said = [...(scenario === now.scenario ? [] : [scenario]), ...others.map(([name, value]) => `${caption(name)}: ${String(value)}`)]
  return said.length > 0 ? said.join(", ") : `seed ${seed}`
}

function length(moves: number): string {
  return `${moves} ${moves === 1 ? "move" : "moves"}`
}
