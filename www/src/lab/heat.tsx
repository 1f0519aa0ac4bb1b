// Which cells of a board were clicked, and how often: darker and with a higher number.

import type { LabReport, RulesInfo } from "house-rules"
import { percent } from "./numbers"

const SIZE = 44

export function Heat({ heat: { board: name, action, argument, counts }, info }: { heat: LabReport["heat"][number]; info: RulesInfo }) {
  const board = info.boards.find(it => it.name === name)
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (!board || board.cells.length === 0 || all === 0) return null
  const { kind, cells } = board
  const most = Math.max(...counts)
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => (kind === "hex" ? y : y))]
  // In a graph the author's places may be of any size.
  const extent = (of: number[]) => Math.max(...of) - Math.min(...of)
  const unit = kind === "graph" ? Math.max(extent(xs), extent(ys), 1) / 10 : 1
  const at = (cell: (typeof cells)[number]) => [((cell.x - Math.min(...xs)) / unit + 0.5) * SIZE, ((cell.y - Math.min(...ys)) / unit) * (kind === "hex" ? Math.sqrt(3) / 2 : 1) * SIZE + SIZE / 2] as const
  const [width, height] = [(extent(xs) / unit + 1) * SIZE, (extent(ys) / unit) * (kind === "hex" ? Math.sqrt(3) / 2 : 1) * SIZE + SIZE]
  return (
    <section>
      <h3>
        Where <code>{action}</code> went{argument > 0 && `, argument ${argument}`}
      </h3>
      <p class="quiet">The share of each cell of {name} in all that were chosen.</p>
      <svg class="heat" viewBox={`0 0 ${width} ${height}`} style={{ inlineSize: `${Math.min(width, 480)}px` }} role="img" aria-label={`Heat map of ${action} on ${name}`} data-testid="lab-heat">
        {cells.map((cell, i) => {
          const [x, y] = at(cell)
          const part = (counts[i] ?? 0) / all
          return (
            <g key={i}>
              <title>{`${cell.name || i}: ${percent(part)}`}</title>
              {kind === "square" ? (
                <rect x={x - SIZE / 2 + 1} y={y - SIZE / 2 + 1} width={SIZE - 2} height={SIZE - 2} rx="3" fill-opacity={((counts[i] ?? 0) / most) * 0.5} />
              ) : (
                <circle cx={x} cy={y} r={SIZE / 2 - 2} fill-opacity={((counts[i] ?? 0) / most) * 0.5} />
              )}
              {cells.length <= 144 && (
                <text x={x} y={y + 4} text-anchor="middle">
                  {(100 * part).toFixed(1)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </section>
  )
}
