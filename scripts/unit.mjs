// Runs the tests of the page's logic (tests/unit) under Node. They are TypeScript and import the page's scripts as those import each other,
// so they are bundled first. `unit.mjs layout`: only files that begin so.

import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))
const tests = readdirSync(`${root}tests/unit`).filter(name => name.endsWith(".test.ts") && name.startsWith(process.argv[2] ?? ""))
const outDir = `${root}target/unit`

rmSync(outDir, { recursive: true, force: true })
await build({
  configFile: false,
  root,
  logLevel: "warn",
  // The package finds its engine beside itself.
  ssr: { external: true, noExternal: ["houserules-table"] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    sourcemap: "inline",
    rollupOptions: { input: Object.fromEntries(tests.map(name => [name.replace(/\.ts$/, ""), `${root}tests/unit/${name}`])), output: { entryFileNames: "[name].mjs" } },
  },
})
const made = tests.map(name => `${outDir}/${name.replace(/\.ts$/, ".mjs")}`)
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...made], { stdio: "inherit" })
process.exit(status ?? 1)
