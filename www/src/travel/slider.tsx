// The moves of the current line: a slider between a step back and a step forward. Pointing or dragging shows a moment; releasing goes
// there.

import type { ComponentChildren, TargetedEvent } from "preact"
import { useRef, useState } from "preact/hooks"
import type { Position } from "../engine/protocol"
import { counted } from "houserules-table/src/common/bounded.tsx"
import { RestingButton } from "houserules-table/src/common/resting.tsx"
import { isWritten } from "../common/lines"
import { played, record, table } from "../session/state"
import { point, pointAway } from "./moment"
import { before, stands, step, travel } from "./travel"

/** `shown`: the position at the table; `role`: the viewer; `children`: further controls beside it. */
export function Slider({ shown, role, children }: { shown: Position; role: string; children?: ComponentChildren }) {
  /** The dragged moment, before release. */
  const [dragged, dragTo] = useState<number>()
  const drag = useRef({ on: false, went: false })
  const total = record.value!.moves.length
  const at = shown.record.moves.length
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.buttons !== 0 || total === 0) return
    point({ moves: momentAt(event.currentTarget as HTMLInputElement, event.clientX, total) }, role)
  }
  const onPointerDown = (event: PointerEvent) => {
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
    drag.current = { on: true, went: false }
  }
  const onInput = ({ currentTarget: { valueAsNumber } }: TargetedEvent<HTMLInputElement>) => {
    if (!drag.current.on) return
    dragTo(valueAsNumber)
    point({ moves: valueAsNumber }, role)
  }
  const onChange = ({ currentTarget: { valueAsNumber } }: TargetedEvent<HTMLInputElement>) => {
    drag.current.went = true
    dragTo(undefined)
    travel(Math.min(total, valueAsNumber))
  }
  // The change comes after it, unless the slider is let go where it was.
  const onLetGo = () =>
    setTimeout(() => {
      if (!drag.current.went) pointAway()
      drag.current.on = false
      dragTo(undefined)
    })
  return (
    <div class="time" role="group" aria-label="Moves">
      <RestingButton class="step" aria-label="Back one move" title="Back one move" data-testid="back" rests={stands.value === 0} onClick={() => step(-1)}>
        ‹
      </RestingButton>
      <span class="track">
        <Edits total={total} />
        <input
          type="range"
          min={0}
          max={Math.max(1, total)}
          value={dragged ?? stands.value}
          disabled={total === 0}
          aria-label="Move"
          aria-valuetext={`after move ${played.value} of ${total}`}
          data-testid="slider"
          onInput={onInput}
          onChange={onChange}
          onPointerDown={onPointerDown}
          onLostPointerCapture={onLetGo}
          onPointerMove={onPointerMove}
          onPointerLeave={() => !drag.current.on && pointAway()}
        />
      </span>
      <RestingButton
        class="step"
        aria-label="Forward one move"
        title="Forward one move"
        data-testid="forward"
        rests={table.value!.position.stopped !== undefined || played.value >= total}
        onClick={() => step(1)}
      >
        ›
      </RestingButton>
      <span class="quiet" data-testid="moves">
        move {at} of {total}
      </span>
      {children}
    </div>
  )
}

/** Marks of written states. */
function Edits({ total }: { total: number }) {
  const at = record.value!.moves.flatMap((move, index) => (isWritten(move) ? [index + 1] : []))
  return at.map(moves => <i key={moves} class="tick" style={{ left: `calc(${THUMB / 2}px + ${moves / total} * (100% - ${THUMB}px))` }} data-testid="edit-tick" />)
}

/** The edits of the shown position, and a way back to before them. */
export function Edited({ shown: { edits } }: { shown: Position }) {
  const last = edits.at(-1)
  if (!last) return null
  return (
    <p class="edited" data-testid="edited">
      <span class="tag">{last.what}</span>
      {edits.length > 1 && <span class="quiet">and {counted(edits.length - 1)} earlier</span>}
      <button title="Go back to before this change; it is kept" data-testid="before-edit" onClick={() => before(last)}>
        Undo change
      </button>
    </p>
  )
}

/** Width of a thumb: its middle never reaches the ends. */
const THUMB = 16

/** The moment of a place on the slider. */
function momentAt(slider: HTMLInputElement, x: number, total: number): number {
  const { left, width } = slider.getBoundingClientRect()
  const share = (x - left - THUMB / 2) / (width - THUMB)
  return Math.round(Math.max(0, Math.min(1, share)) * total)
}
