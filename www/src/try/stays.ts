// Settings of the lab persist while another part of the page is shown. Another game begins with the defaults.

import { signal } from "@preact/signals"
import { openings } from "../session/state"

/** A setting, to be used like a state of a component. */
export function stays<T>(usual: T): () => [T, (to: T) => void] {
  const now = signal(usual)
  openings.subscribe(() => {
    now.value = usual
  })
  return () => [now.value, to => (now.value = to)]
}
