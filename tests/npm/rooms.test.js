// Rooms in a host: in memory, and the server of the page with its log, which is killed while people play.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { compile, games, init } from "houserules"
import { Host, PROTOCOL, token } from "houserules/rooms"
import WebSocket from "ws"
import { serveRooms } from "../../scripts/rooms.mjs"
import { closed, connect, make, Screen, textOf, until } from "./screen.js"

before(() => init())

const socketOf = (screen) => ({ send: (text) => screen.take(text), close: (code, why) => Object.assign(screen, { closed: code, why }) })

test("games of every language are played in a room, with the computer, from its log too", async () => {
  const ids = ["tic-tac-toe", ...["bbgel", "ludl", "tgdl"].map((name) => games.find((it) => it.language === name).id)]
  for (const id of ids) {
    const lines = []
    const owner = token()
    const make = () => new Host(lines.join("\n"), (line) => lines.push(line))
    let host = make()
    host.create({ rules: textOf(id), owner, join: token(), watch: token() })
    let screen = new Screen()
    let conn = host.open(socketOf(screen), owner, PROTOCOL)
    let said = 0
    const say = (what) => {
      said += 1
      host.said(conn, JSON.stringify({ id: `${said}`, ...what }))
      return screen.answers.get(`${said}`)
    }
    assert.equal(say({ do: "sit", name: "Ann" }), undefined)
    const others = screen.room.seats.filter(({ role }) => role !== screen.room.you)
    for (const { role } of others) assert.equal(say({ do: "machine", seat: role, level: "easy" }), undefined)
    for (let moves = 0; moves < 3; ) {
      const { move } = screen
      if (screen.at.result !== null) break
      if (move && screen.at.active.includes(screen.room.you)) {
        assert.equal(say({ do: "move", ...move }), undefined, `${id}: ${JSON.stringify(move)}`)
        moves += 1
      } else await new Promise((done) => setTimeout(done, 20))
      await new Promise((done) => setTimeout(done, 105))
    }
    const { record } = host
    host.free()
    // From its log: the same game, and the same seat.
    host = make()
    assert.deepEqual(host.record, record)
    screen = new Screen()
    conn = host.open(socketOf(screen), owner, PROTOCOL)
    assert.notEqual(screen.room.you, null)
    const { rules } = compile(textOf(id).source, { language: textOf(id).language, files: Object.fromEntries(textOf(id).files) })
    const { game } = rules.replay(record)
    const { log, ...view } = game.view(screen.room.you)
    assert.deepEqual({ ...screen.view }, view)
    assert.deepEqual(screen.log, log)
    host.free()
  }
})

test("what cannot be a room says why", () => {
  const host = new Host("", () => assert.fail("nothing is kept"))
  const tokens = { owner: token(), join: token(), watch: token() }
  assert.throws(() => host.create({ rules: { language: "rules", source: "game" }, ...tokens }), /the rules have a mistake/)
  assert.throws(() => host.create({ rules: textOf("tic-tac-toe"), ...tokens, owner: "short" }), /a token has 22 to 64 characters/)
  assert.throws(() => host.create({ rules: textOf("tic-tac-toe"), ...tokens, scenario: "Moon" }), /scenario/)
  const screen = new Screen()
  host.open(socketOf(screen), tokens.owner, PROTOCOL)
  assert.equal(screen.why, "this room does not exist")
  host.free()
  assert.throws(() => new Host('{"v":1,"n":2}', () => undefined), { code: "HR0801" })
})

test("a line that is not kept is refused, and the room comes back without it", () => {
  const lines = []
  let full = false
  const keep = (line) => {
    if (full) throw new Error("no space left")
    lines.push(line)
  }
  const [owner, joining] = [token(), token()]
  const make = () => new Host(lines.join("\n"), keep)
  let host = make()
  host.create({ rules: textOf("tic-tac-toe"), owner, join: joining, watch: token() })
  const [ann, ben] = [new Screen(), new Screen()]
  let conn = host.open(socketOf(ann), owner, PROTOCOL)
  host.open(socketOf(ben), joining, PROTOCOL)
  host.said(conn, '{"id":"1","do":"sit","seat":"X"}')
  full = true
  const { n } = ben
  assert.throws(() => host.said(conn, '{"id":"2","do":"move","action":"space","argument":4}'), /no space left/)
  assert.match(ann.answers.get("2"), /could not keep/)
  assert.deepEqual([host.freed, ann.closed, ben.closed, ben.n], [true, 1001, 1001, n])
  // What the host still hears is for nobody.
  host.said(conn, '{"id":"3","do":"say","text":"?"}')
  host.closed(conn)
  host.free()
  full = false
  host = make()
  conn = host.open(socketOf(ann), owner, PROTOCOL)
  assert.equal(ann.view.actions.space.length, 9)
  host.said(conn, '{"id":"2","do":"move","action":"space","argument":4}')
  assert.deepEqual([ann.answers.get("2"), JSON.parse(lines.at(-1)).n], [undefined, lines.length])
  host.free()
})

test("odd first words are closed, and a free host stays silent", () => {
  const host = new Host("", () => undefined)
  const owner = token()
  host.create({ rules: textOf("tic-tac-toe"), owner, join: token(), watch: token() })
  for (const [shown, protocol] of [[owner, 2 ** 32], [owner, -1], [owner, undefined], [`${owner}\ud800`, PROTOCOL], [{}, PROTOCOL]]) {
    const screen = new Screen()
    host.open(socketOf(screen), shown, protocol)
    assert.equal(screen.closed, 4000)
  }
  assert.equal(host.open_connections, 0)
  // While the computer thinks.
  const screen = new Screen()
  const conn = host.open(socketOf(screen), owner, PROTOCOL)
  host.said(conn, '{"id":"1","do":"machine","seat":"X","level":"normal"}')
  host.free()
  assert.equal(screen.closed, 1001)
  assert.equal(host.record, undefined)
})

test("the computer moves in the game that is played now, whatever it thought of before", async () => {
  const lines = []
  const host = new Host("", (line) => lines.push(line))
  const owner = token()
  host.create({ rules: textOf("tic-tac-toe"), owner, join: token(), watch: token() })
  const screen = new Screen()
  const conn = host.open(socketOf(screen), owner, PROTOCOL)
  const say = (id, what) => host.said(conn, JSON.stringify({ id, ...what }))
  say("1", { do: "sit", seat: "O" })
  say("2", { do: "machine", seat: "X", level: "easy" })
  const { source } = textOf("tic-tac-toe")
  // Other names of the moves: what it thinks of now does not fit them.
  say("3", { do: "rules", rules: { language: "rules", source: source.split("\ninvariant")[0].replaceAll(" space", " place") } })
  assert.equal(screen.answers.get("3"), undefined)
  await until(() => screen.at.active[0] === "O")
  assert.equal(JSON.parse(lines.at(-1)).move[1], "place")
  host.free()
})

test("games of every language are played as a playtest, and what comes back can be replayed", () => {
  const ids = ["tic-tac-toe", ...["bbgel", "ludl", "tgdl"].map((name) => games.find((it) => it.language === name).id)]
  for (const id of ids) {
    const owner = token()
    const lines = []
    const host = new Host("", (line) => lines.push(line))
    host.create({ rules: textOf(id), owner, join: token(), watch: token(), playtest: ["Fun?"] })
    const screen = new Screen()
    const conn = host.open(socketOf(screen), owner, PROTOCOL)
    let said = 0
    const say = (what) => {
      said += 1
      host.said(conn, JSON.stringify({ id: `${said}`, ...what }))
      return screen.answers.get(`${said}`)
    }
    // Somebody who moves to where a move can be made.
    for (let moves = 0; moves < 4; moves++) {
      if (screen.at.result !== null) break
      const [seat] = screen.at.active
      if (screen.room.you !== seat) assert.equal(say({ do: "sit", seat }), undefined)
      const { move } = screen
      assert.equal(say({ do: "tried", moves: [[move.action, move.argument ?? null]] }), undefined, "offered: nothing is noted")
      assert.equal(say({ do: "tried", moves: [["nonsense", 1]] }), undefined)
      assert.equal(say({ do: "move", ...move }), undefined)
    }
    assert.equal(say({ do: "report" }), undefined)
    const [game] = screen.report.games
    assert.deepEqual(game.record, host.record)
    assert.equal(game.times.length, game.record.moves.length)
    assert.ok(game.notes.length > 0 && game.notes.every(({ kind, action, why }) => kind === "tried" && action === "nonsense" && why !== ""), JSON.stringify(game.notes))
    const [{ language, source, files }] = screen.report.versions
    const { rules } = compile(source, { language, files: Object.fromEntries(files ?? []) })
    const replayed = rules.replay(game.record)
    assert.equal(replayed.stopped ?? null, null)
    host.free()
  }
})

// ---- The server

const folder = mkdtempSync(join(tmpdir(), "rooms-"))
const servers = new Set()
after(() => {
  for (const server of servers) server.kill("SIGKILL")
  rmSync(folder, { recursive: true })
})

async function serve() {
  const server = spawn(process.execPath, ["scripts/serve.mjs", "5400"], { env: { ...process.env, HOUSE_RULES_ROOMS: folder }, stdio: ["ignore", "pipe", "inherit"] })
  servers.add(server)
  const [text] = await once(server.stdout, "data")
  return { server, base: /http:\S+/.exec(String(text))[0] }
}

const stop = async (server, signal) => {
  const over = once(server, "exit")
  server.kill(signal)
  await over
}

test("whoever was told of a move finds it after the server was killed, and a message counts once", async () => {
  let { server, base } = await serve()
  const answer = await make(base, { rules: textOf("pig") })
  assert.equal(answer.status, 201)
  const { code, owner, join: joining } = await answer.json()
  const log = join(folder, `${code}.jsonl`)
  assert.doesNotMatch(readFileSync(log, "utf8"), new RegExp(`${owner}|${joining}`))
  const people = [{ shown: owner }, { shown: token() }]
  const enter = async () => {
    for (const it of people) {
      it.screen = new Screen()
      it.socket = connect(base, code, it === people[1] && !it.sits ? joining : it.shown, it.screen)
      await until(() => it.screen.room)
      if (it.sits) continue
      it.socket.send(JSON.stringify({ id: "sit", do: "sit", name: "A", token: it === people[1] ? it.shown : undefined }))
      await until(() => it.screen.room.you)
      it.sits = true
    }
  }
  await enter()
  let sent = 0
  let open
  for (let round = 0; round < 8; round++) {
    // Plays until it is killed, at a moment that nothing waits for.
    let alive = true
    const killed = new Promise((done) => setTimeout(done, 20 + 37 * round)).then(() => ((alive = false), stop(server, "SIGKILL")))
    // No more than a connection may say at once.
    for (let moves = 0; alive && moves < 25; moves++) {
      const now = people.find(({ screen }) => screen.at.active.includes(screen.room.you))
      if (!now) break
      const { screen, socket } = now
      if (!open) {
        sent += 1
        open = { by: now, id: `m${sent}`, text: JSON.stringify({ id: `m${sent}`, do: "move", ...screen.move }) }
      }
      socket.send(open.text)
      await Promise.race([until(() => screen.answers.has(open.id)), killed])
      if (!screen.answers.has(open.id)) break
      assert.equal(screen.answers.get(open.id), undefined)
      open = undefined
      // The answer comes before what it changed.
      const seen = screen.answered
      await Promise.race([until(() => people.every((it) => it.screen.n > seen)), killed])
    }
    await killed
    const told = Math.max(...people.map(({ screen }) => screen.n))
    // The last line may be written in part.
    if (round % 2 === 1) appendFileSync(log, '{"v":1,"n":99')
    const lines = readFileSync(log, "utf8").split("\n").length - 1
    assert.ok(lines >= told, `${lines} lines, and ${told} were told`)
    ;({ server, base } = await serve())
    await enter()
    assert.equal(people[0].screen.n, lines)
    // What had no answer is said once more.
    if (open) {
      open.by.socket.send(open.text)
      await until(() => open.by.screen.answers.has(open.id))
      assert.equal(open.by.screen.answers.get(open.id), undefined)
      open = undefined
      // Nobody moves again before it is seen, if it was not kept before.
      const kept = readFileSync(log, "utf8").split("\n").length - 1
      await until(() => people.every((it) => it.screen.n >= kept))
    }
  }
  const made = readFileSync(log, "utf8").trim().split("\n").map((it) => JSON.parse(it))
  const ids = made.filter((it) => it.do === "move").map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.length > 10, `${ids.length} moves`)
  for (const { socket } of people) socket.terminate()
  await stop(server, "SIGTERM")
})

test("a playtest is kept, read by its owner alone, and deleted with its file", async () => {
  const { server, base } = await serve()
  const answer = await make(base, { rules: textOf("tic-tac-toe"), playtest: ["What was fun?"] })
  const { code, owner, join: joining } = await answer.json()
  const [ann, ben] = [new Screen(), new Screen()]
  const [first, second] = [connect(base, code, owner, ann), connect(base, code, joining, ben)]
  await until(() => ann.room && ben.room)
  assert.deepEqual(ben.room.playtest, { questions: ["What was fun?"], answered: false })
  const say = async (socket, screen, id, what) => {
    socket.send(JSON.stringify({ id, ...what }))
    await until(() => screen.answers.has(id))
    return screen.answers.get(id)
  }
  assert.equal(await say(first, ann, "1", { do: "sit", seat: "X" }), undefined)
  assert.equal(await say(first, ann, "2", { do: "remark", text: "planted" }), undefined)
  assert.equal(await say(second, ben, "3", { do: "report" }), "only the room's owner can do this")
  assert.equal(await say(second, ben, "4", { do: "delete" }), "only the room's owner can do this")
  assert.equal(await say(first, ann, "5", { do: "report" }), undefined)
  assert.equal(ann.report.games[0].notes[0].text, "planted")
  assert.doesNotMatch(ben.bytes, /planted/)
  assert.match(readFileSync(join(folder, `${code}.jsonl`), "utf8"), /planted/)
  assert.equal(await say(first, ann, "6", { do: "delete" }), undefined)
  await until(() => ann.closed !== undefined && ben.closed !== undefined)
  assert.equal(ben.closed, "this room was deleted by its owner")
  assert.equal(readdirSync(folder).includes(`${code}.jsonl`), false)
  const late = new Screen()
  connect(base, code, owner, late)
  await until(() => late.closed !== undefined)
  assert.equal(late.closed, "this room does not exist")
  await stop(server, "SIGTERM")
})

test("other sites, unknown rooms, damaged logs and nonsense get nowhere", async () => {
  const { server, base } = await serve()
  assert.equal((await make(base, { rules: textOf("pig") }, "https://example.com")).status, 403)
  assert.equal((await fetch(`${base}rooms`, { method: "POST", body: "{}" })).status, 403)
  for (const body of [undefined, {}, { rules: 1 }, { rules: { language: "rules", source: "game" } }, { rules: { language: "x", source: "" } }]) {
    const answer = await make(base, body)
    assert.equal(answer.status, 400)
    assert.match((await answer.json()).refused, /\w/)
  }
  const files = readdirSync(folder).length
  const { code, owner } = await (await make(base, { rules: textOf("tic-tac-toe") })).json()
  assert.equal(readdirSync(folder).length, files + 1)
  assert.equal(await closed(base, "0123456789", owner), "this room does not exist")
  assert.equal(await closed(base, code, token()), "this link leads to no seat here")
  assert.equal(await closed(base, code, "x"), "this link is incomplete")
  assert.equal(await closed(base, code, owner, "https://example.com"), "")
  assert.equal(await closed(base, "../../etc/passwd", owner), "")
  writeFileSync(join(folder, "aaaaaaaaaa.jsonl"), "nonsense\n")
  assert.equal(await closed(base, "aaaaaaaaaa", owner), "this room is damaged")
  assert.equal(readFileSync(join(folder, "aaaaaaaaaa.jsonl"), "utf8"), "nonsense\n")
  // The server goes on.
  const screen = new Screen()
  const socket = connect(base, code, owner, screen)
  socket.on("open", () => {
    for (const text of ["", "null", "[]", '{"do":"move"}', "x".repeat(1000), Buffer.from([255, 254])]) socket.send(text)
  })
  await until(() => screen.answers.size > 0)
  assert.equal(screen.room.owner, true)
  socket.terminate()
  await stop(server, "SIGTERM")
})

test("a full disk, a log that somebody else wrote, and sockets that say nothing", async () => {
  const own = mkdtempSync(join(tmpdir(), "rooms-"))
  // The shell's limit for the size of a file is the full disk.
  const command = `ulimit -f 32; exec ${process.execPath} scripts/serve.mjs 5400`
  const server = spawn("bash", ["-c", command], { env: { ...process.env, HOUSE_RULES_ROOMS: own }, stdio: ["ignore", "pipe", "ignore"] })
  const [told] = await once(server.stdout, "data")
  const base = /http:\S+/.exec(String(told))[0]
  const { code, owner } = await (await make(base, { rules: textOf("tic-tac-toe") })).json()
  const log = join(own, `${code}.jsonl`)
  let screen = new Screen()
  let socket = connect(base, code, owner, screen)
  await until(() => screen.room)
  socket.send('{"id":"sit","do":"sit"}')
  await until(() => screen.room.you)
  let said = 0
  const talk = async () => {
    said += 1
    socket.send(JSON.stringify({ id: `s${said}`, do: "say", text: "x".repeat(500) }))
    await until(() => screen.answers.has(`s${said}`) || screen.closed !== undefined)
    // As fast as a person may.
    await new Promise((done) => setTimeout(done, 105))
    return screen.answers.get(`s${said}`)
  }
  while ((await talk()) === undefined) assert.ok(said < 100)
  await until(() => screen.closed !== undefined)
  const kept = readFileSync(log, "utf8")
  assert.ok(kept.endsWith("\n"))
  assert.equal(kept.split("\n").length - 1, screen.n)
  // The room is there, with all that anybody was told.
  const { n, said: words } = screen
  screen = new Screen()
  socket = connect(base, code, owner, screen)
  await until(() => screen.room)
  assert.deepEqual([screen.n, screen.said.length], [n, words.length])
  socket.terminate()
  await stop(server, "SIGKILL")
  rmSync(own, { recursive: true })

  const folder = mkdtempSync(join(tmpdir(), "rooms-"))
  const http = createServer((request, response) => handle(request, response))
  const handle = serveRooms(http, folder, 50)
  http.listen(0, "127.0.0.1")
  await once(http, "listening")
  const here = `http://127.0.0.1:${http.address().port}/`
  const room = await (await make(here, { rules: textOf("tic-tac-toe") })).json()
  const silent = new WebSocket(`${here.replace("http", "ws")}rooms/${room.code}`, { origin: here.slice(0, -1) })
  const [, why] = await once(silent, "close")
  assert.equal(String(why), "no link was shown")
  screen = new Screen()
  socket = connect(here, room.code, room.owner, screen)
  await until(() => screen.room)
  // Another server has the same folder.
  const line = JSON.stringify({ v: 1, n: 2, now: 1, do: "say", name: "Ann", text: "elsewhere" })
  appendFileSync(join(folder, `${room.code}.jsonl`), `${line}\n`)
  socket.send('{"id":"1","do":"sit"}')
  await until(() => screen.closed !== undefined)
  screen = new Screen()
  socket = connect(here, room.code, room.owner, screen)
  await until(() => screen.room)
  assert.deepEqual([screen.said[0].text, screen.n], ["elsewhere", 2])
  socket.terminate()
  http.close()
  http.closeAllConnections()
  rmSync(folder, { recursive: true })
})
