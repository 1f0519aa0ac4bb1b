// Writes the modules of the npm package that are made from other files:
// games.js from playground/games, engine_bytes.js from the engine, machine.js from what plays machine code.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const games = new URL("../playground/games/", import.meta.url)
const dist = new URL("../playground/npm/dist/", import.meta.url)

const shipped = readdirSync(games)
  .map((id) => {
    const about = JSON.parse(readFileSync(new URL(`${id}/game.json`, games)))
    const source = readFileSync(new URL(`${id}/game.${about.language}`, games), "utf8")
    const names = readdirSync(new URL(`${id}/`, games), { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => relative(fileURLToPath(new URL(`${id}/`, games)), join(it.parentPath, it.name)))
      .filter((name) => name !== "game.json" && name !== `game.${about.language}` && /\.(rules|json|world)$/.test(name))
      .sort()
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(`${id}/${name}`, games), "utf8")]))
    return { id, ...about, source, ...(names.length > 0 && { files }) }
  })
  .sort((a, b) => a.order - b.order)
  .map(({ order, ...game }) => game)

write("games.js", `export const games = ${JSON.stringify(shipped, null, 2)}\n`)
write("engine_bytes.js", `export const base64 = "${readFileSync(new URL("engine_bg.wasm", dist), "base64")}"\n`)

const scripts = ["runtime.js", "random.js", "framework.js"].map((name) => readFileSync(new URL(`../engine/export/src/${name}`, import.meta.url), "utf8"))
write("machine.js", `${scripts.join("\n")}\nexport { frameworkOf, playouts, playRandom, Rules }\n`)

function write(name, text) {
  writeFileSync(new URL(name, dist), text)
}
