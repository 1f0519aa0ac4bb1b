// Tables and counters: values in rows, and values alone.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { useBound } from "./common/bounded"
import { Who } from "./bits"
import { Choices, Told } from "./choices"
import { symbolOf, tone, type Look } from "./look"
import { type ListProps, usePicking } from "./picking"
import { byRole, caption, itemType, words } from "./common/words"
import { Sign } from "./signs"
import { useName } from "./around"
import { useArrows } from "./arrows"
import { Area } from "./cards"
import { bitsOf } from "./faces"
import { fieldType, isEach, isWhole } from "./scene"
import { holdersOf, NOBODY } from "./sizes"

/** More letters than these are words, and no number. */
const LONG = 8

/** A row for each item, a column for each field of it. */
export function Rows({ id, show, info, seat, first, send }: ListProps) {
  const { title, items } = show
  const picking = usePicking(id)
  const arrows = useArrows<HTMLTableSectionElement>()
  const values = seat.fields[items ?? ""]
  const { shown, more } = useBound(Array.isArray(values) ? values.length : 0, first, seat.missing.get(items ?? ""))
  if (!Array.isArray(values)) return null
  const type = itemType(info, items)
  const owners = byRole(values, info.view.find(({ name }) => name === items)?.type, info.roles)
  const row = type.kind === "optional" ? type.of : type
  const columns = row.kind === "record" ? row.fields : undefined
  return (
    <section class="rows" tabIndex={0} data-testid="rows">
      <table>
        <caption>{title ?? caption(items!)}</caption>
        {columns && (
          <thead>
            <tr>
              {owners && <td />}
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {caption(name)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody {...arrows} data-list>
          {values.slice(0, shown).map((value, at) => (
            <tr key={at} class={picking.picked.includes(at) ? "picked" : ""} title={picking.reason(at)}>
              {owners && (
                <th scope="row">
                  <Who role={at} info={info} />
                </th>
              )}
              {columns && value !== null ? (
                columns.map(({ name, type }) => <Cell key={name} value={(value as { [name: string]: Json })[name]} type={type} info={info} look={show} />)
              ) : (
                <Cell value={value} type={row} info={info} look={show} span={columns?.length} />
              )}
              {(picking.answers(at) || picking.reason(at) !== undefined) && (
                <td class="whole-row">
                  <button
                    data-legal={picking.legal(at)}
                    aria-label={picking.label(at)}
                    aria-disabled={!picking.answers(at)}
                    aria-pressed={picking.picked.includes(at)}
                    title={picking.reason(at)}
                    onClick={() => picking.pick(at)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </section>
  )
}

function Cell({ value, type, info, look, span }: { value: Json | undefined; type: TypeInfo; info: RulesInfo; look: Look; span?: number }) {
  const inner = type.kind === "optional" ? type.of : type
  const roles = inner.kind === "role" ? [value] : "of" in inner && inner.of.kind === "role" && Array.isArray(value) ? value : undefined
  if (roles?.length && roles.every(it => typeof it === "number"))
    return (
      <td colSpan={span}>
        {roles.map((role, at) => (
          <Who key={at} role={role} info={info} />
        ))}
      </td>
    )
  const sign = inner.kind === "enum" && value !== null ? symbolOf(inner.members[value as number] ?? "", undefined, look) : undefined
  return (
    <td class={inner.kind === "int" || inner.kind === "num" ? "number" : ""} colSpan={span}>
      {sign && <Sign symbol={sign} />} {value === null || value === undefined ? "–" : words(value, type, info.roles)}
    </td>
  )
}

/** A value, or one for each role or member. */
export function Counter({ id, show, info, seat, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking(id)
  const value = seat.fields[items ?? ""] ?? null
  const type: TypeInfo = fieldType(info, items) ?? { kind: "any" }
  const owners = byRole(value, type, info.roles)
  const members = isEach(type) && type.by.kind === "enum" && Array.isArray(value) ? value.map((_, at) => bitsOf(at, type.by, info, show)[0]) : undefined
  const names = owners ?? members?.map(bit => bit?.name ?? "")
  const of = "of" in type && names ? type.of : type
  const values = names ? (value as Json[]) : [value]
  const name = useName(title ?? caption(items!))
  const each = clicks.length > 0 && !isWhole(show)
  const holding = holdersOf(values, of, names ?? [], show)
  return (
    <Area id={id} show={show} kind="counter" name={name} title={title ?? caption(items!)}>
      <dl>
        {holding?.length === 0 && (
          <div>
            <dd class="long">{NOBODY}</dd>
          </div>
        )}
        {values.map((one, at) => {
          if (holding && one !== true) return null
          const said = holding ? names![at]! : one === null ? "–" : words(one, of, info.roles)
          const symbol = members?.[at]?.symbol
          return (
            <div key={at} class={owners ? `tone-${tone(at, info)}` : ""}>
              {names && !holding && (
                <dt>
                  {symbol !== undefined && <Sign symbol={symbol} />} {names[at]}
                </dt>
              )}
              <dd class={holding || said.length > LONG ? "long" : ""}>
                {each ? (
                  <button
                    data-legal={picking.legal(at)}
                    aria-disabled={!picking.answers(at)}
                    aria-pressed={picking.picked.includes(at)}
                    title={picking.reason(at)}
                    onClick={() => picking.pick(at)}
                  >
                    {said}
                  </button>
                ) : (
                  said
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </Area>
  )
}
