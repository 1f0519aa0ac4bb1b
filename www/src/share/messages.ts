// What the page and the page it is a part of tell each other: www/docs/embed.md describes it for authors.

import { effect } from "@preact/signals"
import { sit } from "../play/seat"
import { apply } from "../session/theme"
import { checked, linkNote, table } from "../session/state"

/** Before the names of all messages. */
const PREFIX = "house-rules:"

function tell(name: string, value: object) {
  parent.postMessage({ type: PREFIX + name, ...value }, "*")
}

/** Tells the other page what happens, and does what it wants. */
export function converse() {
  if (parent === window) return
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return
    const { type, ...value } = data as { type?: unknown; [field: string]: unknown }
    if (typeof type === "string" && type.startsWith(PREFIX)) obey(type.slice(PREFIX.length), value)
  })
  let title: string | undefined
  effect(() => {
    const { info, position } = table.value ?? {}
    if (!info || !position) return
    if (info.title !== title) tell("ready", { title: (title = info.title), roles: position.roles })
    tell("moved", { moves: position.record.moves.length, active: position.active, result: position.result ?? null })
  })
  effect(() => {
    if (checked.value) tell("checked", { errors: checked.value.diagnostics.filter(({ severity }) => severity === "error").length })
  })
  effect(() => {
    if (linkNote.value) tell("problem", { message: linkNote.value })
  })
  new ResizeObserver(tellSize).observe(document.body)
  effect(() => {
    if (table.value) requestAnimationFrame(tellSize)
  })
}

/** The height at which nothing has to be scrolled. */
function tellSize() {
  const hidden = [...document.querySelectorAll(".stage, .scene, .shows")].map(it => it.scrollHeight - it.clientHeight)
  tell("size", { height: Math.ceil(innerHeight + Math.max(0, ...hidden)) })
}

function obey(name: string, { link, theme, seat }: { [field: string]: unknown }) {
  if (name === "open" && typeof link === "string") location.hash = link.replace(/^[^#]*#?/, "")
  else if (name === "restart") location.reload()
  else if (name === "theme" && (theme === "light" || theme === "dark")) apply(theme)
  else if (name === "seat" && typeof seat === "string") sit(seat)
}
