// Of all tabs that show a game, one keeps it. It holds a lock as long as it lives; another may ask for it.

/** A page that is being left gives its lock back within this time. */
const LEAVING_MS = 800
/** Time for another tab to write a game that is requested. */
const GIVING_MS = 2500

export type Message =
  /** Somebody wants the game. */
  | { give: string }
  /** The user's own games are others now. */
  | { changed: true }

/** Gives the game back. */
export type Release = () => void

let channel: BroadcastChannel | undefined

export function listen(heard: (message: Message) => void) {
  if (typeof BroadcastChannel === "undefined") return
  channel = new BroadcastChannel("house-rules")
  channel.onmessage = ({ data }: MessageEvent<Message>) => heard(data)
}

export function say(message: Message) {
  channel?.postMessage(message)
}

/** Takes a game to keep; undefined if another tab has it. `lost`: it was taken away. */
export function take(id: string, lost: () => void): Promise<Release | undefined> {
  return request(id, { signal: AbortSignal.timeout(LEAVING_MS) }, lost)
}

/** Asks the tab that has the game for it, and takes it away if that tab does not answer. */
export async function takeOver(id: string, lost: () => void): Promise<Release | undefined> {
  say({ give: id })
  return (await request(id, { signal: AbortSignal.timeout(GIVING_MS) }, lost)) ?? (await request(id, { steal: true }, lost))
}

function request(id: string, options: LockOptions, lost: () => void): Promise<Release | undefined> {
  // Without locks, a writer notices when another has written.
  if (!navigator.locks) return Promise.resolve(() => undefined)
  return new Promise(resolve => {
    let [held, released] = [false, false]
    const hold = () =>
      new Promise<void>(release => {
        held = true
        resolve(() => {
          released = true
          release()
        })
      })
    navigator.locks.request(`house-rules:${id}`, options, hold).catch(() => {
      if (!held) resolve(undefined)
      else if (!released) lost()
    })
  })
}
