// The typed table on the page: its place, and its connection to the game.

import type { Json, RulesInfo } from "houserules"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { spoken } from "houserules-table/src/common/words.ts"
import { openings, table } from "../session/state"
import { type Memory, Typed } from "houserules-table/src/typed.tsx"
import { covered, takeScreen } from "./cover"
import { seat } from "./seat"
import { turnOf } from "./turning"
import { wanted } from "./typing"

let memory: Memory = { typed: new Map() }

openings.subscribe(() => {
  memory = { typed: new Map() }
})

/** `close`: set where it is over the table. */
export function TypedTable({ info, send, close }: { info: RulesInfo; send(action: string, argument: Json): void; close(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const role = seat.value
  const { active, result, log, logged, seats } = table.value!.position
  const own = seats.get(role)
  const leave = () => {
    close()
    const stops = ".scene [tabindex='0'], .scene button:not([tabindex='-1']), .turn-bar button"
    document.querySelector<HTMLElement | SVGElement>(stops)?.focus()
  }
  const held = useRef(false)
  const enter = () => box.current?.querySelector<HTMLElement>("input, button")?.focus()
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => (held.current = box.current?.contains(target as Node) ?? false)
    document.addEventListener("focusin", onFocusIn)
    return () => document.removeEventListener("focusin", onFocusIn)
  }, [])
  // The line disappears and returns with the cover: the focus returns to it.
  useLayoutEffect(() => {
    if (held.current) enter()
  }, [covered.value])
  useEffect(() => {
    if (!wanted.value) return
    wanted.value = false
    enter()
  })
  const lines = log.flatMap((line, at) => {
    const { to, text } = typeof line === "string" ? { text: line } : line
    return to === undefined || to.includes(role) ? [{ number: logged + at, text: spoken(text) }] : []
  })
  return (
    <div class="typing" ref={box}>
      {covered.value !== undefined ? (
        <button data-testid="typed-uncover" onClick={() => takeScreen(covered.value!)}>
          I am {covered.value}
        </button>
      ) : (
        own && <Typed table={{ info, own, role, turn: turnOf(role), active, result }} log={lines} memory={memory} send={send} leave={leave} />
      )}
    </div>
  )
}
