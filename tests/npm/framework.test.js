// A compiled module of the framework takes in only the end of the log and of the undo stack: the states are the same all the same.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "house-rules"

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
    (it) => it.view({ ...state, left: 1 }, "White"),
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
  assert.deepEqual(codes, ["HR0711", "HR0710", "HR0710", "HR0807", "HR0804"])
})
