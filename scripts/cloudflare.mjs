// Runs the example of playground/npm/examples/cloudflare in `wrangler dev`, which is workerd on this machine: two people play in a room, the
// process is killed, and they play on. Prints the times of moves. wrangler comes from the registry into the system's folder for temporary
// files. `npm run hosts` runs it after the other hosts.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { games } from "houserules"
import WebSocket from "ws"

const PORT = 5296
const base = `http://127.0.0.1:${PORT}/`
const root = fileURLToPath(new URL("..", import.meta.url))
const tools = join(tmpdir(), "houserules-hosts", "cloudflare")
const kept = mkdtempSync(join(tmpdir(), "rooms-"))
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

async function start() {
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", String(PORT), "--persist-to", kept]
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" }
  // A group of its own: it starts workerd, which is to be killed too.
  const server = spawn(join(tools, "node_modules/.bin/wrangler"), args, { cwd: join(root, "playground/npm/examples/cloudflare"), env, stdio: ["ignore", "ignore", "inherit"], detached: true })
  const up = () => fetch(`${base}rooms`).then((it) => it.ok, () => false)
  while (!(await up())) {
    assert.equal(server.exitCode, null, "wrangler has ended")
    await pause(200)
  }
  return async () => {
    process.kill(-server.pid, "SIGKILL")
    while (await up()) await pause(50)
  }
}

const make = (origin, rules) => fetch(`${base}rooms`, { method: "POST", headers: { origin }, body: JSON.stringify({ rules }) })

/** A person's screen. */
function enter(code, token) {
  const socket = new WebSocket(`${base.replace("http", "ws")}rooms/${code}`, { origin: base.slice(0, -1) })
  const screen = { socket, n: 0, answers: new Map(), said: [] }
  socket.on("open", () => socket.send(JSON.stringify({ token, protocol: 1 })))
  return new Promise((done) => {
    socket.on("message", (data) => {
      const { answer, said, ...parts } = JSON.parse(data)
      if (answer) return screen.answers.set(answer.id, answer.refused ?? "done")
      if (parts.fresh) screen.said = []
      screen.said.push(...(said ?? []))
      done(Object.assign(screen, parts))
    })
    socket.on("close", (_, why) => done(Object.assign(screen, { closed: String(why) })))
    socket.on("error", () => undefined)
  })
}

async function say(screen, id, what) {
  screen.socket.send(JSON.stringify({ id, ...what }))
  while (!screen.answers.has(id)) await pause(1)
  return screen.answers.get(id)
}

/** A room in which the computer plays all seats; returns the number of lines that came of it. */
async function solo(language, source) {
  const { code, owner } = await (await make(base, { language, source })).json()
  const screen = await enter(code, owner)
  for (const { role } of screen.room.seats) assert.equal(await say(screen, role, { do: "machine", seat: role, level: "easy" }), "done")
  const begun = screen.n
  await pause(4_000)
  screen.socket.terminate()
  return screen.n - begun
}

mkdirSync(tools, { recursive: true })
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", tools, "wrangler@4"], { stdio: "ignore" })
let kill = await start()
try {
  const { language, source } = games.find((it) => it.id === "pig")
  assert.equal((await make("https://example.com", { language, source })).status, 403)
  assert.equal((await make(base, { language, source: "game" })).status, 400)
  const { code, owner, join: joining } = await (await make(base, { language, source })).json()
  // The computer plays two rooms at once: each object thinks by itself.
  for (const seats of await Promise.all([solo(language, source), solo(language, source)])) assert.ok(seats > 1, `${seats} moves by the computer`)
  const own = "a-token-of-one-s-own-at-random"
  let [ann, ben] = [await enter(code, owner), await enter(code, joining)]
  assert.equal(await say(ann, "1", { do: "sit", name: "Ann" }), "done")
  assert.equal(await say(ben, "1", { do: "sit", name: "Ben", token: own }), "done")
  const times = []
  for (let move = 0; move < 60; move++) {
    const mover = [ann, ben].find(({ at, room }) => at.active.includes(room.you))
    const begun = performance.now()
    assert.equal(await say(mover, `m${move}`, { do: "move", action: "roll" }), "done")
    times.push(performance.now() - begun)
    await pause(110)
  }
  const told = Math.max(ann.n, ben.n)
  await kill()
  kill = await start()
  ;[ann, ben] = [await enter(code, owner), await enter(code, own)]
  assert.ok(ann.n >= told && ben.n === ann.n, `${ann.n} lines, and ${told} were told`)
  assert.notEqual(ann.room.you, ben.room.you)
  assert.equal((await enter(code, "x".repeat(30))).closed, "this link leads to no seat here")
  // The object falls asleep after ten seconds; its sockets stay, and nothing is shown twice.
  assert.equal(await say(ann, "2", { do: "say", text: "Are you there?" }), "done")
  await pause(13_000)
  assert.equal(await say(ben, "2", { do: "say", text: "Yes." }), "done")
  await pause(200)
  for (const { said } of [ann, ben]) assert.deepEqual(said.map(({ text }) => text), ["Are you there?", "Yes."])
  times.sort((a, b) => a - b)
  console.log(`Rooms on workerd: ${times.length} moves, median ${times[times.length >> 1].toFixed(1)} ms; killed with SIGKILL and asleep once, nothing lost`)
} finally {
  await kill()
  rmSync(kept, { recursive: true })
}
process.exit()
