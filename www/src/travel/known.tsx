// The knowledge of each seat: its view, beside those of the others, with differences marked.
//
// Invariant: a seat shows what the rules' view gives to it, and nothing else.

import type { Json, RulesInfo } from "houserules"
import { useState } from "preact/hooks"
import { BESIDE, counted, useBound } from "houserules-table/src/common/bounded.tsx"
import { fieldItem, type Item, itemAt, type Names, namesIn, size, textOf, typeText } from "../common/values"
import type { Seat } from "houserules-table/src/common/seat.ts"
import { table } from "../session/state"
import { known } from "./looked"
import { ITEMS, short, Value } from "./rows"

/** Maximum seats drawn. */
const SEATS = 12

interface Context {
  names: Names
  /** The open nodes, in all seats. */
  open: Set<string>
  toggle(path: string): void
}

export function Known() {
  const [open, setOpen] = useState(new Set<string>())
  const all = [...(known.value?.views ?? [])]
  const { shown, more } = useBound(all.length, SEATS)
  if (!known.value) return <p class="quiet">Loading…</p>
  const { info } = table.value!
  const names = namesIn(
    info.view.map(({ type }) => type),
    info.roles,
  )
  const toggle = (path: string) => setOpen(new Set(open.has(path) ? [...open].filter(it => it !== path) : [...open, path]))
  const seen = all.flatMap(([, seat]) => ("fields" in seat ? [seat] : []))
  return (
    <>
      <p class="quiet">What each seat sees. Differences between seats are marked.</p>
      <div class="known" data-testid="known">
        {all.slice(0, shown).map(([role, seat]) => (
          <section key={role} aria-label={`What ${role} sees`} data-testid="known-seat">
            <h3>
              {role}
              {known.value!.of.active.includes(role) && <span class="tag">active</span>}
            </h3>
            {"fields" in seat ? (
              <View seat={seat} others={seen.filter(it => it !== seat)} info={info} names={names} open={open} toggle={toggle} />
            ) : (
              <p class="fails">{seat.message}</p>
            )}
          </section>
        ))}
      </div>
      {more}
    </>
  )
}

function View({ seat, others, info, ...context }: Context & { seat: Seat; others: Seat[]; info: RulesInfo }) {
  const fields = Object.keys(seat.fields)
  const { shown, more } = useBound(fields.length, BESIDE)
  return (
    <>
      {seat.prompt && <p class="prompted">{seat.prompt}</p>}
      {fields.length === 0 && <p class="quiet">This seat sees nothing.</p>}
      <ul class="tree">
        {fields.slice(0, shown).map(name => {
          const of = info.view.find(it => it.name === name)?.type ?? { kind: "any" as const }
          const value = seat.fields[name]
          const branch = { name, type: typeText(of, value), of, value, text: textOf(value, of, context.names), path: `$.${name}` }
          return <Node key={name} item={fieldItem(branch, "V")} others={others.map(it => it.fields[name])} unsent={seat.missing.get(name)} {...context} />
        })}
      </ul>
      {more}
    </>
  )
}

/** `others`: the values in the other seats' views. */
function Node({ item, others, unsent = 0, ...context }: Context & { item: Item; others: (Json | undefined)[]; unsent?: number }) {
  const total = size(item)
  const own = JSON.stringify(item.value)
  const value = (
    <Value {...item} text={total > 0 ? short(item.text) : item.text}>
      {others.some(it => JSON.stringify(it) !== own) && (
        <span class="tag changed" data-testid="differs">
          differs
        </span>
      )}
    </Value>
  )
  if (total + unsent === 0)
    return (
      <li class="leaf" data-path={item.path}>
        {value}
      </li>
    )
  const open = context.open.has(item.path)
  return (
    <li data-path={item.path}>
      <details open={open} onToggle={event => event.currentTarget.open !== open && context.toggle(item.path)}>
        <summary>{value}</summary>
        {open && <Items item={item} others={others} total={total} unsent={unsent} {...context} />}
      </details>
    </li>
  )
}

function Items({ item, others, total, unsent, ...context }: Context & { item: Item; others: (Json | undefined)[]; total: number; unsent: number }) {
  const { shown, more } = useBound(total, ITEMS, unsent)
  return (
    <>
      <ul class="tree" aria-label={`${item.name}, ${counted(total + unsent)} values`}>
        {Array.from({ length: shown }, (_, at) => {
          const inner = itemAt(item, at, context.names)
          const step = inner.steps.at(-1)!
          return <Node key={inner.name} item={inner} others={others.map(it => (it as { [key: string]: Json } | null | undefined)?.[step])} {...context} />
        })}
      </ul>
      {more}
    </>
  )
}
