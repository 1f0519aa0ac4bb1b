// How the game ended, over the lower edge of the table, until it is closed; what begins the next one.

import { computed, signal } from "@preact/signals"
import { outcome } from "../common/words"
import type { Position } from "../engine/protocol"
import { table } from "../session/state"
import { glimpsed } from "../travel/moment"
import { start } from "./playing"

const closed = signal<Position>()

/** The result of the game at the table, unless it was closed. */
const shown = computed(() => {
  const { position } = table.value ?? {}
  return position !== closed.value && !glimpsed.value ? position?.result : undefined
})

export function Banner({ roles }: { roles: string[] }) {
  if (shown.value === undefined) return null
  return (
    <section class="banner" aria-label="Result" data-testid="banner">
      <p>{outcome(shown.value, roles)}</p>
      <PlayAgain />
      <button class="icon" aria-label="Close" data-testid="close-banner" onClick={() => (closed.value = table.value?.position)}>
        ×
      </button>
    </section>
  )
}

/** In the bar once the banner is closed. */
export function PlayAgainInBar() {
  return table.value?.position.result !== undefined && shown.value === undefined && !glimpsed.value ? <PlayAgain /> : null
}

function PlayAgain() {
  const { scenario, options } = table.value!.position.record
  return (
    <button class="again" title="Begins again with a new seed" data-testid="play-again" onClick={() => start(null, scenario, options)}>
      Play again
    </button>
  )
}
