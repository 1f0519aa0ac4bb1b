// The moves of the line that is played: a slider between a step back and a step forward. Where the mouse points, or the slider is drawn
// to, is shown; where it is let go, the game goes.

import { useState } from "preact/hooks"
import type { Position } from "../engine/protocol"
import { played, record, table } from "../session/state"
import { point, pointAway } from "./moment"
import { stands, step, travel } from "./travel"

/** `shown`: the position that the table shows; `role`: from whose eyes. */
export function Slider({ shown, role }: { shown: Position; role: string }) {
  /** Where it is drawn to, and not let go yet. */
  const [drawn, draw] = useState<number>()
  const total = record.value!.moves.length
  const at = shown.record.moves.length
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.buttons !== 0 || total === 0) return
    point({ moves: momentAt(event.currentTarget as HTMLInputElement, event.clientX, total) }, role)
  }
  return (
    <div class="time" role="group" aria-label="Moves">
      <button class="step" aria-label="Back one move" title="Back one move; none is lost" data-testid="back" disabled={played.value === 0} onClick={() => step(-1)}>
        ‹
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(1, total)}
        value={drawn ?? stands.value}
        disabled={total === 0}
        aria-label="Move"
        aria-valuetext={`after move ${played.value} of ${total}`}
        data-testid="slider"
        onInput={event => {
          draw(event.currentTarget.valueAsNumber)
          point({ moves: event.currentTarget.valueAsNumber }, role)
        }}
        onChange={event => {
          draw(undefined)
          travel(Math.min(total, event.currentTarget.valueAsNumber))
        }}
        onPointerMove={onPointerMove}
        onPointerLeave={pointAway}
      />
      <button
        class="step"
        aria-label="Forward one move"
        title="Makes the next move again"
        data-testid="forward"
        disabled={table.value!.position.stopped !== undefined || played.value >= total}
        onClick={() => step(1)}
      >
        ›
      </button>
      <span class="quiet" data-testid="moves">
        move {at} of {total}
      </span>
    </div>
  )
}

/** A thumb is so wide: its middle never reaches the ends. */
const THUMB = 16

/** The moment of a place on the slider. */
function momentAt(slider: HTMLInputElement, x: number, total: number): number {
  const { left, width } = slider.getBoundingClientRect()
  const share = (x - left - THUMB / 2) / (width - THUMB)
  return Math.round(Math.max(0, Math.min(1, share)) * total)
}
