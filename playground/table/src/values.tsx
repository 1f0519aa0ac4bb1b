// Values that no show draws, by their types alone: lists of records as tables, values by role or member with their names.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { BESIDE, counted } from "./common/bounded"
import { byRole, caption, NOTHING, words } from "./common/words"
import { bitsOf } from "./faces"
import { type Look, tone } from "./look"
import { isEach } from "./scene"
import { Sign } from "./signs"

interface Props {
  value: Json
  type: TypeInfo
  info: RulesInfo
  look: Look
  /** Number of its items that were left out. */
  missing?: number
}

export function Value({ value, type, info, look, missing = 0 }: Props) {
  const of = known(value, type)
  const same = { info, look }
  if (value === null) return <Words text={NOTHING} />
  const names = namesOf(value, of, info)
  if (names && "of" in of) {
    const [items, item] = [value as Json[], of.of]
    if (isFlat(item))
      return (
        <ul class="each">
          {items.slice(0, BESIDE).map((one, at) => (
            <Named key={at} name={names[at]!} value={one} type={item} {...same} />
          ))}
        </ul>
      )
    return <Grid rows={items} type={item} names={names} {...same} missing={missing} />
  }
  if (of.kind === "record") return isSmall(of) ? <Words text={words(value, of, info.roles)} /> : <Fields value={value as { [name: string]: Json }} type={of} {...same} />
  if (of.kind === "map") {
    const flat = value as Json[]
    const keys = Array.from({ length: Math.floor(flat.length / 2) }, (_, at) => flat[2 * at]!)
    const held = keys.map((_, at) => flat[2 * at + 1]!)
    if (keys.length === 0) return <Words text={NOTHING} />
    return <Grid rows={held} type={of.of} names={keys.map(key => words(key, of.key, info.roles))} {...same} missing={missing} />
  }
  if ((of.kind === "list" || of.kind === "array" || of.kind === "set") && Array.isArray(value) && value.length > 0 && !isFlat(known(value[0]!, of.of)))
    return <Grid rows={value} type={of.of} {...same} missing={missing} />
  if (of.kind === "enum") {
    const [bit] = bitsOf(value, of, info, look)
    if (bit?.symbol !== undefined)
      return (
        <>
          <Sign symbol={bit.symbol} /> {bit.name}
        </>
      )
  }
  return <Words text={words(value, of, info.roles, missing)} />
}

/** `true` if it is none, empty or false, at all depths. */
export function isNothing(value: Json): boolean {
  if (value === null || value === "" || value === false) return true
  return typeof value === "object" && Object.values(value).every(isNothing)
}

/** Infers the type of a value without a declared one. */
function known(value: Json, type: TypeInfo): TypeInfo {
  if (type.kind === "optional") return known(value, type.of)
  if (type.kind !== "any" || value === null || typeof value !== "object") return type
  if (!Array.isArray(value)) return { kind: "record", name: "", fields: Object.keys(value).map(name => ({ name, type })) }
  const objects = value.filter(it => it !== null && typeof it === "object" && !Array.isArray(it)) as { [name: string]: Json }[]
  if (objects.length < value.length || objects.length === 0) return { kind: "list", of: type }
  return { kind: "list", of: { kind: "record", name: "", fields: [...new Set(objects.flatMap(it => Object.keys(it)))].map(name => ({ name, type })) } }
}

/** Names of the elements, if there is one for each role or member. */
function namesOf(value: Json, type: TypeInfo, info: RulesInfo): string[] | undefined {
  if (isEach(type) && type.by.kind === "enum" && Array.isArray(value)) return value.map((_, at) => words(at, type.by, info.roles))
  return byRole(value, type, info.roles)
}

/** `true` for a value of a word or two, or a list of those. */
function isFlat(type: TypeInfo): boolean {
  if (type.kind === "optional") return isFlat(type.of)
  if (type.kind === "list" || type.kind === "set") return isFlat(type.of) && type.of.kind !== "list"
  return !["record", "array", "map"].includes(type.kind)
}

/** Few short fields, which are understood without their names. */
function isSmall(type: TypeInfo): boolean {
  return type.kind === "record" && type.name !== "" && type.fields.length <= 2 && type.fields.every(field => isFlat(field.type))
}

function Fields({ value, type, info, look }: { value: { [name: string]: Json }; type: TypeInfo & { kind: "record" } } & Pick<Props, "info" | "look">) {
  return (
    <ul class="each">
      {type.fields.slice(0, BESIDE).map(field => (
        <Named key={field.name} name={caption(field.name)} value={value[field.name] ?? null} type={field.type} info={info} look={look} />
      ))}
    </ul>
  )
}

/** An entry with its name; for `true` the name alone, and nothing for an empty value. */
function Named({ name, value, ...of }: Omit<Props, "missing"> & { name: string }) {
  if (isNothing(value)) return null
  return (
    <li>
      {name}{" "}
      {value !== true && (
        <b>
          <Value value={value} {...of} />
        </b>
      )}
    </li>
  )
}

/** A row for each, a column for each field. */
function Grid({ rows, type, names, info, look, missing }: Omit<Props, "value" | "missing"> & { rows: Json[]; names?: string[]; missing: number }) {
  const row = type.kind === "optional" ? type.of : rows.length > 0 ? known(rows[0]!, type) : type
  const columns = row.kind === "record" ? row.fields : undefined
  const more = Math.max(0, rows.length - BESIDE) + missing
  return (
    <div class="rows">
      <table>
        {columns && (
          <thead>
            <tr>
              {names && <td />}
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {caption(name)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.slice(0, BESIDE).map((one, at) => (
            <tr key={at}>
              {names && (
                <th scope="row" class={names === info.roles ? `tone-${tone(at, info)}` : ""}>
                  {names[at]}
                </th>
              )}
              {columns && one !== null && typeof one === "object" && !Array.isArray(one) ? (
                columns.map(({ name, type }) => (
                  <td key={name}>
                    <Value value={one[name] ?? null} type={type} info={info} look={look} />
                  </td>
                ))
              ) : (
                <td colSpan={columns?.length}>
                  <Value value={one} type={row} info={info} look={look} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="more">and {counted(more)} more</p>}
    </div>
  )
}

/** Nothing is a dash, and still read out. */
function Words({ text }: { text: string }) {
  if (text !== NOTHING) return <>{text}</>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="unseen">{NOTHING}</span>
    </>
  )
}
