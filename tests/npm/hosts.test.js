// The published package, in hosts that take seconds. `npm run hosts` runs all of them.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { compile, games, init } from "houserules"
import { close, hosts, pack, played } from "../../scripts/hosts.mjs"

const folder = mkdtempSync(join(tmpdir(), "hosts-"))
let tarball
const expected = { result: "X", hash: "", error: "HR0607", machine: "X, the same games", memory: "given back" }

before(async () => {
  tarball = await pack(folder)
  await init()
  const lab = compile(games.find(({ id }) => id === "tic-tac-toe").source).rules.lab()
  lab.join(lab.play(0, 1000))
  expected.hash = lab.report().hash
})

after(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

for (const name of Object.keys(hosts).filter((it) => hosts[it].quick)) {
  test(`${name}: plays as everywhere`, async () => {
    const { told } = await played(name, folder, tarball)
    for (const [way, it] of Object.entries(told)) assert.deepEqual(it, expected, way)
  })
}
