// Writes the generated modules of the npm package: languages.js and its types from the engine's table of languages; games.js and shelved.js
// from playground/games, with the text and the machine code of each game in files of their own; engine_bytes.js from the engine,
// compressed; core.js, which is slim.js around the core; machine.js from the scripts that run machine code.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const games = new URL("../playground/games/", import.meta.url)
const dist = new URL("../playground/npm/dist/", import.meta.url)

const engine = await import(new URL("engine.js", dist))
engine.initSync({ module: readFileSync(new URL("engine_bg.wasm", dist)) })
const languages = engine.languages()
write("languages.js", `export const languages = ${JSON.stringify(languages, null, 2)}\n`)
write(
  "languages.d.ts",
  `import type { LanguageInfo } from "./api.js"

/** The languages that rules can be written in. */
export type Language = ${languages.map((it) => `"${it.name}"`).join(" | ")}

/** All languages, the first the one that is meant where none is given. */
export const languages: LanguageInfo[]
`,
)

const endings = new Set(languages.flatMap((it) => it.uses))

const shipped = readdirSync(games)
  .map((id) => {
    const about = JSON.parse(readFileSync(new URL(`${id}/game.json`, games)))
    const main = `game.${languages.find((it) => it.name === about.language).ending}`
    const source = readFileSync(new URL(`${id}/${main}`, games), "utf8")
    const names = readdirSync(new URL(`${id}/`, games), { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => relative(fileURLToPath(new URL(`${id}/`, games)), join(it.parentPath, it.name)))
      .filter((name) => name !== "game.json" && name !== main && endings.has(name.split(".").at(-1)))
      .sort()
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(`${id}/${name}`, games), "utf8")]))
    return { id, ...about, source, ...(names.length > 0 && { files }) }
  })
  .sort((a, b) => a.order - b.order)
  .map(({ order, ...game }) => game)

rmSync(new URL("games/", dist), { recursive: true, force: true })
mkdirSync(new URL("games/", dist))
for (const { id, source, files } of shipped) write(`games/${id}.js`, `export default ${JSON.stringify({ source, files }, null, 2)}\n`)
for (const { id, language, source, files } of shipped) {
  const { rules } = engine.compile(source, { language, files })
  const { wasm, about } = rules.code()
  writeFileSync(new URL(`games/${id}.wasm`, dist), wasm)
  write(`games/${id}.code.js`, `export const about = ${JSON.stringify(about)}\nexport const wasm = new URL("./${id}.wasm", import.meta.url)\n`)
  rules.free()
}
const listed = shipped.map(({ source, files, ...game }) => {
  const parts = `text: () => import("./games/${game.id}.js"), code: () => import("./games/${game.id}.code.js")`
  return `{ ...${JSON.stringify(game)}, ${parts} }`
})
write("shelved.js", `export const shelved = [\n${listed.join(",\n")}\n]\n`)
const texts = shipped.map(({ id }, at) => `import text${at} from "./games/${id}.js"\n`)
const whole = shipped.map(({ source, files, ...game }, at) => `{ ...${JSON.stringify(game)}, ...text${at} }`)
write("games.js", `${texts.join("")}\nexport const games = [\n${whole.join(",\n")}\n]\n`)
write("engine_bytes.js", `export const base64 = "${gzipSync(readFileSync(new URL("engine_bg.wasm", dist)), { level: 9 }).toString("base64")}"\n`)

write("core.js", readFileSync(new URL("slim.js", dist), "utf8").replace('"./engine.js"', '"./engine_core.js"'))

const scripts = ["runtime.js", "random.js", "framework.js"].map((name) => readFileSync(new URL(`../engine/export/src/${name}`, import.meta.url), "utf8"))
write("machine.js", `import { TextDecoder, TextEncoder } from "./hosts.js"\n${scripts.join("\n")}\nexport { frameworkOf, Machine, playouts, playRandom, Rules }\n`)

function write(name, text) {
  writeFileSync(new URL(name, dist), text)
}
