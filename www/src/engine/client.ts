// The page's end of the Worker. Calls are made one after another; a Worker that dies or is silent for too long is
// ended, and the next call finds a new one, which knows nothing yet.

import type { GameErrorInfo } from "house-rules"
import type { CallName, Calls, Reply, Request } from "./protocol"

/** Longer than any call that the engine's own limits let run. */
const PATIENCE_MS = 5000

/** The rules refused, or failed; the game is unchanged. */
export class Refused extends Error {
  constructor(readonly info: GameErrorInfo) {
    super(info.message)
  }
}

/** The Worker had to be ended, at work or before the engine was loaded. */
export class Died extends Error {
  constructor(
    message: string,
    readonly loaded: boolean,
  ) {
    super(message)
  }
}

export class Engine {
  private worker?: Worker
  private loaded = false

  /** Must not be called again before the answer is there. */
  ask<C extends CallName>(call: C, ...args: Parameters<Calls[C]>): Promise<Awaited<ReturnType<Calls[C]>>> {
    const worker = (this.worker ??= new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }))
    return new Promise((resolve, reject) => {
      const die = (why: string) => {
        clearTimeout(timer)
        worker.terminate()
        reject(new Died(why, this.loaded))
        this.worker = undefined
        this.loaded = false
      }
      let timer: ReturnType<typeof setTimeout> | undefined
      const watch = () => {
        timer = setTimeout(() => die(`no answer for ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS)
      }
      if (this.loaded) watch()
      worker.onerror = event => die(event.message || "the Worker failed")
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ("loaded" in data) {
          this.loaded = true
          return watch()
        }
        if ("died" in data) return die(data.died)
        clearTimeout(timer)
        if ("refused" in data) reject(new Refused(data.refused))
        else resolve(data.value as Awaited<ReturnType<Calls[C]>>)
      }
      worker.postMessage({ call, args } satisfies Request)
    })
  }
}
