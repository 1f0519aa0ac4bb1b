// Rules in LudL: messages with and without an offer, rejections that only the sender sees.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const shipped = (id) => {
  const { source } = games.find((it) => it.id === id)
  const { rules, diagnostics } = compile(source, { language: "ludl" })
  assert.deepEqual(diagnostics, [])
  return rules
}

test("noughts and crosses by messages", () => {
  const rules = shipped("noughts-and-crosses")
  const game = rules.on_setup(1)
  assert.throws(() => game.action("o", "place_token", "11"), /It is not your turn/)
  assert.throws(() => game.action("x", "place_token", "33"), /There is no such cell/)
  for (const [role, cell] of [["x", "11"], ["o", "00"], ["x", "02"], ["o", "20"], ["x", "10"], ["o", "12"]]) {
    game.action(role, "place_token", cell)
  }
  const before = game.state
  assert.throws(() => game.action("x", "place_token", "12"), /There is a token already/)
  assert.deepEqual(game.state, before)
  assert.deepEqual(game.view("x").containers["11"].contents[0].face, "✕")
})

test("hidden hands", () => {
  const game = shipped("last-card").on_setup(1)
  const hand = (role) => game.view(role).containers.hand_Anna.contents
  assert.equal(hand("Anna").length, 5)
  assert.ok(hand("Anna").every((it) => it.face))
  assert.deepEqual(hand("Ben"), [null, null, null, null, null])
})
