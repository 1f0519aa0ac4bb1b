// The button that shares the game, and the menu it opens.

import { signal } from "@preact/signals"
import { placeBelow } from "../common/below"
import { later } from "../common/later"
import { table } from "../session/state"

const ShareDialog = later("The link", async () => (await import("./dialog")).ShareDialog)

/** The menu is open. */
const open = signal(false)

export function ShareButton() {
  return (
    <button popovertarget="share" data-testid="share" disabled={!table.value} title="A link to this game">
      Share
    </button>
  )
}

export function ShareMenu() {
  return (
    <div
      id="share"
      class="menu"
      popover="auto"
      onBeforeToggle={event => placeBelow(event.currentTarget, 420, "right")}
      onToggle={event => (open.value = event.newState === "open")}
    >
      {open.value && <ShareDialog />}
    </div>
  )
}
