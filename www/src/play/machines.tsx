// Who plays: a person, or the machine, which moves at random or looks ahead.

import { machines, setMachine, thought } from "./machine"
import { table } from "../session/state"
import { BESIDE, useBound } from "../common/bounded"

/** By how many games are played ahead for a move; after one, any move is as good as another. */
const PLAYERS: [wanted: number, name: string][] = [
  [0, "you"],
  [1, "machine, at random"],
  [100, "machine, 100 games ahead"],
  [500, "machine, 500 games ahead"],
  [2500, "machine, 2,500 games ahead"],
]

export function Machines() {
  const { roles } = table.value!.info
  const { shown, more } = useBound(roles.length, BESIDE)
  return (
    <div class="machines" role="group" aria-label="Who plays">
      <h3>Who plays</h3>
      {roles.slice(0, shown).map(role => (
        <label class="field" key={role}>
          {role}
          <select
            title="The machine goes by what its role may see. The more games it plays ahead for a move, the better it plays"
            value={machines.value.get(role) ?? 0}
            data-testid={`player-${role}`}
            onChange={event => setMachine(role, Number(event.currentTarget.value))}
          >
            {PLAYERS.map(([wanted, name]) => (
              <option key={wanted} value={wanted}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
      {more}
      {thought.value && (
        <p class="thought quiet" data-testid="thought">
          <progress max={thought.value.wanted} value={thought.value.done} aria-label={`Games ${thought.value.role} has played ahead`} />
          <button title={`You play ${thought.value.role} yourself`} onClick={() => setMachine(thought.value!.role, 0)}>
            Stop
          </button>
        </p>
      )}
    </div>
  )
}
