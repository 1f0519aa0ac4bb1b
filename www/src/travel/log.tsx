// The log of the current line, scrolled to the present. Pointing at a line shows its moment; a click goes there.

import { Fragment } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { counted } from "houserules-table/src/common/bounded.tsx"
import { spoken } from "houserules-table/src/common/words.ts"
import type { Moment, Position } from "../engine/protocol"
import { table } from "../session/state"
import { point, pointAway } from "./moment"
import { story } from "./story"
import { goTo, step } from "./travel"

/** Number of lines drawn, and of further ones per request. */
const LINES = 200

const STEPS: { [key: string]: number } = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** `shown`: the position that the table shows; `role`: from whose eyes. */
export function Log({ shown, role }: { shown: Position; role: string }) {
  const [wanted, want] = useState(LINES)
  const { lines, before, edits } = story()
  const stands = lengthAt(table.value!.position) - before
  // Around the current moment: pointing at others does not scroll.
  const end = Math.min(lines.length, Math.max(stands + Math.ceil(wanted / 2), wanted))
  const first = Math.max(0, end - wanted)
  const seen = lengthAt(shown) - before
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current!
    const latest = box.querySelector<HTMLElement>(".latest")
    box.scrollTop = stands >= lines.length || !latest ? box.scrollHeight : latest.offsetTop - box.clientHeight / 2
    follow(box, latest)
  }, [lines, stands])
  const onClick = (event: Event) => {
    const moment = momentOf(event)
    if (moment) goTo(moment)
  }
  const onPointerOver = (event: PointerEvent) => {
    const moment = momentOf(event)
    if (moment && event.pointerType === "mouse") point(moment, role)
  }
  const moves = shown.record.moves.length
  const editsAt = (number: number) =>
    edits.flatMap(({ what, at, line }) =>
      line - before === number
        ? [
            <li key={`edit ${at}`} data-moves={at + 1} class={at >= moves ? "edit ahead" : "edit"} data-testid="log-edit">
              {what}
            </li>,
          ]
        : [],
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    step(by)
    event.preventDefault()
  }
  return (
    <div class="log">
      <h3 title="Click a line to go to that move; the arrow keys step through the moves">Log</h3>
      <div
        class="lines"
        ref={scroller}
        role="log"
        aria-live="polite"
        aria-label="Log"
        tabIndex={0}
        data-testid="log"
        onClick={onClick}
        onPointerOver={onPointerOver}
        onPointerLeave={pointAway}
        onKeyDown={onKeyDown}
      >
        {first + before > 0 && (
          <p class="more" data-testid="log-before">
            {counted(first + before)} earlier lines
            {first > 0 && <button onClick={() => want(wanted + LINES)}>Show {counted(Math.min(first, LINES))} more</button>}
          </p>
        )}
        <ol>
          {lines.slice(first, end).map((line, at) => {
            const number = first + at
            const { to, text } = typeof line === "string" ? { text: line } : line
            const place = number >= seen ? "ahead" : number === seen - 1 ? "latest" : ""
            return (
              <Fragment key={before + number}>
                {at > 0 && editsAt(number)}
                {(to === undefined || to.includes(role)) && (
                  <li data-line={before + number} class={to ? `private ${place}` : place} title={to && `Only ${to.join(", ")} can see this`}>
                    {spoken(text)}
                  </li>
                )}
              </Fragment>
            )
          })}
          {editsAt(end)}
        </ol>
        {end < lines.length && <p class="more">{counted(lines.length - end)} later lines</p>}
        {lines.length + edits.length === 0 && <p class="quiet">Nothing yet.</p>}
      </div>
    </div>
  )
}

/** The panel around a log that is in sight scrolls as far as its latest line, if it is lower than the panel. */
function follow(log: HTMLElement, latest: HTMLElement | null) {
  const panel = log.closest(".panel-part")
  if (!panel || !latest) return
  const [around, box, end] = [panel.getBoundingClientRect(), log.getBoundingClientRect(), latest.getBoundingClientRect().bottom]
  if (box.top < around.bottom && box.bottom > around.top && end > around.bottom) panel.scrollTop += end - around.bottom + UNDER
}

/** Pixels below the latest line. */
const UNDER = 8

/** The moment of the line that is pointed at. */
function momentOf({ target }: Event): Moment | undefined {
  const { line, moves } = (target as Element).closest?.<HTMLElement>("li")?.dataset ?? {}
  if (moves !== undefined) return { moves: Number(moves) }
  return line === undefined ? undefined : { line: Number(line) }
}

function lengthAt({ log, logged }: Position): number {
  return logged + log.length
}
