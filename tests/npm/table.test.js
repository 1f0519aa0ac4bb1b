// The package houserules-table, as published.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { brotliCompressSync } from "node:zlib"
import { compile, games, init } from "houserules"
import { site } from "houserules-table/site"

const folder = new URL("../../playground/table/", import.meta.url)
const read = (name) => readFileSync(new URL(name, folder), "utf8")

test("the tarball has what its entries lead to, and its examples", () => {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" })
  const files = JSON.parse(printed)[0].files.map((it) => it.path)
  const entries = Object.values(JSON.parse(read("package.json")).exports).flatMap((it) => (typeof it === "string" ? [it] : Object.values(it)))
  for (const entry of entries.filter((it) => !it.includes("*"))) assert.ok(files.includes(entry.replace("./", "")), entry)
  for (const [, example] of read("README.md").matchAll(/\]\((examples\/[^)]+)\)/g)) assert.ok(files.includes(example), example)
})

test("what a game needs of it is small, and the rest comes by itself", () => {
  const size = brotliCompressSync(read("dist/table.js")).length
  assert.ok(size <= 60_000, `${size} bytes`)
  for (const [, part] of read("dist/table.js").matchAll(/import\([`"']([^`"']+)[`"']\)/g)) assert.ok(existsSync(new URL(`dist/${part}`, folder)), part)
})

test("on a server it can be imported, and draws nothing", async () => {
  const { draw, TableElement } = await import("houserules-table")
  assert.equal(typeof draw, "function")
  assert.equal(typeof TableElement, "function")
})

test("the README lists the custom properties that there are", () => {
  const styles = ["base", "table", "element", "how-to-play"].map((it) => read(`src/styles/${it}.css`)).join("")
  const listed = [...read("README.md").matchAll(/`(--[a-z-]+)`/g)].map((it) => it[1])
  assert.ok(listed.length > 20)
  for (const name of listed) {
    assert.match(read("src/styles/base.css"), new RegExp(`^  ${name}:`, "m"))
    assert.ok(styles.includes(`var(${name})`), `${name} is used`)
  }
})

test("nothing of a game ends the script in which it stands in one file", async () => {
  await init()
  const { source } = games.find(({ id }) => id === "nim")
  const { rules } = compile(source.replace(/^about `[^`]*`$/m, () => "about `</script><script>alert(1)</script><!-- $& GAME`"))
  const { "alone.html": alone, "info.js": info, ...files } = site(rules.export())
  assert.equal(alone.match(/<\/script/g).length, 1)
  assert.equal(alone.match(/<!--/g), null)
  assert.ok(files["page.js"].includes("./table.js") && info.includes("alert"))
})
