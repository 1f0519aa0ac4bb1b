// Watches the page's thread from outside: a long operation is marked in storage while it runs, so that it is known the next time even if it
// never ends.

import { open, type Database, type Mark } from "./database"

/** An operation of this length is marked. */
const LONG_MS = 1500
/** An operation of this length keeps its mark. */
const TOO_LONG_MS = 4000

/** Something begins, or ends. */
export type Watched = { begin: Omit<Mark, "took"> } | { end: Mark["what"] }

const database: Promise<Database | undefined> = open(() => undefined).catch(() => undefined)
const running = new Map<Mark["what"], { id: string; since: number; timer: ReturnType<typeof setTimeout> }>()

/** Marks are set and taken away in order. */
let last: Promise<unknown> = Promise.resolve()

function inOrder(task: (database: Database) => Promise<void>) {
  last = last
    .then(async () => {
      const found = await database
      if (found) await task(found)
    })
    .catch(() => undefined)
}

addEventListener("message", ({ data }: MessageEvent<Watched>) => {
  if ("begin" in data) {
    end(data.begin.what)
    const { id, what } = data.begin
    running.set(what, { id, since: performance.now(), timer: setTimeout(() => inOrder(it => it.setMark({ id, what })), LONG_MS) })
  } else end(data.end)
})

function end(what: Mark["what"]) {
  const ended = running.get(what)
  if (!ended) return
  running.delete(what)
  clearTimeout(ended.timer)
  const took = performance.now() - ended.since
  if (took < LONG_MS) return
  const { id } = ended
  inOrder(it => (took < TOO_LONG_MS ? it.dropMark(id) : it.setMark({ id, what, took: Math.round(took / 1000) })))
}
