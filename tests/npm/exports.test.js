// Every export is played: each shipped game and each case on its own, by its own scripts, without the engine.
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { pathToFileURL } from "node:url"
import { compile, games, init, languages } from "houserules"

before(() => init())

const folder = mkdtempSync(join(tmpdir(), "exports-"))

/** The rules of the cases that have no errors, by their names. */
function* cases() {
  for (const { name: language } of languages) {
    const at = new URL(`../cases/${language}/`, import.meta.url)
    for (const name of readdirSync(at)) {
      const [given] = readFileSync(new URL(name, at), "utf8").split("\n-----\n")
      const [source, ...files] = given.split("\n----- moves\n")[0].split("\n----- file ")
      const beside = Object.fromEntries(files.map((it) => [it.slice(0, it.indexOf("\n")), it.slice(it.indexOf("\n") + 1)]))
      const { rules } = compile(`${source}\n`, { language, files: beside })
      if (rules) yield [`${language}-${name.replace(/\.txt$/, "")}`, rules]
    }
  }
}

function* shipped() {
  for (const { id, source, files, language } of games) yield [id, compile(source, { files, language }).rules]
}

/** The result of an action; for an error, its code. */
const told = (action) => {
  try {
    return action()
  } catch (error) {
    if (error.code === undefined) throw error
    return error.code
  }
}

const views = (game) => [...game.roles, undefined].map((role) => told(() => JSON.stringify(game.view(role))))

/** Writes an export down, loads it by its own scripts, plays it, and compares it with the game in the engine. */
async function play(name, rules, most, ends) {
  const at = join(folder, name)
  mkdirSync(at)
  const files = rules.export()
  for (const [file, content] of Object.entries(files)) writeFileSync(join(at, file), content)
  // It imports no other module: not every bundler provides those of Node.
  assert.doesNotMatch(files["game.js"], /\bimport\s*\(|\bfrom\s*["'`]/)
  const own = await (await import(pathToFileURL(join(at, "game.js")).href)).load()
  const [ours, theirs] = [own, rules].map((it) => told(() => it.on_setup(3)))
  if (typeof ours === "string") assert.equal(ours, theirs)
  else {
    assert.deepEqual(ours.state, theirs.state)
    assert.deepEqual(views(ours), views(theirs))
    const made = told(() => ours.playout(5, most))
    assert.equal(
      made,
      told(() => theirs.play_random(most, 5)),
    )
    // For a game that fails, one is in the state before all moves, the other before the last.
    if (typeof made === "number") {
      assert.deepEqual(ours.state, theirs.state)
      assert.deepEqual(views(ours), views(theirs))
    }
    if (ends) assert.deepEqual(ours.active, [])
  }
  const served = createRequire(import.meta.url)(join(at, "rules.js"))
  const module = rules.module()
  const [scenario] = served.scenarios
  let state = told(() => served.setup(3, scenario, {}))
  assert.deepEqual(
    state,
    told(() => module.setup(3, scenario, {})),
  )
  for (let n = 0; n < 12 && typeof state === "object" && state.active !== "None"; ++n) {
    const role = [state.active].flat()[0]
    const view = told(() => served.view(state, role))
    assert.deepEqual(
      view,
      told(() => module.view(state, role)),
    )
    const [action, offered] = Object.entries(view.actions ?? {}).find(([, it]) => it === 1 || it.length > 0) ?? []
    if (!action) break
    const argument = offered === 1 ? undefined : offered[n % offered.length]
    const next = told(() => served.action(state, role, action, argument))
    assert.deepEqual(
      next,
      told(() => module.action(state, role, action, argument)),
    )
    state = next
  }
}

test("every shipped game on its own is played to its end", async () => {
  let played = 0
  for (const [name, rules] of shipped()) {
    await play(name, rules, 20_000, true)
    played += 1
  }
  assert.equal(played, games.length)
})

test("every case on its own is played", async () => {
  let played = 0
  for (const [name, rules] of cases()) {
    await play(name, rules, 200, false)
    played += 1
  }
  assert.ok(played > 150, `only ${played} cases are rules`)
})

test("every shipped game tells how to play it, in its info and to a server, and nowhere else", () => {
  for (const { id, group, source, files, language } of games) {
    if (group === "Tutorial") continue
    const { rules } = compile(source, { files, language })
    const { about } = rules.info
    const words = about?.split(/\s+/).length
    assert.ok(words >= 40 && words <= 120, `${id}: ${words} words`)
    const exported = rules.export()
    const at = join(folder, `${id}-rules.js`)
    writeFileSync(at, exported["rules.js"])
    assert.equal(createRequire(import.meta.url)(at).about, about)
    assert.equal(rules.module().about, about)
    for (const name of ["game.js", "game.d.ts"]) assert.ok(!exported[name].includes(about.slice(0, 20)), `${id}: ${name}`)
  }
})

test("telling how to play changes nothing of what runs", () => {
  const { source } = games.find(({ id }) => id === "nim")
  const bare = source.replace(/^about `[^`]*`$/m, "")
  const told = `${bare}\nabout "Take the last stick."\n`
  const [without, ...others] = [bare, told, told.replace("last", "first")].map((text) => compile(text).rules)
  assert.equal(without.info.about, undefined)
  assert.equal(without.module().about, undefined)
  const { "game.wasm": wasm, "game.js": script } = without.export()
  const state = without.on_setup(3).state
  for (const rules of others) {
    const exported = rules.export()
    assert.deepEqual(exported["game.wasm"], wasm)
    assert.equal(exported["game.js"], script)
    assert.deepEqual(rules.on_setup(3).state, state)
  }
})
