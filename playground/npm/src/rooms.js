// A room in a host: connections, the log, and the computer's moves around the room of the engine. `init` comes from the entry of the host.
import { Room } from "./slim.js"

/** Version of the messages between pages and rooms. */
export const PROTOCOL = 1

/** Most bytes of a request for a room. */
export const RULES = 3 << 20
/** Steps of one action: a tenth of a second. */
const STEPS = 3_000_000

/** Limits of the computer: games to the end, or positions where the rules value them; and the longest time, which all rooms share. */
const LEVELS = { easy: { games: 100, positions: 400 }, normal: { games: 1000, positions: 6000 } }
const LONGEST_MS = 500
/** Time at once, so that other rooms go on; and runs at once, for where the clock stands still during work. */
const SLICE_MS = 8
const SLICE_RUNS = 64
/** Moves of a playout until it counts as a draw: at first few, for a move may take long. */
const FIRST_MOVES = 4
const MOST_MOVES = 500

/** Searches of a process that wait for a slice. One at a time runs, so that a host with many rooms hears its sockets in between. */
const waiting = []

function inTurn(slice) {
  waiting.push(slice)
  if (waiting.length === 1) setTimeout(next)
}

function next() {
  waiting[0]()
  waiting.shift()
  if (waiting.length > 0) setTimeout(next)
}

export class Host {
  #room
  #keep
  #later
  #remove
  #sockets = new Map()
  /** The tokens of connections: the one that was shown, or the person's own since. */
  #tokens = new Map()
  #next = 1
  /** The position that the computer thinks of, by seat. */
  #thinks = new Map()
  #moves = FIRST_MOVES

  /**
   * `lines`: the log so far, "" for a new room. `keep` takes a line, and returns once it is on disk; if it throws, the room is freed.
   * `later` runs a slice of a search soon. `remove` removes the log, when the owner deletes the room.
   */
  constructor(lines, keep, later = inTurn, remove = undefined) {
    this.#room = new Room(lines)
    this.#keep = keep
    this.#later = later
    this.#remove = remove
  }

  /** Makes a new room's first line; throws if the rules or the tokens do not fit. */
  create(given) {
    const out = this.#take({ in: "create", ...given, random: random() })
    const refusal = out.find((it) => it.out === "refused")
    if (refusal) throw new Error(refusal.why)
  }

  /** A socket, with `send(text)` and `close(code, reason)`, shows its token. Returns its number, for `said` and `closed`. */
  open(socket, token, protocol) {
    const conn = this.#next++
    this.#sockets.set(conn, socket)
    this.#tokens.set(conn, String(token))
    const out = this.#take({ in: "opened", conn, token: String(token), protocol: protocol === PROTOCOL ? protocol : 0 })
    if (out.some((it) => it.out === "refused")) {
      this.#sockets.delete(conn)
      this.#tokens.delete(conn)
      socket.close(4000, "this link is incomplete")
    }
    return conn
  }

  said(conn, text) {
    const out = this.#take({ in: "said", conn, text, random: random() })
    const own = ownToken(text)
    // Its answer may come a second time, without a line.
    const isDone = ({ out, conn: to, text }) => {
      const { answer } = out === "send" && to === conn ? JSON.parse(text) : {}
      return answer && answer.refused === undefined
    }
    if (own !== undefined && out.some(isDone)) this.#tokens.set(conn, own)
  }

  /** The token with which a connection can come back to its seat. */
  token(conn) {
    return this.#tokens.get(conn)
  }

  closed(conn) {
    this.#tokens.delete(conn)
    if (this.#sockets.delete(conn)) this.#take({ in: "closed", conn })
  }

  /** Number of open connections. */
  get open_connections() {
    return this.#sockets.size
  }

  /** `true` once it was freed: what it held comes back from its log. */
  get freed() {
    return this.#room === undefined
  }

  /** The record of the game at the table. */
  get record() {
    const game = this.#room?.game
    try {
      return game?.record
    } finally {
      game?.free()
    }
  }

  /** Closes all connections, and gives the memory back. */
  free() {
    const room = this.#room
    this.#room = undefined
    for (const socket of this.#sockets.values()) socket.close(1001, "the room was closed")
    this.#sockets.clear()
    this.#thinks.clear()
    try {
      room?.free()
    } catch {
      // The engine fails in the middle of its work: the room is lost, its log is not.
    }
  }

  /** Does what the room says. A room that failed, or whose line could not be kept, knows more than its log: it is given up. */
  #take(given) {
    if (this.freed) return []
    try {
      return this.#doing(JSON.parse(this.#room.take({ ...given, now: Date.now() })))
    } catch (error) {
      this.free()
      throw error
    }
  }

  #doing(out) {
    for (const it of out) {
      if (it.out === "append") this.#lasting(() => this.#keep(it.line), "the room could not keep this: try again", out)
      else if (it.out === "delete") this.#lasting(() => this.#remove(), "the room could not be deleted here", out)
      else if (it.out === "send") this.#sockets.get(it.conn)?.send(it.text)
      else if (it.out === "close") {
        this.#sockets.get(it.conn)?.close(4000, it.why)
        this.#sockets.delete(it.conn)
        this.#tokens.delete(it.conn)
      } else if (it.out === "think") this.#think(it)
    }
    if (out.some((it) => it.out === "delete")) this.free()
    return out
  }

  /** Changes the log, or refuses the message that asks for it. */
  #lasting(change, refused, out) {
    try {
      change()
    } catch (error) {
      const { conn, text } = out.find((it) => it.out === "send") ?? {}
      const { answer } = JSON.parse(text ?? "{}")
      if (answer) this.#sockets.get(conn)?.send(JSON.stringify({ answer: { ...answer, refused } }))
      throw error
    }
  }

  /** Looks for a move in slices; the room takes it only in the same position. */
  #think({ seat, level, at }) {
    if (this.#thinks.get(seat) === at) return
    this.#thinks.set(seat, at)
    const { games, positions } = LEVELS[level] ?? LEVELS.easy
    let search
    let part = 0
    let spent = 0
    let last
    const isOver = () => this.#thinks.get(seat) !== at
    const slice = () => {
      if (isOver()) return search?.free()
      const begin = performance.now()
      try {
        search ??= this.#search(seat)
        let now = begin
        for (let runs = 0; part < 1 && runs < SLICE_RUNS && now - begin < SLICE_MS && spent + now - begin < LONGEST_MS; runs++) {
          const before = now
          const moves = search.run(1, this.#moves)
          now = performance.now()
          part = moves === undefined ? 1 : part + 1 / (moves === 0 ? positions : games)
          this.#moves = Math.max(1, Math.min(MOST_MOVES, now - before > SLICE_MS ? this.#moves >> 1 : this.#moves * 2))
        }
        // Where the clock stood still, the time since the last slice.
        spent += now > begin ? now - begin : begin - (last ?? begin)
        last = begin
        if (part < 1 && spent < LONGEST_MS) return this.#later(slice)
        const { best } = search
        search.free()
        this.#thinks.delete(seat)
        if (best) this.#take({ in: "machine", seat, at, action: best[1], argument: best[2] })
      } catch (error) {
        // It stays: the same position would fail again.
        console.error(error)
      }
    }
    // A move is seen before the next.
    setTimeout(() => this.#later(slice), 300)
  }

  #search(seat) {
    const { game } = this.#room
    try {
      return game.search(seat)
    } finally {
      game.free()
    }
  }
}

/** The token that somebody sits down with. */
function ownToken(text) {
  try {
    const { do: what, token } = JSON.parse(text)
    return what === "sit" && typeof token === "string" ? token : undefined
  } catch {
    return undefined
  }
}

/** A new token: 128 random bits. */
export function token() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** True if a request comes from a page of this host, by its header `Origin`. */
export function isOwn(origin, host) {
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}

/** Makes a room as the text of a request asks. `make` takes its code and what `Host.create` takes. Returns the code and the tokens. */
export async function fromRequest(text, make) {
  if (text.length > RULES) throw new Error("the rules are too long")
  const { rules, scenario, options, playtest } = JSON.parse(text)
  const code = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  const tokens = { owner: token(), join: token(), watch: token() }
  await make(code, { rules, scenario, options, playtest, steps: STEPS, ...tokens })
  return { code, ...tokens }
}

/** Below 2^53. */
function random() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return (high % 2 ** 21) * 2 ** 32 + low
}
