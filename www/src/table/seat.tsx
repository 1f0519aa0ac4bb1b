// What one seat sees of a game that is played elsewhere: on a server that is not ours, whose page has the prompt and the log.

import type { Json, RulesInfo, View } from "houserules"
import { render } from "preact"
import { OBSERVER, type Seat } from "../common/seat"
import { seated } from "../common/seated"
import { Actions } from "./actions"
import { AroundTable } from "./around"
import { dressed } from "./look"
import { SeatView } from "./shows"
import { quarterOf, sideOf } from "./sides"

/** A position as a server of the framework tells it to a seat. */
export interface Position {
  /** The role that sees it: one of `roles`, or any other text for who looks on. */
  role: string
  /** Those who play. */
  roles: string[]
  /** As `FrameworkModule.view` gives it: arguments that are no numbers and no texts are JSON texts. */
  view: { [key: string]: Json } | View
  /** Makes a move, with its argument as it was offered. Absent where none can be made. */
  send?(action: string, argument?: Json): void
}

/** Gives what draws a seat's positions in an element, each as the one that follows the last. */
export function seat(element: Element, about: RulesInfo): (position: Position) => void {
  element.classList.add("table-element")
  const packed = new Set(about.packed)
  // Which way round a board lies stays as it was when it was first seen.
  const first = new Map<string, Seat>()
  let last: { role: string; own: Seat } | undefined
  let at = 0
  return ({ role: name, roles, view, send }) => {
    const role = roles.includes(name) ? name : OBSERVER
    const info = dressed({ ...about, roles })
    const own = seatIn(about, { ...(view as View), ...(!send && { actions: undefined }) }, roles.length, packed)
    own.before = last?.role === role ? last.own.fields : undefined
    last = { role, own }
    at += 1
    if (!first.has(role)) first.set(role, own)
    const began = first.get(role)!
    const sent = (action: string, argument: Json) => send?.(action, ...(argument === null ? [] : [packed.has(action) ? pack(argument) : argument]))
    render(
      <AroundTable.Provider
        value={{
          role,
          several: false,
          turn: sideOf(info, began, role),
          quarter: quarterOf(info, began, role),
          refusal: undefined,
          undoes: own.actions?.undo !== undefined,
          askWhy: () => undefined,
        }}
      >
        <main>
          <SeatView info={info} own={own} at={at} plays={send !== undefined && role !== OBSERVER} send={sent} />
          <Actions info={info} seat={own} send={sent} />
        </main>
      </AroundTable.Provider>,
      element,
    )
  }
}

function seatIn(about: RulesInfo, view: View, players: number, packed: Set<string>): Seat {
  const names = about.view.map(({ name }) => name).filter(name => name in view)
  const fields = Object.fromEntries(names.map(name => [name, view[name]!]))
  // The client of a server takes away what was offered by null.
  const offers = Object.entries(view.actions ?? {}).map(([name, it]) => [name, packed.has(name) && Array.isArray(it) ? it.map(unpack) : it])
  const actions = view.actions ? Object.fromEntries(offers) : undefined
  const said = <T,>(texts: { [action: string]: string | [Json, T][] } | undefined) =>
    actions &&
    texts &&
    Object.fromEntries(
      Object.entries(texts).map(([name, it]) => [name, packed.has(name) && Array.isArray(it) ? it.map(([argument, text]): [Json, T] => [unpack(argument), text]) : it]),
    )
  return { prompt: view.prompt, actions, why: said(view.why), labels: said(view.labels), fields: seated(fields, about, players), missing: new Map(), untold: 0 }
}

function pack(argument: Json): Json {
  return typeof argument === "boolean" || (argument !== null && typeof argument === "object") ? JSON.stringify(argument) : argument
}

function unpack(argument: Json): Json {
  return typeof argument === "string" && /^(\[|\{|true$|false$)/.test(argument) ? (JSON.parse(argument) as Json) : argument
}
