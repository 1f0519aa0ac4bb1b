// Numbers with their intervals, one below the other: a line from low to high, a dot where the estimate is. Read without colours.

import type { LabInterval } from "house-rules"

export interface Marked extends LabInterval {
  name: string
  /** What stands at the end of its line. */
  told: string
  /** Drawn strong, where others are quiet. */
  strong?: boolean
}

const WIDE = 300
const ROW = 24
const EDGE = 8

export function Intervals({ label, rows, at, atTold }: { label: string; rows: Marked[]; at?: number; atTold?: string }) {
  const all = rows.flatMap(({ low, high }) => [low, high]).concat(at ?? [])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (value: number) => EDGE + ((WIDE - 2 * EDGE) * (value - least)) / (most - least || 1)
  const high = rows.length * ROW
  return (
    <figure class="intervals" aria-label={label}>
      <table>
        <tbody>
          {rows.map(({ name, low, high: top, value, told, strong }, row) => (
            <tr key={name} class={strong ? "strong" : undefined}>
              <th scope="row">{name}</th>
              {row === 0 && (
                <td rowSpan={rows.length} class="drawn" aria-hidden="true">
                  <svg viewBox={`0 0 ${WIDE} ${high}`} width={WIDE} height={high}>
                    {at !== undefined && <path class="at" d={`M${x(at)} 0V${high}`} />}
                    {rows.map((it, line) => {
                      const y = line * ROW + ROW / 2
                      return (
                        <g key={it.name} class={it.strong ? "strong" : undefined}>
                          <path d={`M${x(it.low)} ${y}H${x(it.high)}M${x(it.low)} ${y - 5}v10M${x(it.high)} ${y - 5}v10`} />
                          <circle cx={x(it.value)} cy={y} r="4.5" />
                        </g>
                      )
                    })}
                  </svg>
                </td>
              )}
              <td title={`${value}: ${low} to ${top}`}>{told}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {atTold && <figcaption class="quiet">{atTold}</figcaption>}
    </figure>
  )
}
