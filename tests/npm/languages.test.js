// The package's table of languages agrees with the engine's, and with its behaviour.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, test } from "node:test"
import { compile, format, GameError, games, init, languages } from "houserules"
import { languages as alone } from "houserules/languages"

const dist = new URL("../../playground/npm/dist/", import.meta.url)
const names = languages.map((it) => it.name)

before(() => init())

test("the table is the engine's", async () => {
  const engine = await import(new URL("engine.js", dist))
  assert.deepEqual(languages, engine.languages())
  assert.equal(alone, languages)
  const declared = readFileSync(new URL("languages.d.ts", dist), "utf8").match(/type Language = (.*)/)[1]
  assert.deepEqual(declared.split(" | "), names.map((it) => `"${it}"`))
  assert.ok(games.every((it) => names.includes(it.language)))
})

test("each language is taken by its name, the first without one, and no other", () => {
  for (const { name, template } of languages) {
    assert.deepEqual(compile(template, { language: name }).diagnostics, [])
    assert.equal(format(template, name), template)
  }
  assert.equal(format(languages[0].template), languages[0].template)
  const listed = new RegExp(names.map((it) => `"${it}"`).join(".*"))
  assert.throws(() => compile("", { language: "Rules" }), (error) => error instanceof GameError && listed.test(error.message))
})
