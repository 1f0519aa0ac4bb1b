// Visible data that no board or cards show, unless it is none, empty or false.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import type { Seat } from "./common/seat"
import { BESIDE, useBound } from "./common/bounded"
import { argumentsOf, caption, cellName } from "./common/words"
import { isNothing, Value } from "./values"

interface Fact {
  name: string
  type: TypeInfo
  value: Json
}

export function Facts({ info, seat, drawn }: { info: RulesInfo; seat: Seat; drawn: ReadonlySet<string> }) {
  const facts = factsOf(info, seat, drawn)
  const { shown, more } = useBound(facts.length, BESIDE)
  // Keeps the room for one.
  if (facts.length === 0) return Object.keys(seat.fields).some(name => !drawn.has(name)) ? <div class="facts" /> : null
  // A long list scrolls: by keys too.
  return (
    <dl class="facts" tabIndex={0} aria-label="Other values" data-testid="facts">
      {facts.slice(0, shown).map(({ name, type, value }, at) => (
        <div key={`${at} ${name}`}>
          <dt class={value === true ? "holds" : ""}>{caption(name)}</dt>
          <dd>{value !== true && <Value value={value} type={type} info={info} look={info.shows[0] ?? {}} missing={seat.missing.get(name)} />}</dd>
        </div>
      ))}
      {more && <div>{more}</div>}
    </dl>
  )
}

export function factsOf(info: RulesInfo, { fields }: Pick<Seat, "fields">, drawn: ReadonlySet<string>): Fact[] {
  return info.view
    .filter(({ name }) => Object.hasOwn(fields, name) && !drawn.has(name) && !info.boards.some(({ form }) => form === name))
    .flatMap(it => apart(it, fields[it.name]!))
    .filter(({ value }) => !isNothing(value))
    .map(it => withCells(it, info))
}

/** An object without a declared type becomes one fact for each key that is not shown elsewhere. */
function apart({ name, type, told = [] }: RulesInfo["view"][number], value: Json): Fact[] {
  if (type.kind !== "any" || value === null || typeof value !== "object" || Array.isArray(value)) return [{ name, type, value }]
  return Object.entries(value).flatMap(([name, value]) => (told.includes(name) ? [] : [{ name, type, value }]))
}

/** Numbers with the name of a clicked argument are cells of that board, and are displayed by name. */
function withCells(fact: Fact, info: RulesInfo): Fact {
  const isSent = (action: string, at: number) => argumentsOf(info, action)[at]?.name === fact.name
  const show = info.shows.find(({ clicks }) => clicks.some(({ action, sends }) => sends.some((send, at) => send === "cell" && isSent(action, at))))
  const board = info.boards.find(({ name }) => name === show?.board)
  if (!board || show?.pattern === "points") return fact
  const all = Array.isArray(fact.value) ? fact.value : [fact.value]
  const names = all.flatMap(it => (typeof it === "number" && board.cells[it] ? cellName(board, board.cells[it], show?.labels !== undefined) : []))
  return names.length < all.length ? fact : { ...fact, type: { kind: "string" }, value: names.join(", ") }
}
