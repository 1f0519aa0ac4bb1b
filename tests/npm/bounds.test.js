// Limits, and equal refusals by the engine and by compiled rules.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, hover, init, languages, numbers, study, with_numbers } from "houserules"

before(() => init())

const rulesOf = (source, options) => {
  const { rules, report } = compile(source, options)
  assert.ok(rules, report)
  return rules
}

const shipped = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return rulesOf(source, { files, language })
}

const refused = (action) => {
  try {
    action()
  } catch ({ name, code, message, path }) {
    return { name, code, message, path }
  }
  assert.fail("nothing was thrown")
}

/** Grows by about seven megabytes with each move. */
const GROWS = `roles A, B
global { s: string = "0123456789", n: int, ss: string[] }
setup { while len(G.s) < 600000 { G.s = G.s + G.s }; G.active = A; call play }
state play { prompt { button go; button small } on go { for i in 0..12 { G.n += 1; push(G.ss, \`\${G.n}\${G.s}\`) } } on small { G.n += 1 } }
`

test("a game that grows is stopped with its code, stays as it was, and no other is", async () => {
  const rules = rulesOf(GROWS)
  const other = shipped("tic-tac-toe").on_setup(1)
  for (const own of [rules, await rules.machine_code()]) {
    const game = own.on_setup(1)
    let moves = 0
    let thrown
    while (!thrown && moves < 200) {
      try {
        game.action("A", "go")
        moves += 1
      } catch (error) {
        thrown = error
      }
    }
    assert.equal(thrown?.code, "HR0726")
    assert.ok(moves > 20, `${moves} moves`)
    assert.deepEqual(game.active, ["A"])
    // Calls on it return, or are refused with a code.
    assert.equal(refused(() => game.state).code, "HR0726")
    assert.equal(refused(() => game.action("A", "go")).code, "HR0726")
    assert.deepEqual(Object.keys(game.prompt("A").actions), ["go", "small", "undo"])
  }
  other.action("X", "space", 4)
  assert.equal(shipped("tic-tac-toe").resume(other.state).state.board[4], 0)
})

test("a number that JavaScript cannot hold is none that can be varied, in any language", () => {
  const texts = {
    rules: "roles A, B\nconst N = 9007199254740993\nconst M = 3\nsetup { finish A, \"x\" }\n",
    tgdl: "players 1;\nglobal state g {\n decimal n = 9007199254740993;\n action a { effect { n += 3; } }\n}\n",
    ludl: 'STATE:\n{ "props": { "play_order": ["a"], "n": 9007199254740993 } }\nEND_STATE\nRECEIVE go:\n    SET_PROP \'n\' 3;\n    ACCEPT;\nEND_RECEIVE\n',
    bbgel: "1: move(9007199254740993)\n2: move(3)\n",
  }
  for (const { name: language } of languages) {
    const found = numbers(texts[language], language)
    assert.ok(
      found.some(({ value }) => value === 3),
      language,
    )
    assert.ok(
      found.every(({ value }) => Number.isSafeInteger(value)),
      language,
    )
    const { name } = found.find(({ value }) => value === 3)
    assert.ok(with_numbers(texts[language], { [name]: 4 }, language).includes("4"))
    assert.match(refused(() => study(texts[language], { language, vary: ["NONE = 1, 2"], games: 2 })).code, /^HR\d{4}$/)
  }
})

test("a button takes no argument, and nor does undo", async () => {
  const rules = rulesOf("roles A, B\nglobal { n: int }\nsetup { G.active = A; call play }\nstate play { prompt { button go } on go { push_undo(); G.n += 1 } }")
  for (const own of [rules, await rules.machine_code()]) {
    const game = own.on_setup(1)
    game.action("A", "go")
    const { state } = game
    for (const action of ["go", "undo"]) {
      for (const argument of [0, 65535, "x", [1], { a: 1 }, false]) {
        assert.deepEqual(refused(() => game.action("A", action, argument)), { name: "GameError", code: "HR0612", message: `\`${action}\` takes no argument`, path: undefined })
      }
    }
    assert.deepEqual(game.state, state)
    game.action("A", "undo")
    assert.equal(game.state.n, 0)
    game.action("A", "go", null)
  }
})

test("a state that nests deep is taken up by both or by none, and goes on alike", async () => {
  const deep = (levels) => Array.from({ length: levels }).reduce((value) => [value], 1)
  const results = "roles A, B\nglobal { got: any }\nsetup { G.active = A; call play }\nstate play { prompt { button go } on go { call ask } resume { G.got = L.$ } }\nstate ask { prompt { button say } on say { end [1] } }"
  for (const [rules, taken] of [
    [shipped("connect-four"), true],
    [rulesOf(results), false],
  ]) {
    const compiled = await rules.machine_code()
    for (const levels of [120, 128, 129, 200]) {
      const { state } = rules.on_setup(1)
      state.L.$ = deep(levels)
      const [ours, theirs] = [rules, compiled].map((own) => {
        try {
          const game = own.resume(state)
          game.playout?.(1, 3) ?? game.play_random(3, 1)
          return JSON.stringify(game.state)
        } catch ({ code, path }) {
          return `${code} ${path}`
        }
      })
      assert.equal(ours, theirs)
      assert.equal(ours.startsWith("{"), taken || levels <= 128, `${levels}: ${ours}`)
      if (!ours.startsWith("{")) assert.equal(ours, "HR0726 $.L.$")
    }
  }
})

test("more of something than words of a machine hold are too many in both", async () => {
  const rules = shipped("backgammon")
  const game = rules.on_setup(3)
  game.play_random(3, 1)
  const { state } = game
  state.checkers[1][25] = Number.MAX_SAFE_INTEGER
  for (const own of [rules, await rules.machine_code()]) assert.equal(refused(() => own.resume(state).on_view("White")).code, "HR0723")
})

test("random games that fail have the same hash in both", async () => {
  const rules = rulesOf(`roles A, B
global { xs: int[]; n: int }
setup { G.active = A; call m }
view { V.n = G.n }
state m { prompt { button safe; button bad } on safe { G.n += 1; G.active = other(R) } on bad { G.n += 100; G.n += G.xs[0] } }
`)
  const compiled = await rules.machine_code()
  for (const every of [false, true]) {
    const [ours, theirs] = [rules, compiled].map((own) => own.play_random(20, 1, every))
    assert.ok(ours.broken > 0)
    assert.deepEqual([ours.hash, ours.broken, ours.moves], [theirs.hash, theirs.broken, theirs.moves])
  }
})

test("a game in which nobody is left to move ends alike in both", async () => {
  for (const nobody of ["none", "G.rest"]) {
    const rules = rulesOf(`roles A, B\nglobal { rest: Role[] }\nsetup { G.active = A; call m }\nstate m { prompt { button go } on go { G.active = ${nobody} } }`)
    const [ours, theirs] = [rules, await rules.machine_code()].map((own) => own.play_random(2, 1))
    assert.equal(ours.failures[0].message, "nobody is active, and there is no result")
    const told = ({ hash, failures }) => [hash, failures.map(({ message }) => message)]
    assert.deepEqual(told(theirs), told(ours))
  }
})

test("what is in use is neither freed nor changed", () => {
  const rules = rulesOf("roles A, B\nglobal { n: int }\nsetup { G.active = A; call play }\nstate play { prompt { button go } on go { G.n += 1; assert G.n < 5; G.active = other(R) } }")
  const lab = rules.lab()
  const part = lab.play(0, 20)
  lab.join(part)
  for (const spoil of [() => lab.free(), () => lab.join(part)]) assert.equal(refused(() => lab.flaw(0, "rules", 1, spoil)).code, "HR1104")
  let told = 0
  assert.ok(
    lab.flaw(0, "rules", 1, () => {
      told += lab.report().games
    }),
  )
  assert.ok(told >= 20)
  lab.free()
  assert.equal(refused(() => lab.report()).code, "HR1103")
})

test("a number that is none is told by the name of its parameter", async () => {
  const rules = shipped("tic-tac-toe")
  const machine = await rules.machine_code()
  const lab = rules.lab()
  const studied = study(games[0].source, { ladder: ["random", "search:2"] })
  const game = () => rules.on_setup(1)
  for (const none of [-1, 0.5, "x", NaN, 2 ** 60, {}]) {
    const calls = [
      ["games", () => rules.playouts(none)],
      ["games", () => rules.play_random(none)],
      ["games", () => machine.playouts(none)],
      ["games", () => machine.play_random(none)],
      ["most", () => machine.on_setup(1).playout(1, none)],
      ["most", () => rules.random_record(1, none)],
      ["moves", () => game().play_random(none)],
      ["iterations", () => game().play_search("X", none)],
      ["iterations", () => game().search("X").run(none)],
      ["moves", () => game().search("X").run(1, none)],
      ["from", () => game().steps("X", "space", 4, none)],
      ["count", () => game().steps("X", "space", 4, 0, none)],
      ["from", () => lab.play(none, 1)],
      ["games", () => lab.play(0, none)],
      ["number", () => lab.flaw(none)],
      ["limit", () => rules.lab({ limit: none })],
      ["closely", () => rules.lab({ closely: none })],
      ["imagined", () => rules.lab({ imagined: none })],
      ["variant", () => studied.play(none, 0, 1)],
      ["from", () => studied.play(0, none, 1)],
      ["games", () => studied.play(0, 0, none)],
      ["games", () => study(games[0].source, { ladder: ["random", "search:2"], games: none })],
      ["offset", () => hover(games[0].source, none)],
    ]
    for (const [name, call] of calls) {
      const { code, message } = refused(call)
      assert.deepEqual([code, message], ["HR0612", `\`${name}\` is not a whole number from 0 to 2^53 - 1`])
    }
    for (const call of [() => rules.playouts(1, none), () => machine.playouts(1, none), () => machine.play_random(1, none), () => game().play_search("X", 1, none)]) assert.equal(refused(call).code, "HR0610")
  }
  for (const none of [-0.1, 1.1, "x", NaN, undefined]) assert.equal(refused(() => lab.until(none)).message, "`sure` is not a number from 0 to 1")
  for (const none of [-1, "x", NaN]) assert.equal(refused(() => lab.flaw(0, "rules", none)).message, "`seconds` is not a number from 0 on")
})

test("counts that are left out are the same in both", async () => {
  const rules = shipped("tic-tac-toe")
  const machine = await rules.machine_code()
  for (const none of [undefined, null]) {
    assert.deepEqual(machine.playouts(none, none), rules.playouts(none, none))
    assert.deepEqual(machine.play_random(none, none), rules.play_random(none, none))
    assert.deepEqual(machine.playouts(0), rules.playouts(0))
  }
})

test("a lab takes parts of its own games only", () => {
  const [rules, other] = [shipped("tic-tac-toe"), shipped("nim")]
  const lab = rules.lab({ seed: 5 })
  const parts = [other.lab({ seed: 5 }), rules.lab(), rules.lab({ seed: 5, players: ["greedy"] })].map((it) => it.play(0, 10))
  for (const part of [...parts, "{}", "", "[]", "null", 5]) assert.equal(refused(() => lab.join(part)).code, "HR0612")
  assert.equal(lab.report().games, 0)
  const again = shipped("tic-tac-toe").lab({ seed: 5 })
  again.join(lab.play(0, 10))
  lab.join(again.tally)
  assert.equal(lab.report().games, 10)

  const studied = study(games[0].source, { ladder: ["random", "search:2", "search:4"], games: 100 })
  studied.next()
  assert.equal(refused(() => studied.join(0, studied.play(1, 0, 10))).code, "HR0612")
  assert.equal(refused(() => studied.join(0, parts[0])).code, "HR0612")
  studied.join(0, studied.play(0, 0, 10))
})

test("as JSON, everything says what it is", async () => {
  const rules = shipped("tic-tac-toe")
  const asJson = (it) => JSON.parse(JSON.stringify(it))
  const game = rules.on_setup(1)
  game.action("X", "space", 4)
  assert.deepEqual(asJson(game), game.saved)
  assert.deepEqual(rules.resume(game).state, game.state)
  assert.deepEqual(asJson(rules), asJson(rules.info))
  const lab = rules.lab()
  assert.deepEqual(asJson(lab), asJson(lab.report()))
  assert.deepEqual(asJson(study(games[0].source, { ladder: ["random", "search:2"] })).rows.length, 1)
  const search = game.search("O", 1)
  search.run(10)
  assert.deepEqual(asJson(search), search.best)
  const machine = await rules.machine_code()
  assert.deepEqual(asJson(machine), asJson(rules.info))
  const played = machine.resume(game.state)
  assert.deepEqual(asJson(played), game.state)
  game.free()
  assert.equal(refused(() => JSON.stringify(game)).code, "HR1103")
})

test("what is used up is freed where its block ends", () => {
  const rules = shipped("tic-tac-toe")
  for (const it of [rules.on_setup(1), rules.lab(), rules.on_setup(1).search("X", 1), study(games[0].source, { ladder: ["random", "search:2"] }), rules]) {
    it[Symbol.dispose]()
    assert.equal(refused(() => JSON.stringify(it)).code, "HR1103")
  }
})

test("a host sets what rules may take, in both, and nothing wider", async () => {
  const source = "roles A, B\nglobal { n: int; xs: int[] }\nsetup { G.active = A; call play }\nstate play { prompt { button count; button keep } on count { for i in 0 to 5000 { G.n += 1 } } on keep { for i in 0 to 20000 { push(G.xs, i) } } }"
  const moves = (own) => ["count", "keep"].map((action) => told(() => own.on_setup(1).action("A", action)))
  for (const [limits, expected] of [
    [undefined, ["fine", "fine"]],
    [{}, ["fine", "fine"]],
    [{ steps: 1000 }, ["HR0720", "HR0720"]],
    [{ memory: 100_000 }, ["fine", "HR0726"]],
  ]) {
    const rules = rulesOf(source, { limits })
    assert.deepEqual(moves(rules), expected)
    assert.deepEqual(moves(await rules.machine_code()), expected)
    const lab = rules.lab({ limit: 3 })
    lab.join(lab.play(0, 20))
    assert.equal(lab.report().flaws.some(({ kind }) => kind === "fault"), expected[1] !== "fine")
  }
  for (const limits of [5, "x", { steps: -1 }, { steps: 10_000_001 }, { memory: 2 ** 30 }, { memory: "x" }]) assert.match(refused(() => compile(source, { limits })).code, /HR0609|HR0612/)
})

/** The code of the error that an action throws. */
function told(action) {
  try {
    action()
    return "fine"
  } catch ({ code }) {
    return code
  }
}
