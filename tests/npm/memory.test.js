// Rules that fill the memory: each call that takes too much fails with a code, in both executors, and others still work.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const LONG = `while len(G.s) < 500000 { G.s = G.s + G.s }`
const around = (globals, view, go) => `roles A, B
global { s: string = "0123456789"; n: int; ${globals} }
setup { G.active = A; call play }
view { ${view} }
state play { prompt { button go } on go { ${go} } }
`

const FILLING = {
  "a list of long texts": around("xs: string[]", "V.n = G.n", `${LONG}; for i in 0..3000 { push(G.xs, G.s) }`),
  "a log of long lines": around("x: int", "V.n = G.n", `${LONG}; for i in 0..200 { log G.s }`),
  "a view of long texts": around("x: int", `let s = G.s; let xs = repeat(s, 3000); V.x = xs`, LONG),
  "reasons that are long": `roles A, B
global { s: string = "0123456789" }
setup { ${LONG}; G.active = A; call play }
state play { prompt { button go; for i in 0..1000 { action pick(i) if false else G.s } } on pick(i: int) { } on go { } }
`,
}

for (const [name, source] of Object.entries(FILLING)) {
  for (const executor of ["interpreter", "machine code"]) {
    test(`${name}, ${executor}`, async () => {
      const { rules, report } = compile(source)
      assert.equal(report.includes("error"), false, report)
      const played = executor === "interpreter" ? rules : await rules.machine_code()
      const game = played.on_setup(1)
      const codes = new Set()
      const tried = (call) => {
        try {
          call()
        } catch (error) {
          codes.add(error.code ?? `${error.name}: ${error.message}`)
        }
      }
      tried(() => game.action("A", "go"))
      for (const call of [() => game.state, () => game.log, () => game.prompt("A"), () => game.view("A"), () => game.on_view("A")]) tried(call)
      assert.deepEqual([...codes], ["HR0726"])
      assert.deepEqual(game.active, ["A"])
      const other = compile(games[0].source).rules.on_setup(1)
      assert.ok(other.play_random(5, 1) > 0)
    })
  }
}
