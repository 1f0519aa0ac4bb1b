// Dice as they lie, rolled where the last move changed them.

import { useBound } from "./common/bounded"
import { caption, words } from "./common/words"
import { useName } from "./around"
import { useArrows } from "./arrows"
import { Chosen } from "./bits"
import { Area } from "./cards"
import { Choices, Told } from "./choices"
import { Die } from "./die"
import { type ListProps, usePicking } from "./picking"
import { chosenOf, fieldType } from "./scene"

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
      <Choices picking={picking} info={info} send={send} />
      <Told picking={picking} />
    </Area>
  )
}
