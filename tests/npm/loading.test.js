// Loading of an engine: once, for any number of requests, and never anything else.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import * as fresh from "houserules/slim"

test("an engine that is none, or is under way, is told with a code", async () => {
  const bytes = readFileSync(new URL(import.meta.resolve("houserules/engine.wasm")))
  for (const none of [undefined, null, 5, "no address", new Uint8Array(8), bytes.subarray(0, 1000)]) {
    await assert.rejects(fresh.init(none), { name: "GameError", code: "HR1106" })
    assert.throws(() => fresh.initSync(none), { name: "GameError", code: "HR1106" })
  }
  const begun = [fresh.init(bytes), fresh.init(bytes)]
  assert.throws(() => fresh.initSync(bytes), { name: "GameError", code: "HR1106" })
  await begun[0]
  const game = fresh.compile(fresh.games[0].source).rules.on_setup(1)
  await begun[1]
  assert.deepEqual(game.active, ["X"])
})
