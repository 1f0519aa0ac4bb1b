// Games that go on under rules that have changed: in both executors, and on a framework's server.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, init } from "houserules"

before(() => init())

const OLD = `record Man { at: int }
enum Good { wood, stone }
roles White, Black
global { men: Man[] = [Man { at: 1 }]; spare: int; round: int; goods: int[Good]; plan: Good? }
setup { G.active = White; call move }
view { V.men = G.men; V.goods = G.goods }
state move {
    local { left: int = 2 }
    prompt { prompt \`\${G.men[0].at}\`; button go; for g in Good { action take(g) } }
    on go { push_undo(); L.left -= 1; G.spare = L.left; G.round += 1 }
    on take(g: Good) { G.goods[g] += 1; G.plan = g }
}
`
const rulesOf = (source) => {
  const { rules, report } = compile(source)
  assert.ok(rules, report)
  return rules
}
const plain = (state) => JSON.parse(JSON.stringify(state))

const CHANGES = {
  "a new global field": [["round: int;", "round: int; fresh: int = 7;"]],
  "a new field of the state on the stack": [["left: int = 2 }", "left: int = 2; tries: int = 3 }"]],
  "a new field of a record": [["at: int }", 'at: int, color: string = "red" }']],
  "a global field is gone": [["spare: int; ", ""], ["G.spare = L.left; ", ""]],
  "a local is gone": [["local { left: int = 2 }", "local { other: int }"], ["L.left -= 1; G.spare = L.left;", "G.spare = 1;"]],
  "an int has become an int?": [["spare: int;", "spare: int?;"]],
}
const changed = (changes) => changes.reduce((text, [from, to]) => {
  assert.ok(text.includes(from), from)
  return text.replace(from, to)
}, OLD)

for (const machine of [false, true]) {
  const moduleOf = async (source, options) => {
    const rules = rulesOf(source)
    return (machine ? await rules.machine_code() : rules).module(options)
  }
  const kind = machine ? "compiled" : "interpreted"

  for (const [what, changes] of Object.entries(CHANGES)) {
    test(`a running game goes on, ${kind}: ${what}`, async () => {
      const first = await moduleOf(OLD)
      const state = plain(first.action(first.setup(1, "Standard", {}), "White", "go", null))
      const told = []
      const later = await moduleOf(changed(changes), { told: (it) => told.push(it) })
      assert.equal(later.view(state, "White").prompt, "1")
      assert.equal(told.length > 0, what.endsWith("gone"), told.join("; "))
      const next = later.action(state, "White", "go", null)
      assert.equal(next.round, 2)
      assert.deepEqual(Object.keys(plain(next)).includes("spare"), what !== "a global field is gone")
      // From then on it is a state of these rules.
      told.length = 0
      later.view(plain(next), "White")
      assert.deepEqual(told, [])
      if (what === "a new field of a record") assert.deepEqual(next.men, [{ at: 1, color: "red" }])
      if (what === "a new field of the state on the stack") assert.equal(next.L.tries, 3)
    })
  }

  test(`members move under a running game, ${kind}`, async () => {
    const moved = OLD.replace("wood, stone }", "gold, stone, wood }")
    const names = rulesOf(OLD).names
    const first = await moduleOf(OLD)
    const state = plain(first.action(first.setup(1, "Standard", {}), "White", "take", 0))
    assert.deepEqual([state.goods, state.plan, state.$], [[1, 0], 0, undefined])
    const later = await moduleOf(moved, { earlier: [names], told: assert.fail })
    const next = plain(later.action(state, "White", "take", 0))
    assert.deepEqual([next.goods, next.plan], [[1, 0, 1], 0])
    assert.equal(typeof next.$, "string")
    // A mapped state is not mapped twice, and a third version knows both.
    assert.deepEqual(later.view(next, "White").goods, [1, 0, 1])
    const last = await moduleOf(OLD.replace("wood, stone }", "stone, wood, gold }"), { earlier: [names, rulesOf(moved).names] })
    assert.deepEqual(last.view(next, "White").goods, [0, 1, 1])
    assert.deepEqual(last.view(state, "White").goods, [0, 1, 0])
    for (const earlier of [5, names, [5], [undefined]]) await assert.rejects(moduleOf(moved, { earlier }), { code: "HR0805" })
    // Without names it cannot be known which is which.
    const unknown = await moduleOf(moved)
    assert.throws(() => unknown.view(state, "White"), { code: "HR0805", path: "$.goods" })
  })

  test(`a saved game is taken up, ${kind}`, async () => {
    const game = rulesOf(OLD).on_setup(1)
    game.action("White", "take", 1)
    const saved = plain(game.saved)
    assert.deepEqual(saved.state, plain(game.state))
    const later = rulesOf(OLD.replace("wood, stone }", "stone, wood, gold }").replace("spare: int; ", "").replace("G.spare = L.left; ", ""))
    const rules = machine ? await later.machine_code() : later
    for (const given of [saved, JSON.stringify(saved)]) {
      const taken = rules.resume(given)
      assert.deepEqual([taken.state.goods, taken.state.plan, taken.state.spare], [[1, 0, 0], 0, undefined])
      if (!machine) assert.deepEqual(taken.told, ["`G.spare` was removed"])
    }
    assert.throws(() => rules.resume({ ...saved, format: 9 }), { code: "HR0808", path: "$.format" })
    assert.throws(() => rules.resume({ ...saved, names: { ...saved.names, format: 9 } }), { code: "HR0808", path: "$.names.format" })
    assert.throws(() => rules.resume({ ...saved, names: { ...saved.names, enums: 5 } }), { code: "HR0801", path: "$.names.enums" })
  })
}

test("a record is played under rules in which its numbers are others", () => {
  const game = rulesOf(OLD).on_setup(1)
  game.action("White", "take", 0)
  game.action("White", "take", 1)
  const { record } = game
  const later = rulesOf(OLD.replace("wood, stone }", "gold, wood, stone }"))
  const { game: again, stopped, told } = later.replay(record)
  assert.deepEqual([stopped, told, again.state.goods], [undefined, undefined, [0, 1, 1]])
  assert.deepEqual(again.record.moves, [["White", "take", 1], ["White", "take", 2]])
  assert.deepEqual(later.translated(record), { record: again.record, told: [] })
  // Records of the first version have no names.
  const { names, ...old } = record
  assert.deepEqual(later.replay(old).game.state.goods, [1, 1, 0])
  const less = rulesOf(OLD.replace("wood, stone }", "wood }")).replay(record)
  assert.deepEqual([less.played, less.told], [1, ["`take` was made with `stone`, which it no longer takes"]])
  assert.deepEqual(less.stopped.move, ["White", "take", "stone"])
})
