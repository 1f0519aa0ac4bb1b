// Buttons that lie anywhere: one stop for the Tab key, and the arrow keys go from one to another as they lie, at an end to the next in order.

import { useLayoutEffect, useRef } from "preact/hooks"
import { towards } from "./geometry"

/** Props for the element around the buttons. */
export function useArrows<Around extends HTMLElement = HTMLDivElement>() {
  const ref = useRef<Around>(null)
  const last = useRef<EventTarget | null>(null)
  const buttons = () => [...(ref.current?.querySelectorAll("button") ?? [])]
  const mark = () => {
    const all = buttons()
    const stop = all.find(it => it === last.current) ?? all.find(it => it.dataset.legal === "true") ?? all[0]
    for (const it of all) it.tabIndex = it === stop ? 0 : -1
  }
  // Any move may bring buttons and take others away.
  useLayoutEffect(mark)
  const onFocusIn = (event: FocusEvent) => {
    last.current = event.target
    mark()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const from = all.indexOf(event.target as HTMLButtonElement)
    if (from < 0) return
    const spots = all.map(it => {
      const { left, top, width, height } = it.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2, row: Math.round(top) }
    })
    const to = towards(event.key, from, spots)
    if (to === undefined) return
    const next = to === from ? from + (event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0) : to
    all[Math.max(0, Math.min(all.length - 1, next))]!.focus()
    event.preventDefault()
  }
  return { ref, onFocusIn, onKeyDown }
}
