// Why something is not offered: asked by a click on it, answered in the bar for a while; the decisive condition, and its line, after another click.

import { computed, signal } from "@preact/signals"
import type { Json, Why } from "houserules"
import { useEffect, useRef, useState } from "preact/hooks"
import { Prose } from "../common/prose"
import { same } from "../common/text"
import { actionWords } from "houserules-table/src/common/words.ts"
import type { Position } from "../engine/protocol"
import { engine, play } from "../session/engine"
import { mode, table, text } from "../session/state"
import { glimpsed } from "../travel/moment"
import { jumpTo } from "../write/going"
import type { Question } from "houserules-table/src/around.ts"
import { moveIn } from "houserules-table/src/calling.ts"
import { dressed } from "houserules-table/src/look.ts"
import { seat } from "./seat"
import { turnOf } from "./turning"

/** Maximum conditions shown. */
const MOST = 2

interface Asked {
  role: string
  position: Position
  action: string
  argument: Json
  why: Why
}

/** A reason from the rules themselves. */
interface Told {
  role: string
  position: Position
  told: string
}

const answered = signal<Asked | Told>()

/** The answer for the position and the seat at the table. */
const answer = computed(() => {
  const { role, position } = answered.value ?? {}
  return role === seat.value && position === table.value?.position ? answered.value : undefined
})

/** Asks why none of these is offered; shows the first that the rules offer anywhere. */
export function askWhy(questions: Question[]) {
  const role = seat.value
  if (glimpsed.value || questions.length === 0) return
  play("The reason could not be found", async () => {
    const { position } = table.value!
    let best: Asked | undefined
    for (const { action, argument } of questions) {
      const why = await engine.ask("why", role, action, argument)
      if (why.offered) return
      best ??= { role, position, action, argument: argument ?? null, why }
      if (why.offers.length > 0 && best.why.offers.length === 0) best = { role, position, action, argument: argument ?? null, why }
    }
    answered.value = best
  })
}

/** Shows the rules' reason for a click at the table. */
export function tells(told: string) {
  answered.value = { role: seat.value, position: table.value!.position, told }
}

/** Time for which the reason replaces the prompt; it stays while somebody is at it. */
const STAYS_MS = 5000
const AT_IT = ":hover, :focus-within, :has([open])"

export function WhyNot() {
  const [past, setPast] = useState<Asked | Told>()
  const box = useRef<HTMLDivElement>(null)
  const now = answer.value
  useEffect(() => {
    if (!now) return
    let pause = setTimeout(end, STAYS_MS)
    function end() {
      if (box.current?.matches(AT_IT)) pause = setTimeout(end, STAYS_MS / 2)
      else setPast(now)
    }
    return () => clearTimeout(pause)
  }, [now])
  return (
    <div class="why" ref={box} role="status" data-testid="why">
      {now && now !== past && ("why" in now ? <Answer {...now} /> : <Reason of={now} />)}
    </div>
  )
}

function Reason({ of: { told } }: { of: Told }) {
  return (
    <p class="reason" data-testid="told">
      {told}
    </p>
  )
}

/** Names of the rules are for their author. */
const isCode = (text: string) => text.includes("`")

function Answer({ role, action, argument, why: { reason, conditions, offers } }: Asked) {
  const plays = mode.value === "play"
  const said = reason !== undefined && !(plays && isCode(reason)) ? reason : undefined
  const here = same(table.value?.text, text.value)
  const line = (place: Why["offers"][number]) => (
    <button class="link" disabled={!here} onClick={() => jumpTo(place)}>
      line {place.line}
    </button>
  )
  const [offer] = offers
  const { info, position } = table.value!
  const own = position.seats.get(role)
  const words = own ? moveIn({ info: dressed({ ...info, roles: position.roles }), own, role, turn: turnOf(role) }, action, argument) : actionWords(info, action, argument)
  return (
    <>
      <p class="reason">
        <strong>{words}</strong> is not possible now
        {said !== undefined && (
          <>
            : <Prose text={said} />
          </>
        )}
        .
      </p>
      {(conditions.length > 0 || offer || said !== reason) && (
        <details>
          <summary data-testid="why-rules">Why?</summary>
          <div class="tray">
            {said !== reason && (
              <p class="condition">
                <Prose text={reason!} />
              </p>
            )}
            {conditions.slice(0, MOST).map(({ text, outcome, parts, place }) => (
              <p key={`${place.file} ${place.from}`} class="condition">
                <code>{text}</code> is {String(outcome)} in {line(place)}
                {parts.length > 0 && (
                  <>
                    :{" "}
                    {parts.map(({ name, text }, at) => (
                      <span key={name}>
                        {at > 0 && ", "}
                        <code>{name}</code> is <code>{text}</code>
                      </span>
                    ))}
                  </>
                )}
              </p>
            ))}
            {conditions.length === 0 && offer && <p class="condition">{line(offer)} offers it with other choices only.</p>}
          </div>
        </details>
      )}
    </>
  )
}
