// Writes the modules of the npm package that are made from other files:
// games.js from playground/games, engine_bytes.js from the engine.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const games = new URL("../playground/games/", import.meta.url)
const dist = new URL("../playground/npm/dist/", import.meta.url)

const shipped = readdirSync(games)
  .map((id) => {
    const about = JSON.parse(readFileSync(new URL(`${id}/game.json`, games)))
    const source = readFileSync(new URL(`${id}/game.${about.language}`, games), "utf8")
    return { id, ...about, source }
  })
  .sort((a, b) => a.order - b.order)
  .map(({ order, ...game }) => game)

write("games.js", `export const games = ${JSON.stringify(shipped, null, 2)}\n`)
write("engine_bytes.js", `export const base64 = "${readFileSync(new URL("engine_bg.wasm", dist), "base64")}"\n`)

function write(name, text) {
  writeFileSync(new URL(name, dist), text)
}
