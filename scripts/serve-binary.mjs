// Tries `houserules serve`, the home of rooms in one binary: builds it, opens its pages, plays in its rooms, and kills it at random moments
// of play. `serve-binary.mjs [--kills 20] [--binary PATH]`; with a path nothing is built. `npm run hosts` runs it after the other hosts.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { token } from "houserules/rooms"
import WebSocket from "ws"
import { closed, connect, make, Screen, textOf, until } from "../tests/npm/screen.js"

const { values } = parseArgs({ options: { kills: { type: "string", default: "20" }, binary: { type: "string" } } })
const kept = mkdtempSync(join(tmpdir(), "rooms-"))
const data = join(kept, "rooms.sqlite")
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

if (!values.binary) execFileSync("cargo", ["build", "--locked", "-p", "cli", "--features", "serve"], { stdio: "inherit" })
const binary = values.binary ?? "target/debug/houserules"
let port = 0

/** Starts the server, with its data in a file. Returns the process, and what it prints. */
async function serve(...more) {
  const command = ['exec "$0" serve --data "$@"', binary, data, "--port", String(port), ...more]
  const server = spawn("bash", ["-c", ...command], { stdio: ["ignore", "pipe", "inherit"] })
  const [text] = await once(server.stdout, "data")
  const base = /http:\S+/.exec(String(text))[0]
  port = new URL(base).port
  return { server, base, text: String(text) }
}

const stop = async ({ server }) => {
  const over = once(server, "exit")
  server.kill("SIGKILL")
  await over
}

/** A person at a screen. */
async function enter(base, code, shown) {
  const screen = new Screen()
  const socket = connect(base, code, shown, screen)
  await until(() => screen.room || screen.closed !== undefined)
  const say = async (id, what) => {
    socket.send(JSON.stringify({ id, ...what }))
    await until(() => screen.answers.has(id) || screen.closed !== undefined)
    return screen.answers.get(id)
  }
  return { screen, socket, say }
}

/** The pages: compressed, cached, and nothing else of this machine. */
async function pages(base) {
  const get = (path, headers = {}) => fetch(new URL(path, base), { headers, redirect: "manual" })
  const page = await get("room.html", { "accept-encoding": "br" })
  assert.match(await page.text(), /<script/)
  assert.match(page.headers.get("content-type"), /^text\/html/)
  const [script] = readdirSync("www/dist/assets").filter((name) => name.endsWith(".js.br"))
  const path = `assets/${script.slice(0, -3)}`
  const answer = await get(path, { "accept-encoding": "gzip, br" })
  assert.deepEqual([answer.headers.get("content-encoding"), answer.headers.get("vary")], ["br", "Accept-Encoding"])
  assert.match(answer.headers.get("cache-control"), /immutable/)
  assert.equal(await answer.text(), readFileSync(`www/dist/${path}`, "utf8"))
  assert.equal((await get(path, { "accept-encoding": "gzip, br", "if-none-match": answer.headers.get("etag") })).status, 304)
  assert.equal((await get(path, { "accept-encoding": "identity" })).headers.get("content-encoding"), null)
  assert.equal((await get("docs")).headers.get("location"), "/docs/")
  for (const path of ["nothing", "rooms/x", "assets/%2e%2e/%2e%2e/package.json", "rooms/0123456789"]) assert.equal((await get(path)).status, 404, path)
}

/** Requests that get nowhere. */
async function nonsense(base) {
  const rules = textOf("tic-tac-toe")
  assert.deepEqual(await (await fetch(`${base}rooms`)).json(), { protocol: 1 })
  assert.equal((await make(base, { rules }, "https://example.com")).status, 403)
  assert.equal((await fetch(`${base}rooms`, { method: "POST", body: "{}" })).status, 403)
  const long = { rules: { language: "rules", source: "x".repeat(3 << 20) } }
  for (const body of [undefined, {}, { rules: 1 }, { rules: { language: "rules", source: "game" } }, { rules: { language: "x", source: "" } }, long]) {
    const answer = await make(base, body)
    assert.equal(answer.status, 400)
    assert.match((await answer.json()).refused, /\w/)
  }
  const { code, owner } = await (await make(base, { rules })).json()
  assert.equal(await closed(base, "0123456789", owner), "this room does not exist")
  assert.equal(await closed(base, code, token()), "this link leads to no seat here")
  assert.equal(await closed(base, code, "x"), "this link is incomplete")
  assert.equal(await closed(base, code, owner, "https://example.com"), "")
  assert.equal(await closed(base, "../../etc/passwd", owner), "")
  const silent = new WebSocket(`${base.replace("http", "ws")}rooms/${code}`, { origin: base.slice(0, -1) })
  const silence = once(silent, "close").then(([, why]) => assert.equal(String(why), "no link was shown"))
  const { screen, socket } = await enter(base, code, owner)
  for (const text of ["", "null", "[]", '{"do":"move"}', "x".repeat(1000), Buffer.from([255, 254])]) socket.send(text)
  await until(() => screen.answers.size > 0)
  assert.equal(screen.room.owner, true)
  // More than a person may say.
  for (let said = 0; said < 40; said++) socket.send(`{"id":"${said}","do":"sit"}`)
  await until(() => screen.closed !== undefined)
  assert.equal(screen.closed, "too many messages")
  await silence
}

/** The owner deletes a room, a playtest: nobody comes back to it. */
async function deletion(base) {
  const { code, owner, watch } = await (await make(base, { rules: textOf("tic-tac-toe"), playtest: ["Why?"] })).json()
  const { screen, say } = await enter(base, code, owner)
  assert.deepEqual(screen.room.playtest.questions, ["Why?"])
  await say("1", { do: "delete" })
  await until(() => screen.closed !== undefined)
  assert.equal(screen.closed, "this room was deleted by its owner")
  assert.equal(await closed(base, code, watch), "this room does not exist")
}

/** The computer plays a game in every language, many at once; a person in another room is answered in between. */
async function computers(base) {
  const rooms = ["pig", "chess", "hearts", "tic-tac-toe"].flatMap((id) => [id, id])
  const screens = await Promise.all(
    rooms.map(async (id) => {
      const { code, owner } = await (await make(base, { rules: textOf(id) })).json()
      const { screen, say } = await enter(base, code, owner)
      for (const { role } of screen.room.seats) assert.equal(await say(role, { do: "machine", seat: role, level: "normal" }), undefined)
      return { screen, from: screen.n }
    }),
  )
  const { code, owner } = await (await make(base, { rules: textOf("pig") })).json()
  const { say } = await enter(base, code, owner)
  const times = []
  for (let said = 0; said < 20; said++) {
    const begun = performance.now()
    assert.equal(await say(`s${said}`, { do: "sit", name: `A${said}` }), undefined)
    times.push(performance.now() - begun)
    await pause(150)
  }
  await until(() => screens.every(({ screen, from }) => screen.n > from + 1))
  times.sort((a, b) => a - b)
  return `answers beside eight rooms in which computers play: median ${times[10].toFixed(1)} ms, longest ${times[19].toFixed(1)} ms`
}

/** A full disk: the message is refused, and the room comes back with what was told. */
async function fullDisk() {
  const file = join(kept, "full.sqlite")
  // The shell's limit for the size of a file is the full disk.
  const server = spawn("bash", ["-c", 'trap "" XFSZ; ulimit -f 400; exec "$0" serve --data "$1" --port 0', binary, file], { stdio: ["ignore", "pipe", "ignore"] })
  const base = /http:\S+/.exec(String((await once(server.stdout, "data"))[0]))[0]
  const { code, owner } = await (await make(base, { rules: textOf("tic-tac-toe") })).json()
  const ann = await enter(base, code, owner)
  assert.equal(await ann.say("sit", { do: "sit" }), undefined)
  let refused
  for (let said = 0; refused === undefined; said++) {
    assert.ok(said < 400, "the disk is never full")
    refused = await ann.say(`s${said}`, { do: "say", text: "x".repeat(500) })
    await pause(105)
  }
  assert.match(refused, /could not keep/)
  await until(() => ann.screen.closed !== undefined)
  const { screen } = await enter(base, code, owner)
  assert.deepEqual([screen.n, screen.said.length], [ann.screen.n, ann.screen.said.length])
  await stop({ server })
}

/** Plays in several rooms, kills the server at random moments, and compares with what everybody was told. */
async function killed(kills) {
  let home = await serve()
  const rooms = []
  for (let count = 0; count < 4; count++) {
    const { code, owner, join: joining } = await (await make(home.base, { rules: textOf("pig") })).json()
    rooms.push({ code, seats: [{ shown: owner }, { shown: joining, own: token() }], sent: 0, open: undefined })
  }
  let [moves, later] = [0, 0]
  const once = new Set()
  for (let round = 0; round <= kills; round++) {
    for (const room of rooms) {
      for (const seat of room.seats) {
        const before = seat.screen
        const { screen, socket } = await enter(home.base, room.code, seat.sits ? (seat.own ?? seat.shown) : seat.shown)
        Object.assign(seat, { screen, socket })
        if (!seat.sits) {
          socket.send(JSON.stringify({ id: "sit", do: "sit", name: "A", token: seat.own }))
          await until(() => screen.room.you)
          seat.sits = true
        }
        if (!before) continue
        // Nothing that was told is gone, and it is the same.
        assert.ok(screen.n >= before.n, `${screen.n} lines, and ${before.n} were told`)
        if (screen.n === before.n) assert.deepEqual([screen.view, screen.log, screen.at], [before.view, before.log, before.at])
        else later += 1
        if (screen.room.games === before.room.games) assert.deepEqual(screen.log.slice(0, before.log.length), before.log)
        assert.equal(screen.room.you, before.room.you)
      }
    }
    if (round === kills) break
    let alive = true
    const dead = pause(20 + Math.random() * 600).then(() => ((alive = false), stop(home)))
    await Promise.all(
      rooms.map(async (room) => {
        // No more than a connection may say at once.
        for (let said = 0; alive && said < 28; said++) {
          const ready = () => room.seats.find(({ screen }) => screen.at.result !== null || screen.at.active.includes(screen.room.you))
          const seat = room.open?.seat ?? ready()
          if (!room.open) {
            const what = seat.screen.at.result === null ? { do: "move", ...seat.screen.move } : { do: "begin" }
            room.sent += 1
            room.open = { seat, id: `m${room.sent}`, text: JSON.stringify({ id: `m${room.sent}`, ...what }) }
          }
          const { id, text } = room.open
          seat.socket.send(text)
          const has = () => seat.screen.answers.has(id)
          await Promise.race([until(() => has() || !alive), dead])
          if (!has()) break
          assert.equal(seat.screen.answers.get(id), undefined)
          assert.ok(!once.has(`${room.code} ${id}`))
          once.add(`${room.code} ${id}`)
          moves += 1
          room.open = undefined
          const seen = seat.screen.answered
          await Promise.race([until(() => !alive || room.seats.every(({ screen }) => screen.n > seen)), dead])
        }
      }),
    )
    await dead
    home = await serve()
  }
  // A message counts once, though it was said again after a break: each is a line of its own, beside `create` and two people who sat down.
  for (const { seats, sent, open } of rooms) assert.ok(seats[0].screen.n >= 3 + sent - (open ? 1 : 0) && seats[0].screen.n <= 3 + sent)
  await stop(home)
  return `killed with SIGKILL ${kills} times: ${moves} moves told in four rooms, none lost, ${later} of ${kills * 8} screens came back later than told`
}

try {
  const game = join(kept, "game.rules")
  writeFileSync(game, textOf("pig").source)
  const home = await serve(game)
  while (!home.text.includes("Your room")) home.text += String((await once(home.server.stdout, "data"))[0])
  const [code, owner] = /Your room: \S+room\.html#(\S+)/.exec(home.text)[1].split("/")
  assert.equal((await enter(home.base, code, owner)).screen.room.owner, true)
  await pages(home.base)
  await nonsense(home.base)
  await deletion(home.base)
  const beside = await computers(home.base)
  await stop(home)
  await fullDisk()
  const lost = await killed(Number(values.kills))
  console.log(`houserules serve: ${lost}; ${beside}`)
} finally {
  rmSync(kept, { recursive: true })
}
process.exit()
