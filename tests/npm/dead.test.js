// An engine that stops: every call reports it, `init` makes a new one, and saved games continue in it.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { promisify } from "node:util"
import { compile, Game, GameError, games, init, initSync, Rules } from "houserules"
import load from "../../playground/npm/dist/engine.js"

const slim = new URL("../../playground/npm/dist/slim.js", import.meta.url).href
const { source } = games.find(({ id }) => id === "tic-tac-toe")

/** Needs a deep stack. */
const deep = `roles A, B\nsetup { log ${"(".repeat(100)}1${")".repeat(100)}; finish A, "x" }`

/** Compiles where hardly any stack is left, until that has stopped the engine. */
function kill() {
  const deeper = () => {
    try {
      deeper()
    } catch {
      compile(deep)
    }
  }
  try {
    deeper()
  } catch {}
}

function begun() {
  const { rules } = compile(source)
  const game = rules.on_setup(1)
  game.action("X", "space", 4)
  return { rules, game }
}

await init()

test("every call says that the engine has stopped, with a code", () => {
  const { rules, game } = begun()
  kill()
  const stopped = (error) => error instanceof GameError && error.code === "HR1101" && Array.isArray(error.frames)
  for (const call of [() => compile(source), () => rules.info, () => rules.on_setup(1), () => game.state, () => game.action("O", "space", 0), () => rules.module().roles]) {
    assert.throws(call, stopped)
  }
  game.free()
})

test("init makes a new engine, in which states and records go on", async () => {
  await init()
  const { rules, game } = begun()
  const [state, record] = [game.state, game.record]
  kill()
  assert.throws(() => game.state, { code: "HR1101" })
  await init()
  for (const call of [() => game.state, () => game.active, () => rules.on_setup(1), () => game.clone(), () => rules.lab()]) {
    assert.throws(call, { name: "GameError", code: "HR1103" })
  }
  const anew = compile(source).rules
  const resumed = anew.resume(state)
  resumed.action("O", "space", 0)
  assert.deepEqual(anew.replay(record).game.state, state)
  // Handles of the old engine free nothing of the new one.
  game.free()
  rules.free()
  assert.equal(resumed.state.board[0], 1)
})

test("deaths leave no trace", async () => {
  const sizes = []
  for (let i = 0; i < 20; i++) {
    const { game } = begun()
    kill()
    await init()
    sizes.push((await load()).memory.buffer.byteLength)
  }
  assert.ok(Math.max(...sizes) <= 1.2 * sizes[0], `${sizes[0]} … ${Math.max(...sizes)}`)
  assert.ok(begun().game.active[0] === "O")
})

test("failing compiles do not grow memory", async () => {
  const texts = [source.slice(0, -9), "(".repeat(10_000), `${source}\nx`.repeat(3), "state ".repeat(2_000), "\0\r😀`${".repeat(2_000), source.replaceAll("G.", "Q.")]
  const size = async () => (await load()).memory.buffer.byteLength
  const fail = () => texts.forEach((text) => assert.equal(compile(text).rules, undefined))
  for (let i = 0; i < 5; i++) fail()
  const before = await size()
  for (let i = 0; i < 100; i++) fail()
  assert.equal(await size(), before)
})

test("what is freed, or was never made, says so", () => {
  const { rules, game } = begun()
  const lab = rules.lab()
  assert.throws(() => lab.compare({}), { code: "HR1103" })
  game.free()
  game.free()
  assert.throws(() => game.state, { code: "HR1103" })
  assert.throws(() => new Game().prompt("X"), { code: "HR1103" })
  assert.throws(() => new Rules().info, { code: "HR1103" })
})

test("before init every call says so", async () => {
  const fresh = await import(`${slim}?before`)
  assert.throws(() => fresh.compile(source), { name: "GameError", code: "HR1102" })
  assert.throws(() => fresh.version(), { code: "HR1102" })
})

test("the pages of errors of the package produce their codes", async () => {
  const folder = new URL("../errors/", import.meta.url)
  const told = async (script) => {
    const program = `
      import { compile, games, init, GameError } from "houserules"
      import * as core from "houserules/core"
      const slim = ${JSON.stringify(slim)}
      const { source } = games[0]
      await init()
      try {
        ${script}
      } catch (error) {
        console.log(error instanceof GameError && error.code)
      }`
    return (await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program])).stdout.trim()
  }
  let pages = 0
  for (const name of readdirSync(folder)) {
    const script = /```js\n([\s\S]*?)```/.exec(readFileSync(new URL(name, folder), "utf8"))?.[1]
    if (!script) continue
    pages += 1
    assert.equal(await told(script), name.slice(0, 6))
  }
  assert.equal(pages, 7)
})

test("initSync after a death needs no engine again", () => {
  const { game } = begun()
  kill()
  initSync()
  assert.equal(begun().game.active[0], "O")
})
