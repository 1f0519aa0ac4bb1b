// Writes the modules of the npm package that are made from other files:
// languages.js and its types from the engine's table of languages, games.js and shelved.js (with the text and the machine code of each
// game in files of their own) from playground/games, templates.js (with the text of each template in a file of its own) from
// playground/templates, engine_bytes.js from the engine, zipped, core.js, which is slim.js around the core, machine.js from what plays
// machine code.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const games = new URL("../playground/games/", import.meta.url)
const beginnings = new URL("../playground/templates/", import.meta.url)
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
    const files = beside(new URL(`${id}/`, games), ["game.json", main])
    return { id, ...about, source, ...(Object.keys(files).length > 0 && { files }) }
  })
  .sort((a, b) => a.order - b.order)
  .map(({ order, ...game }) => game)
// What only a list of games is searched by.
const apart = ({ kinds, minutes, ...game }) => game

rmSync(new URL("games/", dist), { recursive: true, force: true })
mkdirSync(new URL("games/", dist))
for (const { id, source, files } of shipped) write(`games/${id}.js`, `export default ${JSON.stringify({ source, files }, null, 2)}\n`)
const players = {}
for (const { id, language, source, files } of shipped) {
  const { rules } = engine.compile(source, { language, files })
  const { roles, players: some } = rules.info
  players[id] = { min: some?.min ?? roles.length, max: some?.max ?? roles.length }
  const { wasm, about } = rules.code()
  writeFileSync(new URL(`games/${id}.wasm`, dist), wasm)
  write(`games/${id}.code.js`, `export const about = ${JSON.stringify(about)}\nexport const wasm = new URL("./${id}.wasm", import.meta.url)\n`)
  rules.free()
}
const listed = shipped.map(({ source, files, ...game }) => {
  const parts = `text: () => import("./games/${game.id}.js"), code: () => import("./games/${game.id}.code.js")`
  return `{ ...${JSON.stringify({ ...game, players: players[game.id] })}, ${parts} }`
})
write("shelved.js", `export const shelved = [\n${listed.join(",\n")}\n]\n`)
const texts = shipped.map(({ id }, at) => `import text${at} from "./games/${id}.js"\n`)
const whole = shipped.map(({ source, files, ...game }, at) => `{ ...${JSON.stringify(apart(game))}, ...text${at} }`)
write("games.js", `${texts.join("")}\nexport const games = [\n${whole.join(",\n")}\n]\n`)

// What a new game may begin as: games in the first language. The empty one is the language's own.
const [{ name: language, ending, template }] = languages
rmSync(new URL("templates/", dist), { recursive: true, force: true })
mkdirSync(new URL("templates/", dist))
const offered = JSON.parse(readFileSync(new URL("templates.json", beginnings))).map(({ id, title, summary }) => {
  const main = `game.${ending}`
  const folder = new URL(`${id}/`, beginnings)
  const text = id === "empty" ? { source: template, files: {} } : { source: readFileSync(new URL(main, folder), "utf8"), files: beside(folder, [main]) }
  write(`templates/${id}.js`, `export default ${JSON.stringify({ language, ...text }, null, 2)}\n`)
  return `{ ...${JSON.stringify({ id, title, summary })}, load: async () => (await import("./templates/${id}.js")).default }`
})
write("templates.js", `export const templates = [\n${offered.join(",\n")}\n]\n`)

write("engine_bytes.js", `export const base64 = "${gzipSync(readFileSync(new URL("engine_bg.wasm", dist)), { level: 9 }).toString("base64")}"\n`)

write("core.js", readFileSync(new URL("slim.js", dist), "utf8").replace('"./engine.js"', '"./engine_core.js"'))

const scripts = ["runtime.js", "random.js", "framework.js"].map((name) => readFileSync(new URL(`../engine/export/src/${name}`, import.meta.url), "utf8"))
write("machine.js", `import { TextDecoder, TextEncoder } from "./hosts.js"\n${scripts.join("\n")}\nexport { frameworkOf, Machine, playouts, playRandom, Rules }\n`)

/** The texts and pictures in a folder, by their names, without those that are named. */
function beside(folder, but) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() || it.isSymbolicLink())
    .map((it) => relative(fileURLToPath(folder), join(it.parentPath, it.name)))
    .filter((name) => !but.includes(name) && endings.has(name.split(".").at(-1)))
    .sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]))
}

function write(name, text) {
  writeFileSync(new URL(name, dist), text)
}
