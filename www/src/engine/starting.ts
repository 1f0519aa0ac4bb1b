// Starts Workers: from a file of their own, which any content policy allows; or from a script of the page, loaded in advance, if the file
// is unavailable, as without a network.

import { comesLater } from "../common/coming"

type Start = new () => Worker

export class Starter {
  private own?: Start
  private readonly files = new WeakSet<Worker>()
  private readonly lost = new WeakMap<Worker, string>()

  /** `other`: the one that is part of a script of the page. */
  constructor(
    private readonly file: Start,
    private readonly other: () => Promise<Start>,
  ) {
    comesLater(other)
  }

  begin(): Worker {
    const worker = this.own ? new this.own() : new this.file()
    if (!this.own) this.files.add(worker)
    // It may fail before the first request.
    worker.addEventListener("error", event => this.lost.set(worker, event.message ?? ""))
    return worker
  }

  /** The reason if a Worker has failed already. */
  failure(worker: Worker): string | undefined {
    return this.lost.get(worker)
  }

  /** After one that never started: whether there is another way. */
  async otherwise(worker: Worker): Promise<boolean> {
    if (!this.files.has(worker)) return false
    this.own ??= await this.other().catch(() => undefined)
    return this.own !== undefined
  }
}
