// The page's end of one of the lab's Workers: calls are sent one after another.

import type { LabFlaw } from "houserules"
import { wholeCode } from "../engine/code"
import type { Given } from "../engine/protocol"
import type { Answer, Calls } from "./worker"
import { Starter } from "../engine/starting"
import FileWorker from "./worker?worker"

/** Parts of a run take much less. */
const PATIENCE_MS = 60_000

const starter = new Starter(FileWorker, async () => (await import("./inline")).default)

export class LabWorker {
  private worker = starter.begin()
  private answered = false
  private last: Promise<unknown> = this.handOver()

  constructor(private readonly found: (flaw: LabFlaw) => void = () => undefined) {}

  ask<C extends keyof Calls>(call: C, ...args: Parameters<Calls[C]>): Promise<ReturnType<Calls[C]>> {
    const answer = this.last.then(() => this.post(call, args) as Promise<ReturnType<Calls[C]>>)
    this.last = answer.catch(() => undefined)
    return answer
  }

  private handOver(): Promise<void> {
    return wholeCode().then(code => this.worker.postMessage({ code } satisfies Given))
  }

  private post(call: keyof Calls, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { worker } = this
      let timer: ReturnType<typeof setTimeout>
      const over = () => clearTimeout(timer)
      const wait = () => {
        over()
        timer = setTimeout(() => reject(new Error("the background worker stopped responding")), PATIENCE_MS)
      }
      const fail = async (why: string | undefined) => {
        over()
        if (this.answered || !(await starter.otherwise(worker))) return reject(new Error(why || "the background worker failed"))
        worker.terminate()
        this.worker = starter.begin()
        this.handOver()
          .then(() => this.post(call, args))
          .then(resolve, reject)
      }
      worker.onerror = event => void fail(event.message)
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        this.answered = true
        if ("found" in data) {
          wait()
          return this.found(data.found)
        }
        over()
        if ("value" in data) resolve(data.value)
        else reject(new Error(data.failed))
      }
      const lost = starter.failure(worker)
      if (lost !== undefined) return void fail(lost)
      wait()
      worker.postMessage({ call, args })
    })
  }

  end() {
    this.worker.terminate()
  }
}
