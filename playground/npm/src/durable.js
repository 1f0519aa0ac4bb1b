// Rooms as Durable Objects: on Cloudflare, or on workerd anywhere. Each room is an object with a database of its own, asleep while nobody
// says anything.
//
// Invariant: the runtime holds back what an object sends until its database is on disk.
import { DurableObject } from "cloudflare:workers"
import { Host, PROTOCOL, token } from "./rooms.js"
import { init } from "./workerd.js"

/** Most bytes of a request. */
const RULES = 3 << 20
/** Steps of one action. */
const STEPS = 3_000_000

/** A room. */
export class RoomObject extends DurableObject {
  #host
  /** Numbers of connections in the room, by socket. */
  #conns = new Map()

  constructor(ctx, env) {
    super(ctx, env)
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS lines (n INTEGER PRIMARY KEY, line TEXT NOT NULL)")
    ctx.blockConcurrencyWhile(() => this.#wake())
  }

  /** Makes the room of its lines; the sockets that were open still are. */
  async #wake(sockets = this.ctx.getWebSockets()) {
    await init()
    const { sql } = this.ctx.storage
    const lines = [...sql.exec("SELECT line FROM lines ORDER BY n")].map(({ line }) => line)
    this.#conns.clear()
    this.#host = new Host(lines.join("\n"), (line) => sql.exec("INSERT INTO lines (line) VALUES (?)", line))
    for (const socket of sockets) {
      const shown = socket.deserializeAttachment()
      if (shown) this.#conns.set(socket, this.#host.open(socket, shown.token, shown.protocol))
    }
  }

  /** Makes a new room; returns why not, if the rules do not fit. */
  make(given) {
    try {
      this.#host.create({ ...given, steps: STEPS })
    } catch (error) {
      return error.message
    }
  }

  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  webSocketMessage(socket, data) {
    try {
      const conn = this.#conns.get(socket)
      if (conn === undefined) {
        const { token, protocol } = JSON.parse(data)
        this.#conns.set(socket, this.#host.open(socket, token, protocol))
      } else this.#host.said(conn, String(data))
      const shown = this.#host.token(this.#conns.get(socket))
      if (shown !== socket.deserializeAttachment()?.token) socket.serializeAttachment({ token: shown, protocol: PROTOCOL })
    } catch (error) {
      // The page comes back, and the room with what was kept.
      console.error(error)
      socket.close(1011, "the room begins once more")
      if (this.#host.freed) this.ctx.blockConcurrencyWhile(() => this.#wake([]))
    }
  }

  webSocketClose(socket) {
    const conn = this.#conns.get(socket)
    this.#conns.delete(socket)
    if (conn !== undefined) this.#host.closed(conn)
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
  if (hostOf(request.headers.get("Origin")) !== host) return Response.json({ refused: "this request is from another site" }, { status: 403 })
  if (code !== undefined) {
    if (request.headers.get("Upgrade") !== "websocket") return new Response("There is nothing here.\n", { status: 404 })
    return rooms.get(rooms.idFromName(code)).fetch(request)
  }
  try {
    const text = await request.text()
    if (text.length > RULES) throw new Error("the rules are too long")
    const { rules, scenario, options } = JSON.parse(text)
    const made = { code: newCode(), owner: token(), join: token(), watch: token() }
    const { code, ...tokens } = made
    const why = await rooms.get(rooms.idFromName(code)).make({ rules, scenario, options, ...tokens })
    if (why !== undefined) throw new Error(why)
    return Response.json(made, { status: 201 })
  } catch (error) {
    return Response.json({ refused: error.message }, { status: 400 })
  }
}

function hostOf(origin) {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

function newCode() {
  return [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
