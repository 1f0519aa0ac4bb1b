// The flow of the rules at the table: asked of the engine, and laid out in a Worker, while somebody looks at it.

import { batch, signal } from "@preact/signals"
import type { Flow, RulesInfo } from "houserules"
import { same, type Text } from "../common/text"
import { unreachable } from "../common/coming"
import { Died } from "../engine/client"
import { fileName } from "../keep/files"
import { download } from "../common/download"
import { engine, glance } from "../session/engine"
import { openings, table } from "../session/state"
import type { Graph } from "./flow-graph"
import type { Drawing } from "./flow-layout"
import LayoutWorker from "./flow-layout-worker?worker"

/** The flow of these rules. */
export interface Known {
  text: Text
  info: RulesInfo
  flow: Flow
}

export const known = signal<Known>()
/** The names of the frames on the stack, the top one first. */
export const stack = signal<string[]>([])
/** The engine died of looking at it: it is not asked again. */
export const fatal = signal<Text>()

openings.subscribe(() => {
  known.value = fatal.value = undefined
  stack.value = []
})

/** Requests the changes since the last time. */
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

/** Laying out takes no longer. */
const PATIENCE_MS = 10_000

/** The picture of a graph with these labels, or why there is none. */
export const laid = signal<{ of: string; drawing?: Drawing; failed?: string }>()

let worker: Worker | undefined

/** Lays out, by a library that is loaded with the first picture; stops a layout in progress. `of` identifies the picture. */
export function lay(of: string, graph: Graph, labels: string[][]) {
  worker?.terminate()
  const own = (worker = new LayoutWorker())
  const end = (what: { drawing: Drawing } | { failed: string }) => {
    clearTimeout(timer)
    own.terminate()
    if (worker === own) laid.value = { of, ...what }
  }
  const timer = setTimeout(() => end({ failed: "it took too long" }), PATIENCE_MS)
  own.onmessage = ({ data }: MessageEvent<Drawing>) => end({ drawing: data })
  own.onerror = event => {
    event.preventDefault()
    end({ failed: unreachable(event.message || "the layout program could not be loaded") })
  }
  own.postMessage([graph, labels])
}

/** The picture as a file. */
export function saveFlow(kind: "svg" | "mmd", text: string) {
  download(`${fileName()}-flow.${kind}`, new Blob([text], { type: kind === "svg" ? "image/svg+xml" : "text/plain" }))
}
