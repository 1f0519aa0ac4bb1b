// Screens of people in a room, for tests and scripts that try a home of rooms.
import assert from "node:assert/strict"
import { games } from "houserules"
import { PROTOCOL } from "houserules/rooms"
import WebSocket from "ws"

/** The rules of a shipped game. */
export const textOf = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return { language, source, files: Object.entries(files ?? {}) }
}

/** Puts together what it is sent, as a page does. */
export class Screen {
  info
  room
  at
  view = {}
  log = []
  said = []
  n = 0
  /** The number of the last line before the last answer. */
  answered = 0
  answers = new Map()
  bytes = ""
  take(text) {
    this.bytes += text
    const it = JSON.parse(text)
    if (it.answer) {
      this.answered = this.n
      this.report = it.answer.report
      return void this.answers.set(it.answer.id, it.answer.refused)
    }
    if (it.fresh) this.said = []
    if (it.info) Object.assign(this, { info: it.info, view: {}, log: [] })
    if (it.room) this.room = it.room
    if (it.at) this.at = it.at
    for (const name of it.gone ?? []) delete this.view[name]
    Object.assign(this.view, it.set)
    if (it.log) this.log = [...this.log.slice(0, it.log.from), ...it.log.lines]
    if (it.said) this.said.push(...it.said)
    this.n = it.n ?? this.n
  }
  /** A move of this seat that is offered. */
  get move() {
    for (const [action, offered] of Object.entries(this.view.actions ?? {})) {
      if (action === "undo" || offered === 0) continue
      if (offered === 1) return { action }
      if (offered.length > 0) return { action, argument: Array.isArray(offered[0]) && typeof offered[0][1] === "string" ? offered[0][0] : offered[0] }
    }
  }
}

/** Asks for a new room. */
export const make = (base, body, origin = base.slice(0, -1)) => fetch(`${base}rooms`, { method: "POST", headers: { origin }, body: JSON.stringify(body) })

/** A connection that has shown its token. */
export function connect(base, code, shown, screen, origin = base.slice(0, -1)) {
  const socket = new WebSocket(`${base.replace("http", "ws")}rooms/${code}`, { origin })
  socket.on("open", () => socket.send(JSON.stringify({ token: shown, protocol: PROTOCOL })))
  socket.on("message", (data) => screen.take(String(data)))
  socket.on("close", (_, why) => Object.assign(screen, { closed: String(why) }))
  socket.on("error", () => undefined)
  return socket
}

/** Why a connection is closed that gets nowhere. It is shown nothing. */
export async function closed(base, code, shown, origin) {
  const screen = new Screen()
  const socket = connect(base, code, shown, screen, origin)
  await until(() => screen.closed !== undefined)
  socket.terminate()
  assert.deepEqual([screen.room, screen.info], [undefined, undefined])
  return screen.closed
}

/** Waits until something holds. */
export const until = async (is) => {
  while (!is()) await new Promise((done) => setTimeout(done, 5))
}
