// Rooms of the served page: made by POST /rooms, joined over a WebSocket at /rooms/CODE. Each has a log, a line for each decision, and is on
// disk before anybody hears of it.
//
// Invariant: a request from another site is refused; a damaged log is left as it is.

import { randomBytes } from "node:crypto"
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs"
import { Host, PROTOCOL, token } from "houserules/rooms"
import { init } from "houserules"
import { WebSocketServer } from "ws"

/** Most rooms on disk, and most bytes of rules. */
const ROOMS = 1000
const RULES = 3 << 20
/** Steps of one action: a tenth of a second of the one thread. */
const STEPS = 3_000_000
/** A room without connections leaves memory after this time. */
const REST_MS = 5 * 60_000

/** Adds rooms to a server. `folder`: where their logs are. Returns a function that handles requests to /rooms, and says whether it did. */
export function serveRooms(server, folder) {
  /** Open rooms by code: host, and the file. */
  const rooms = new Map()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: RULES, perMessageDeflate: true })

  const path = (code) => `${folder}/${code}.jsonl`

  /** The room with a code, from its log if it is not in memory. A last line that was not written whole is cut off: nobody has heard of it. */
  const roomAt = (code, text) => {
    const known = rooms.get(code)
    if (known) return known
    const file = openSync(path(code), "a")
    const keep = (line) => {
      writeSync(file, `${line}\n`)
      fdatasyncSync(file)
    }
    try {
      const whole = text ?? readFileSync(path(code), "utf8")
      const lines = whole.slice(0, whole.lastIndexOf("\n") + 1)
      if (lines.length < whole.length) ftruncateSync(file, Buffer.byteLength(lines))
      const room = { host: new Host(lines.trimEnd(), keep), file, rest: undefined }
      rooms.set(code, room)
      return room
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  const leave = (code, room) => {
    if (room.host.open_connections > 0) return
    rooms.delete(code)
    room.host.free()
    closeSync(room.file)
  }

  const make = async (body) => {
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length >= ROOMS) throw new Error("there are too many rooms here")
    const { rules, scenario, options } = JSON.parse(body)
    await init()
    const code = randomBytes(5).toString("hex")
    const tokens = { owner: token(), join: token(), watch: token() }
    const room = roomAt(code, "")
    try {
      room.host.create({ rules, scenario, options, steps: STEPS, ...tokens })
    } catch (error) {
      leave(code, room)
      rmSync(path(code))
      throw error
    }
    return { code, ...tokens }
  }

  const connect = async (socket, code) => {
    await init()
    let room
    try {
      room = existsSync(path(code)) ? roomAt(code) : undefined
    } catch (error) {
      console.error(`Room ${code}: ${error.message}`)
      return socket.close(4000, "this room is damaged")
    }
    if (!room) return socket.close(4000, "this room is not there")
    clearTimeout(room.rest)
    let conn
    socket.on("message", (data) => {
      try {
        const text = data.toString()
        if (conn !== undefined) return room.host.said(conn, text)
        const { token, protocol } = JSON.parse(text)
        conn = room.host.open(socket, token, protocol)
      } catch (error) {
        console.error(`Room ${code}: ${error.message}`)
        socket.close(4000, "the room cannot go on")
      }
    })
    socket.on("close", () => {
      if (conn !== undefined) room.host.closed(conn)
      if (room.host.open_connections === 0) room.rest = setTimeout(() => leave(code, room), REST_MS).unref()
    })
    socket.on("error", () => socket.terminate())
  }

  server.on("upgrade", (request, socket, head) => {
    const code = /^\/rooms\/([0-9a-f]{10})$/.exec(request.url ?? "")?.[1]
    if (code === undefined || !isOwn(request)) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (it) => {
      // What comes before the room is open waits for it.
      it.pause()
      connect(it, code).finally(() => it.resume())
    })
  })

  return (request, response) => {
    if (request.url !== "/rooms") return false
    const answer = (status, body) => {
      response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" }).end(JSON.stringify(body))
    }
    if (request.method === "GET") answer(200, { protocol: PROTOCOL })
    else if (request.method !== "POST" || !isOwn(request)) answer(403, { refused: "this request is from another site" })
    else {
      const parts = []
      let size = 0
      request.on("data", (part) => {
        size += part.length
        if (size <= RULES) parts.push(part)
      })
      request.on("end", async () => {
        try {
          if (size > RULES) throw new Error("the rules are too long")
          answer(201, await make(Buffer.concat(parts).toString()))
        } catch (error) {
          answer(400, { refused: error.message })
        }
      })
    }
    return true
  }
}

/** True if the page that asks is from here. */
function isOwn(request) {
  try {
    return new URL(request.headers.origin).host === request.headers.host
  } catch {
    return false
  }
}
