// How Workers start: from a file of their own, which any content policy allows; or from the page's own script, where that file
// cannot be had, as without a network.

type Start = new () => Worker

export class Starter {
  private inline = false
  private readonly files = new WeakSet<Worker>()
  private readonly lost = new WeakMap<Worker, string>()

  constructor(
    private readonly file: Start,
    private readonly own: Start,
  ) {}

  begin(): Worker {
    const worker = this.inline ? new this.own() : new this.file()
    if (!this.inline) this.files.add(worker)
    // It may fail before anybody asks it anything.
    worker.addEventListener("error", event => this.lost.set(worker, event.message ?? ""))
    return worker
  }

  /** Why a Worker has failed already, if it has. */
  failure(worker: Worker): string | undefined {
    return this.lost.get(worker)
  }

  /** After one that never started: whether there is another way. */
  otherwise(worker: Worker): boolean {
    const first = this.files.has(worker)
    this.inline ||= first
    return first
  }
}
