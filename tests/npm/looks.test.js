// Inspection of rules and games in tools.

import assert from "node:assert/strict"
import { test } from "node:test"
import { compile, games, GameError, init } from "houserules"

await init()

const source = `roles A, B
global { n: int; marks: Role?[3] }
setup { G.active = A; call play }
invariant "few" { assert G.n < 3 }
state play {
    prompt {
        for i in 0 to 2 where G.marks[i] == none {
            action mark(i)
        }
        button stop if G.n > 1
    }
    on mark(i: int) {
        G.marks[i] = R
        G.n += 1
        G.active = if R == A then B else A
    }
    on stop {
        finish "Draw", "stopped"
    }
}
test "goes well" { setup; A mark(0); assert G.n == 1 }
test "goes wrong" { setup; A mark(0); B mark(0) }
test "makes its own" { setup; given { G.n = 2 }; assert G.n == 1 }
`

function begun() {
  const { rules, report } = compile(source)
  assert.ok(rules, report)
  return { rules, game: rules.on_setup(1) }
}

test("a test that fails has its position", () => {
  const { rules } = begun()
  const [well, wrong, own] = rules.test()
  assert.deepEqual([well.failure, well.record, well.step], [undefined, undefined, undefined])
  assert.deepEqual([wrong.step, wrong.record.moves], [2, [["A", "mark", 0]]])
  assert.equal(rules.replay(wrong.record).game.state.n, 1)
  assert.deepEqual([own.step, own.record, rules.resume(own.state).state.n], [2, undefined, 2])
})

test("a game is a test", () => {
  const { rules, game } = begun()
  game.action("A", "mark", 2)
  const text = rules.as_test(game.record, 'so "it" was')
  assert.equal(text, 'test "so \\"it\\" was" {\n    setup seed 1\n    A mark(2)\n    assert G.active == B\n}\n')
  const again = compile(source + text).rules.test().at(-1)
  assert.deepEqual([again.name, again.failure], ['so "it" was', undefined])
  assert.equal(rules.as_test(game.record, "none", "ludl"), undefined)
})

test("a written state is nobody's move", () => {
  const { rules, game } = begun()
  game.action("A", "mark", 2)
  const before = game.state
  assert.throws(() => game.resume({ ...before, n: "one" }), (it) => it.code === "HR0805" && it.path === "$.n")
  assert.deepEqual(game.record.moves, [["A", "mark", 2]])
  game.resume({ ...before, n: 2 }, "by hand")
  game.action("B", "mark", 0)
  const { record } = game
  assert.deepEqual(record.moves.map(([role, what]) => [role, what]), [["A", "mark"], ["", "by hand"], ["B", "mark"]])
  assert.deepEqual(rules.replay(record).game.state, game.state)
  assert.equal(rules.as_test(record, "none"), undefined)
})

test("a move statement by statement", () => {
  const { rules, game } = begun()
  const before = JSON.stringify(game.state)
  const all = game.steps("A", "mark", 1)
  assert.equal(JSON.stringify(game.state), before)
  assert.deepEqual([all.total, all.path, all.from, all.error], [3, [0, 1, 2], 0, undefined])
  assert.deepEqual(all.reached.map(({ line }) => line), [13, 14, 15])
  assert.deepEqual(all.steps.map(({ changes }) => changes.map(({ path, before, after }) => [path, before, after])), [
    [["G.marks[1]", "none", "A"]],
    [["G.n", "0", "1"]],
    [["G.active", "A", "B"]],
  ])
  const [{ calls, frames }] = all.steps
  assert.deepEqual(calls.map(({ name, locals }) => [name, locals]), [["play.on mark", [{ name: "i", type: "int", text: "1" }]]])
  assert.deepEqual(frames.map(({ name, kind }) => [name, kind]), [["play", "state"]])
  assert.deepEqual(game.steps("A", "mark", 1, 1, 1).steps, all.steps.slice(1, 2))
  assert.deepEqual(game.steps("A", "mark", 1, 9).steps, [])
  assert.throws(() => game.steps("B", "mark", 1), GameError)
  assert.equal(rules.setup_steps(1).reached.length > 0, true)
})

test("why something is not offered", () => {
  const { game } = begun()
  assert.equal(game.why("A", "mark", 1).offered, true)
  assert.match(game.why("B", "mark", 1).reason, /not B's turn/)
  game.action("A", "mark", 1)
  const { offered, conditions: [it] } = game.why("B", "mark", 1)
  assert.deepEqual([offered, it.text, it.outcome, it.enough, it.place.line], [false, "G.marks[i] == none", false, true, 7])
  assert.deepEqual(it.parts, [{ name: "G.marks[i]", type: "Role?", text: "A" }])
  assert.throws(() => game.why("C", "mark", 1), GameError)
})

test("what is in a state, and what is different", () => {
  const { game } = begun()
  const before = game.clone()
  game.action("A", "mark", 1)
  const { globals, frames } = game.tree
  assert.deepEqual(globals.map(({ name, type, text, path }) => [name, type, text, path]), [
    ["n", "int", "1", "$.n"],
    ["marks", "Role?[3]", "[none, A, none]", "$.marks"],
  ])
  assert.deepEqual(globals[1].value, [null, 0, null])
  assert.deepEqual(frames.map(({ name }) => name), ["play"])
  assert.deepEqual(game.changes(before).map(({ path }) => path), ["G.n", "G.marks[1]", "G.active"])
  assert.throws(() => game.changes({}), GameError)
})

test("a state that somebody has written is checked", () => {
  const { rules, game } = begun()
  const text = JSON.stringify(game.state, null, 2)
  assert.equal(rules.check_state(text), undefined)
  const wrong = rules.check_state(text.replace('"n": 0', '"n": "many"'))
  assert.deepEqual([wrong.path, wrong.at.line > 1], ["$.n", true])
  const cut = rules.check_state('{\n  "n": 1,\n  oops }')
  assert.deepEqual([cut.code, cut.at.line, cut.at.column], ["HR0801", 3, 3])
})

test("how the states of every shipped game lead to one another", () => {
  for (const { id, source, language, files } of games) {
    const { nodes, edges, mermaid } = compile(source, { language, files }).rules.flow()
    assert.equal(nodes[0].kind, "start", id)
    assert.ok(edges.every(({ from, to }) => nodes[from] && (to === null || nodes[to])), id)
    assert.ok(mermaid.startsWith("flowchart TD\n"), id)
  }
})
