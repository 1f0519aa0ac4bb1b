// A compiled module of the framework takes in only the end of the log and of the undo stack: the states are the same all the same.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, init } from "house-rules"

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
