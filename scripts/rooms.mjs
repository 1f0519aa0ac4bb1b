// Rooms of the served page: made by POST /rooms, joined over a WebSocket at /rooms/CODE. Each has a log with a line for each decision; a line
// is on disk before anybody hears of it.
//
// Invariant: a request from another site is refused; a damaged log is left as it is.

import { closeSync, existsSync, fdatasyncSync, fstatSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs"
import { fromRequest, Host, isOwn, PROTOCOL, RULES } from "houserules/rooms"
import { init } from "houserules"
import { WebSocketServer } from "ws"

/** Most rooms on disk. */
const ROOMS = 1000
/** A room without connections leaves memory after this time. */
const REST_MS = 5 * 60_000
/** Time until a socket must have shown its token, and time between two signs of life. */
const SHOWN_MS = 10_000
const ALIVE_MS = 30_000
/** Most bytes that wait for a slow client, and most sockets at once. */
const UNSENT = 8 << 20
const SOCKETS = 5_000

/** Adds rooms to a server. `folder`: where their logs are. `shown`: time for showing a token. Returns a function that handles requests to /rooms, and says whether it did. */
export function serveRooms(server, folder, shown = SHOWN_MS) {
  /** Open rooms by code: host, and the file. */
  const rooms = new Map()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: RULES, perMessageDeflate: true })

  const path = (code) => `${folder}/${code}.jsonl`

  /**
   * The room with a code, from its log if it is not in memory. A last line that was not written whole is cut off: nobody has heard of it.
   * A line that cannot be written whole is cut off too, and the room begins once more from what is there.
   */
  const roomAt = (code, text) => {
    const known = rooms.get(code)
    if (known && !known.host.freed) return known
    if (known) forget(code, known)
    const file = openSync(path(code), "a+")
    let size = 0
    const keep = (line) => {
      if (fstatSync(file).size !== size) throw new Error("its log was changed by somebody else")
      const bytes = Buffer.from(`${line}\n`)
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
        fdatasyncSync(file)
        size += bytes.length
      } catch (error) {
        ftruncateSync(file, size)
        throw error
      }
    }
    try {
      const whole = text ?? readFileSync(path(code))
      size = whole.lastIndexOf("\n") + 1
      const room = { host: new Host(whole.subarray(0, size).toString().trimEnd(), keep, undefined, () => rmSync(path(code))), file, rest: undefined }
      if (size < whole.length) ftruncateSync(file, size)
      rooms.set(code, room)
      rest(code, room)
      return room
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  const rest = (code, room) => {
    clearTimeout(room.rest)
    room.rest = setTimeout(() => room.host.open_connections > 0 || forget(code, room), REST_MS).unref()
  }

  /** Takes a room out of memory. */
  const forget = (code, room) => {
    if (rooms.get(code) !== room) return
    rooms.delete(code)
    clearTimeout(room.rest)
    room.host.free()
    closeSync(room.file)
  }

  const make = async (code, given) => {
    mkdirSync(folder, { recursive: true })
    if (readdirSync(folder).length >= ROOMS) throw new Error(`this server keeps at most ${ROOMS} rooms: some must be deleted first`)
    await init()
    const room = roomAt(code, Buffer.alloc(0))
    try {
      room.host.create(given)
    } catch (error) {
      forget(code, room)
      rmSync(path(code))
      throw error
    }
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
    if (!room) return socket.close(4000, "this room does not exist")
    if (socket.readyState !== socket.OPEN) return
    let conn
    const silent = setTimeout(() => socket.close(4000, "no link was shown"), shown).unref()
    const out = {
      send: (text) => (socket.bufferedAmount > UNSENT ? socket.terminate() : socket.send(text)),
      close: (code, why) => socket.close(code, why),
    }
    socket.on("message", (data) => {
      const text = data.toString()
      try {
        if (conn !== undefined) return room.host.said(conn, text)
        clearTimeout(silent)
        const first = parsed(text)
        if (first === undefined) return socket.close(4000, "this link is incomplete")
        if (room.host.freed) return socket.close(1012, "the room begins once more")
        conn = room.host.open(out, first.token, first.protocol)
      } catch (error) {
        // The page comes back, and the room with what is on disk.
        console.error(`Room ${code}: ${error.message}`)
        socket.close(1011, "the room begins once more")
      }
    })
    socket.isAlive = true
    socket.on("pong", () => (socket.isAlive = true))
    socket.on("close", () => {
      clearTimeout(silent)
      try {
        if (conn !== undefined) room.host.closed(conn)
      } catch (error) {
        console.error(`Room ${code}: ${error.message}`)
      }
      if (room.host.open_connections === 0) rest(code, room)
    })
    socket.on("error", () => socket.terminate())
  }

  // Who is gone without a word is away, and no longer sent anything.
  setInterval(() => {
    for (const socket of sockets.clients) {
      if (socket.isAlive === false) socket.terminate()
      else {
        socket.isAlive = false
        socket.ping()
      }
    }
  }, ALIVE_MS).unref()

  server.on("upgrade", (request, socket, head) => {
    const code = /^\/rooms\/([0-9a-f]{10})$/.exec(request.url ?? "")?.[1]
    if (code === undefined || !isFromHere(request) || sockets.clients.size >= SOCKETS) return socket.destroy()
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
    else if (request.method !== "POST" || !isFromHere(request)) answer(403, { refused: "this request is from another site" })
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
          answer(201, await fromRequest(Buffer.concat(parts).toString(), make))
        } catch (error) {
          answer(400, { refused: error.message })
        }
      })
    }
    return true
  }
}

/** The value of a text in JSON; undefined if it is none, or null. */
function parsed(text) {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

/** True if the page that asks is from here. */
function isFromHere({ headers }) {
  return isOwn(headers.origin, headers.host)
}
