// The arguments of actions, and the fields of tokens: the most frequent first, those never used by name.

import type { LabReport, RulesInfo } from "houserules"
import { useMemo } from "preact/hooks"
import { Wide } from "../common/wide"
import { boardWith } from "./heat"
import { CELL } from "houserules-table/src/geometry.ts"
import { drawing } from "houserules-table/src/race.tsx"
import { number, percent } from "./numbers"

/** Rows that are seen at once. */
const ROWS = 10
/** Maximum names of arguments that were never chosen. */
const NAMES = 60

export function Chosen({ report }: { report: LabReport }) {
  const actions = report.actions.filter(it => it.arguments.length > 0)
  if (actions.length === 0) return null
  return (
    <section data-testid="lab-chosen">
      <h3>Choices</h3>
      <p class="quiet">Times offered, times taken, and the share of all taken.</p>
      <div class="columns">
        {actions.flatMap(action =>
          action.arguments.map(({ name, values }) => {
            const all = values.reduce((sum, it) => sum + it.taken, 0)
            const rows = values.filter(it => it.taken > 0).map(it => [it.name, number(it.offered), number(it.taken), percent(it.taken / all)])
            const never = values.filter(it => it.taken === 0).map(it => it.name)
            return <Most key={`${action.name} ${name}`} title={`${action.name}: ${name.replaceAll("_", " ")}`} columns={["offered", "taken", "share"]} rows={rows} never={never} />
          }),
        )}
      </div>
    </section>
  )
}

export function Races({ report, info }: { report: LabReport; info: RulesInfo }) {
  return (
    <>
      {report.races.map(race => (
        <RaceReport key={race.name} race={race} info={info} />
      ))}
    </>
  )
}

type Race = LabReport["races"][number]

function RaceReport({ race, info }: { race: Race; info: RulesInfo }) {
  const { name, board, fields } = race
  const came = fields.some(it => it.entered !== undefined)
  const most = (it: Race["fields"][number]) => Math.max(it.entered ?? 0, it.ended)
  const reached = fields.filter(it => most(it) > 0).sort((a, b) => b.ended - a.ended || most(b) - most(a))
  const rows = reached.map(it => [it.name, ...(came ? [number(it.entered ?? 0)] : []), number(it.ended)])
  const drawn = boardWith(info, board, fields.length)
  return (
    <section data-testid="lab-race">
      <h3>Fields of the {name}</h3>
      <p class="quiet">
        {came && "Came to: times a token stepped on the field, to stay or to go on. "}
        Ended on: times a token ended its move there.
      </p>
      {drawn && came && <Track board={drawn} title="Came to" counts={fields.map(it => it.entered ?? 0)} />}
      {drawn && <Track board={drawn} title="Ended on" counts={fields.map(it => it.ended)} />}
      <Most title="" columns={[...(came ? ["came to"] : []), "ended on"]} rows={rows} never={fields.filter(it => most(it) === 0).map(it => it.name)} />
    </section>
  )
}

/** The track as drawn at the table; the darker a field, the more often it was chosen. */
function Track({ board, title, counts }: { board: RulesInfo["boards"][number]; title: string; counts: number[] }) {
  const { all, x, y, width, height, ground } = useMemo(() => drawing(board, 0), [board])
  const sum = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...counts)
  if (sum === 0) return null
  return (
    <figure>
      <figcaption>{title}: share of each field in percent</figcaption>
      <svg
        class="board race warmth"
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ inlineSize: `${Math.min(width * 0.6, 720)}px` }}
        role="img"
        aria-label={`${title}, by field`}
        data-testid="lab-track"
      >
        {ground}
        {all.map(({ x, y, name }, at) => {
          const share = (counts[at] ?? 0) / sum
          return (
            <g key={name}>
              <title>{`${name}: ${percent(share)}`}</title>
              <rect x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} rx="9" fill-opacity={((counts[at] ?? 0) / most) * 0.72} />
              <text x={x} y={y + 9} dy="0.355em">
                {(100 * share).toFixed(1)}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

/** The first rows, and the others where they are asked for. */
function Most({ title, columns, rows, never }: { title: string; columns: string[]; rows: string[][]; never: string[] }) {
  return (
    <div class="most">
      {title && (
        <h4>
          <code>{title}</code>
        </h4>
      )}
      <Rows label={title} columns={columns} rows={rows.slice(0, ROWS)} />
      {rows.length > ROWS && (
        <details>
          <summary>and {number(rows.length - ROWS)} more</summary>
          <Rows label={`${title}, the rest`} columns={columns} rows={rows.slice(ROWS)} />
        </details>
      )}
      {never.length > 0 && (
        <p class="never">
          <span class="quiet">never:</span> {never.slice(0, NAMES).join(", ")}
          {never.length > NAMES && ` and ${number(never.length - NAMES)} more`}
        </p>
      )}
    </div>
  )
}

function Rows({ label, columns, rows }: { label: string; columns: string[]; rows: string[][] }) {
  return (
    <Wide label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map(it => (
              <th key={it}>{it}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((it, at) => (
                <td key={at}>{it}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
