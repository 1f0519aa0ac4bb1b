// Numbers with their intervals, one below the other: a line from low to high, a dot where the estimate is. Read without colours.

import type { LabInterval } from "houserules"

export interface Marked extends LabInterval {
  name: string
  /** The number as a reader wants it. */
  told: string
  /** Drawn strong, where others are quiet. */
  strong?: boolean
}

/** `at`: a value to which all are compared. */
export function Intervals({ label, rows, at, told }: { label: string; rows: Marked[]; at?: number; told?: string }) {
  const all = rows.flatMap(({ low, high }) => [low, high]).concat(at ?? [])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (value: number) => `${(100 * (value - least)) / (most - least || 1)}%`
  return (
    <figure class="intervals" aria-label={label}>
      <ul>
        {rows.map(({ name, low, high, value, told, strong }) => (
          <li key={name} class={strong ? "strong" : undefined}>
            <span class="name">{name}</span> <span class="amount">{told}</span>
            <span class="drawn" aria-hidden="true">
              {at !== undefined && <i class="at" style={{ insetInlineStart: x(at) }} />}
              <i class="reach" style={{ insetInlineStart: x(low), insetInlineEnd: `calc(100% - ${x(high)})` }} />
              <i class="dot" style={{ insetInlineStart: x(value) }} />
            </span>
          </li>
        ))}
      </ul>
      {told && <figcaption class="quiet">{told}</figcaption>}
    </figure>
  )
}
