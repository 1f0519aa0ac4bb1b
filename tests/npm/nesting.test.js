// Texts that nest, in the package: as deep as natively, with five sixths of the stack that Node has, and the engine goes on after.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const FIVE_SIXTHS_OF_A_STACK = "--stack-size=820"

if (process.argv.includes("nested")) await nested()
else test("texts that nest at the limit and beyond", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIVE_SIXTHS_OF_A_STACK, fileURLToPath(import.meta.url), "nested"], { encoding: "utf8" })
  assert.equal(status, 0, stdout + stderr)
  assert.equal(stdout, "all answered\n")
})

async function nested() {
  const { compile, complete, format, games, graphs, hover, init, outline, rename, tokens } = await import("houserules")
  await init()
  const { frames, rows } = JSON.parse(readFileSync(new URL("../nesting.json", import.meta.url), "utf8"))
  const refused = (it) => it.diagnostics.some(({ code }) => code === "HR0109" || code === "HR0306")
  for (const { name, frame, before, open, inner, close, after, least, fine } of rows) {
    const { language, before: first, after: last } = frames[frame]
    const text = (n) => first + before + open.repeat(n) + inner + close.repeat(n) + after + last
    const compiled = (n) => compile(text(n), { language })
    let [most, beyond] = [1, 700]
    while (beyond - most > 1) {
      const middle = (most + beyond) >> 1
      if (refused(compiled(middle))) beyond = middle
      else most = middle
    }
    assert.ok(most >= least, `${name}: only ${most} are allowed`)
    for (const n of [most, most + 1, 20_000]) {
      const source = text(n)
      const { rules } = compiled(n)
      assert.ok(n === most ? rules || !fine : !rules, `${name}: ${n}`)
      for (const ask of [tokens, outline, format, graphs]) ask(source, language)
      for (const offset of [0, source.length >> 1, source.length]) {
        complete(source, offset, language)
        hover(source, offset, language)
        rename(source, offset, "renamed", language)
      }
      if (rules === undefined) continue
      for (const it of [rules, await rules.machine_code()]) {
        // A state may nest deeper than its parts, and then a game cannot start.
        try {
          it.on_setup(1).view(rules.info.roles[0])
        } catch (error) {
          if (error.code !== "HR0726") throw error
        }
      }
      rules.free()
    }
  }
  for (const { source, files, language } of games) assert.ok(compile(source, { files, language }).rules)
  console.log("all answered")
}
