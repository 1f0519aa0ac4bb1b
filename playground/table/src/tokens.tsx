// Tokens in numbers: the number of each kind, or one beside the other.

import { useBound } from "./common/bounded"
import { caption } from "./common/words"
import { useName } from "./around"
import { useArrows } from "./arrows"
import { Chosen } from "./bits"
import { Area } from "./cards"
import { Choices, Told } from "./choices"
import { type Heap, heapsOf } from "./heaps"
import { type ListProps, usePicking } from "./picking"
import { chosenOf, fieldType } from "./scene"
import { Sign } from "./signs"

export function Tokens({ id, show, info, seat, first, send }: ListProps) {
  const { title, items, clicks } = show
  const picking = usePicking(id)
  const arrows = useArrows<HTMLUListElement>()
  const name = useName(title ?? caption(items!))
  const held = seat.fields[items ?? ""] ?? null
  const heaps = heapsOf(held, fieldType(info, items) ?? { kind: "any" }, info, show, items)
  const chosen = chosenOf(show, seat)
  const { shown, more } = useBound(heaps.length, first)
  return (
    <Area id={id} show={show} kind="tokens" name={name} title={title ?? caption(items!)}>
      {heaps.length === 0 && <p class="quiet">{held === null ? "–" : "None."}</p>}
      <ul {...arrows} data-list>
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
      <Choices picking={picking} info={info} send={send} />
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
