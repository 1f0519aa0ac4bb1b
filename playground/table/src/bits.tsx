// Signs and numbers in small frames: costs, yields or contents; and roles by their colours and names.

import type { RulesInfo } from "houserules"
import type { Bit } from "./faces"
import { tone } from "./look"
import { Sign } from "./signs"

/** A role, wherever it is named among other things. */
export function Who({ role, info }: { role: number; info: RulesInfo }) {
  return (
    <span class={`role-name tone-${tone(role, info)}`}>
      <i class="swatch active" aria-hidden="true" />
      {info.roles[role] ?? role}
    </span>
  )
}

/** The mark of a chosen thing. */
export function Chosen() {
  return (
    <span class="chosen-mark" data-testid="chosen">
      <Sign symbol=":check:" />
      <span class="unseen">chosen </span>
    </span>
  )
}

/** Each on its colour, if it has one. */
export function Bits({ bits, plain = false }: { bits: Bit[]; plain?: boolean }) {
  return (
    <>
      {bits.map(({ symbol, text, tone, name }, at) => (
        <span key={at} class={`bit ${tone && !plain ? `tone-${tone}` : "bare"}`} title={name}>
          {symbol !== undefined && <Sign symbol={symbol} />}
          {text !== undefined && <b aria-hidden="true">{text}</b>}
          <span class="unseen">{name} </span>
        </span>
      ))}
    </>
  )
}
