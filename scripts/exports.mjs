// Makes in engine/export/src the scripts that play an exported game, minified, of runtime.js, game.js, framework.js and rules.js.
// With --check it writes nothing, and fails if they are not as it would make them.

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { minifySync } from "rolldown/utils"

const root = fileURLToPath(new URL("..", import.meta.url))
const texts = []

// Lines that end in a mark are for what not all games have: open actions, what is tried and may fail (then the module imports
// `attempt`), calls of states by names, lines of the log for some roles, options (how many play is one). And for what servers
// want: a state is written into the memory sooner, and what is wrong with it is told in the words of the engine. Games without
// all of them get a game.js without those lines. Where in a source something stands is known to the package alone.
const lines = (names) => names.map((name) => readFileSync(`${root}engine/export/src/${name}`, "utf8")).join("\n").split("\n")
const mark = / \/\/ (open|attempt|named|served|private|options)$/
const places = / \/\/ places$/
const minified = (names, kept) => {
  const text = lines(names).filter((it) => !places.test(it) && (kept || !mark.test(it))).join("\n")
  const { code, errors } = minifySync("exported.js", text, { compress: {}, mangle: { toplevel: true }, codegen: { removeWhitespace: true } })
  if (errors.length) throw new Error(errors.map((it) => it.message).join("\n"))
  return `${code.trim()}\n`
}
const game = ["runtime.js", "game.js"]
texts.push(["game.min.js", minified(game, false)], ["game.full.min.js", minified(game, true)])
texts.push(["rules.min.js", minified(["runtime.js", "framework.js", "rules.js"], true)])

let stale = 0
for (const [name, text] of texts) {
  const path = `${root}engine/export/src/${name}`
  if (!process.argv.includes("--check")) writeFileSync(path, text)
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${path} is not as what it is made of: run "node scripts/exports.mjs"`)
    stale = 1
  }
}
process.exit(stale)
