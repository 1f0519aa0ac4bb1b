// Signs and numbers in small frames: what something costs, yields or holds.

import type { Bit } from "./faces"
import { Sign } from "./signs"

/** Each on its colour; what has none stands plain. */
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
