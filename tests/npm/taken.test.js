// Validation of states, records, arguments, options and names: the same in both executors, with the same code and path, for any JavaScript
// value.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const rulesOf = (id) => compile(games.find((it) => it.id === id).source).rules

/** Result of a call, or code and path of its error; errors without a code fail. */
const told = (call) => {
  try {
    return { gives: JSON.parse(JSON.stringify(call() ?? null)) }
  } catch (error) {
    assert.match(error.code ?? `no code: ${error}`, /^HR\d{4}$/)
    return { code: error.code, path: error.path }
  }
}

const both = async (rules, what, call) => {
  const machine = await rules.machine_code()
  const [ours, theirs] = [told(() => call(rules)), told(() => call(machine))]
  assert.deepEqual(theirs, ours, what)
  return ours
}

const deep = (n) => JSON.parse("[".repeat(n) + "]".repeat(n))

test("odd names and arguments", async () => {
  const rules = rulesOf("tic-tac-toe")
  const odd = [undefined, null, 0, 9, -0, -1, 0.5, 1e999, NaN, 2 ** 53, 4n, "", "x", "\ud800", true, [], [0], [null], {}, { 0: 0 }, () => 1, Symbol("x"), deep(60), deep(70), deep(130), deep(5000), new Number(0), new Date(0), { toJSON: () => 0 }, new Array(200_000).fill(0)]
  for (const [i, it] of odd.entries()) await both(rules, `argument ${i} of the odd ones`, (R) => R.on_setup(1).action("X", "space", it))
  for (const it of [["space"], 1, null, undefined, "toString", "__proto__", "undo", ""]) {
    await both(rules, `action ${it}`, (R) => R.on_setup(1).action("X", it, 0))
    await both(rules, `role ${it}`, (R) => R.on_setup(1).action(it, "space", 0))
    await both(rules, `view ${it}`, (R) => R.on_setup(1).view(it))
    await both(rules, `scenario ${it}`, (R) => R.on_setup(1, it).state)
    await both(rules, `options ${it}`, (R) => R.on_setup(1, null, it).state)
    await both(rules, `seed ${it}`, (R) => R.on_setup(it ?? 1).state)
    await both(rules, `finish ${it}`, (R) => R.on_setup(1).finish(it, it))
  }
  assert.equal((await both(rules, "an argument", (R) => R.on_setup(1).action("X", "space", "x"))).code, "HR0612")
})

test("names that objects have by themselves", async () => {
  const { rules } = compile(`roles A, B, C
option toString: 1 to 9 = 3
global { n: int }
setup { G.n = options.toString; G.active = A; call play }
query(q) { return q }
state play { prompt { button go; button valueOf if false } on go { G.active = [C, B, B] } on valueOf { } }
`)
  assert.equal((await both(rules, "an option by itself", (R) => R.on_setup(1).state.n)).gives, 3)
  assert.equal((await both(rules, "disabled", (R) => R.on_setup(1).action("A", "valueOf"))).code, "HR0604")
  const active = await both(rules, "active", (R) => {
    const game = R.on_setup(1)
    game.action("A", "go")
    return [game.active, game.state.active]
  })
  assert.deepEqual(active.gives, [["B", "C"], ["C", "B", "B"]])
  for (const it of [undefined, 4n, deep(200), "\ud800", { a: [1e999] }]) await both(rules, "a question", (R) => R.on_setup(1).query(null, it))
})

test("odd states", async () => {
  const rules = rulesOf("tic-tac-toe")
  const state = rules.on_setup(1).state
  const { undo, ...bare } = state
  const snapshot = (more) => ({ ...bare, active: 0, log: 0, ...more })
  const cyclic = { ...state }
  cyclic.board = cyclic
  const odd = {
    "a deep text": "[".repeat(20000) + "]".repeat(20000),
    "a deep value": { ...state, log: [deep(260)] },
    "a circle": cyclic,
    "half a character": { ...state, log: ["\ud800"] },
    "the same as a text": JSON.stringify({ ...state, log: ["\ud800"] }),
    "a number that is none": '{"active":1e999}',
    "objects in the log": { ...state, log: [{ a: 1 }, { toString: 1 }, 5, null] },
    "undo in a snapshot": { ...state, undo: [snapshot({ undo: [] })] },
    "nobody in a snapshot": { ...state, undo: [snapshot({ active: [null] })] },
    "no role in a snapshot": { ...state, undo: [snapshot({ active: 5 })] },
    "a log that was longer": { ...state, log: ["a", "b"], undo: [snapshot({ log: 2 }), snapshot({ log: 0 })] },
    "what makes JSON": { toJSON: () => state },
    "no board": (({ board, ...rest }) => rest)(state),
    "another board": { ...state, board: [null, null, null, 7, null, null, null, null, null] },
    "a larger board": { ...state, board: new Array(10).fill(null) },
    "more": { ...state, more: 1 },
    "nothing": null,
    "a function": () => 1,
  }
  for (const [what, it] of Object.entries(odd)) {
    const call = (R) => {
      const game = R.resume(it)
      return [game.state, game.log, game.view("X"), game.active]
    }
    await both(rules, what, call)
  }
  assert.deepEqual(await both(rules, "a board", (R) => R.resume(odd["another board"])), { code: "HR0806", path: "$.board[3]" })
  assert.deepEqual(await both(rules, "a log", (R) => R.resume(odd["a log that was longer"])), { code: "HR0806", path: "$.undo[1].log" })
})

test("where both parts of a view fail, the first is told", async () => {
  const { rules } = compile(`roles A, B
global { n: int, xs: int[] = [1] }
setup { G.active = A; call play }
view { V.x = G.xs[G.n + 5] }
state play { prompt { let y = 1 / G.n; button go } on go { G.n += 1 } }
`)
  assert.equal((await both(rules, "a view", (R) => R.on_setup(1).view("A"))).code, "HR0703")
})

test("records with large numbers, and what is no record", () => {
  const rules = rulesOf("tic-tac-toe")
  const record = (moves, more) => ({ format: 1, seed: 1, scenario: "Standard", options: {}, moves, ...more })
  for (const argument of [9, 2 ** 53, 2 ** 63, 1e300]) {
    const { played, stopped } = rules.replay(record([["X", "space", argument]]))
    assert.deepEqual([played, stopped.move], [0, ["X", "space", argument]])
    assert.match(stopped.error.code, /^HR06/)
  }
  const refused = [
    [record("x"), "$.moves"],
    [record([["X", "space"]]), "$.moves[0]"],
    [record([["X", "space", 0], ["X", 5, 0]]), "$.moves[1][1]"],
    [record([], { seed: -1 }), "$.seed"],
    [record([], { scenario: 5 }), "$.scenario"],
    [record([], { format: 9 }), "$.format"],
    [[], "$"],
  ]
  for (const [it, path] of refused) assert.equal(told(() => rules.replay(it)).path, path, JSON.stringify(it))
  const { rules: ludl } = compile('STATE:\n{ "props": { "play_order": ["x", "o"], "n": 0 }, "containers": {} }\nEND_STATE\nRECEIVE say $n:\n    SET_PROP \'n\' $n;\n    ACCEPT;\nEND_RECEIVE\n', { language: "ludl" })
  for (const argument of [5, 2 ** 53, 2 ** 64]) {
    const game = ludl.on_setup(1)
    game.action("x", "say", argument)
    assert.equal(game.record.moves[0][2], argument)
    assert.equal(ludl.replay(game.record).played, 1)
  }
})

test("questions and refused moves leave nothing behind", async () => {
  const { rules } = compile(`roles A, B
global { n: int }
setup { G.active = A; call play }
query(q) { return 1 }
state play { prompt { button go } on go { G.n += 1 } }
`)
  const game = (await rules.machine_code()).on_setup(1)
  const long = "x".repeat(1_000_000)
  const before = process.memoryUsage().rss
  for (let n = 0; n < 2000; ++n) {
    game.query("A", long)
    assert.equal(told(() => game.action("A", "go", long)).code, "HR0612")
  }
  assert.ok(process.memoryUsage().rss - before < 200e6)
  game.action("A", "go")
  assert.equal(game.state.n, 1)
})
