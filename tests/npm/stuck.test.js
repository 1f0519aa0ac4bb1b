// A game that cannot go on though it is not over says why.

import assert from "node:assert/strict"
import { test } from "node:test"
import { compile, games, init } from "houserules"

await init()

function begun(prompt, go) {
  const { rules, report } = compile(`roles A, B\nglobal { n: int }\nsetup { G.active = A; call play }\nstate play { prompt { ${prompt} }\n on go { ${go} } }\n`)
  assert.ok(rules, report)
  return rules.on_setup(1)
}

test("nobody is offered a way on", () => {
  const game = begun("if G.n == 0 { action go }", "G.n += 1")
  assert.equal(game.stuck, undefined)
  game.action("A", "go")
  assert.equal(game.stuck, "A can do nothing")
})

test("nobody is active, and there is no result", () => {
  const game = begun("action go", "G.active = none")
  game.action("A", "go")
  assert.equal(game.stuck, "nobody is active, and there is no result")
})

test("a game that is over is not stuck", () => {
  const game = begun("action go", 'finish "Draw", "over"')
  game.action("A", "go")
  assert.equal(game.result, "Draw")
  assert.equal(game.stuck, undefined)
})

test("no shipped game begins so, nor where messages are taken that are not offered", () => {
  for (const { id, source, language, files } of games) {
    const game = compile(source, { language, files }).rules.on_setup(1)
    assert.equal(game.stuck, undefined, id)
  }
})
