// Dice as they lie, rolled where the last move changed them.

import type { Json, RulesInfo, TypeInfo } from "house-rules"
import { useBound } from "../common/bounded"
import { caption, words } from "../common/words"
import { useName } from "./around"
import { useArrows } from "./arrows"
import { Chosen } from "./bits"
import { Area } from "./cards"
import { Choices, Told } from "./choices"
import { colorOf, type Look, symbolOf } from "./look"
import { type ListProps, usePicking } from "./picking"
import { chosenOf, fieldType } from "./scene"
import { Ink } from "./signs"

/** Where the pips are, in a square from -1 to 1. */
const PIPS: [x: number, y: number][][] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
]

export function Dice({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking(id)
  const arrows = useArrows<HTMLUListElement>()
  const name = useName(title ?? caption(items!))
  const value = seat.fields[items ?? ""] ?? null
  const type = fieldType(info, items) ?? { kind: "any" }
  const dice = Array.isArray(value) ? value : [value]
  const before = seat.before?.[items ?? ""]
  const was = Array.isArray(before) ? before : [before ?? null]
  const { shown, more } = useBound(dice.length, first)
  const chosen = chosenOf(show, seat)
  const of = Array.isArray(value) && "of" in type ? type.of : type
  return (
    <Area id={id} show={show} kind="dice" name={name} title={title ?? caption(items!)}>
      <ul {...arrows} data-list>
        {dice.slice(0, shown).map((die, at) => {
          const rolled = seat.before !== undefined && JSON.stringify(die) !== JSON.stringify(was[at] ?? null)
          const said = die === null ? "not rolled" : words(die, of, info.roles)
          const reason = picking.reason(at)
          const picture = <Die die={die} type={of} roles={info.roles} look={show} rolled={rolled} />
          return (
            <li key={at} class={chosen.has(at) ? "is-chosen" : undefined}>
              {clicks.length > 0 ? (
                <button
                  class="die"
                  data-die={at}
                  data-legal={picking.legal(at)}
                  aria-disabled={!picking.answers(at)}
                  aria-pressed={picking.picked.includes(at)}
                  title={reason}
                  aria-label={said}
                  onClick={() => picking.pick(at)}
                >
                  {picture}
                </button>
              ) : (
                <span class="die" data-die={at} role="img" aria-label={said}>
                  {picture}
                </span>
              )}
              {chosen.has(at) && <Chosen />}
            </li>
          )
        })}
      </ul>
      {more}
      <Choices picking={picking} info={info} look={show} send={send} />
      <Told picking={picking} />
    </Area>
  )
}

interface DieProps {
  die: Json
  type: TypeInfo
  roles: RulesInfo["roles"]
  look: Look
  rolled: boolean
}

function Die({ die, type, roles, look, rolled }: DieProps) {
  const inner = type.kind === "optional" ? type.of : type
  const member = inner.kind === "enum" && die !== null ? inner.members[die as number] : undefined
  const pips = inner.kind !== "enum" && typeof die === "number" ? PIPS[die] : undefined
  const tone = member === undefined ? undefined : colorOf(member, look)
  const text = member === undefined ? words(die, type, roles) : (symbolOf(member, undefined, look) ?? caption(member))
  return (
    <svg
      key={rolled ? `rolled ${JSON.stringify(die)}` : "still"}
      viewBox="-50 -50 100 100"
      class={`${rolled ? "rolled" : ""} ${die === null ? "unrolled" : ""} tone-${tone ?? "plain"}`}
      aria-hidden="true"
    >
      <rect class="body" x="-44" y="-44" width="88" height="88" rx="18" />
      {die !== null &&
        (pips && pips.length > 0 ? (
          pips.map(([x, y]) => <circle key={`${x} ${y}`} cx={x * 24} cy={y * 24} r="9" />)
        ) : (
          <Ink text={text} size={Math.min(58, 110 / Math.max(1, text.startsWith(":") ? 1 : text.length))} />
        ))}
    </svg>
  )
}
