// Fields in a row or a ring, and the tokens on them.

import type { RulesInfo } from "houserules"
import { useBound } from "./common/bounded"
import { Choices, Told } from "./choices"
import { symbolOf, tone, type Piece } from "./look"
import { type ListProps, usePicking } from "./picking"
import { Mark } from "./piece"
import { caption, haveShortNames } from "./common/words"
import { useName } from "./around"
import { useArrows } from "./arrows"
import { membersOf, ringOf } from "./ring"
import { fieldType } from "./scene"
import { Sign } from "./signs"

export function Track({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks, from = 0, to = 0 } = show
  const picking = usePicking(id)
  const arrows = useArrows<HTMLOListElement>()
  const stand = seat.fields[items ?? ""]
  const all = Array.isArray(stand) ? stand : [stand ?? null]
  const { shown, more } = useBound(to - from + 1, first)
  const fields = Array.from({ length: shown }, (_, at) => from + at)
  const name = useName(title ?? caption(items!))
  const members = membersOf(fieldType(info, items))
  const called = (field: number) => (members ? caption(members[field] ?? String(field)) : String(field))
  const ring = show.as === "ring" && shown === to - from + 1 ? ringOf(fields.map(called)) : undefined
  return (
    <section class="track" aria-label={name} data-testid="track">
      <h3>{title ?? caption(items!)}</h3>
      <ol {...arrows} class={ring?.kind ?? (members ? "named" : "")} style={ring?.style}>
        {fields.map((field, at) => {
          const tokens = all.flatMap((value, role) => (value === field ? [role] : []))
          const names = Array.isArray(stand) ? tokens.map(role => info.roles[role] ?? String(role + 1)) : tokens.map(() => "here")
          const symbol = members && symbolOf(members[field] ?? "", undefined, show)
          const content = (
            <>
              <span class="number">
                {symbol !== undefined && <Sign symbol={symbol} />} {called(field)}
              </span>
              <span class="tokens-here">
                {tokens.map((role, at) => (
                  <Token key={role} role={Array.isArray(stand) ? role : undefined} info={info} label={names[at]!} />
                ))}
              </span>
            </>
          )
          const reason = picking.reason(field)
          return (
            <li key={field} data-field={field} class={tokens.length > 0 ? "taken" : ""} style={ring?.place(at)}>
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
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </section>
  )
}

function Token({ role, info, label }: { role?: number; info: RulesInfo; label: string }) {
  const text = role !== undefined && haveShortNames(info.roles) ? label : ""
  const piece: Piece = { role: role ?? 0, text, symbol: false, notes: [], tone: role === undefined ? "wood" : tone(role, info), label }
  return (
    <span title={label}>
      <svg class="token" viewBox="-44 -44 88 88" aria-hidden="true">
        <Mark piece={piece} info={info} />
      </svg>
      <span class="unseen">{label}</span>
    </span>
  )
}
