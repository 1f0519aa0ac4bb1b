// A compiled module of the framework takes in only the end of the log and of the undo stack: the states are the same all the same.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const rulesOf = (source) => {
  const { rules, problems } = compile(source)
  assert.ok(rules, JSON.stringify(problems))
  return rules
}

const source = (told = "") => `roles A, B
global { n: int, seen: int }
setup { G.active = A; call go }
state go {
    prompt { action keep(1); action keep(2); button tell; button hush; button gap; button roll; button both; button undo }
    on keep(by: int) { push_undo(); G.n += by; log \`\${R} keeps \${by}\` }
    on tell { log \`\${G.n}\`; G.active = other(R) }
    on hush { push_undo(); G.n += 1 }
    on gap { log; log; ${told} }
    on roll { G.n += random(6) }
    on both { push_undo(); G.n = random(6); push_undo(); log "both" }
    on undo { pop_undo() }
}
`

/** Makes moves drawn from a seed in two modules, and compares every answer. */
function together(ours, theirs, seed, moves) {
  const actions = [["keep", 1], ["keep", 2], ["tell"], ["hush"], ["gap"], ["roll"], ["both"], ["undo"], ["undo"], ["keep", 3], ["nothing"]]
  // Some games keep much and forget little.
  const few = seed % 2 ? actions.filter(([name]) => name !== "roll" && name !== "both") : actions
  const draw = (n) => (seed = (seed * 48271) % 2147483647) % n
  let deepest = 0
  let state = ours.setup(seed, "Standard", {})
  assert.deepEqual(theirs.setup(seed, "Standard", {}), state)
  for (let i = 0; i < moves; ++i) {
    const [action, argument] = few[draw(few.length)]
    const role = draw(20) ? state.active : "B"
    const [one, other] = [ours, theirs].map((module) => {
      try {
        return JSON.stringify(module.action(JSON.parse(JSON.stringify(state)), role, action, argument))
      } catch ({ code, message, path }) {
        return JSON.stringify({ code, message, path })
      }
    })
    assert.equal(one, other, `${role} ${action} ${argument} after ${JSON.stringify(state)}`)
    const next = JSON.parse(one)
    if (next.code) continue
    state = next
    deepest = Math.max(deepest, state.undo.length)
    assert.deepEqual(ours.view(state, role), theirs.view(state, role))
  }
  return deepest
}

test("actions give the same states by the end of the log and of the undo stack", async () => {
  const rules = rulesOf(source())
  const deepest = []
  for (let seed = 1; seed <= 30; ++seed) {
    deepest.push(together((await rules.machine_code()).module(), rules.module(), seed, 120))
  }
  assert.ok(Math.max(...deepest) > 10, deepest.join())
})

test("rules that read the log get all of it", async () => {
  const rules = rulesOf(source("G.seen = len(json(G))"))
  for (let seed = 1; seed <= 10; ++seed) together((await rules.machine_code()).module(), rules.module(), seed, 80)
})

test("an undo stack comes to its limit as it does whole", async () => {
  const rules = rulesOf(source())
  const [ours, theirs] = [(await rules.machine_code()).module(), rules.module()]
  let state = ours.setup(1, "Standard", {})
  const [kept] = ours.action(state, "A", "hush").undo
  state = { ...state, undo: Array.from({ length: 998 }, () => kept) }
  for (let i = 0; i < 3; ++i) {
    const answers = [ours, theirs].map((module) => {
      try {
        return module.action(state, "A", "hush")
      } catch ({ code }) {
        return { code }
      }
    })
    assert.deepEqual(...answers)
    if (i < 2) state = answers[0]
    else assert.equal(answers[0].code, "HR0727")
  }
  assert.equal(state.undo.length, 1000)
})

test("a compiled game and its copy go on by themselves", async () => {
  const rules = await rulesOf(source()).machine_code()
  const game = rules.on_setup(1)
  for (let i = 0; i < 300; ++i) game.action("A", "keep", 1 + (i % 2))
  const before = game.state
  const copy = game.clone()
  assert.deepEqual(copy.state, before)
  game.action("A", "undo")
  for (let i = 0; i < 200; ++i) copy.action("A", "keep", 2)
  assert.equal(game.state.undo.length, 299)
  assert.equal(copy.state.undo.length, 500)
  assert.deepEqual(copy.state.log.slice(0, 300), before.log)
  const second = copy.clone().clone()
  second.action("A", "undo")
  assert.equal(second.state.n, copy.state.n - 2)
  assert.deepEqual(rules.resume(copy.state).state, copy.state)
})

test("playouts that were stopped leave nothing behind", async () => {
  const rules = await rulesOf(`roles A, B
global { n: int }
setup { G.active = A; call go }
state go {
    prompt { action add(1); action add(2) }
    on add(by: int) { G.n += by; if G.n > 30 { G.n = G.n / (G.n - 31) }; if G.n > 28 { finish R }; G.active = other(R) }
}
`).machine_code()
  const first = rules.playouts(50, 3)
  assert.ok(first.moves > 500)
  assert.deepEqual(rules.playouts(50, 3), first)
})

/** Counts the instances of WebAssembly that something makes. */
function instances(action) {
  const { Instance } = WebAssembly
  let made = 0
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given)
      made += 1
    }
  }
  try {
    action()
  } finally {
    WebAssembly.Instance = Instance
  }
  return made
}

test("a module is loaded once, and a call that fails leaves nothing behind", async () => {
  const rules = rulesOf(source())
  const [ours, theirs] = [(await rules.machine_code()).module(), rules.module()]
  const states = [1, 2, 3].map((seed) => theirs.setup(seed, "Standard", {}))
  const play = (n) => {
    const at = n % states.length
    const [action, argument] = [["keep", 2], ["tell"], ["gap"], ["undo"], ["keep", 3], ["hush"], ["roll"]][n % 7]
    const role = states[at].active
    const [one, other] = [ours, theirs].map((module) => {
      try {
        return { state: module.action(states[at], role, action, argument), view: JSON.stringify(module.view(states[at], role)) }
      } catch ({ code, message }) {
        return { code, message }
      }
    })
    assert.deepEqual(one, other)
    if (one.state) states[at] = one.state
    return one.code
  }
  const failed = []
  for (let n = 0; n < 200; ++n) if (play(n)) failed.push(n)
  assert.ok(failed.length > 20 && failed.length < 150)
  // Nothing fails from here on.
  const state = theirs.setup(1, "Standard", {})
  ours.view(state, "A")
  assert.equal(
    instances(() => {
      for (let n = 0; n < 100; ++n) {
        ours.view(ours.action(ours.setup(n, "Standard", {}), "A", "hush"), "A")
        ours.assert(state)
      }
    }),
    0,
  )
})

test("a call within a call has a memory of its own", async () => {
  const rules = rulesOf(source("G.seen = len(json(G))"))
  const [ours, theirs] = [(await rules.machine_code()).module(), rules.module()]
  const state = theirs.setup(1, "Standard", {})
  const within = { ...state, toJSON: () => ours.action(state, "A", "hush") }
  assert.deepEqual(ours.action(within, "A", "tell"), theirs.action(theirs.action(state, "A", "hush"), "A", "tell"))
})

test("every shipped game goes through one memory as through one of its own", async () => {
  for (const { id, source: text, files, language } of games) {
    const { rules } = compile(text, { files, language })
    const compiled = await rules.machine_code()
    const [kept, own] = [compiled.module(), rules.module()]
    const [scenario] = kept.scenarios
    let states = [11, 12].map((seed) => own.setup(seed, scenario, {}))
    for (let n = 0; n < 6; ++n) {
      states = states.map((state) => {
        const [role] = [state.active].flat()
        if (role === "None") return state
        const view = kept.view(state, role)
        assert.deepEqual(view, own.view(state, role), id)
        const [action, offered] = Object.entries(view.actions ?? {}).find(([, it]) => it === 1 || it.length > 0) ?? []
        if (!action) return state
        const argument = offered === 1 ? undefined : offered[n % offered.length]
        const next = kept.action(state, role, action, argument)
        assert.equal(JSON.stringify(next), JSON.stringify(own.action(state, role, action, argument)), id)
        return next
      })
    }
  }
})

test("faults of a compiled module name what they are about, as the engine does", async () => {
  const rules = rulesOf(`roles White, Black
global { word: string }
setup { G.active = White; call main }
state main { prompt { button back; button away; button nowhere } on back { end } on away { G.word = "ask"; goto (G.word) } on nowhere { G.word = "zzz"; goto (G.word) } }
state ask(n: int) { prompt { action say(n) } on say(_x: int) { end } }
state never { prompt { button ok } on ok { call ask(1) } }`)
  const [ours, theirs] = [(await rules.machine_code()).module(), rules.module()]
  const state = theirs.setup(1, "Standard", {})
  const calls = [
    (it) => it.action(state, "White", "back", null),
    (it) => it.action(state, "White", "away", null),
    (it) => it.action(state, "White", "nowhere", null),
    (it) => it.view({ ...state, L: { ...state.L, P: "old_name" } }, "White"),
  ]
  const codes = calls.map((call) => {
    const [one, other] = [ours, theirs].map((it) => {
      try {
        return call(it)
      } catch ({ code, message, path }) {
        return { code, message, path }
      }
    })
    assert.deepEqual(one, other)
    return one.code
  })
  assert.deepEqual(codes, ["HR0711", "HR0710", "HR0710", "HR0807"])
})

/** The modules of some rules, by executor: the interpreter, a compiled module, and the export for a server. */
const both = async (source) => {
  const rules = rulesOf(source)
  const exported = {}
  new Function("exports", rules.export()["rules.js"])(exported)
  return { interpreter: rules.module(), machine: (await rules.machine_code()).module(), exported }
}

const json = (value) => JSON.parse(JSON.stringify(value))

const several = `roles A, B
enum Kind { low, high }
record Pair { a: int, b: string }
global { n: int; kinds: Kind[] }
setup { G.active = A; call go }
state go {
    prompt {
        for a in 0..3 { for b in 0..3 { action move(a, b) \`From \${a} to \${b}\` if a != b else "stays" } }
        action path([2, 0, 1])
        action give(Pair { a: 1, b: "x, \\"y\\"" })
        action vote(true)
        action say("[1,2]")
        action say("plain")
        action kind(high, G.n)
        action one(5)
        button pass
    }
    on move(a: int, b: int) { G.n = 10 * a + b }
    on path(cells: int[]) { G.n = cells[0] }
    on give(it: Pair) { G.n = len(it.b) }
    on vote(yes: bool) { G.n = if yes then 1 else 0 }
    on say(text: string) { G.n = len(text) }
    on kind(k: Kind, n: int) { push(G.kinds, k); G.n = n + 1 }
    on one(n: int) { G.n = n }
    on pass { finish R, "over" }
}
`

test("arguments are numbers and texts, as clients and tools of the framework take them", async () => {
  const shown = []
  for (const [kind, module] of Object.entries(await both(several))) {
    const state = json(module.setup(1, "Standard", {}))
    const view = json(module.view(state, "A"))
    shown.push(JSON.stringify(view))
    for (const [name, offered] of Object.entries(view.actions)) {
      if (!Array.isArray(offered)) continue
      for (const argument of offered) {
        assert.ok(["number", "string"].includes(typeof argument), `${kind} ${name} ${argument}`)
        // The stored form of an argument, against the client's offers.
        const [stored] = json([argument])
        assert.ok(offered.includes(stored))
        module.action(json(state), "A", name, stored)
      }
    }
    assert.deepEqual(view.actions.move, ["[0,1]", "[0,2]", "[1,0]", "[1,2]", "[2,0]", "[2,1]"])
    assert.deepEqual(view.actions.path, ["[2,0,1]"])
    assert.deepEqual(view.actions.give, ['{"a":1,"b":"x, \\"y\\""}'])
    assert.deepEqual(view.actions.vote, ["true"])
    assert.deepEqual(view.actions.say, ["[1,2]", "plain"])
    assert.deepEqual(view.actions.kind, ["[1,0]"])
    assert.deepEqual(view.actions.one, [5])
    assert.deepEqual(view.why.move, [["[0,0]", "stays"], ["[1,1]", "stays"], ["[2,2]", "stays"]])
    assert.deepEqual(view.labels.move[0], ["[0,1]", "From 0 to 1"])
    const n = (name, argument) => module.action(json(state), "A", name, argument).n
    assert.equal(n("move", "[1,2]"), 12)
    // Earlier replays and clients send this value.
    assert.equal(n("move", [2, 0]), 20)
    assert.equal(n("path", "[2,0,1]"), 2)
    assert.equal(n("give", '{"a":1,"b":"x, \\"y\\""}'), 6)
    assert.equal(n("vote", "true"), 1)
    assert.equal(n("vote", true), 1)
    assert.equal(n("say", "[1,2]"), 5)
    for (const wrong of ["[3,0]", "[1]", "[", "1", "", '{"a":1}']) {
      assert.throws(() => module.action(json(state), "A", "move", wrong), { name: "GameError" }, `${kind} ${wrong}`)
    }
  }
  assert.equal(new Set(shown).size, 1)
})

test("a server's history shows each role so many lines as it had, however many others had", async () => {
  const source = `roles White, Black, Red
setup { G.active = White; call main }
state main {
    prompt { button go; button hush }
    on go { log "start"; log to White "yours"; log; log to White, Red "yours too"; log; log \`\${G.active}\`; log to Black "mine" }
    on hush { log "all" }
}
`
  const answers = []
  for (const module of Object.values(await both(source))) {
    let state = json(module.setup(1, "Standard", {}))
    const told = []
    for (const action of ["hush", "go", "go", "hush"]) {
      state = json(module.action(state, "White", action, null))
      const { undo, ...rest } = state
      const snapshot = { ...rest, log: state.log.length }
      const kept = json(snapshot)
      for (const role of ["White", "Black", "Red", "Observer", null]) {
        const lines = module.view(state, role).log
        assert.equal(module.view(kept, role).log, lines.length, `${role} after ${action}`)
        // The server replaces the view's log by the length from the snapshot.
        assert.equal(kept.log, lines.length, `${role} after ${action}`)
        told.push(lines.length)
      }
      const frozen = Object.freeze(json(snapshot))
      assert.equal(module.view(frozen, "White").log, module.view(state, "White").log.length)
    }
    // Without lines for some there is nothing to say.
    assert.equal("log read" in module.action(module.setup(1, "Standard", {}), "White", "hush", null), false)
    // A state that a server kept before says only how long its log was.
    const { "log read": _, undo, ...rest } = state
    assert.equal(module.view({ ...rest, log: 7 }, "Black").log, 7)
    assert.doesNotThrow(() => module.assert(state))
    assert.equal(module.finish(state, "White", "resigned").result, "White")
    answers.push(told.join())
  }
  assert.equal(new Set(answers).size, 1)
})

test("scenarios, options and numbers of players that there are not are as they are by themselves", async () => {
  const source = `roles A, B, C
players 2 to 3 = 2
scenarios "Long", "Short" players 3
option night: bool = true
option length: 1 to 9 = 3
global { night: bool; length: int }
setup { G.night = options.night; G.length = options.length; G.active = A; call main }
state main { prompt { button go } on go { finish R } }
`
  for (const module of Object.values(await both(source))) {
    assert.deepEqual(module.roles("Long", {}), ["A", "B"])
    assert.deepEqual(module.roles("Long", { players: 3 }), ["A", "B", "C"])
    for (const options of [{ players: 9 }, { players: "3" }, { night: 3, what: [] }, null, undefined, 7, []]) {
      assert.deepEqual(module.roles("Long", options), ["A", "B"])
      assert.deepEqual(module.roles("Of another game", options), ["A", "B"])
      assert.equal(module.setup(1, "Long", options).players, 2)
    }
    assert.deepEqual(module.roles("Short", { players: 2 }), ["A", "B", "C"])
    const { night, length, players } = module.setup(1, "Long", { night: "yes", length: 12, players: 3, of: "another game" })
    assert.deepEqual([night, length, players], [true, 3, 3])
    assert.equal(module.setup(1, "Long", { night: false, length: 9 }).length, 9)
    assert.throws(() => module.setup(1, "Of another game", {}), { code: "HR0608" })
  }
})

/** The moves that the server's client lets through: buttons, and arguments that the view lists. Its fuzzer takes numbers and texts. */
function sendable({ actions = {} }) {
  const moves = []
  for (const [verb, offered] of Object.entries(actions)) {
    if (verb === "undo") continue
    if (!Array.isArray(offered)) {
      if (offered) moves.push([verb, null])
      continue
    }
    for (const noun of offered) {
      assert.ok(noun === null || ["number", "string"].includes(typeof noun), `${verb} ${JSON.stringify(noun)}`)
      assert.ok(offered.includes(json({ noun }).noun))
      moves.push([verb, noun])
    }
  }
  return moves
}

test("shipped games are played by what the server's client and fuzzer take, each to its end", async () => {
  for (const id of ["breakthrough", "backgammon", "hearts", "cullet"]) {
    const { source, language, files } = games.find((it) => it.id === id)
    const { rules } = compile(source, { language, files })
    const modules = { interpreter: rules.module(), machine: (await rules.machine_code()).module() }
    const ends = []
    for (const [kind, module] of Object.entries(modules)) {
      let seed = 5
      const draw = (n) => (seed = (seed * 48271) % 2147483647) % n
      let state = json(module.setup(7, module.scenarios[0], {}))
      let steps = 0
      for (; state.active !== "None" && steps < 6000; ++steps) {
        const roles = [state.active].flat()
        const role = roles[draw(roles.length)]
        const view = json(module.view(state, role))
        const moves = sendable(view)
        assert.ok(moves.length > 0, `${id} (${kind}): ${role} can do nothing: ${view.prompt}`)
        const before = { active: state.active, seed: state.seed }
        state = json(module.action(state, role, ...moves[draw(moves.length)]))
        // The condition that the fuzzer calls a bad undo.
        if (state.undo.length > 0) assert.deepEqual({ active: state.active, seed: state.seed }, before, `${id} (${kind})`)
      }
      assert.equal(state.active, "None", `${id} (${kind}) is not over after ${steps} moves`)
      ends.push(JSON.stringify(state))
    }
    assert.equal(ends[0], ends[1], id)
  }
})

test("a log that the rules do not read stays outside, and what is wrong with it is told", async () => {
  const { machine, exported, interpreter } = await both(source())
  const state = json(interpreter.action(interpreter.setup(1, "Standard", {}), "A", "hush"))
  const [kept] = state.undo
  const changes = [{}, { log: ["one", "", "two"] }, { log: [5] }, { log: [null] }, { log: [{ to: [0] }] }, { log: "none" }, { log: [], undo: [{ ...kept, log: 3 }] }, { undo: [{ ...kept, log: -1 }] }]
  const told = changes.map((change) => {
    const given = { ...state, ...change }
    const before = JSON.stringify(given)
    const answers = [interpreter, machine, exported].map((module) => {
      try {
        module.assert(given)
        return module.view(given, "A")
      } catch ({ code }) {
        return { code }
      }
    })
    assert.deepEqual(answers[1], answers[0], before)
    assert.deepEqual(answers[2], answers[0], before)
    assert.equal(JSON.stringify(given), before)
    return answers[0].code ?? ""
  })
  assert.ok(told[0] === "" && told[1] === "" && told.filter(Boolean).length >= 3, told.join())
})
