// The remaining choices after clicks, and a message about clicks without an effect.

import type { RulesInfo } from "houserules"
import { useLayoutEffect, useRef } from "preact/hooks"
import { BESIDE, useBound } from "./common/bounded"
import { useAround } from "./around"
import { Die } from "./die"
import { faceOf, isTile } from "./faces"
import { boardTurn } from "./frames"
import { Front, isWordy, Plain, toneOf } from "./front"
import { pieceOf } from "./look"
import type { Looks } from "./offered"
import type { Choice } from "./paths"
import { Mark } from "./piece"
import type { Picking } from "./picking"
import { useSpot } from "./room"
import { Said } from "./signs"
import { actionName, argumentTypes, caption, words } from "./common/words"

interface Props {
  picking: Picking
  info: RulesInfo
  /** The clicked thing, from 0 to 1 across and down; without it the choices are in the flow. */
  at?: { x: number; top: number; bottom: number }
  send(action: string, argument: Choice["argument"]): void
}

export function Choices({ picking: { choices, cancel }, info, at, send }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const open = choices.length > 0
  const { shown, more } = useBound(choices.length, BESIDE)
  useLayoutEffect(() => {
    const it = box.current
    if (!it) return
    // Beside a thing at the edge of the table, but not beyond the edge.
    const [own, whole] = [it, it.closest(".shows")!].map(of => of.getBoundingClientRect()) as [DOMRect, DOMRect]
    it.style.marginLeft = `${Math.max(0, whole.left - own.left) + Math.min(0, whole.right - own.right)}px`
    it.querySelector("button")!.focus()
  }, [open])
  if (!open) return null
  const several = new Set(choices.map(({ action }) => action)).size > 1
  const away = (part: number) => `calc(${part * 100}% + 8px)`
  const style = at && { "--x": `${at.x * 100}%`, ...(at.bottom > 0.6 ? { "--bottom": away(1 - at.top) } : { "--top": away(at.bottom) }) }
  return (
    <div
      ref={box}
      class={`choices ${at ? "near" : ""}`}
      style={style}
      role="group"
      aria-label="Choose"
      data-testid="choices"
      onKeyDown={event => event.key === "Escape" && cancel()}
    >
      {choices.slice(0, shown).map(choice => (
        <button key={JSON.stringify(choice.argument) + choice.action} class={`choice ${choice.looks ? "drawn" : ""}`} onClick={() => send(choice.action, choice.argument)}>
          {choice.looks && <Drawn {...choice.looks} />}
          {label(choice, info, several)}
        </button>
      ))}
      {more}
      <button class="cancel" onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}

/** Arguments that were not clicked, in words, unless a drawing shows them; the action itself if there are none, or if others are
 * possible. */
function label({ action, rest, label, looks }: Choice & { looks?: Looks }, info: RulesInfo, several: boolean) {
  const types = argumentTypes(info, action)
  const text = rest.map(({ at, value }) => words(value, types[at] ?? { kind: "any" }, info.roles)).join(", ")
  if (label !== undefined) return <Said text={label} />
  const said = text === "" || several ? `${caption(actionName(info, action))} ${text}`.trim() : caption(text)
  const isSeen = looks && !several && (looks.as === "card" || rest.every(({ value }) => typeof value === "number" && types[rest[0]!.at]?.kind === "int"))
  return <span class={isSeen ? "unseen" : ""}>{said}</span>
}

/** As it lies, or will lie, in its show. */
function Drawn({ as, value, type, show, info }: Looks) {
  const { turn: seen, quarter } = useAround()
  const { upright } = useSpot()
  const board = info.boards.find(({ name }) => name === show.board)
  if (as === "die")
    return (
      <span class="die">
        <Die die={value} type={type} roles={info.roles} look={show} />
      </span>
    )
  if (as === "card") {
    const face = faceOf(value, type, info, show)
    const kind = `${face ? "face" : ""} ${face && isWordy(face) ? "wordy" : ""} ${isTile(type, info) ? "tile" : ""}`
    return (
      <span class={`card ${kind} tone-${(face ? face.tone : toneOf(value, type, show)) ?? "plain"}`}>
        {face ? <Front face={face} info={info} /> : <Plain value={value} type={type} roles={info.roles} look={show} />}
      </span>
    )
  }
  const piece = pieceOf(value, type, info, show)
  const turn = board ? boardTurn(board, show, seen, upright ? quarter : undefined) : 0
  return (
    <svg class="token" viewBox="-50 -50 100 100" aria-hidden="true">
      {piece && <Mark piece={piece.turn === undefined ? piece : { ...piece, turn: piece.turn + turn }} info={info} pieces={show.pieces} />}
    </svg>
  )
}

/** Why a click did nothing, where nothing around the table says it. */
export function Told({ picking: { told } }: Pick<Props, "picking">) {
  if (useAround().tells) return null
  return (
    <p class="told" role="status" data-testid="told">
      {told}
    </p>
  )
}
