// Writes the newest value, one write after another, and reports progress. Does not touch storage.
//
// Invariant: a value is being written within `LATE_MS` of the end of the previous write, or is reported as failed until a write of it, or
// of a newer one, succeeds.

/** Between two writes there is as much time as the first took, but no less and no more than this. */
const SOON_MS = 50
const LATE_MS = 150
/** A write that takes longer is reported as failed. */
const PATIENCE_MS = 5000
/** Delay before a failed write is tried again. */
const AGAIN_MS = 4000

export type WriterState = { state: "kept" } | { state: "pending" } | { state: "failed"; error: unknown }

export class Writer<T> {
  private waiting: { value: T } | undefined
  private running: Promise<void> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private due = 0
  private took = 0
  /** End of the last write. */
  private ended = -Infinity
  private over = false

  constructor(
    private readonly write: (value: T) => Promise<void>,
    private readonly tell: (state: WriterState) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The value that is not known to be written. */
  get pending(): T | undefined {
    return this.waiting?.value
  }

  put(value: T) {
    if (this.over) return
    const first = this.waiting === undefined
    this.waiting = { value }
    if (first) this.tell({ state: "pending" })
    if (!this.running) this.soon()
  }

  /** Writes pending data at once; afterwards it is written, or has failed. */
  async flush(): Promise<void> {
    await this.running
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.waiting && !this.over) await this.run()
  }

  /** Writes nothing any more. */
  end() {
    this.over = true
    clearTimeout(this.timer)
  }

  /** At once, unless something was only just written. */
  private soon() {
    const gap = Math.min(LATE_MS, Math.max(SOON_MS, this.took))
    this.at(Math.max(0, this.ended + gap - this.now()))
  }

  /** After this delay, or earlier if already scheduled. */
  private at(ms: number) {
    const due = this.now() + ms
    if (this.timer !== undefined && this.due <= due) return
    clearTimeout(this.timer)
    this.due = due
    this.timer = setTimeout(() => {
      this.timer = undefined
      void this.run()
    }, ms)
  }

  private run(): Promise<void> {
    return (this.running ??= this.once().finally(() => {
      this.running = undefined
    }))
  }

  private async once() {
    const { waiting } = this
    if (!waiting || this.over) return
    const start = this.now()
    const slow = setTimeout(() => this.tell({ state: "failed", error: new Error("the browser does not answer") }), PATIENCE_MS)
    try {
      await this.write(waiting.value)
      this.took = this.now() - start
      if (this.over) return
      if (this.waiting === waiting) {
        this.waiting = undefined
        this.tell({ state: "kept" })
      }
    } catch (error) {
      if (this.over) return
      this.tell({ state: "failed", error })
      this.at(AGAIN_MS)
    } finally {
      this.ended = this.now()
      clearTimeout(slow)
      // Something newer has come meanwhile.
      if (this.waiting && this.waiting !== waiting && !this.over) this.soon()
    }
  }
}
