// Makes in engine/export/src the scripts that play an exported game, minified, of runtime.js, game.js, framework.js and rules.js.
// With --check it writes nothing, and fails if they are not as it would make them.

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { minifySync } from "rolldown/utils"

const root = fileURLToPath(new URL("..", import.meta.url))
const texts = []

// Lines that end in a mark are for features that not all games have: open actions, trials that may fail (the module then imports
// `attempt`), states called by name, private log lines, options (the number of players is one). Also for servers: a state is written into
// memory faster, and its errors are reported in the engine's words. Games without all of them get a game.js without those lines. Lines that
// end in `package` are for the package alone: places in a source, and memories shared by games.
const lines = (names) => names.map((name) => readFileSync(`${root}engine/export/src/${name}`, "utf8")).join("\n").split("\n")
const mark = / \/\/ (open|attempt|named|served|private|options)$/
const alone = / \/\/ package$/
const minified = (names, kept) => {
  const text = lines(names).filter((it) => !alone.test(it) && (kept || !mark.test(it))).join("\n")
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
