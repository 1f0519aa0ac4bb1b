// The button that shares the game, and the menu it opens.

import { signal } from "@preact/signals"
import { useRef } from "preact/hooks"
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
  const menu = useRef<HTMLDivElement>(null)
  // Under its button, as far as there is room; the button may lie in a menu that is closed.
  const place = () => {
    const { right, bottom } =
      [...document.querySelectorAll("[popovertarget=share]")].map(it => it.getBoundingClientRect()).find(it => it.width > 0) ?? new DOMRect(innerWidth - 8, 0, 0, 44)
    const { style } = menu.current!
    style.translate = `${Math.max(8, Math.min(right, innerWidth - 8) - 420)}px ${bottom + 6}px`
    style.maxHeight = `${innerHeight - bottom - 14}px`
  }
  return (
    <div id="share" class="menu" popover="auto" ref={menu} onBeforeToggle={place} onToggle={event => (open.value = event.newState === "open")}>
      {open.value && <ShareDialog />}
    </div>
  )
}
