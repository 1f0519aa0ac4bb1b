// Meters and texts.

import type { TypeInfo } from "houserules"
import { byRole, caption, NOTHING, words } from "./common/words"
import { useName } from "./around"
import { Area } from "./cards"
import { Choices, Told } from "./choices"
import { tone } from "./look"
import { type ListProps, usePicking } from "./picking"
import { fieldType } from "./scene"

/** A bar, or one for each role. */
export function Meter({ id, show, info, seat, send }: ListProps) {
  const { title, items, from = 0, to = 1 } = show
  const picking = usePicking(id)
  const name = useName(title ?? caption(items!))
  const value = seat.fields[items ?? ""] ?? null
  const type = fieldType(info, items)
  const owners = byRole(value, type, info.roles)
  const values = Array.isArray(value) ? value : [value]
  return (
    <Area id={id} show={show} kind="meter" name={name} title={title ?? caption(items!)}>
      <ul>
        {values.map((one, at) => {
          const now = typeof one === "number" ? one : from
          const part = Math.max(0, Math.min(1, (now - from) / (to - from || 1)))
          return (
            <li key={at} class={owners ? `tone-${tone(at, info)}` : ""}>
              {owners && <span class="owner">{owners[at]}</span>}
              <span class="bar" role="meter" aria-label={owners ? `${name}, ${owners[at]}` : name} aria-valuemin={from} aria-valuemax={to} aria-valuenow={now}>
                <span style={{ inlineSize: `${100 * part}%` }} />
              </span>
              <span class="reading">
                <b>{one === null ? "–" : now}</b> of {to}
              </span>
            </li>
          )
        })}
      </ul>
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </Area>
  )
}

/** A text, or any value in words. */
export function Text({ id, show, info, seat, send }: ListProps) {
  const { title, items } = show
  const picking = usePicking(id)
  const name = useName(title ?? caption(items!))
  const value = seat.fields[items ?? ""] ?? null
  const type: TypeInfo = fieldType(info, items) ?? { kind: "any" }
  const lines = Array.isArray(value) && "of" in type && type.of.kind === "string" ? (value as string[]) : [words(value, type, info.roles)]
  return (
    <Area id={id} show={show} kind="paragraph" name={name} title={title ?? ""}>
      {lines.map((line, at) => (
        <p key={at}>{line === NOTHING ? "–" : line}</p>
      ))}
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </Area>
  )
}
