// The top of a die.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { caption, words } from "./common/words"
import { colorOf, type Look, symbolOf } from "./look"
import { Ink } from "./signs"

/** Positions of the pips, in a square from -1 to 1. */
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

interface DieProps {
  die: Json
  type: TypeInfo
  roles: RulesInfo["roles"]
  look: Look
  rolled?: boolean
}

export function Die({ die, type, roles, look, rolled = false }: DieProps) {
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
