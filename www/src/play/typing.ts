// The typed table: open or closed, and its key.

import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { settings } from "../store/local"

/** Alt and the key of this letter lead to the line, wherever the focus is. */
export const KEY = "T"

/** It is open, and will be the next time. */
export const typing = signal(settings.load("typing") === "yes")

export function setTyping(on: boolean) {
  typing.value = on
  settings.store("typing", on ? "yes" : "no")
}

/** The line gets the focus as soon as it exists. */
export const wanted = signal(false)

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
