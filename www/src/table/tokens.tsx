// Tokens in numbers: so many of each kind, or one beside the other.

import type { Json, RulesInfo, TypeInfo } from "house-rules"
import { useBound } from "../common/bounded"
import { caption, humanise } from "../common/words"
import { useName } from "./around"
import { Chosen } from "./bits"
import { Area } from "./cards"
import { Choices, Told } from "./choices"
import { type Bit, bitsOf } from "./faces"
import { colorOf, type Look, symbolOf } from "./look"
import { type ListProps, usePicking } from "./picking"
import { chosenOf, fieldType, isEach } from "./scene"
import { Sign } from "./signs"

/** So many and what they are; without a number it is one by itself. */
export interface Heap {
  bit: Bit
  count?: number
}

export function Tokens({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking(id)
  const name = useName(title ?? caption(items!))
  const held = seat.fields[items ?? ""] ?? null
  const heaps = heapsOf(held, fieldType(info, items) ?? { kind: "any" }, info, show, items)
  const chosen = chosenOf(show, seat)
  const { shown, more } = useBound(heaps.length, first)
  return (
    <Area id={id} show={show} kind="tokens" name={name} title={title ?? caption(items!)}>
      {heaps.length === 0 && <p class="quiet">{held === null ? "–" : "None."}</p>}
      <ul data-list>
        {heaps.slice(0, shown).map((heap, at) => {
          const { bit, count } = heap
          const said = count === undefined ? bit.name : `${count} ${bit.name}`.trim()
          const kind = `heap ${count === 0 ? "none" : ""} tone-${bit.tone ?? "plain"}`
          const reason = picking.reason(at)
          return (
            <li key={at} class={chosen.has(at) ? "is-chosen" : undefined}>
              {clicks.length > 0 ? (
                <button
                  class={kind}
                  data-token={at}
                  data-legal={picking.legal(at)}
                  aria-disabled={!picking.answers(at)}
                  aria-pressed={picking.picked.includes(at)}
                  title={reason ?? said}
                  aria-label={said}
                  onClick={() => picking.pick(at)}
                >
                  <HeapPicture {...heap} />
                </button>
              ) : (
                <span class={kind} data-token={at} role="img" title={said} aria-label={said}>
                  <HeapPicture {...heap} />
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

function HeapPicture({ bit: { symbol, text }, count }: Heap) {
  return (
    <>
      <span class="disc" aria-hidden="true">
        {symbol !== undefined ? <Sign symbol={symbol} /> : text !== undefined && <b class={text.length > 3 ? "long" : ""}>{text}</b>}
      </span>
      {count !== undefined && <b class="number">{count}</b>}
    </>
  )
}

/** What a number counts: by the name of its field, if the rules give that a sign or a colour. */
function countedBit(field: string, look: Look): Bit {
  const [symbol, tone] = [symbolOf(field, undefined, look), colorOf(field, look)]
  return { symbol, tone, name: symbol === undefined && tone === undefined ? "" : humanise(field) }
}

/** A number, a number of each, or each by itself. */
export function heapsOf(value: Json, type: TypeInfo, info: RulesInfo, look: Look, field = ""): Heap[] {
  if (type.kind === "optional") return heapsOf(value, type.of, info, look, field)
  if (typeof value === "number" && type.kind !== "enum" && type.kind !== "role") return [{ bit: countedBit(field, look), count: value }]
  if (isEach(type) && Array.isArray(value))
    return value.map((count, at) => ({ bit: bitsOf(at, type.by, info, look)[0] ?? { name: String(at) }, count: typeof count === "number" ? count : count === true ? 1 : 0 }))
  if (Array.isArray(value) && "of" in type) return value.map(one => ({ bit: bitsOf(one, type.of, info, look)[0] ?? { name: "none" } }))
  return bitsOf(value, type, info, look).map(bit => ({ bit }))
}
