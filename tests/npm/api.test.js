// The package's exports are those declared in api.d.ts, and work.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, test } from "node:test"
import * as api from "houserules"

const declared = readFileSync(new URL("../../playground/npm/src/api.d.ts", import.meta.url), "utf8")
const names = (pattern, text = declared) => [...text.matchAll(pattern)].map((it) => it[1]).sort()
const module = () => rules.module()
let rules

before(async () => {
  await api.init()
  rules = api.compile(api.games.find((it) => it.id === "tic-tac-toe").source).rules
})

test("every declared name is exported, and no other", () => {
  assert.deepEqual(Object.keys(api).sort(), names(/^export (?:function|class|const) (\w+)/gm))
})

for (const name of ["Rules", "Game"]) {
  test(`every declared member of ${name} exists`, () => {
    const body = declared.split(`export class ${name} {`)[1].split("\n}")[0]
    const members = names(/^  (?:readonly )?(\w+)[(:]/gm, body)
    assert.ok(members.length > 5)
    assert.deepEqual(members.filter((it) => !(it in api[name].prototype)), [])
  })
}

test("a refused action throws a GameError and changes nothing", () => {
  const game = rules.on_setup(1)
  const state = game.state
  const refused = (error) => error instanceof api.GameError && error instanceof Error && /^HR06/.test(error.code)
  assert.throws(() => game.action("O", "space", 0), refused)
  assert.deepEqual(game.state, state)
  assert.ok(!(new TypeError() instanceof api.GameError))
})

test("of rules that fail a seat is told no values", async () => {
  const source = `roles A, B
global { secret card: int, xs: int[] = [1, 2], n: int }
setup { G.card = 70; G.active = A; call play }
state play { prompt { button go } on go { G.n = G.xs[G.card] } }
`
  const failing = api.compile(source).rules
  for (const by of [failing, await failing.machine_code()]) {
    const told = (error) => error.code === "HR0703" && error.told === "an index out of range"
    assert.throws(() => by.on_setup(1).action("A", "go"), told)
    const refused = (error) => error.told === error.message && /turn/.test(error.told)
    assert.throws(() => by.on_setup(1).action("B", "go"), refused)
  }
})

test("the framework's module takes plain states and gives plain states", () => {
  const { roles, scenarios, setup, view, action, finish, assert: check } = module()
  assert.deepEqual([roles, scenarios], [["X", "O"], ["Standard"]])
  let state = setup(1, "Standard", {})
  assert.deepEqual(view(state, "X").actions.space, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  state = action(JSON.parse(JSON.stringify(state)), "X", "space", 4)
  check(state)
  assert.deepEqual(view(state, "O").actions.space, [0, 1, 2, 3, 5, 6, 7, 8])
  assert.equal(finish(state, "O", "X gave up.").result, "O")
})

test("an end from outside is in the record, which is played to it again", () => {
  const game = rules.on_setup(1)
  game.action("X", "space", 4)
  game.finish("O", "X resigned.")
  assert.deepEqual(game.record.moves, [["X", "space", 4], ["", "X resigned.", { finish: "O" }]])
  const { game: again, played, stopped } = rules.replay(game.record)
  assert.deepEqual([played, stopped, again.result, again.state], [2, undefined, "O", game.state])
})

test("a state that is none throws a GameError", () => {
  assert.throws(() => module().view({}, "X"), api.GameError)
})

test("an editor is told what may stand at a place, and what stands there", () => {
  const { source } = api.games.find((it) => it.id === "tic-tac-toe")
  const at = source.indexOf("board[s] = R")
  const { items, ...range } = api.complete(source, at + 2)
  assert.deepEqual(range, { from: at, to: at + 5 })
  assert.deepEqual(items, [{ name: "board", kind: "field", text: "board: Role?[9]", doc: "" }])
  const { declared, ...found } = api.hover(source, at)
  assert.deepEqual(found, { from: at, to: at + 5, kind: "field", text: "G.board: Role?[9]", doc: "" })
  assert.equal(source.slice(declared.from, declared.to), "board")
  assert.ok(declared.from < at)
  assert.equal(api.hover(source, source.indexOf("\n\n") + 1), undefined)
  const edits = api.rename(source, at, "places")
  assert.ok(edits.length > 2 && edits.every(({ from, to, insert }) => source.slice(from, to) === "board" && insert === "places"))
  assert.deepEqual(api.rename(source, at, "a b"), { refused: "`a b` is not a name" })
  assert.deepEqual(api.outline("roles A\nstate s { on pass { } }"), [
    { word: "state", name: "s", at: { from: 14, to: 15 }, from: 8, to: 31, inner: [{ word: "on", name: "pass", at: { from: 21, to: 25 }, from: 18, to: 29, inner: [] }] },
  ])
  assert.throws(() => api.complete(source, -1), api.GameError)

  // Names of a file beside it.
  const files = { "race.rules": "roles White, Black\nglobal { steps: int }\n" }
  const variant = 'variant of "race.rules"\nfunction far(): bool { return G.steps > 9 }\n'
  assert.deepEqual(api.complete(variant, variant.indexOf("steps") + 2, "rules", files).items.map((it) => it.name), ["steps"])
  assert.equal(api.hover(variant, variant.indexOf("steps"), "rules", files).text, "G.steps: int")
  assert.throws(() => api.hover(variant, 0, "rules", 7), { code: "HR0609" })
})

test("the places of a board are told and changed", () => {
  const source = "board map = graph { A at (1, 2.5); B - A }"
  assert.deepEqual(api.graphs(source), [{ name: "map", cells: [{ name: "A", at: [1, 2.5] }, { name: "B" }], links: [[1, 0]] }])
  const changes = [{ place: "C", x: 3, y: 4 }, { link: ["C", "B"] }, { unlink: ["A", "B"] }, { rename: "B", to: "Bern" }, { remove: "A" }]
  assert.equal(api.with_graph(source, "map", changes), "board map = graph { Bern; C at (3, 4); C - Bern }")
  assert.deepEqual(api.with_graph(source, "map", [{ remove: "Z" }]), { refused: "there is no cell `Z`" })
  assert.throws(() => api.with_graph(source, "map", [{ place: "C", x: "3", y: 4 }]), api.GameError)
})
