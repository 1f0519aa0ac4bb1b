// Fields in a row or a ring, and where the tokens stand on them.

import type { RulesInfo } from "house-rules"
import { useBound } from "../common/bounded"
import { Choices, Told } from "./choices"
import { widest } from "./faces"
import { symbolOf, tone, type Piece } from "./look"
import { type ListProps, usePicking } from "./picking"
import { Mark } from "./piece"
import { caption, haveShortNames } from "../common/words"
import { useName } from "./around"
import { fieldType } from "./scene"
import { Sign } from "./signs"

export function Track({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks, from = 0, to = 0 } = show
  const picking = usePicking(id)
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
      <ol class={ring?.kind ?? (members ? "named" : "")} style={ring?.style}>
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
      <Choices picking={picking} info={info} look={show} send={send} />
      <Told picking={picking} />
    </section>
  )
}

/** What fields are called that are members of an enum. */
function membersOf(type: ReturnType<typeof fieldType>): string[] | undefined {
  if (type?.kind === "enum") return type.members
  return type && "of" in type ? membersOf(type.of) : undefined
}

type Style = { [property: string]: string | number }

/** A circle is no wider than this, in pixels. */
const WIDEST = 340
const LETTER = 12.8
const NARROWEST = 46

/** Fields in a circle, or around a square if they are too many for one. */
export function ringOf(names: string[]): { kind: "circle" | "around"; style: Style; place(at: number): Style } {
  const count = names.length
  const field = Math.max(NARROWEST, Math.ceil(widest(names) * LETTER) + 12)
  const across = Math.max(2.4 * field, (count * (field + 4)) / Math.PI) + field
  if (across <= WIDEST)
    return {
      kind: "circle",
      style: { "--across": `${Math.round(across)}px`, "--field": `${field}px` },
      place(at) {
        const angle = (2 * Math.PI * at) / count - Math.PI / 2
        return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) }
      },
    }
  // As many above as below, and the rest at the sides.
  const columns = Math.max(2, Math.ceil((count + 4) / 4))
  const rows = Math.max(2, Math.ceil((count + 4 - 2 * columns) / 2))
  return {
    kind: "around",
    style: { "--columns": columns, "--field": `${field}px` },
    place(at) {
      const corners = [columns - 1, columns + rows - 2, 2 * columns + rows - 3]
      const [row, column] =
        at < corners[0]! ? [0, at] : at < corners[1]! ? [at - corners[0]!, columns - 1] : at < corners[2]! ? [rows - 1, corners[2]! - at] : [rows - 1 - (at - corners[2]!), 0]
      return { gridRow: row + 1, gridColumn: column + 1 }
    },
  }
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
