// Outputs in other languages keep a game's texts as texts, whatever they contain.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { pathToFileURL } from "node:url"
import { createContext, runInContext } from "node:vm"
import { compile, init } from "houserules"
import { hostile } from "./hostile.js"

const folder = mkdtempSync(join(tmpdir(), "hostile-"))
let all

before(async () => {
  await init()
  const compiled = hostile.map((it) => ({ ...it, ...compile(it.source, { language: it.language }) }))
  all = compiled.filter(({ rules }) => rules).map((it, i) => ({ ...it, files: it.rules.export(), path: (name) => join(folder, String(i), name) }))
  for (const [i, { files, path }] of all.entries()) {
    mkdirSync(join(folder, String(i)))
    for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content)
  }
})

test("most of them are rules", () => {
  assert.ok(all.length > hostile.length - 12, `${all.length} of ${hostile.length}`)
})

test("a game on its own runs nothing but itself", async () => {
  for (const { rules, path, title } of all) {
    const alone = await import(pathToFileURL(path("game.js")))
    assert.equal(globalThis.PWNED, undefined, title)
    if (title !== undefined) assert.equal(alone.title, title)
    assert.deepEqual(alone.roles, rules.info.roles)
    assert.deepEqual(alone.scenarios, rules.info.scenarios)
    const theirs = (await alone.load()).on_setup(1)
    const game = rules.on_setup(1)
    assert.deepEqual(theirs.state, game.state)
    for (const role of rules.info.roles) {
      assert.deepEqual(theirs.prompt(role), game.prompt(role))
      assert.deepEqual(theirs.on_view(role), game.on_view(role))
    }
    theirs.playout(1)
    assert.equal(globalThis.PWNED, undefined, title)
  }
})

test("rules.js needs nothing but what a page has too", () => {
  for (const { files, rules, title } of all) {
    const { TextEncoder, TextDecoder, WebAssembly, atob, crypto } = globalThis
    const page = createContext({ TextEncoder, TextDecoder, WebAssembly, atob, crypto, exports: {} })
    runInContext(files["rules.js"], page)
    assert.equal(runInContext("globalThis.PWNED", page), undefined, title)
    const theirs = page.exports
    const ours = rules.module()
    assert.deepEqual([...theirs.roles], [...ours.roles])
    const scenario = ours.scenarios[0]
    const plain = (it) => JSON.parse(JSON.stringify(it))
    assert.deepEqual(plain(theirs.setup(1, scenario, {})), plain(ours.setup(1, scenario, {})))
  }
})

test("its types are types", () => {
  const paths = all.map(({ path }) => path("game.d.ts"))
  execFileSync("npx", ["tsc", "--noEmit", "--strict", "--target", "esnext", "--module", "esnext", "--lib", "esnext,dom", ...paths], { encoding: "utf8" })
})

test("the lab's picture is XML, and its table has as many columns in each row", () => {
  for (const { rules, title } of all) {
    const lab = rules.lab()
    lab.join(lab.play(0, 20))
    const picture = lab.picture()
    assert.ok(!/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(picture), title)
    const tags = new Set([...picture.matchAll(/<\/?([^\s>/]+)/g)].map((it) => it[1]))
    assert.deepEqual([...tags].filter((it) => !["svg", "title", "text", "rect", "path"].includes(it)), [], title)
    for (const row of lab.csv().trimEnd().split("\r\n")) {
      const fields = row.match(/("([^"]|"")*"|[^",]*)(,|$)/g)
      assert.equal(fields.filter((it) => it !== "").length >= 5, true, row)
      assert.ok(!/^["]?[=+\-@\t]/.test(row), row)
    }
  }
})
