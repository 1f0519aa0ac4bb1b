// The bar between the two panes: dragged, or moved with the arrow keys.

import { signal } from "@preact/signals"
import { settings } from "./store/local"

const MIN = 25
const MAX = 75
const STEP = 2

/** Initial share of the editor, and its minimum in px. */
const FIRST = 40
const LEAST_PX = 480

/** The editor's share of the width, in percent. */
export const share = signal(clamp(Number(settings.load("share")) || Math.max(FIRST, (LEAST_PX / innerWidth) * 100)))

function clamp(percent: number): number {
  return Math.min(MAX, Math.max(MIN, Math.round(percent)))
}

function set(percent: number) {
  share.value = clamp(percent)
  settings.store("share", String(share.value))
}

function onKeyDown(event: KeyboardEvent) {
  const to = { ArrowLeft: share.value - STEP, ArrowRight: share.value + STEP, Home: MIN, End: MAX }[event.key]
  if (to === undefined) return
  event.preventDefault()
  set(to)
}

export function Splitter() {
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the editor"
      aria-valuenow={share.value}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      tabIndex={0}
      data-testid="splitter"
      onKeyDown={onKeyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && set((event.clientX / innerWidth) * 100)}
    />
  )
}
