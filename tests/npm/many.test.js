// Many games of machine code at once: they share memories, and none is mistaken for another.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init, languages } from "houserules"

before(() => init())

const rulesOf = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return compile(source, { files, language }).rules
}

test("of games of every language, some with secrets, each goes on from where it was, and is taken back", async () => {
  const ids = [...languages.map(({ name }) => games.find((it) => it.language === name).id), "hearts", "battleship", "chess", "last-card"]
  const kinds = await Promise.all(ids.map(async (id) => [rulesOf(id), await rulesOf(id).machine_code()]))
  const all = [...Array(12 * kinds.length).keys()].map((n) => kinds[n % kinds.length].map((rules) => rules.on_setup(n + 1)))
  let undone = 0
  for (const moves of [0, 1, 2, 3, 4, 5]) {
    for (const [n, [slow, fast]] of all.entries()) {
      const offers = slow.active.flatMap((role) => Object.entries(slow.prompt(role).actions ?? {}).map(([name, it]) => [role, name, it]))
      const chosen = offers.filter(([, name, it]) => name !== "undo" && it !== 0 && it.length !== 0)
      if (chosen.length === 0) continue
      const [role, name, it] = chosen[(n + moves) % chosen.length]
      for (const game of [slow, fast]) game.action(role, name, it === 1 ? undefined : it[(n + moves) % it.length])
      if (moves % 2 === 1 && slow.prompt(role).actions?.undo === 1) {
        for (const game of [slow, fast]) game.action(role, "undo")
        undone += 1
      }
    }
  }
  assert.ok(undone > 10, `${undone} moves were taken back`)
  for (const [slow, fast] of all) {
    const copy = fast.clone()
    copy.playout(1, 5)
    assert.deepEqual(fast.state, slow.state)
    assert.deepEqual(fast.roles.map((role) => fast.view(role)), slow.roles.map((role) => slow.view(role)))
  }
})

test("a game that failed, or could not begin, leaves nothing to the next one in its memory", async () => {
  const { rules, report } = compile(`roles A, B
option hard: bool = false
global { n: int }
setup { G.n = 7; if options.hard { let xs: int[] = []; G.n = xs[0] } G.active = A; call play }
view { V.n = G.n }
state play { prompt { button go; button fail } on go { G.n += 1 } on fail { G.n = 99; let xs: int[] = []; G.n = xs[0] } }
`)
  assert.ok(rules, report)
  const fast = await rules.machine_code()
  const started = fast.on_setup(1)
  for (let n = 0; n < 100; ++n) {
    assert.throws(() => fast.on_setup(1, null, { hard: true }))
    const game = fast.on_setup(2)
    assert.deepEqual(game.on_view("A"), { n: 7 })
    assert.throws(() => game.action("A", "fail"))
    game.action("A", "go")
    assert.deepEqual(game.on_view("A"), { n: 8 })
  }
  assert.deepEqual(started.on_view("A"), { n: 7 })
})
