// Writes the licences of third-party code in the published files. `licences.mjs package` writes `third-party.txt` in the npm package: the
// crates in the engine. `licences.mjs page` writes it in the page: the same, and the packages in its bundle. A missing licence fails the
// build.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = new URL("../", import.meta.url)
const TEXT = /^(licen[cs]e|copying|notice|unlicense)/i

if (process.argv[2] === "page") write("www/dist/third-party.txt", "the engine and the page", [...engineCrates(), ...packages()])
else write("playground/npm/dist/third-party.txt", "the engine", engineCrates())

// The crates that the engine is linked from, as cargo resolves them for it.
function engineCrates() {
  const told = execFileSync(
    "cargo",
    ["tree", "--locked", "-p", "engine-whole", "--target", "wasm32-unknown-unknown", "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}\t{l}"],
    { cwd: root, encoding: "utf8" },
  )
  const metadata = execFileSync("cargo", ["metadata", "--locked", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  const known = new Map(JSON.parse(metadata).packages.map((it) => [`${it.name} v${it.version}`, it]))
  const linked = new Set(told.split("\n").map((line) => line.split("\t")[0].replace(/ \(.*$/, "")))
  return [...linked]
    .map((it) => known.get(it))
    .filter((it) => it?.source)
    .map((it) => part(it.name, it.version, it.license, dirname(it.manifest_path)))
}

// Packages bundled into the page: its dependencies, and theirs.
function packages() {
  const lock = JSON.parse(readFileSync(new URL("package-lock.json", root))).packages
  const found = new Map()
  const open = Object.keys(lock.www.dependencies)
  for (const name of open) {
    const at = `node_modules/${name}`
    const { version, license, dependencies = {}, link } = lock[at]
    if (found.has(name) || link) continue
    found.set(name, part(name, version, license, new URL(at, root).pathname))
    open.push(...Object.keys(dependencies))
  }
  return [...found.values()]
}

// Of several licences to choose from, that of MIT.
function part(name, version, licence, folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && TEXT.test(it.name))
    .map((it) => it.name)
  const mit = files.filter((it) => /mit/i.test(it))
  const chosen = /MIT (OR|\/)|(OR|\/) ?MIT/.test(licence) && mit.length > 0 ? mit : files
  return { name, version, licence, texts: chosen.map((it) => readFileSync(join(folder, it), "utf8").trim()) }
}

// Crates with the same text are listed together above it.
function write(path, what, parts) {
  const without = parts.filter((it) => it.texts.length === 0 && !it.licence)
  if (without.length > 0) throw new Error(`without a licence: ${without.map((it) => it.name).join(", ")}`)
  const byText = new Map()
  for (const { name, version, licence, texts } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = texts.join("\n\n") || licence
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const chapters = [...byText].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`)
  writeFileSync(new URL(path, root), `Other people's code in ${what}\n\n${chapters.join(`\n${"-".repeat(80)}\n\n`)}`)
}
