// The other lines of the game, by where they part from the one that is played.

import { BESIDE, useBound } from "../common/bounded"
import { MOST_BRANCHES, partings } from "../common/lines"
import { moveWords } from "../common/words"
import { branches, record, table } from "../session/state"
import { choose, forget } from "./travel"

export function Branches() {
  const all = partings({ main: record.value!.moves, branches: branches.value })
  const { info } = table.value!
  const { shown, more } = useBound(all.length, BESIDE)
  if (all.length === 0) return null
  return (
    <section class="branches" aria-label="Branches" data-testid="branches">
      <h3>Branches</h3>
      <ul>
        {all.slice(0, shown).map(({ branch, move, at }) => (
          <li key={`${branch.at} ${JSON.stringify(branch.moves)}`}>
            <button class="branch" title="Plays on where this line ended; the present line is kept as a branch" data-testid="branch" onClick={() => choose(branch)}>
              <b>
                {at + 1}. {moveWords(info, move)}
              </b>
              <small>{length(branch.at + branch.moves.length)}</small>
            </button>
            <button
              class="icon forget"
              aria-label={`Forget the branch ${at + 1}. ${moveWords(info, move)}`}
              title="Forgets this branch"
              data-testid="forget-branch"
              onClick={() => forget(branch)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {more}
      {all.length >= MOST_BRANCHES && (
        <small class="quiet" data-testid="branches-full">
          No more than {MOST_BRANCHES} branches are kept: with each new one, the one that was left first is forgotten.
        </small>
      )}
    </section>
  )
}

function length(moves: number): string {
  return `${moves} ${moves === 1 ? "move" : "moves"} in all`
}
