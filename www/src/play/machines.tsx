// The player of each seat: a person, or the computer, which moves at random or looks ahead.

import { machines, setMachine, thought } from "./machine"
import { table } from "../session/state"
import { BESIDE, useBound } from "houserules-table/src/common/bounded.tsx"
import { isStrength, STRENGTHS } from "./strengths"

export function Machines() {
  const { roles } = table.value!.position
  const { shown, more } = useBound(roles.length, BESIDE)
  return (
    <div class="machines" role="group" aria-label="Who plays">
      <h3>Who plays</h3>
      {roles.slice(0, shown).map(role => (
        <label class="field" key={role}>
          {role}
          <select
            title="The computer sees only what its seat may see. A beginner moves at random; the others think ahead for at most the time shown"
            value={machines.value.get(role) ?? ""}
            data-testid={`player-${role}`}
            onChange={({ currentTarget: { value } }) => setMachine(role, isStrength(value) ? value : undefined)}
          >
            <option value="">you</option>
            <optgroup label="Computer">
              {Object.entries(STRENGTHS).map(([strength, { name, ms, games }]) => (
                <option key={strength} value={strength}>
                  {games > 1 ? `${name} (${ms / 1000} s)` : name}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
      ))}
      {more}
      {thought.value && (
        <p class="thought quiet" data-testid="thought">
          <progress max={1} value={thought.value.done} aria-label={`${thought.value.role} is thinking`} />
          <button title={`Play ${thought.value.role} yourself`} onClick={() => setMachine(thought.value!.role, undefined)}>
            Stop
          </button>
        </p>
      )}
    </div>
  )
}
