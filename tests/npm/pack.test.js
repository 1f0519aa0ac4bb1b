// The published files.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { test } from "node:test"
import { compile, games, init, version } from "houserules"
import { shelf } from "houserules/shelf"
import { templates } from "houserules/templates"

const folder = new URL("../../playground/npm/", import.meta.url)
const about = JSON.parse(readFileSync(new URL("package.json", folder)))

test("the tarball holds the package and nothing else", () => {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" })
  const files = JSON.parse(printed)[0].files.map((it) => it.path)
  const texts = games.flatMap(({ id }) => [".js", ".code.js", ".wasm"].map((part) => `dist/games/${id}${part}`))
  texts.push(...templates.map(({ id }) => `dist/templates/${id}.js`))
  assert.deepEqual(files.sort(), [
    "CHANGELOG.md",
    "README.md",
    "dist/LICENSE",
    "dist/api.d.ts",
    "dist/boardgame.io.d.ts",
    "dist/boardgame.io.js",
    "dist/bytes.js",
    "dist/core.js",
    "dist/durable.d.ts",
    "dist/durable.js",
    "dist/engine.js",
    "dist/engine_bg.wasm",
    "dist/engine_bytes.js",
    "dist/engine_core.js",
    "dist/engine_core_bg.wasm",
    "dist/games.js",
    "dist/hosts.js",
    "dist/index.js",
    "dist/inline.js",
    "dist/languages.d.ts",
    "dist/languages.js",
    "dist/machine.js",
    "dist/rooms.d.ts",
    "dist/rooms.js",
    "dist/shelf.d.ts",
    "dist/shelf.js",
    "dist/shelved.js",
    "dist/slim.js",
    "dist/templates.d.ts",
    "dist/templates.js",
    "dist/third-party.txt",
    "dist/wasm.d.ts",
    "dist/workerd.js",
    "examples/cloudflare/worker.js",
    "examples/cloudflare/wrangler.jsonc",
    "package.json",
    ...texts,
  ].sort())
})

test("every entry leads to a file", () => {
  const files = (it) => (typeof it === "string" ? [it] : Object.values(it).flatMap(files))
  for (const file of files(about.exports)) assert.ok(existsSync(new URL(file, folder)), file)
})

test("the shelf has the shipped games, and their texts when they are asked for", async () => {
  for (const [at, { text, rules, kinds, minutes, players, ...game }] of shelf.entries()) {
    // For a list of games to be searched by.
    assert.ok(Array.isArray(kinds) && minutes > 0 && players.min >= 1 && players.min <= players.max, game.id)
    assert.deepEqual({ ...game, ...JSON.parse(JSON.stringify(await text())) }, JSON.parse(JSON.stringify(games[at])))
  }
  assert.equal(shelf.length, games.length)
})

test("games of the shelf are played without the engine, as with it", async () => {
  await init()
  for (const [at, { rules, id }] of shelf.entries()) {
    const { source, language, files } = games[at]
    const written = compile(source, { language, files }).rules
    const { seed, scenario, options, moves } = written.random_record(5, 30)
    const [ours, theirs] = [(await rules()).on_setup(seed, scenario, options), written.on_setup(seed, scenario, options)]
    for (const [role, action, argument] of moves) for (const game of [ours, theirs]) game.action(role, action, argument)
    assert.deepEqual(ours.state, theirs.state, id)
    for (const role of ours.roles) assert.deepEqual(ours.view(role), theirs.view(role), id)
    theirs.free()
    written.free()
  }
})

test("a new game may begin as any template, and is played to its end", async () => {
  await init()
  assert.deepEqual(templates.map((it) => it.id), ["board", "cards", "dice-race", "cards-and-dice", "hidden-roles", "cooperative", "all-at-once", "empty"])
  for (const { id, title, summary, load } of templates) {
    assert.ok(title && summary.endsWith("."), id)
    const { source, language, files } = await load()
    const { rules, diagnostics } = compile(source, { language, files })
    assert.deepEqual(diagnostics, [], id)
    assert.equal(rules.playouts(10, 1).games, 10, id)
    rules.free()
  }
})

test("package and engine have one version", async () => {
  await init()
  assert.equal(version(), about.version)
})

test("the engine does not say where it was built", () => {
  const bytes = readFileSync(new URL("dist/engine_bg.wasm", folder), "latin1")
  const root = new URL("../../", import.meta.url).pathname
  for (const path of [homedir() + "/", root, "registry/src/"]) assert.ok(!bytes.includes(path), path)
  // Places of a panic are included, with a prefix instead of the paths.
  assert.ok(bytes.includes("crates/"))
})

test("whose code is in the engine is said, with its licences", () => {
  const text = readFileSync(new URL("dist/third-party.txt", folder), "utf8")
  for (const crate of ["ariadne", "chumsky", "serde_json", "wasm-bindgen", "wasm-encoder"]) assert.match(text, new RegExp(`^${crate} \\d`, "m"))
  assert.match(text, /Permission is hereby granted/)
  // Only used to build it.
  assert.doesNotMatch(text, /^syn \d/m)
})
