// Tables and counters: values in rows, and values alone.

import type { Json, TypeInfo } from "house-rules"
import { useBound } from "../common/bounded"
import { Choices, Told, useClickElsewhere } from "./choices"
import { symbolOf, tone, type Look } from "./look"
import { type ListProps, usePicking } from "./picking"
import { byRole, caption, itemType, words } from "../common/words"
import { useName } from "./around"

/** A row for each item, a column for each field of it. */
export function Rows({ show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking({ clicks, seat, place: () => ({}), send })
  const inside = useClickElsewhere(picking)
  const values = seat.fields[items ?? ""]
  const { shown, more } = useBound(Array.isArray(values) ? values.length : 0, first, seat.missing.get(items ?? ""))
  if (!Array.isArray(values)) return null
  const type = itemType(info, items)
  const owners = byRole(values, info.view.find(({ name }) => name === items)?.type, info.roles)
  const row = type.kind === "optional" ? type.of : type
  const columns = row.kind === "record" ? row.fields : undefined
  return (
    <section class="rows" ref={inside} data-testid="rows">
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
              {clicks.length > 0 && <td />}
            </tr>
          </thead>
        )}
        <tbody>
          {values.slice(0, shown).map((value, at) => (
            <tr key={at} class={picking.picked.includes(at) ? "picked" : ""}>
              {owners && <th scope="row">{owners[at]}</th>}
              {columns && value !== null ? (
                columns.map(({ name, type }) => <Cell key={name} value={(value as { [name: string]: Json })[name]} type={type} roles={info.roles} look={show} />)
              ) : (
                <Cell value={value} type={row} roles={info.roles} look={show} span={columns?.length} />
              )}
              {clicks.length > 0 && (
                <td>
                  <button data-legal={picking.legal(at)} aria-disabled={!picking.answers(at)} title={picking.reason(at)} onClick={() => picking.pick(at)}>
                    Choose
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
      <Choices picking={picking} info={info} look={show} send={send} />
      <Told picking={picking} />
    </section>
  )
}

function Cell({ value, type, roles, look, span }: { value: Json | undefined; type: TypeInfo; roles: string[]; look: Look; span?: number }) {
  const inner = type.kind === "optional" ? type.of : type
  const sign = inner.kind === "enum" && value !== null ? symbolOf(inner.members[value as number] ?? "", undefined, look) : undefined
  return (
    <td class={inner.kind === "int" || inner.kind === "num" ? "number" : ""} colSpan={span}>
      {sign && <span aria-hidden="true">{sign} </span>}
      {value === null || value === undefined ? "–" : words(value, type, roles)}
    </td>
  )
}

/** A value, or one for each role. */
export function Counter({ show: { title, items }, info, seat }: ListProps) {
  const value = seat.fields[items ?? ""] ?? null
  const type: TypeInfo = info.view.find(({ name }) => name === items)?.type ?? { kind: "any" }
  const owners = byRole(value, type, info.roles)
  const of = "of" in type && owners ? type.of : type
  const values = owners ? (value as Json[]) : [value]
  const name = useName(title ?? caption(items!))
  return (
    <section class="counter" aria-label={name} data-testid="counter">
      <h3>{title ?? caption(items!)}</h3>
      <dl>
        {values.map((one, at) => (
          <div key={at} class={owners ? `tone-${tone(at, info)}` : ""}>
            {owners && <dt>{owners[at]}</dt>}
            <dd>{one === null ? "–" : words(one, of, info.roles)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
