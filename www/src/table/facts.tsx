// What the seat may see and no board or cards show.

import type { Json, RulesInfo, TypeInfo } from "house-rules"
import type { Seat } from "../common/seat"
import { BESIDE, useBound } from "../common/bounded"
import { caption } from "../common/words"
import { Value } from "./values"

export function Facts({ info, seat, drawn }: { info: RulesInfo; seat: Seat; drawn: ReadonlySet<string> }) {
  const facts = info.view.filter(({ name }) => Object.hasOwn(seat.fields, name) && !drawn.has(name)).flatMap(it => apart(it, seat.fields[it.name]!))
  const { shown, more } = useBound(facts.length, BESIDE)
  if (facts.length === 0) return null
  // It scrolls where there are many: by keys too.
  return (
    <dl class="facts" tabIndex={0} aria-label="Other values" data-testid="facts">
      {facts.slice(0, shown).map(({ name, type, value }, at) => (
        <div key={`${at} ${name}`}>
          <dt>{caption(name)}</dt>
          <dd>
            <Value value={value} type={type} info={info} look={info.shows[0] ?? {}} missing={seat.missing.get(name)} />
          </dd>
        </div>
      ))}
      {more && <div>{more}</div>}
    </dl>
  )
}

/** An object of no declared type is as many facts as it has keys that are told nowhere else. */
function apart({ name, type, told = [] }: RulesInfo["view"][number], value: Json): { name: string; type: TypeInfo; value: Json }[] {
  if (type.kind !== "any" || value === null || typeof value !== "object" || Array.isArray(value)) return [{ name, type, value }]
  return Object.entries(value).flatMap(([name, value]) => (told.includes(name) ? [] : [{ name, type, value }]))
}
