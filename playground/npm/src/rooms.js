// A room in a host: connections, the log, and the computer's moves around the room of the engine. `init` comes from the entry of the host.
import { Room } from "./slim.js"

/** Version of the messages between pages and rooms. */
export const PROTOCOL = 1

/** Limits of the computer: games to the end, or positions where the rules value them; and the longest time, which all rooms share. */
const LEVELS = { easy: { games: 100, positions: 400 }, normal: { games: 1000, positions: 6000 } }
const LONGEST_MS = 500
/** Time at once, so that other rooms go on. */
const SLICE_MS = 8
/** Moves of a playout until it counts as a draw. */
const MOST_MOVES = 500

export class Host {
  #room
  #keep
  #sockets = new Map()
  /** The tokens of connections: the one that was shown, or the person's own since. */
  #tokens = new Map()
  #next = 1
  #thinks = new Set()

  /** `lines`: the log so far, "" for a new room. `keep` takes a line, and returns once it is on disk. */
  constructor(lines, keep) {
    this.#room = new Room(lines)
    this.#keep = keep
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
    this.#take({ in: "opened", conn, token: String(token), protocol: Number.isInteger(protocol) && protocol >= 0 ? protocol : 0 })
    return conn
  }

  said(conn, text) {
    const out = this.#take({ in: "said", conn, text, random: random() })
    const own = ownToken(text)
    if (own !== undefined && out.some((it) => it.out === "append")) this.#tokens.set(conn, own)
  }

  /** The token with which a connection can come back to its seat. */
  token(conn) {
    return this.#tokens.get(conn)
  }

  closed(conn) {
    this.#sockets.delete(conn)
    this.#tokens.delete(conn)
    this.#take({ in: "closed", conn })
  }

  /** Number of open connections. */
  get open_connections() {
    return this.#sockets.size
  }

  /** The record of the game at the table. */
  get record() {
    const { game } = this.#room
    try {
      return game?.record
    } finally {
      game?.free()
    }
  }

  /** Closes all connections, and gives the memory back. */
  free() {
    for (const socket of this.#sockets.values()) socket.close(1001, "the room was closed")
    this.#sockets.clear()
    this.#thinks.clear()
    this.#room.free()
  }

  #take(given) {
    const out = JSON.parse(this.#room.take({ ...given, now: Date.now() }))
    for (const it of out) {
      if (it.out === "append") this.#keep(it.line)
      else if (it.out === "send") this.#sockets.get(it.conn)?.send(it.text)
      else if (it.out === "close") {
        this.#sockets.get(it.conn)?.close(4000, it.why)
        this.#sockets.delete(it.conn)
        this.#tokens.delete(it.conn)
      } else if (it.out === "think") this.#think(it)
    }
    return out
  }

  /** Looks for a move in slices; the room refuses it if the game has gone on. */
  #think({ seat, level, at }) {
    const key = `${seat} ${at}`
    if (this.#thinks.has(key)) return
    this.#thinks.add(key)
    const { game } = this.#room
    const search = game.search(seat)
    game.free()
    const { games, positions } = LEVELS[level] ?? LEVELS.easy
    const end = performance.now() + LONGEST_MS
    let part = 0
    const go = () => {
      if (!this.#thinks.has(key)) return search.free()
      const until = performance.now() + SLICE_MS
      while (part < 1 && performance.now() < Math.min(until, end)) {
        const moves = search.run(1, MOST_MOVES)
        part = moves === undefined ? 1 : part + 1 / (moves === 0 ? positions : games)
      }
      if (part < 1 && performance.now() < end) return setTimeout(go)
      const { best } = search
      search.free()
      this.#thinks.delete(key)
      if (best) this.#take({ in: "machine", seat, at, action: best[1], argument: best[2] })
    }
    // A move is seen before the next.
    setTimeout(go, 300)
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

/** Below 2^53. */
function random() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return (high % 2 ** 21) * 2 ** 32 + low
}
