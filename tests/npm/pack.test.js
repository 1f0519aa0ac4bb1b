// What is published.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { init, version } from "house-rules"

const folder = new URL("../../playground/npm/", import.meta.url)
const about = JSON.parse(readFileSync(new URL("package.json", folder)))

test("the tarball holds the package and nothing else", () => {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" })
  const files = JSON.parse(printed)[0].files.map((it) => it.path)
  assert.deepEqual(files.sort(), [
    "README.md",
    "dist/LICENSE",
    "dist/api.d.ts",
    "dist/engine.js",
    "dist/engine_bg.wasm",
    "dist/engine_bytes.js",
    "dist/games.js",
    "dist/inline.js",
    "dist/languages.d.ts",
    "dist/languages.js",
    "dist/machine.js",
    "dist/node.js",
    "dist/slim.js",
    "dist/web.js",
    "package.json",
  ])
})

test("every entry leads to a file", () => {
  const files = (it) => (typeof it === "string" ? [it] : Object.values(it).flatMap(files))
  for (const file of files(about.exports)) assert.ok(existsSync(new URL(file, folder)), file)
})

test("package and engine have one version", async () => {
  await init()
  assert.equal(version(), about.version)
})
