// What is left to choose after the clicks, and a word on what could not be clicked.

import type { RulesInfo } from "house-rules"
import { useEffect, useRef } from "preact/hooks"
import { BESIDE, useBound } from "../common/bounded"
import { symbolOf, type Look } from "./look"
import type { Choice } from "./paths"
import { Said, Sign } from "./signs"
import type { Picking } from "./picking"
import { argumentTypes, caption, words } from "../common/words"

interface Props {
  picking: Picking
  info: RulesInfo
  look: Look
  /** Where it was clicked, from 0 to 1 across and down; without it the choices stand in the flow. */
  at?: { x: number; y: number }
  send(action: string, argument: Choice["argument"]): void
}

export function Choices({ picking: { choices, cancel }, info, look, at, send }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  const open = choices.length > 0
  const { shown, more } = useBound(choices.length, BESIDE)
  useEffect(() => first.current?.focus(), [open])
  if (!open) return null
  const several = new Set(choices.map(({ action }) => action)).size > 1
  const style = at && { "--x": `${at.x * 100}%`, [at.y > 0.6 ? "bottom" : "top"]: `calc(${(at.y > 0.6 ? 1 - at.y : at.y) * 100}% + 8px)` }
  return (
    <div class={`choices ${at ? "near" : ""}`} style={style} role="group" aria-label="Choose" data-testid="choices" onKeyDown={event => event.key === "Escape" && cancel()}>
      {choices.slice(0, shown).map((choice, index) => (
        <button key={JSON.stringify(choice.argument) + choice.action} ref={index === 0 ? first : undefined} class="choice" onClick={() => send(choice.action, choice.argument)}>
          {label(choice, info, look, several)}
        </button>
      ))}
      {more}
      <button class="cancel" onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}

/** What was not clicked, in words; the action itself if that is nothing, or if others may be meant. */
function label({ action, rest, label }: Choice, info: RulesInfo, look: Look, several: boolean) {
  const types = argumentTypes(info, action)
  const text = rest.map(({ at, value }) => words(value, types[at] ?? { kind: "any" }, info.roles)).join(", ")
  const signs = rest.flatMap(({ at, value }) => (types[at]?.kind === "enum" ? (symbolOf(types[at].members[value as number] ?? "", undefined, look) ?? []) : []))
  if (label !== undefined) return <Said text={label} />
  return (
    <>
      {signs.length > 0 && <Sign symbol={signs.join("")} />} {text === "" || several ? `${caption(action)} ${text}`.trim() : caption(text)}
    </>
  )
}

/** Why a click did nothing. */
export function Told({ picking: { told } }: Pick<Props, "picking">) {
  return (
    <p class="told" role="status" data-testid="told">
      {told}
    </p>
  )
}
