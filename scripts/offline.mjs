// Writes the page's service worker, www/dist/offline.js, with the files for a visit without a network: all but the machine code of shipped
// games, which is only used until the engine is loaded.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const dist = new URL("../www/dist/", import.meta.url)
const assets = readdirSync(new URL("assets/", dist)).filter((name) => !/\.(br|gz)$|\.code-|(?<!engine(_core)?_bg)-[\w-]{8}\.wasm$/.test(name))
const files = ["./", "./icon.svg", ...assets.sort().map((name) => `./assets/${name}`)]
const source = readFileSync(new URL("../www/offline.js", import.meta.url), "utf8")
const version = createHash("sha256").update(source + files + readFileSync(new URL("index.html", dist))).digest("hex").slice(0, 16)
const filled = source.replace("FILES = []", () => `FILES = ${JSON.stringify(files)}`).replace('VERSION = ""', () => `VERSION = "house-rules ${version}"`)
writeFileSync(new URL("offline.js", dist), filled)
