// Cells of a board by frequency: darker, and with a higher number.

import type { BoardInfo, LabReport, RulesInfo } from "houserules"
import { frame, outline, spots } from "houserules-table/src/geometry.ts"
import { percent } from "./numbers"

/** Larger boards are drawn without numbers. */
const NUMBERED = 144

/** A board by its name, in the form with so many cells. */
export function boardWith({ boards }: RulesInfo, name: string | undefined, count: number): BoardInfo | undefined {
  const board = boards.find(it => it.name === name)
  return board?.forms?.find(({ cells }) => cells.length === count) ?? board
}

export function Heat({ heat: { board: name, action, argument, counts }, info }: { heat: LabReport["heat"][number]; info: RulesInfo }) {
  const board = boardWith(info, name, counts.length)
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (!board || all === 0) return null
  const cells = spots(board)
  const { x, y, width, height } = frame(cells, board)
  const most = Math.max(...counts)
  const corners = outline(board.kind, -4)
  return (
    <section>
      <h3>
        Cells chosen by <code>{action}</code>
        {argument > 0 && `, argument ${argument}`}
      </h3>
      <p class="quiet">Share of each cell of {name} in percent.</p>
      <svg
        class="heat"
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ inlineSize: `${Math.min(width / 2, 480)}px` }}
        role="img"
        aria-label={`Heat map of ${action} on ${name}`}
        data-testid="lab-heat"
      >
        {cells.map((cell, at) => {
          const count = counts[at] ?? 0
          const opacity = (count / most) * 0.5
          return (
            <g key={at} transform={`translate(${cell.x} ${cell.y})`}>
              <title>{`${cell.name || at}: ${percent(count / all)}`}</title>
              {corners ? <polygon points={corners} fill-opacity={opacity} /> : <circle r="40" fill-opacity={opacity} />}
              {cells.length <= NUMBERED && <text y="10">{((100 * count) / all).toFixed(1)}</text>}
            </g>
          )
        })}
      </svg>
    </section>
  )
}
