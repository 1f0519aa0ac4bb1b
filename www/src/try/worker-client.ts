// The page's end of one of the lab's Workers: calls are made one after another.

import type { LabFlaw } from "house-rules"
import { engineCode } from "../engine/code"
import type { Given } from "../engine/protocol"
import type { Answer, Calls } from "./worker"
import Worker from "./worker?worker&inline"

export class LabWorker {
  private readonly worker = new Worker()
  private last: Promise<unknown> = engineCode().then(code => this.worker.postMessage({ code } satisfies Given))

  constructor(private readonly found: (flaw: LabFlaw) => void = () => undefined) {}

  ask<C extends keyof Calls>(call: C, ...args: Parameters<Calls[C]>): Promise<ReturnType<Calls[C]>> {
    const answer = this.last.then(() => this.post(call, args) as Promise<ReturnType<Calls[C]>>)
    this.last = answer.catch(() => undefined)
    return answer
  }

  private post(call: keyof Calls, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.worker.onerror = event => reject(new Error(event.message || "the lab's Worker failed"))
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("found" in data) this.found(data.found)
        else if ("value" in data) resolve(data.value)
        else reject(new Error(data.failed))
      }
      this.worker.postMessage({ call, args })
    })
  }

  end() {
    this.worker.terminate()
  }
}
