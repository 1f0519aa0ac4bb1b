// Rooms as Durable Objects: on Cloudflare, or on workerd anywhere. Each room is an object with a database of its own, asleep while nobody
// says anything.
//
// Invariant: the runtime holds back what an object sends until its database is on disk.
import { DurableObject } from "cloudflare:workers"
import { fromRequest, Host, isOwn, PROTOCOL } from "./rooms.js"
import { init } from "./workerd.js"

/** Most sockets of a room, those without a token included. */
const SOCKETS = 100
/** Most characters of a row; a row may have 2 MB. */
const ROW = 500_000

/** A room. */
export class RoomObject extends DurableObject {
  #host
  /** Numbers of connections in the room, by socket. */
  #conns = new Map()
  /** Number of lines. */
  #lines = 0

  constructor(ctx, env) {
    super(ctx, env)
    ctx.blockConcurrencyWhile(() => this.#wake(ctx.getWebSockets()))
  }

  /** Makes the room of its lines. Sockets that were open still are. */
  async #wake(sockets) {
    await init()
    const lines = this.#read()
    this.#lines = lines.length
    this.#conns.clear()
    // The timer of one object runs no search of another.
    this.#host = new Host(lines.join("\n"), (line) => this.#keep(line), (slice) => setTimeout(slice), () => this.#remove())
    for (const socket of sockets) {
      const shown = socket.deserializeAttachment()
      if (shown) this.#conns.set(socket, this.#host.open(socket, shown.token, shown.protocol))
    }
  }

  /** The lines so far; none for a code that somebody has guessed, which leaves nothing behind. */
  #read() {
    const { sql } = this.ctx.storage
    if ([...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'lines'")].length === 0) return []
    const lines = []
    for (const { n, text } of sql.exec("SELECT n, text FROM lines ORDER BY n, part")) lines[n] = (lines[n] ?? "") + text
    return lines
  }

  #keep(line) {
    for (let part = 0; part * ROW < line.length; part++) {
      const text = line.slice(part * ROW, (part + 1) * ROW)
      this.ctx.storage.sql.exec("INSERT INTO lines (n, part, text) VALUES (?, ?, ?)", this.#lines, part, text)
    }
    this.#lines += 1
  }

  #remove() {
    this.ctx.storage.sql.exec("DROP TABLE lines")
  }

  /** Makes a new room; returns why not, if the rules do not fit. */
  make(given) {
    try {
      this.ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS lines (n INTEGER, part INTEGER, text TEXT NOT NULL, PRIMARY KEY (n, part))")
      this.#host.create(given)
    } catch (error) {
      return error.message
    }
  }

  async fetch() {
    if (this.#host.freed) await this.ctx.blockConcurrencyWhile(() => this.#wake([]))
    if (this.ctx.getWebSockets().length >= SOCKETS) return new Response("This room is full.\n", { status: 503 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  webSocketMessage(socket, data) {
    // The page comes back, and the room with what was kept.
    if (this.#host.freed) return socket.close(1012, "the room begins once more")
    try {
      const conn = this.#conns.get(socket)
      if (conn === undefined) {
        const { token, protocol } = parsed(data) ?? {}
        this.#conns.set(socket, this.#host.open(socket, token, protocol))
      } else this.#host.said(conn, String(data))
      const shown = this.#host.token(this.#conns.get(socket))
      if (shown !== undefined && shown !== socket.deserializeAttachment()?.token) socket.serializeAttachment({ token: shown, protocol: PROTOCOL })
    } catch (error) {
      console.error(error)
      socket.close(1011, "the room begins once more")
    }
  }

  webSocketClose(socket) {
    const conn = this.#conns.get(socket)
    this.#conns.delete(socket)
    try {
      if (conn !== undefined) this.#host.closed(conn)
    } catch (error) {
      console.error(error)
    }
  }

  webSocketError(socket) {
    this.webSocketClose(socket)
  }
}

/** Answers requests to /rooms with the objects of `rooms`; undefined for any other request. */
export async function handle(request, rooms) {
  const { pathname, host } = new URL(request.url)
  const code = /^\/rooms\/([0-9a-f]{10})$/.exec(pathname)?.[1]
  if (code === undefined && pathname !== "/rooms") return undefined
  if (code === undefined && request.method === "GET") return Response.json({ protocol: PROTOCOL })
  if (!isOwn(request.headers.get("Origin"), host)) return Response.json({ refused: "this request is from another site" }, { status: 403 })
  const objectAt = (code) => rooms.get(rooms.idFromName(code))
  if (code !== undefined) {
    if (request.headers.get("Upgrade") !== "websocket") return new Response("There is nothing here.\n", { status: 404 })
    return objectAt(code).fetch(request)
  }
  try {
    const made = await fromRequest(await request.text(), async (code, given) => {
      const why = await objectAt(code).make(given)
      if (why !== undefined) throw new Error(why)
    })
    return Response.json(made, { status: 201 })
  } catch (error) {
    return Response.json({ refused: error.message }, { status: 400 })
  }
}

/** The value of a text in JSON; undefined if it is none. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
