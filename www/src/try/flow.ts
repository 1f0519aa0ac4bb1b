// The flow of the rules at the table: asked of the engine, and laid out, while somebody looks at it.

import { batch, signal } from "@preact/signals"
import type { Flow, RulesInfo } from "house-rules"
import { same, type Text } from "../common/text"
import { Died, unreachable } from "../engine/client"
import { fileName } from "../keep/files"
import { download } from "../keep/packing"
import { engine, glance } from "../session/engine"
import { openings, table } from "../session/state"

/** The flow of these rules. */
export interface Known {
  text: Text
  info: RulesInfo
  flow: Flow
}

export const known = signal<Known>()
/** The names of what is on the stack, the one on top first. */
export const stack = signal<string[]>([])
/** The engine died of looking at it: it is not asked again. */
export const fatal = signal<Text>()

openings.subscribe(() => {
  known.value = fatal.value = undefined
  stack.value = []
})

/** Asks for what has changed since the last time. */
export function follow() {
  const now = table.value
  if (!now || same(fatal.peek(), now.text)) return
  glance(async () => {
    if (table.peek() !== now) return
    const whole = known.peek()?.info !== now.info
    try {
      const { flow, stack: frames } = await engine.ask("flow", whole)
      batch(() => {
        if (flow) known.value = { text: now.text, info: now.info, flow }
        stack.value = frames
      })
    } catch (error) {
      if (error instanceof Died && error.loaded) fatal.value = now.text
      throw error
    }
  })
}

/** What lays the picture out, once somebody has asked for it. */
export const library = signal<typeof import("./flow-layout") | { failed: string }>()

export async function load() {
  if (library.value && !("failed" in library.value)) return
  library.value = undefined
  try {
    library.value = await import("./flow-layout")
  } catch (error) {
    library.value = { failed: unreachable(String(error)) }
  }
}

/** The picture as a file. */
export function saveFlow(kind: "svg" | "mmd", text: string) {
  download(`${fileName()}-flow.${kind}`, new Blob([text], { type: kind === "svg" ? "image/svg+xml" : "text/plain" }))
}
