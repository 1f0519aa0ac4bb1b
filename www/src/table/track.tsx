// Fields in a row, and where the tokens stand on them.

import type { RulesInfo } from "house-rules"
import { useBound } from "../common/bounded"
import { Choices, Told } from "./choices"
import { tone, type Piece } from "./look"
import { type ListProps, usePicking } from "./picking"
import { Mark } from "./piece"
import { caption, haveShortNames } from "../common/words"
import { useName } from "./around"

export function Track({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks, from = 0, to = 0 } = show
  const picking = usePicking(id)
  const stand = seat.fields[items ?? ""]
  const all = Array.isArray(stand) ? stand : [stand ?? null]
  const { shown, more } = useBound(to - from + 1, first)
  const fields = Array.from({ length: shown }, (_, at) => from + at)
  const name = useName(title ?? caption(items!))
  return (
    <section class="track" aria-label={name} data-testid="track">
      <h3>{title ?? caption(items!)}</h3>
      <ol>
        {fields.map(field => {
          const tokens = all.flatMap((value, role) => (value === field ? [role] : []))
          const names = Array.isArray(stand) ? tokens.map(role => info.roles[role] ?? String(role + 1)) : tokens.map(() => "here")
          const content = (
            <>
              <span class="number">{field}</span>
              {tokens.map((role, at) => (
                <Token key={role} role={Array.isArray(stand) ? role : undefined} info={info} label={names[at]!} />
              ))}
            </>
          )
          const reason = picking.reason(field)
          return (
            <li key={field} data-field={field} class={tokens.length > 0 ? "taken" : ""}>
              {clicks.length > 0 ? (
                <button data-legal={picking.legal(field)} aria-disabled={!picking.answers(field)} title={reason} onClick={() => picking.pick(field)}>
                  {content}
                </button>
              ) : (
                content
              )}
            </li>
          )
        })}
      </ol>
      {more}
      <Choices picking={picking} info={info} look={show} send={send} />
      <Told picking={picking} />
    </section>
  )
}

function Token({ role, info, label }: { role?: number; info: RulesInfo; label: string }) {
  const text = role !== undefined && haveShortNames(info.roles) ? label : ""
  const piece: Piece = { role: role ?? 0, text, symbol: false, notes: [], tone: role === undefined ? "wood" : tone(role, info), label }
  return (
    <>
      <svg class="token" viewBox="-50 -50 100 100" aria-hidden="true">
        <Mark piece={piece} info={info} />
      </svg>
      <span class="unseen">{label}</span>
    </>
  )
}
