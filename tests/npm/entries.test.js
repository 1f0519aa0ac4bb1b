// Every entry of the package, each in a process of its own: they share one engine.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { test } from "node:test"

const starts = {
  "houserules": "init()",
  "houserules/inline": "init()",
  "houserules/slim": "init(new WebAssembly.Module(engine))",
  "houserules/core": "initSync(readFileSync(new URL(import.meta.resolve('houserules/core.wasm'))))",
}

const game = (entry, start) => `
  import { readFileSync } from "node:fs"
  import { compile, games, init, initSync, version } from "${entry}"
  const engine = readFileSync(new URL(import.meta.resolve("houserules/engine.wasm")))
  await ${start}
  const { rules, report } = compile(games.find((it) => it.id === "tic-tac-toe").source)
  if (!rules) throw new Error(report)
  await ${start}
  await init()
  const game = rules.on_setup(1)
  for (const space of [0, 3, 1, 4, 2]) game.action(game.active[0], "space", space)
  console.log(version(), game.active.length, game.result)
`

for (const [entry, start] of Object.entries(starts)) {
  test(`${entry}: a game from beginning to end, started twice`, () => {
    const args = ["--input-type=module", "--eval", game(entry, start)]
    const printed = execFileSync(process.execPath, args, { encoding: "utf8" })
    assert.equal(printed, "0.1.0 0 X\n")
  })
}
