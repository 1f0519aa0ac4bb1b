// Buttons for every action that no clicks make, and why those are disabled that are.

import type { Json, RulesInfo } from "houserules"
import { useMemo, useState } from "preact/hooks"
import type { Seat } from "./common/seat"
import { movesIn } from "./places"
import { FIRST, useBound } from "./common/bounded"
import { RestingButton } from "./common/resting"
import { own } from "./common/objects"
import { caption } from "./common/words"
import { moveLabel, moveText } from "./moves"
import { useAround } from "./around"
import { Said } from "./signs"
import { tableOf } from "./scene"

interface Props {
  info: RulesInfo
  seat: Seat
  send(action: string, argument: Json): void
}

export interface Button {
  action: string
  argument: Json
  text: string
  enabled: boolean
  reason?: string
}

/** Maximum withheld actions to list. */
const MOST_WITHHELD = 12

export function Actions({ info, seat, send }: Props) {
  const { role, undoes } = useAround()
  const buttons = useMemo(() => {
    const { scene, offers } = tableOf(info, seat, role)
    const clicked = new Set([...offers.offers, ...offers.withheld].map(({ action, argument }) => moveText(action, argument)))
    const inAreas = new Set(scene.shows.flatMap(({ show }) => movesIn(show, seat, role).map(({ action, argument }) => moveText(action, argument))))
    const isClicked = ({ action, argument }: Button) => argument !== null && (clicked.has(moveText(action, argument)) || inAreas.has(moveText(action, argument)))
    return buttonsOf(info, seat).filter(it => it.action !== "undo" && !isClicked(it) && !(it.argument === null && inAreas.has(moveText(it.action, null))))
  }, [info, seat, role])
  const undo = undoes ? own(seat.actions, "undo") : undefined
  const parts = useMemo(() => gathered(buttons), [buttons])
  const { shown, more } = useBound(parts.length, FIRST, buttons.length > 0 ? seat.untold : 0)
  if (buttons.length === 0 && undo === undefined) return null
  return (
    <div class="actions" role="group" aria-label="Actions" data-testid="actions">
      <div class="offers">
        {parts
          .slice(0, shown)
          .map(part =>
            "name" in part ? (
              <Stepper key={`numbers ${moveText(part.all[0]!.action, part.all.length)}`} {...part} send={send} />
            ) : (
              <ActionButton key={moveText(part.action, part.argument)} {...part} send={send} />
            ),
          )}
        {more}
      </div>
      {undo !== undefined && (
        <RestingButton class="undo" title="Undo as far as the rules allow" data-action="undo" rests={undo !== 1} onClick={() => send("undo", null)}>
          Undo
        </RestingButton>
      )}
    </div>
  )
}

/** From this many numbers on, one field replaces the buttons. */
const NUMBERS = 7

interface Numbers {
  name: string
  /** The smallest first. */
  all: Button[]
}

/** Buttons, of which those that differ in a number only are one if there are many. */
export function gathered(buttons: Button[]): (Button | Numbers)[] {
  const out: (Button | Numbers)[] = []
  for (let at = 0; at < buttons.length; ) {
    const first = buttons[at]!
    let end = at + 1
    while (end < buttons.length && isNumber(buttons[end]!) && buttons[end]!.action === first.action) end++
    const run = buttons.slice(at, end)
    const name = isNumber(first) && run.length >= NUMBERS ? nameOf(run) : undefined
    if (name === undefined) out.push(...run)
    else out.push({ name, all: run.sort((a, b) => (a.argument as number) - (b.argument as number)) })
    at = end
  }
  return out
}

function isNumber({ argument, enabled }: Button): boolean {
  return enabled && typeof argument === "number"
}

/** The common text around their numbers; undefined if it differs. */
function nameOf(run: Button[]): string | undefined {
  const { text, argument } = run[0]!
  const number = String(argument)
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + number.length)]
    if (run.every(it => it.text === `${before}${it.argument}${after}`)) return after.trim() === "" ? before.trim() : `${before.trim()} … ${after.trim()}`.trim()
  }
  return undefined
}

/** A number of many: a field with its steps, and the button that makes the move. A number that is not offered becomes the nearest. */
function Stepper({ name, all, send }: Numbers & Pick<Props, "send">) {
  // As it is typed: half a number may not be offered.
  const [typed, type] = useState(String(all[0]!.argument))
  const nearest = (number: number) =>
    all.reduce((best, { argument }, at) => (Math.abs((argument as number) - number) < Math.abs((all[best]!.argument as number) - number) ? at : best), 0)
  const at = nearest(Number(typed))
  const { action, text } = all[at]!
  const step = (by: number) => type(String(all[Math.max(0, Math.min(all.length - 1, at + by))]!.argument))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (!by) return
    event.preventDefault()
    step(by)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    // The last input may not be chosen yet.
    send(action, all[nearest(Number(new FormData(event.currentTarget as HTMLFormElement).get("number")))]!.argument)
  }
  return (
    <form class="stepper" aria-label={name || caption(action)} data-testid="stepper" onSubmit={onSubmit}>
      <RestingButton class="step" aria-label="Less" type="button" rests={at === 0} onClick={() => step(-1)}>
        −
      </RestingButton>
      <input
        type="number"
        name="number"
        aria-label={name || caption(action)}
        min={all[0]!.argument as number}
        max={all.at(-1)!.argument as number}
        required
        value={typed}
        onInput={({ currentTarget: { value } }) => type(value)}
        onKeyDown={onKeyDown}
      />
      <RestingButton class="step" aria-label="More" type="button" rests={at === all.length - 1} onClick={() => step(1)}>
        +
      </RestingButton>
      <button class="action" data-action={action}>
        <Said text={text} />
      </button>
    </form>
  )
}

/** A disabled button stays focusable: a click shows the reason, unless it is shown already. */
function ActionButton({ action, argument, text, enabled, reason, send }: Button & Pick<Props, "send">) {
  const { askWhy } = useAround()
  const id = `why-${action}-${JSON.stringify(argument)}`.replaceAll(/[^\w-]/g, "_")
  const button = (
    <button
      class="action"
      data-action={action}
      aria-disabled={!enabled || undefined}
      aria-describedby={reason && id}
      title={reason}
      onClick={() => (enabled ? send(action, argument) : reason === undefined && askWhy([{ action, argument: argument ?? undefined }]))}
    >
      <Said text={text} />
    </button>
  )
  if (!reason) return button
  return (
    <span class="withheld">
      {button}
      <small id={id} data-testid="reason">
        {reason}
      </small>
    </span>
  )
}

function buttonsOf(info: RulesInfo, seat: Seat): Button[] {
  const { actions, why } = seat
  const out: Button[] = []
  const names = new Set([...Object.keys(actions ?? {}), ...Object.keys(why ?? {})])
  for (const action of names) {
    const offered = own(actions, action)
    const reasons = own(why, action)
    const button = (argument: Json, enabled: boolean, reason?: string) => out.push({ action, argument, text: moveLabel(info, seat, action, argument), enabled, reason })
    if (Array.isArray(offered)) for (const argument of offered) button(argument, true)
    else if (offered !== undefined || typeof reasons === "string") button(null, offered === 1, typeof reasons === "string" ? reasons : undefined)
    if (Array.isArray(reasons)) for (const [argument, reason] of reasons.slice(0, MOST_WITHHELD)) button(argument, false, reason)
  }
  return out
}
