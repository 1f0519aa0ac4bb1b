// The lab in the package: parts that come together, and flaws made small.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"
import { compiled_by } from "../../playground/npm/dist/engine.js"
import { Machine } from "../../playground/npm/dist/machine.js"

before(() => init())

const source = games.find(({ id }) => id === "tic-tac-toe").source

test("compiled rules count what the engine counts, which plays where they cannot", () => {
  let started = 0
  const starts = (wasm) => {
    started += 1
    return new Machine(new WebAssembly.Module(wasm), { sites: [] })
  }
  const forbidden = () => {
    throw new Error("no compiled code here")
  }
  for (const id of ["pig", "duel", "over-the-pass", "noughts-and-crosses", "ice-floes", "cullet"]) {
    const { source, language, files } = games.find((it) => it.id === id)
    const { rules } = compile(source, { language, files })
    const [one, other] = [starts, forbidden].map((start) => {
      compiled_by(start)
      const lab = rules.lab({ seed: 3, closely: 2 })
      lab.join(lab.play(0, 8))
      lab.join(lab.play(8, 4))
      return lab
    })
    assert.equal(one.tally, other.tally, id)
  }
  assert.equal(started, 6)
  compiled_by(starts)
})

test("who looks ahead plays on by compiled rules, with the same end", () => {
  let played = 0
  const counts = (wasm) => {
    const machine = new Machine(new WebAssembly.Module(wasm), { sites: [] })
    const { play_on, room } = machine.exports
    const counted = () => {
      played += 1
      play_on()
    }
    return { memory: machine.memory, exports: { room, play_on: counted } }
  }
  const forbidden = () => {
    throw new Error("no compiled code here")
  }
  for (const id of ["connect-four", "hearts", "backgammon", "last-card", "ice-floes"]) {
    const { source, language, files } = games.find((it) => it.id === id)
    const { rules } = compile(source, { language, files })
    const before = played
    const [one, other] = [counts, forbidden].map((start) => {
      compiled_by(start)
      const lab = rules.lab({ seed: 3, players: ["playout:6", "random"], rotate: true, limit: 8 })
      lab.join(lab.play(0, 2))
      return lab
    })
    assert.equal(one.tally, other.tally, id)
    assert.ok(played > before, id)
  }
  compiled_by((wasm) => new Machine(new WebAssembly.Module(wasm), { sites: [] }))
})

test("parts of several labs come together, in whatever order", () => {
  const { rules } = compile(source)
  const whole = rules.lab({ seed: 7 })
  whole.join(whole.play(0, 300))
  const [one, other] = [rules.lab({ seed: 7 }), rules.lab({ seed: 7 })]
  one.join(other.play(200, 100))
  other.join(one.play(0, 200))
  one.join(other.tally)
  assert.deepEqual(one.report(), whole.report())
  const { games, ended, roles, draws, flaws, lines, hash } = whole.report()
  assert.deepEqual([games, ended, flaws, lines.every(({ least }) => least > 0)], [300, 300, [], true])
  assert.equal(roles[0].games + roles[1].games + draws.games, 300)
  assert.notEqual(rules.lab({ seed: 8 }).report().hash, hash)
  const [cells] = whole.report().actions.find(({ name }) => name === "space").arguments
  assert.deepEqual(cells.values.map(({ name }) => name).sort(), ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
  assert.match(whole.csv(), /^table,name,count,value,low,high\r\ngames,played,300,,,\r\n/)
  assert.match(whole.picture(), /^<svg /)
  assert.ok(whole.compare(one).rows.every(({ difference }) => difference.value === 0))
  // A comparison is in the files of the report, until more games are counted.
  assert.ok(one.html().includes("Did the change help?") && one.markdown().includes("Did the change help?"))
  assert.ok(!whole.html().includes("Did the change help?"))
})

test("fields of a race are counted", () => {
  const { rules } = compile("tile t {\n path 1 to 3\n 1: game_start()\n 3: force; game_end()\n}\n", { language: "bbgel" })
  const lab = rules.lab()
  lab.join(lab.play(0, 10))
  const [race] = lab.report().races
  assert.deepEqual(race.fields, ["1", "2", "3"].map(name => ({ name, entered: 10, ended: 10 })))
})

test("a flaw is made small, and replayed", () => {
  const stuck = source.replace("where G.board[s] == none {", "where G.board[s] == none and s != 4 and s != 8 {")
  const { rules } = compile(stuck)
  const lab = rules.lab({ limit: 50 })
  lab.join(lab.play(0, 200))
  const [found] = lab.report().flaws
  assert.equal(found.kind, "dead-end")
  const before = []
  const flaw = lab.flaw(found.number, "rules", 10, it => before.push(it))
  assert.equal(flaw.record.moves.length, 7)
  const lengths = before.map(({ record }) => record.moves.length)
  assert.deepEqual(lengths, [...new Set(lengths)].sort((a, b) => b - a))
  assert.ok(lengths.at(-1) >= 7)
  assert.match(before[0].test, /^test "no dead end" \{/)
  assert.throws(() => lab.flaw(found.number, "rules", 10, () => { throw new Error("enough") }), /enough/)
  assert.match(flaw.test, /^test "no dead end" \{/)
  const { game, stopped } = rules.replay(flaw.record)
  assert.equal(stopped, undefined)
  assert.deepEqual(game.prompt(game.active[0]).actions, { undo: 0 })
  assert.equal(lab.flaw(found.number, "bbgel").test, undefined)
  assert.equal(lab.flaw(123456), undefined)
  assert.equal(flaw.stopped, false)
})

test("a flaw is made small in the time there is", () => {
  const { rules } = compile("roles A, B\nglobal { n: int }\nsetup { call a }\nstate a {\n  begin { G.active = A }\n  prompt { for i in 0 to 50 { action n(i) } }\n  on n(i: int) { G.n = i; G.active = other(R) }\n}\n")
  const lab = rules.lab()
  lab.join(lab.play(0, 3))
  const [found] = lab.report().flaws
  assert.equal(found.kind, "endless")
  const start = performance.now()
  const flaw = lab.flaw(found.number, "rules", 0.5)
  assert.ok(performance.now() - start < 3000)
  assert.ok(flaw === undefined || flaw.record.moves.length <= found.moves)
})

test("seats that do not play are not counted", () => {
  const { rules } = compile("roles A, B, C\nsetup { G.active = A; call main }\nstate main {\n  prompt { button win; button lose }\n  on win { finish A }\n  on lose { finish B }\n}\n")
  const lab = rules.lab({ players: ["search:10", "random"], rotate: true })
  lab.join(lab.play(0, 30))
  const { roles, players } = lab.report()
  assert.deepEqual(roles.map(({ name }) => name), ["A", "B"])
  assert.deepEqual(players.map(({ name, games }) => [name, games]), [["random", 40], ["search:10", 20]])
})

test("players sit in seats that change", () => {
  const { rules } = compile(source)
  const lab = rules.lab({ players: ["search:30", "random"], rotate: true })
  lab.join(lab.play(0, 20))
  const { players, frames } = lab.report()
  assert.deepEqual(players.map(({ name, games }) => [name, games]), [["random", 20], ["search:30", 20]])
  assert.ok(players[1].wins > players[0].wins && players[1].low <= players[1].value)
  assert.equal(frames.find(({ name }) => name === "place").entered, 20)
})

test("what is no plan and no part is refused", () => {
  const { rules } = compile(source)
  assert.throws(() => rules.lab({ scenario: "Odd" }), { name: "GameError", code: "HR0608" })
  assert.throws(() => rules.lab({ seed: -1 }), { name: "GameError" })
  assert.throws(() => rules.lab(3), { name: "GameError" })
  assert.throws(() => rules.lab({ players: ["best"] }), { name: "GameError" })
  assert.throws(() => rules.lab({ players: "random" }), { name: "GameError" })
  assert.throws(() => rules.lab().join("{}"), { name: "GameError" })
  assert.throws(() => rules.lab().join(3), { name: "GameError" })
})
