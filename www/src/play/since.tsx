// Replay of the moves since one's own: its button, its key, and the text in the bar.

import { useEffect, useRef } from "preact/hooks"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import { RestingButton } from "houserules-table/src/common/resting.tsx"
import { table } from "../session/state"
import { hasMissed, replay, replaySince, skip, stop } from "../travel/since"
import { covered } from "./cover"
import { seat } from "./seat"

/** Alt and the key of this letter show it, wherever the focus is. */
const KEY = "R"

function begin() {
  if (covered.value === undefined) void replaySince(seat.value)
}

/** A replay belongs to the view of one seat. */
seat.subscribe(() => replay.peek() && stop())

/** `onClick`: a further effect of a click. */
export function SinceButton({ onClick }: { onClick(): void }) {
  if (table.value!.position.roles.length < 2 || seat.value === OBSERVER) return null
  return (
    <RestingButton
      class="since"
      title={`Replay the moves since your last turn (Alt+${KEY})`}
      data-testid="since"
      rests={covered.value !== undefined || !hasMissed(seat.value)}
      onClick={() => {
        onClick()
        begin()
      }}
    >
      Since my turn
    </RestingButton>
  )
}

/** Listens for the key, and for Escape while moves are shown. */
export function useSinceKey() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey
      const toggles = event.code === `Key${KEY}` && event.altKey && plain
      if (!toggles && !(event.key === "Escape" && replay.value)) return
      event.preventDefault()
      if (replay.value) stop()
      else begin()
    }
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
}

/** In the bar, in the place of the turn and the actions. */
export function Replaying({ at, of, words }: NonNullable<typeof replay.value>) {
  const end = useRef<HTMLButtonElement>(null)
  // The drawer that it was begun in has taken the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) end.current!.focus()
  }, [])
  return (
    <>
      <div class="turn" data-testid="replay">
        <b>Since your turn{at > 0 && `: ${at} of ${of}`}</b>
        <p class="prompt" aria-live="polite" title={words}>
          {words}
        </p>
      </div>
      <div class="doing">
        <button class="replay" title="Skip to the next move" onClick={skip}>
          Skip
        </button>
        <button class="replay" ref={end} title="Back to the current position (Escape)" onClick={stop}>
          Stop
        </button>
      </div>
    </>
  )
}
