// The page's end of the Worker. Calls are made one after another; a Worker that dies or is silent for too long is
// ended, and the next call finds a new one, which knows nothing yet.

import type { GameErrorInfo } from "houserules"
import { languages } from "houserules/languages"
import { isUsual, USUAL, type Text } from "../common/text"
import { coreCode, wholeCode } from "./code"
import CoreWorker from "./core-worker?worker"
import { Starter } from "./starting"
import WholeWorker from "./whole-worker?worker"
import type { CallName, Calls, Given, Reply, Request } from "./protocol"

/** Longer than any call that the engine's own limits let run. */
const PATIENCE_MS = 5000

/** A Worker that has the engine's code is ready long before this. */
const START_MS = 30_000

const inline = () => import("./inline")
const core = { code: coreCode, starter: new Starter(CoreWorker, async () => (await inline()).CoreWorker) }
const whole = { code: wholeCode, starter: new Starter(WholeWorker, async () => (await inline()).WholeWorker) }

/** Calls that the core does not support in any language. */
const OF_THE_WHOLE: CallName[] = ["think", "games", "test_of", "export"]

/** Told of a loaded engine. */
export interface Watch {
  /** A call begins. */
  begins(call: CallName): void
  /** The call is over, however it ended. */
  ends(call: CallName): void
  /** The whole engine came in place of the core, for a call that is made next, and knows nothing yet. */
  grows(): Promise<void>
}

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
  private atWork = false
  /** The core, until something is asked that it does not do. */
  private part = core
  /** Number of interruptions. */
  private interrupted = 0

  constructor(
    private readonly eye?: Watch,
    private readonly patience = PATIENCE_MS,
  ) {}

  /** `true` without rules and without a game: the engine is new, or died between two calls. */
  get blank(): boolean {
    return this.worker === undefined
  }

  /** Loads everything a game needs to begin; fails if something is unavailable. */
  async warm(text?: Text) {
    if (text && !isUsual(text)) this.part = whole
    this.worker ??= this.part.starter.begin()
    await this.part.code()
  }

  /** Ends a call that is under way: it is never answered. */
  interrupt() {
    this.interrupted += 1
    if (!this.atWork) return
    this.worker?.terminate()
    this.worker = undefined
    this.loaded = this.atWork = false
  }

  /** Must not be called again before the answer is there. */
  ask<C extends CallName>(call: C, ...args: Parameters<Calls[C]>): Promise<Awaited<ReturnType<Calls[C]>>> {
    const made = () => this.post(call, ...args)
    return this.part === core && isOfTheWhole(call, args) ? this.grow().then(made) : made()
  }

  private async grow() {
    const before = this.interrupted
    await whole.code().catch((error: unknown) => {
      throw new Died(String(error), false)
    })
    const knew = this.loaded
    this.worker?.terminate()
    this.worker = undefined
    this.loaded = false
    this.part = whole
    if (knew) await this.eye?.grows()
    if (this.interrupted > before) await new Promise(() => undefined)
  }

  private post<C extends CallName>(call: C, ...args: Parameters<Calls[C]>): Promise<Awaited<ReturnType<Calls[C]>>> {
    const { code, starter } = this.part
    const worker = (this.worker ??= starter.begin())
    this.atWork = true
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        this.atWork = false
        if (this.loaded) this.eye?.ends(call)
      }
      const die = (why: string) => {
        // A Worker that was stopped is not the current one.
        if (this.worker !== worker) return
        over()
        worker.terminate()
        const { loaded } = this
        this.worker = undefined
        this.loaded = false
        const give = () => reject(new Died(why, loaded))
        if (loaded || !failed) return give()
        starter.otherwise(worker).then(other => {
          // Unless the call was ended meanwhile, and another made.
          if (this.worker) return
          if (other) resolve(this.post(call, ...args))
          else give()
        })
      }
      let timer: ReturnType<typeof setTimeout> | undefined
      // `true` if the Worker itself failed, and not its loading.
      let failed = false
      const fail = (why: string | undefined) => {
        failed = true
        die(why || "its background worker failed")
      }
      const watch = () => {
        this.eye?.begins(call)
        timer = setTimeout(() => die(`no response for ${this.patience / 1000} seconds`), this.patience)
      }
      if (this.loaded) watch()
      worker.onerror = event => fail(event.message)
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ("loaded" in data) {
          this.loaded = true
          clearTimeout(timer)
          return watch()
        }
        if ("died" in data) return die(data.died)
        over()
        if ("refused" in data) reject(new Refused(data.refused))
        else resolve(data.value as Awaited<ReturnType<Calls[C]>>)
      }
      const hand = (code: WebAssembly.Module) => {
        if (!this.loaded) {
          if (this.worker !== worker) return
          const lost = starter.failure(worker)
          if (lost !== undefined) return fail(lost)
          timer = setTimeout(() => fail(`its background worker did not start within ${START_MS / 1000} seconds`), START_MS)
          worker.postMessage({ code } satisfies Given)
        }
        worker.postMessage({ call, args } satisfies Request)
      }
      code().then(hand, (error: unknown) => die(String(error)))
    })
  }
}

function isOfTheWhole(call: CallName, given: unknown[]): boolean {
  return OF_THE_WHOLE.includes(call) || given.some(it => (isText(it) ? !isUsual(it) : isOtherLanguage(it)))
}

function isText(it: unknown): it is Text {
  return typeof it === "object" && it !== null && "source" in it
}

function isOtherLanguage(it: unknown): boolean {
  return it !== USUAL.name && languages.some(({ name }) => name === it)
}
