// Load on a home of rooms: Tic-tac-toe in many rooms, both seats moving as soon as they see that it is their turn, as fast as a room lets one
// person talk. `rooms-load.mjs --rooms 50 --seconds 10 --binary target/release/houserules`; `--boardgame` loads the server of boardgame.io
// instead, in memory. `--pace 1000`: milliseconds between two moves of a seat, 100 if it is not said. `--heavy`: one more room, which tries
// actions of ten million steps as fast as it may talk. Prints moves a second, the time from a move to the other seat's view, processor time of the
// server for a move, and memory for a room.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { games } from "houserules"
import { token } from "houserules/rooms"
import WebSocket from "ws"

const { values } = parseArgs({
  options: {
    rooms: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
    pace: { type: "string", default: "100" },
    binary: { type: "string" },
    boardgame: { type: "boolean" },
    heavy: { type: "boolean" },
  },
})
const count = Number(values.rooms)
const pace = Number(values.pace)
/** A game without a winner. */
const CELLS = [0, 1, 2, 4, 3, 5, 7, 6, 8]
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const require = createRequire(import.meta.url)

/** The game that boardgame.io serves. */
const GAME = `
  const { Server } = require("boardgame.io/server")
  const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
  const game = {
    name: "tic-tac-toe",
    setup: () => ({ cells: Array(9).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { space: ({ G, playerID }, cell) => (G.cells[cell] === null ? void (G.cells[cell] = playerID) : "INVALID_MOVE") },
    endIf: ({ G, ctx }) => {
      if (LINES.some((line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer }
      if (G.cells.every((cell) => cell !== null)) return { draw: true }
    },
  }
  const server = Server({ games: [game], origins: [/./] })
  server.run({ port: 0 }).then(({ appServer }) => console.log("http://127.0.0.1:" + appServer.address().port + "/"))
`

/** Times from a move to the view of the other seat, while it is measured. */
let times = []
let moves = 0
/** The time of a seat's next message. */
const paced = async (seat) => {
  const now = performance.now()
  moves += 1
  seat.next = Math.max(seat.next ?? now, now - 2_000) + pace
  if (seat.next > now) await pause(seat.next - now)
}

/** Two people in a room of ours. */
async function ours(base) {
  const { language, source } = games.find((it) => it.id === "tic-tac-toe")
  const asked = { method: "POST", headers: { origin: base.slice(0, -1) }, body: JSON.stringify({ rules: { language, source } }) }
  const { code, owner, join: joining } = await (await fetch(`${base}rooms`, asked)).json()
  let [sent, id, made] = [0, 0, 0]
  const seat = (shown, own) => {
    const it = { socket: new WebSocket(`${base.replace("http", "ws")}rooms/${code}`, { origin: base.slice(0, -1), perMessageDeflate: false }) }
    it.say = (what) => it.socket.send(JSON.stringify({ id: `${++id}`, ...what }))
    it.socket.on("open", () => it.socket.send(JSON.stringify({ token: shown, protocol: 1 })))
    it.seated = new Promise((done) => {
      it.socket.on("message", async (data) => {
        const { room, at, fresh, answer } = JSON.parse(data)
        if (answer?.refused) throw new Error(answer.refused)
        if (fresh) it.say({ do: "sit", token: own })
        if (room?.you) done((it.you = room.you))
        if (!at || !it.ready) return
        if (at.active.includes(it.you)) {
          if (sent > 0) times.push(performance.now() - sent)
          await paced(it)
          sent = performance.now()
          it.say({ do: "move", action: "space", argument: CELLS[made++ % 9] })
        } else if (at.result !== null && it.you === "X") {
          await paced(it)
          moves -= 1
          sent = 0
          it.say({ do: "begin" })
        }
      })
    })
    it.socket.on("close", (code, why) => it.over || console.error(`closed: ${code} ${why}`))
    return it
  }
  const first = seat(owner)
  await first.seated
  const seats = [first, seat(joining, token())]
  await seats[1].seated
  return {
    start: () => {
      for (const it of seats) it.ready = true
      // The first move, which nothing is seen of before.
      sent = performance.now()
      seats.find((it) => it.you === "X").say({ do: "move", action: "space", argument: CELLS[made++ % 9] })
    },
    stop: () => seats.forEach((it) => ((it.over = true), it.socket.terminate())),
  }
}

/** An action of ten million steps. */
const LONG = `
  roles Counter
  global { value: int = 0 }
  setup {
    G.active = Counter
    call counting
  }
  state counting {
    prompt { action count }
    on count { for i in 1 to 10000000 { G.value += i } }
  }
`

/** A room of one who tries it ten times a second. */
async function heavy(base) {
  const asked = { method: "POST", headers: { origin: base.slice(0, -1) }, body: JSON.stringify({ rules: { language: "rules", source: LONG } }) }
  const made = await fetch(`${base}rooms`, asked)
  if (!made.ok) throw new Error(await made.text())
  const { code, owner } = await made.json()
  const socket = new WebSocket(`${base.replace("http", "ws")}rooms/${code}`, { origin: base.slice(0, -1) })
  let id = 0
  const told = new Set()
  const say = (what) => socket.send(JSON.stringify({ id: `${++id}`, ...what }))
  socket.on("open", () => socket.send(JSON.stringify({ token: owner, protocol: 1 })))
  socket.on("message", (data) => {
    const { fresh, answer } = JSON.parse(data)
    if (fresh) return say({ do: "sit" })
    if (!answer) return
    if (answer.refused && !told.has(answer.refused)) console.log(`heavy: ${answer.refused}`)
    told.add(answer.refused)
    setTimeout(() => say({ do: "move", action: "count" }), 85)
  })
  return { start: () => {}, stop: () => console.log(`heavy: ${id} actions`) }
}

/** Two people in a match of boardgame.io. */
async function theirs(base, name) {
  const { io } = require("socket.io-client")
  let [sent, round, synced] = [0, 0, 0]
  let match = `${name}-0`
  const seats = ["0", "1"].map((you) => ({ you, socket: io(`${base}tic-tac-toe`, { transports: ["websocket"], forceNew: true }) }))
  const turn = async (it, state) => {
    if (!it.ready || state.ctx.gameover || state.ctx.currentPlayer !== it.you) return
    if (sent > 0) times.push(performance.now() - sent)
    await paced(it)
    sent = performance.now()
    const cell = CELLS[state.G.cells.filter((cell) => cell !== null).length]
    it.socket.emit("update", { type: "MAKE_MOVE", payload: { type: "space", args: [cell], playerID: it.you } }, state._stateID, match, it.you)
  }
  for (const it of seats) {
    it.socket.on("sync", (at, { state }) => {
      if (at !== match) return
      it.state = state
      synced += 1
      if (synced < 2) return
      synced = 0
      seats.forEach((it) => turn(it, state))
    })
    it.socket.on("update", async (at, state) => {
      if (at !== match) return
      if (!state.ctx.gameover) return turn(it, state)
      if (it.you !== "0") return
      await paced(it)
      moves -= 1
      match = `${name}-${++round}`
      sent = 0
      for (const it of seats) it.socket.emit("sync", match, it.you, undefined, 2)
    })
  }
  while (seats.some((it) => !it.socket.connected)) await pause(5)
  for (const it of seats) it.socket.emit("sync", match, it.you, undefined, 2)
  while (seats.some((it) => !it.state)) await pause(5)
  return {
    start: () => {
      for (const it of seats) it.ready = true
      turn(seats[0], seats[0].state)
    },
    stop: () => seats.forEach((it) => it.socket.disconnect()),
  }
}

const folder = mkdtempSync(join(tmpdir(), "rooms-"))
const ownArgs = ["serve", "--data", join(folder, "rooms.sqlite"), "--port", "0", "--rooms", String(2 * count)]
const env = { ...process.env, NODE_ENV: "production" }
const server = values.boardgame
  ? spawn(process.execPath, ["-e", GAME], { env, stdio: ["ignore", "pipe", "inherit"] })
  : spawn(values.binary ?? "target/release/houserules", ownArgs, { stdio: ["ignore", "pipe", "inherit"] })
const base = /http:\S+/.exec(String((await once(server.stdout, "data"))[0]))[0]
const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))
/** Processor time of the server so far, in seconds, and its memory in kB. */
const spent = () => readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).reduce((sum, it) => sum + Number(it), 0) / ticks
const memory = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1])

const room = (name) => (values.boardgame ? theirs(base, `m${name}`) : ours(base))
// Whatever the first room loads is not counted.
const rooms = [await room(0)]
const before = memory()
for (let made = 1; made < count; made++) rooms.push(await room(made))
const each = (memory() - before) / Math.max(1, count - 1)
if (values.heavy) rooms.push(await heavy(base))
// Not all in one moment.
for (const [at, it] of rooms.entries()) setTimeout(it.start, (pace * at) / rooms.length)
await pause(2_000 + pace)
times = []
moves = 0
const [begun, cpu] = [performance.now(), spent()]
await pause(Number(values.seconds) * 1_000)
const [seconds, used, seen] = [(performance.now() - begun) / 1_000, spent() - cpu, times.toSorted((a, b) => a - b)]
for (const it of rooms) it.stop()
server.kill("SIGKILL")
rmSync(folder, { recursive: true })
const at = (part) => seen[Math.floor((seen.length - 1) * part)]?.toFixed(1)
console.log(
  `${values.boardgame ? "boardgame.io, memory" : "houserules, on disk"}: ${count} rooms, ${(moves / seconds).toFixed(0)} moves/s, ` +
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${((used * 1e6) / moves).toFixed(0)} µs CPU a move, ${each.toFixed(0)} kB a room`,
)
process.exit()
