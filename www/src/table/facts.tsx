// What the seat may see and no board or cards show.

import type { Json, RulesInfo, TypeInfo } from "house-rules"
import type { Seat } from "../common/seat"
import { BESIDE, useBound } from "../common/bounded"
import { byRole, caption, NOTHING, words } from "../common/words"

export function Facts({ info, seat, drawn }: { info: RulesInfo; seat: Seat; drawn: Set<string | undefined> }) {
  const facts = info.view.filter(({ name }) => Object.hasOwn(seat.fields, name) && !drawn.has(name)).flatMap(({ name, type }) => apart(name, type, seat.fields[name]!))
  const { shown, more } = useBound(facts.length, BESIDE)
  if (facts.length === 0) return null
  return (
    <dl class="facts" data-testid="facts">
      {facts.slice(0, shown).map(({ name, type, value }, at) => (
        <div key={`${at} ${name}`}>
          <dt>{caption(name)}</dt>
          <dd>
            <Fact value={value} type={type} roles={info.roles} missing={seat.missing.get(name)} />
          </dd>
        </div>
      ))}
      {more && <div>{more}</div>}
    </dl>
  )
}

/** An object of no declared type is as many facts as it has keys. */
function apart(name: string, type: TypeInfo, value: Json): { name: string; type: TypeInfo; value: Json }[] {
  if (type.kind !== "any" || value === null || typeof value !== "object" || Array.isArray(value)) return [{ name, type, value }]
  return Object.entries(value).map(([name, value]) => ({ name, type, value }))
}

/** An array with one item for each role is shown by role. */
function Fact({ value, type, roles, missing }: { value: Json; type: TypeInfo; roles: string[]; missing?: number }) {
  const owners = byRole(value, type, roles)
  if (!owners || !("of" in type)) return <Words value={value} type={type} roles={roles} missing={missing} />
  return (
    <ul>
      {owners.map((role, at) => (
        <li key={role}>
          {role}{" "}
          <b>
            <Words value={(value as Json[])[at]!} type={type.of} roles={roles} />
          </b>
        </li>
      ))}
    </ul>
  )
}

/** Nothing is a dash, and still read out. */
function Words({ value, type, roles, missing }: { value: Json; type: TypeInfo; roles: string[]; missing?: number }) {
  const text = words(value, type, roles, missing)
  if (text !== NOTHING) return <>{text}</>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="unseen">{NOTHING}</span>
    </>
  )
}
