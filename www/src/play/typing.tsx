// The typed table on the page: where it stands, the key that leads to it, and what it hears of the game.

import { signal } from "@preact/signals"
import type { Json, RulesInfo } from "house-rules"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { spoken } from "../common/words"
import { openings, table } from "../session/state"
import { settings } from "../store/local"
import { type Memory, Typed } from "../table/typed"
import { covered, takeScreen } from "./cover"
import { seat } from "./seat"
import { turnOf } from "./turning"

/** Alt and the key of this letter lead to the line, wherever the focus is. */
export const KEY = "T"

/** It stands open, and does so the next time. */
export const typing = signal(settings.load("typing") === "yes")

export function setTyping(on: boolean) {
  typing.value = on
  settings.store("typing", on ? "yes" : "no")
}

/** The line is to have the focus as soon as it is there. */
const wanted = signal(false)

export function useTypingKey(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The code, for Alt makes other letters of the key on some keyboards.
      if (event.code !== `Key${KEY}` || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      wanted.value = true
      setTyping(true)
      open()
    }
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
}

let memory: Memory = { typed: new Map() }

openings.subscribe(() => {
  memory = { typed: new Map() }
})

/** `close`: where it stands over the table, it goes. */
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
    const onFocusIn = ({ target }: FocusEvent) => (held.current = box.current!.contains(target as Node))
    document.addEventListener("focusin", onFocusIn)
    return () => document.removeEventListener("focusin", onFocusIn)
  }, [])
  // The line goes and comes with the cover: whoever was there stays.
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
