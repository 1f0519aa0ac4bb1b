// The page's end of the Worker that watches it.

import type { Mark } from "./database"
import type { Watched } from "./watch-worker"

let worker: Worker | undefined

export function startWatching() {
  try {
    worker = new Worker(new URL("./watch-worker.ts", import.meta.url), { type: "module" })
    // Without it the page works as well, as long as nothing takes long.
    worker.onerror = event => event.preventDefault()
  } catch {
    worker = undefined
  }
}

export function begins(id: string, what: Mark["what"]) {
  worker?.postMessage({ begin: { id, what } } satisfies Watched)
}

export function ends(what: Mark["what"]) {
  worker?.postMessage({ end: what } satisfies Watched)
}

/** Watches the next drawing of the page: until its next frame is over. */
export function drawing(id: string) {
  begins(id, "draw")
  let over = false
  const done = () => {
    if (!over) ends("draw")
    over = true
  }
  if (document.hidden) setTimeout(done)
  else requestAnimationFrame(() => setTimeout(done))
  // Without animation frames: a page that runs this is not busy.
  setTimeout(done, 1000)
}
