// Makes engine/export/src/table.js and table.css, the table that exported games draw themselves on, of www/src/table/element.tsx.
// With --check it writes nothing, and fails if they are not as it would make them.

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))
const [made] = await build({
  configFile: false,
  root: `${root}www`,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { write: false, lib: { entry: `${root}www/src/table/element.tsx`, formats: ["es"], fileName: "table", cssFileName: "table" }, rollupOptions: { output: { minify: true } } },
})
// What is built in comes with the words of its licences.
const shapes = readFileSync(`${root}www/src/table/shapes.ts`, "utf8").match(/\/\*!.*?\*\//s)[0]
const preact = readFileSync(`${root}node_modules/preact/LICENSE`, "utf8").trim()
const head = `/*! With Preact.\n\n${preact}\n*/\n${shapes}\n`
const texts = made.output.map(it => [it.fileName.endsWith(".css") ? "table.css" : "table.js", it.type === "asset" ? String(it.source) : head + it.code.replace(shapes, "")])

let stale = 0
for (const [name, text] of texts) {
  const path = `${root}engine/export/src/${name}`
  if (!process.argv.includes("--check")) writeFileSync(path, text)
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${path} is not as www/src/table is: run "node scripts/table.mjs"`)
    stale = 1
  }
}
process.exit(stale)
