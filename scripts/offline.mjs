// Writes the page's service worker, www/dist/offline.js, with the files that a visit without a network needs: all but the machine code
// of shipped games, which is played only until the engine is there. The documentation is among them.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const dist = new URL("../www/dist/", import.meta.url)
const assets = readdirSync(new URL("assets/", dist)).filter((name) => !/\.(br|gz)$|\.code-|(?<!engine(_core)?_bg)-[\w-]{8}\.wasm$/.test(name))
const docs = readdirSync(new URL("docs/", dist)).filter((name) => !/\.(br|gz)$/.test(name)).sort()
const files = ["./", "./icon.svg", ...assets.sort().map((name) => `./assets/${name}`), ...docs.map((name) => `./docs/${name}`)]
const source = readFileSync(new URL("../www/offline.js", import.meta.url), "utf8")
const texts = ["index.html", ...docs.map((name) => `docs/${name}`)].map((name) => readFileSync(new URL(name, dist), "utf8"))
const version = createHash("sha256").update(source + files + texts).digest("hex").slice(0, 16)
const filled = source.replace("FILES = []", () => `FILES = ${JSON.stringify(files)}`).replace('VERSION = ""', () => `VERSION = "house-rules ${version}"`)
writeFileSync(new URL("offline.js", dist), filled)
