// Setup of the game: seed, scenario, options. Any change restarts it.

import type { OptionInfo, Options } from "houserules"
import { start } from "./playing"
import { table } from "../session/state"
import { optionsFor, optionsOf } from "houserules-table/src/common/options.ts"
import { caption } from "houserules-table/src/common/words.ts"

/** Seeds are whole numbers from 1 to this. */
const LAST_SEED = 2 ** 35 - 32

export function Setup() {
  const { info, position } = table.value!
  const { seed, scenario, options } = position.record
  // The fields count, even before the game has been started with them.
  const restart = (form: HTMLFormElement, fresh?: boolean) => {
    const data = new FormData(form)
    const written = optionsOf(info, scenario).map(({ name, kind }) => {
      const value = data.get(fieldOf(name))
      return [name, kind === "bool" ? value !== null : kind === "int" ? Number(value) : value]
    })
    start(fresh ? null : Number(data.get("seed")), scenario, { ...options, ...Object.fromEntries(written) })
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    restart(event.currentTarget as HTMLFormElement)
  }
  return (
    <form class="setup" aria-label="Setup" onSubmit={onSubmit}>
      {info.scenarios.length > 1 && (
        <label class="field">
          Scenario
          <Choice of={info.scenarios} chosen={scenario} choose={to => start(seed, to, optionsFor(info, to, options))} testid="scenario" />
        </label>
      )}
      {optionsOf(info, scenario).map(option => (
        <Option key={option.name} option={option} value={options[option.name]!} set={value => start(seed, scenario, { ...options, [option.name]: value })} />
      ))}
      <label class="field">
        Seed
        <input key={seed} name="seed" type="number" min="1" max={LAST_SEED} required defaultValue={String(seed)} data-testid="seed" />
      </label>
      <span class="buttons">
        <button type="submit" data-testid="restart">
          Restart
        </button>
        <button type="button" data-testid="new-seed" onClick={({ currentTarget: { form } }) => form!.reportValidity() && restart(form!, true)}>
          New seed
        </button>
      </span>
    </form>
  )
}

/** The name of an option's field in the form. */
function fieldOf(option: string): string {
  return `option-${option}`
}

interface OptionProps {
  option: OptionInfo
  value: Options[string]
  set(value: Options[string]): void
}

function Option({ option, value, set }: OptionProps) {
  const testid = fieldOf(option.name)
  if (option.kind === "bool")
    return (
      <label class="check">
        <input type="checkbox" name={testid} checked={value as boolean} data-testid={testid} onChange={event => set(event.currentTarget.checked)} />
        {caption(option.name)}
      </label>
    )
  return (
    <label class="field">
      {caption(option.name)}
      {option.kind === "one" ? (
        <Choice of={option.of} chosen={value as string} choose={set} testid={testid} />
      ) : (
        <input
          type="number"
          name={testid}
          min={option.min}
          max={option.max}
          required
          value={value as number}
          data-testid={testid}
          onChange={event => event.currentTarget.reportValidity() && set(event.currentTarget.valueAsNumber)}
        />
      )}
    </label>
  )
}

interface ChoiceProps {
  of: string[]
  chosen: string
  choose(value: string): void
  testid: string
}

function Choice({ of, chosen, choose, testid }: ChoiceProps) {
  return (
    <select name={testid} value={chosen} data-testid={testid} onChange={event => choose(event.currentTarget.value)}>
      {of.map(value => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  )
}
