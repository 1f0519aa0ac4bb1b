// Many games of machine code at once: they share memories, and none is mistaken for another.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const rulesOf = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return compile(source, { files, language }).rules
}

test("of hundreds of games, of several rules, each goes on from where it was", async () => {
  const kinds = await Promise.all(["tic-tac-toe", "hearts", "battleship", "duel", "tgdl-tic-tac-toe"].map(async (id) => {
    const rules = rulesOf(id)
    return [rules, await rules.machine_code()]
  }))
  const all = [...Array(300).keys()].map((n) => {
    const [slow, fast] = kinds[n % kinds.length].map((rules) => rules.on_setup(n + 1))
    return { n, slow, fast }
  })
  for (const most of [3, 1, 4]) {
    for (const { n, slow, fast } of all) {
      slow.play_random(most, n + most)
      fast.playout(n + most, most)
    }
  }
  for (const { slow, fast } of all) {
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
