// Keeps what was last seen of a game of the user's own, for its picture in the list.
//
// Invariant: nothing is kept that only one of several people at this screen has seen.

import { effect } from "@preact/signals"
import { OBSERVER } from "houserules-table/src/common/seat.ts"
import { embedded } from "../session/embed"
import { screen, shipped, table, undrawn } from "../session/state"
import { keeping } from "../store/keeper"
import { isOwn } from "../store/kept"
import { keepView, type LastView } from "../store/views"
import { facing, secret } from "./cover"
import { seat } from "./seat"
import { quarterFor, turnOf } from "./turning"

/** A view is kept once the table has rested so long. */
const REST_MS = 400

let waiting: { id: string; view: LastView | undefined } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Follows the table from now on. */
export function keepLastViews() {
  if (embedded) return
  effect(() => {
    const { id } = shipped.value
    // Of another game while that is opened.
    if (waiting && waiting.id !== id) write()
    if (!table.value || !isOwn(id) || keeping.value.state === "elsewhere") return
    waiting = { id, view: undrawn.value ? undefined : lastView() }
    clearTimeout(timer)
    timer = setTimeout(write, REST_MS)
  })
  // The list is about to be seen.
  effect(() => {
    if (screen.value !== "game") write()
  })
  addEventListener("visibilitychange", () => document.hidden && write())
  addEventListener("pagehide", write)
}

function write() {
  clearTimeout(timer)
  if (waiting) void keepView(waiting.id, waiting.view)
  waiting = undefined
}

function lastView(): LastView | undefined {
  const { info, position } = table.value!
  const role = secret.value ? OBSERVER : seat.value
  const seen = position.seats.get(role)
  if (!seen) return undefined
  const { fields, missing } = seen
  const turned = secret.value ? role : facing.value
  return { info: { ...info, roles: position.roles }, role, fields, missing, turn: turnOf(turned), quarter: quarterFor(turned) }
}
