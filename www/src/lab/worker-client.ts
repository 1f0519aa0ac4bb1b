// The page's end of one of the lab's Workers: calls are made one after another.

import { unreachable } from "../engine/client"
import type { Answer, Calls } from "./worker"

export class LabWorker {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
  private last: Promise<unknown> = Promise.resolve()

  ask<C extends keyof Calls>(call: C, ...args: Parameters<Calls[C]>): Promise<ReturnType<Calls[C]>> {
    const answer = this.last.then(() => this.post(call, args) as Promise<ReturnType<Calls[C]>>)
    this.last = answer.catch(() => undefined)
    return answer
  }

  private post(call: keyof Calls, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // A script that is not there says nothing.
      this.worker.onerror = event => reject(new Error(event.message || `the lab could not be loaded: ${unreachable("it did not come")}`))
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("value" in data) resolve(data.value)
        else reject(new Error("unloaded" in data ? `the lab could not be loaded: ${unreachable(data.unloaded)}` : data.failed))
      }
      this.worker.postMessage({ call, args })
    })
  }

  end() {
    this.worker.terminate()
  }
}
