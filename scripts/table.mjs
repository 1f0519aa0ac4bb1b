// Builds the package houserules-table, playground/table/dist: table.js with its types, the files of a page that plays an exported game, and
// site.js, which puts a game among them.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { isolatedDeclarationSync } from "rolldown/experimental"
import { minifySync } from "rolldown/utils"
import { build } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}playground/table`
const source = name => readFileSync(`${folder}/src/${name}`, "utf8")

/** The table as scripts: parts that few games need are loaded when needed, or are in the same script. */
async function scripts(whole) {
  const [made] = await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    build: {
      write: false,
      // Styles stay as they are written, so that a guest may choose light or dark.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      lib: { entry: `${folder}/src/table.tsx`, formats: ["es"], fileName: "table" },
      rollupOptions: { preserveEntrySignatures: "allow-extension", output: { codeSplitting: !whole, chunkFileNames: "[name].js" } },
    },
  })
  const minified = it => minifySync(it.fileName, it.code, { module: true, compress: {}, mangle: { toplevel: true }, codegen: { removeWhitespace: true } }).code
  // Bundled code is accompanied by its licences.
  const licences = it => (/Phosphor/.test(it.code) ? `${shapes}\n` : "") + (it.isEntry ? `/*! With Preact.\n\n${preact}\n*/\n` : "")
  return made.output.map(it => [it.fileName, licences(it) + minified({ ...it, code: it.code.replace(shapes, "") })])
}

const shapes = source("shapes.ts").match(/\/\*!.*?\*\//s)[0]
const preact = readFileSync(`${root}node_modules/preact/LICENSE`, "utf8").trim()
const [[, table]] = await scripts(true)

const page = { "index.html": source("../site/index.html"), "page.js": source("../site/page.js"), ...Object.fromEntries(await scripts(false)) }
const alone = source("../site/alone.html").replace("TABLE", gzipSync(table, { level: 9 }).toString("base64"))
const site = `const page = ${JSON.stringify(page)}\nconst alone = ${JSON.stringify(alone)}\n\n${source("../site/site.js")}`
const types = ["api.ts", "table.tsx"].map(name => {
  const { code: declared, errors } = isolatedDeclarationSync(name, source(name))
  if (errors.length) throw new Error(errors.map(it => it.message).join("\n"))
  return [name.replace(/\.tsx?$/, ".d.ts"), declared.replaceAll('"./api"', '"./api.js"')]
})

rmSync(`${folder}/dist`, { recursive: true, force: true })
mkdirSync(`${folder}/dist`)
for (const [name, text] of [...Object.entries(page), ["alone.html", alone], ["site.js", site], ["site.d.ts", source("../site/site.d.ts")], ...types]) writeFileSync(`${folder}/dist/${name}`, text)
