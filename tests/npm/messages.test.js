// Messages, which are not offered: the rules take them or refuse them, in the package, as machine code, and in a game on its own.
import assert from "node:assert/strict"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { pathToFileURL } from "node:url"
import { compile, games, init } from "houserules"

before(() => init())

const rulesOf = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return compile(source, { files, language }).rules
}

/** The rules in all three ways. */
async function ways(id) {
  const rules = rulesOf(id)
  const folder = mkdtempSync(join(tmpdir(), "game-"))
  for (const [name, content] of Object.entries(rules.export())) writeFileSync(join(folder, name), content)
  const { load } = await import(pathToFileURL(join(folder, "game.js")).href)
  return { engine: rules, code: await rules.machine_code(), alone: await load() }
}

/** Results of moves: a refusal with its code and words leaves the game unchanged. */
function outcome(game, moves) {
  return moves.map(([role, action, argument]) => {
    const before = JSON.stringify(game.state)
    try {
      game.action(role, action, argument)
      return "made"
    } catch ({ code, message }) {
      assert.equal(JSON.stringify(game.state), before)
      return `${code} ${message}`
    }
  })
}

test("the rules take messages or refuse them, with the same words everywhere", async () => {
  const moves = [
    ["x", "place_token", "00"],
    ["o", "place_token", "00"],
    ["x", "place_token", "11"],
    ["o", "place_token", "99"],
    ["o", "place_token", "x_tokens"],
    ["o", "place_token", "11"],
    ["x", "place_token", "01"],
    ["o", "place_token", "12"],
    ["x", "place_token", "02"],
    ["o", "place_token", "10"],
  ]
  const found = {}
  for (const [way, rules] of Object.entries(await ways("noughts-and-crosses"))) {
    const game = rules.on_setup(1)
    found[way] = { outcome: outcome(game, moves), state: game.state, result: game.result, log: game.log }
  }
  assert.deepEqual(found.engine.outcome, [
    "made",
    "HR0613 There is a token already.",
    "HR0613 It is not your turn.",
    "HR0613 There is no such cell.",
    "HR0613 That is no cell.",
    "made",
    "made",
    "made",
    "made",
    "HR0607 the game is over",
  ])
  assert.equal(found.engine.result, "x")
  assert.deepEqual(found.code, found.engine)
  assert.deepEqual(found.alone, found.engine)
})

test("a record has messages too", () => {
  const rules = rulesOf("last-card")
  const game = rules.on_setup(5)
  let made = 0
  for (const { length } = { length: 60 }; made < length && game.active.length > 0; ++made) {
    const [role] = game.active
    const { actions } = game.prompt(role)
    const [action, offered] = Object.entries(actions).find(([name, it]) => name !== "undo" && (it === 1 || it.length > 0))
    game.action(role, action, offered === 1 ? undefined : offered[0])
  }
  const again = rules.replay(game.record)
  assert.equal(again.stopped, undefined)
  assert.deepEqual(again.game.state, game.state)
})

test("a page is told what is open, by names", () => {
  const { actions, shows } = rulesOf("last-card").info
  assert.deepEqual(actions, [
    { name: "play", argument: { kind: "any" }, open: [{ name: "card", type: { kind: "any" } }] },
    { name: "draw", open: [] },
  ])
  assert.equal(shows[0].kind, "areas")
  const own = shows[0].areas.find(({ container }) => container.includes("$PLAYER_NAME"))
  assert.deepEqual(own.click, { action: "play", args: ["index"] })
})
