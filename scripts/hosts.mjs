// Runs the published package in common hosts: `npm run hosts` in all of them, `npm run hosts node vite-7` in those with these names. They
// run tests/hosts/play.js. Each has a folder of its own, with its dependencies from the registry, in the system's folder for temporary
// files; existing folders are reused. Prints a table, and fails if a host does.
import { execFile, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { chromium } from "@playwright/test"
import sirv from "sirv"

const root = fileURLToPath(new URL("..", import.meta.url))
const sources = join(root, "tests/hosts")
const LONGEST = 240_000

// ---- What runs and serves

const run = promisify(execFile)

/** Output of a command; a failed one has it in its error. */
async function sh(at, command, args, env = {}) {
  const path = [join(at, "node_modules/.bin"), join(root, "node_modules/.bin"), process.env.PATH].join(":")
  try {
    const { stdout, stderr } = await run(command, args, { cwd: at, timeout: LONGEST, maxBuffer: 1 << 26, env: { ...process.env, NODE_OPTIONS: "", CI: "1", PATH: path, ...env } })
    return stdout + stderr
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}: ${`${error.stdout}${error.stderr}`.trim().split("\n").slice(-30).join("\n") || error.message}`)
  }
}

/** Report of a program: its last line of that kind. */
function toldIn(printed) {
  const found = [...printed.matchAll(/HOST (\{.*\})/g)].at(-1)
  if (!found) throw new Error(`nothing was told: ${printed.slice(-2_000)}`)
  return JSON.parse(found[1])
}

const program = async (at, command, args, env) => toldIn(await sh(at, command, args, env))

/** A folder, served to pages of any origin while something is done with its address. */
async function served(folder, use) {
  const serve = sirv(folder, { dev: true, setHeaders: (response) => response.setHeader("Access-Control-Allow-Origin", "*") })
  const server = createServer((request, response) => serve(request, response, () => response.writeHead(404).end()))
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready))
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Tests if a port is open, without a request, since a host would play for one. */
const listens = (port) =>
  new Promise((done) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.end(() => done(true)))
    socket.on("error", () => done(false))
  })

/** A server that a command starts, used once it listens. */
async function started(at, command, args, use, env = {}) {
  const port = await served(at, (address) => new URL(address).port)
  const path = [join(at, "node_modules/.bin"), process.env.PATH].join(":")
  const server = spawn(command, args(port), { cwd: at, detached: true, env: { ...process.env, NODE_OPTIONS: "", CI: "1", PATH: path, PORT: port, ...env } })
  let printed = ""
  for (const from of [server.stdout, server.stderr]) from.on("data", (data) => (printed += data))
  const ended = new Promise((_, fail) => server.on("exit", () => fail(new Error(`${command} ended: ${printed.slice(-3_000)}`))))
  const address = `http://127.0.0.1:${port}/`
  const ready = async () => {
    for (const end = Date.now() + LONGEST; Date.now() < end; await new Promise((done) => setTimeout(done, 200))) {
      if (await listens(port)) return
    }
    throw new Error(`${command} does not listen`)
  }
  try {
    await Promise.race([ready(), ended])
    return await Promise.race([use(address), ended])
  } catch (error) {
    throw new Error(`${error.message}\n${printed.slice(-3_000)}`)
  } finally {
    server.removeAllListeners("exit")
    ended.catch(() => {})
    try {
      process.kill(-server.pid)
    } catch {}
  }
}

let browser

const chromiums = async () => `Chromium ${(await browser).version()}`

/** The value that a page left in `told`; with `server`, the server's part of it. */
async function browsed(address, { server = false } = {}) {
  browser ??= chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
  const page = await (await browser).newPage()
  const problems = []
  page.on("pageerror", (error) => problems.push(error.message))
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
  try {
    await page.goto(address, { timeout: LONGEST })
    await page.waitForFunction(() => globalThis.told, undefined, { timeout: 60_000 })
    const told = await page.evaluate(() => globalThis.told)
    if (told.failed) throw new Error(told.failed)
    return server ? { client: told, server: JSON.parse(await page.textContent("#server")) } : told
  } catch (error) {
    throw new Error([error.message, ...problems].join("\n"))
  } finally {
    await page.close()
  }
}

/** A page with a script, as bundlers leave it. */
function page(at, script) {
  writeFileSync(join(at, "built.html"), `<!doctype html>\n<meta charset="utf-8">\n<script type="module" src="${script}"></script>\n`)
  return served(at, (address) => browsed(`${address}built.html`))
}

// ---- The hosts

const node = (version) => {
  const name = `node-${process.platform}-${process.arch}`
  const binary = (at) => (version ? join(at, "node_modules", name, "bin/node") : process.execPath)
  return {
    binary,
    packages: version ? { [name]: version } : {},
    version: async (at) => (await sh(at, binary(at), ["--version"])).trim(),
    play: async (at) => ({ import: await program(at, binary(at), ["program.js"]), require: await program(at, binary(at), ["program.cjs"]) }),
  }
}

const vite = (version) => ({
  packages: { vite: version },
  play: async (at) => {
    await sh(at, "vite", ["build", "--base", "./"])
    return {
      build: await served(join(at, "dist"), browsed),
      dev: await started(at, "vite", (port) => ["--host", "127.0.0.1", "--port", port, "--strictPort"], browsed),
    }
  },
})

const jest = (environment) => ({
  packages: { jest: "30", ...(environment === "jsdom" && { "jest-environment-jsdom": "30" }) },
  play: (at) => program(at, "jest", [`--env=${environment}`, "--transform={}"], { NODE_OPTIONS: "--experimental-vm-modules" }),
})

const esbuild = (at, entry, out, ...args) => sh(at, "esbuild", [entry, "--bundle", `--outfile=${out}`, ...args])

export const hosts = {
  "node": { ...node(), quick: true },
  "node-22": node("22"),
  "node-24": node("24"),
  "node-26": node("26"),
  "deno": { packages: { deno: "2" }, play: async (at) => ({ read: await program(at, "deno", ["run", "--allow-read", "program.js"]), nothing: await program(at, "deno", ["run", "--no-prompt", "program.js"]) }) },
  "bun": {
    packages: { bun: "1" },
    play: async (at) => {
      await sh(at, "node", ["node_modules/bun/install.js"])
      await sh(at, "bun", ["build", "program.js", "--target=bun", "--outdir=dist"])
      return { run: await program(at, "bun", ["program.js"]), build: await program(at, "bun", ["dist/program.js"]) }
    },
  },
  "page": { quick: true, packages: {}, version: chromiums, play: (at) => served(at, (address) => browsed(`${address}plain.html`)) },
  "worker": { quick: true, packages: {}, version: chromiums, play: (at) => served(at, (address) => browsed(`${address}worker.html`)) },
  "cdn": {
    quick: true,
    packages: {},
    version: chromiums,
    play: (at) =>
      served(at, async (far) => {
        const plain = readFileSync(join(at, "plain.html"), "utf8")
        writeFileSync(join(at, "cdn.html"), plain.replace('"./node_modules/', `"${far}node_modules/`))
        return await served(at, (address) => browsed(`${address}cdn.html`))
      }),
  },
  "file": {
    quick: true,
    packages: {},
    version: chromiums,
    play: async (at) => {
      await esbuild(at, "inline.js", "dist/inline.js", "--format=iife")
      const script = readFileSync(join(at, "dist/inline.js"), "utf8").replaceAll("</script", "<\\/script")
      writeFileSync(join(at, "alone.html"), `<!doctype html>\n<meta charset="utf-8">\n<script>${script}</script>\n`)
      return browsed(pathToFileURL(join(at, "alone.html")).href)
    },
  },
  "esbuild": {
    quick: true,
    packages: {},
    version: (at) => sh(at, "esbuild", ["--version"]),
    play: async (at) => {
      await esbuild(at, "page.js", "dist/page.js", "--format=esm")
      await esbuild(at, "program.js", "dist/program.mjs", "--format=esm", "--platform=node")
      await esbuild(at, "program.js", "dist/program.cjs", "--format=cjs", "--platform=node")
      return { browser: await page(at, "dist/page.js"), esm: await program(at, "node", ["dist/program.mjs"]), cjs: await program(at, "node", ["dist/program.cjs"]) }
    },
  },
  "vite": {
    quick: true,
    packages: {},
    version: async (at) => (await sh(at, "vite", ["--version"])).match(/\d[\d.]*/)[0],
    play: async (at) => {
      await sh(at, "vite", ["build", "--base", "./"])
      return served(join(at, "dist"), browsed)
    },
  },
  "vite-5": vite("5"),
  "vite-6": vite("6"),
  "vite-7": vite("7"),
  "vite-8": vite("8"),
  "webpack": {
    packages: { "webpack": "5", "webpack-cli": "6" },
    play: async (at) => {
      await sh(at, "webpack", [])
      return page(at, "dist/main.js")
    },
  },
  "rollup": {
    packages: { "rollup": "4", "@rollup/plugin-node-resolve": "16" },
    play: async (at) => {
      await sh(at, "rollup", ["-c"])
      return page(at, "dist/page.js")
    },
  },
  "parcel": {
    packages: { parcel: "2" },
    play: async (at) => {
      await sh(at, "parcel", ["build", "index.html", "--dist-dir", "dist", "--public-url", "./"])
      return served(join(at, "dist"), browsed)
    },
  },
  "next": {
    packages: { "next": "16", "react": "19", "react-dom": "19" },
    play: async (at) => {
      const env = { NEXT_TELEMETRY_DISABLED: "1" }
      await sh(at, "next", ["build"], env)
      return started(at, "next", (port) => ["start", "--port", port], (address) => browsed(address, { server: true }), env)
    },
  },
  // Needs Node 22 or later.
  "sveltekit": {
    packages: { "@sveltejs/kit": "3", "@sveltejs/adapter-node": "6", "@sveltejs/vite-plugin-svelte": "7", "svelte": "5", "vite": "8", ...node("24").packages },
    play: async (at) => {
      const binary = node("24").binary(at)
      await sh(at, binary, ["node_modules/vite/bin/vite.js", "build"])
      return started(at, binary, () => ["build"], (address) => browsed(address, { server: true }), { HOST: "127.0.0.1" })
    },
  },
  "vitest": { packages: { vitest: "5", vite: "8" }, play: (at) => program(at, "vitest", ["run", "--globals"]) },
  "jest": jest("node"),
  "jest-jsdom": jest("jsdom"),
  "wrangler": {
    packages: { wrangler: "4" },
    play: (at) =>
      started(
        at,
        "wrangler",
        (port) => ["dev", "cloudflare.js", "--local", "--ip", "127.0.0.1", "--port", port, "--compatibility-date", "2025-06-01"],
        async (address) => {
          const response = await fetch(address)
          const text = await response.text()
          if (!response.ok) throw new Error(text.slice(0, 2_000))
          return JSON.parse(text)
        },
        { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
      ),
  },
}

/** The package as published, in a folder. */
export async function pack(folder) {
  mkdirSync(folder, { recursive: true })
  await sh(join(root, "playground/npm"), "npm", ["pack", "--pack-destination", folder])
  const { name, version } = JSON.parse(readFileSync(join(root, "playground/npm/package.json"), "utf8"))
  return join(folder, `${name}-${version}.tgz`)
}

/** The folder of a host, with the package and its dependencies. Hosts without dependencies share one. */
async function installed(name, folder, tarball) {
  const { packages } = hosts[name]
  const alone = Object.keys(packages).length > 0
  const at = join(folder, alone ? name : "alone")
  rmSync(join(at, "dist"), { recursive: true, force: true })
  if (ready.has(at)) return at
  // Keeps npm's installation, except for the package, which has changed at the same version.
  for (const old of ["node_modules/houserules", "node_modules/.package-lock.json"]) rmSync(join(at, old), { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  cpSync(sources, at, { recursive: true, filter: (path) => !/hosts\/(next|sveltekit)$/.test(path) })
  if (existsSync(join(sources, name))) cpSync(join(sources, name), at, { recursive: true })
  const devDependencies = { houserules: `file:${tarball}`, ...packages }
  writeFileSync(join(at, "package.json"), JSON.stringify({ name: "plays", private: true, type: "module", devDependencies }, null, 2))
  await sh(at, "npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...(alone ? [] : ["--offline"])])
  ready.add(at)
  return at
}

const ready = new Set()

/** Plays in a host: its version, and the output of each way to play, by name. */
export async function played(name, folder, tarball) {
  const { packages, play, version } = hosts[name]
  const at = await installed(name, folder, tarball)
  const told = await play(at)
  const [first] = Object.keys(packages)
  const installs = () => JSON.parse(readFileSync(join(at, "node_modules", first, "package.json"), "utf8")).version
  return { version: version ? (await version(at)).trim() : first ? installs() : "", told: told.hash ? { "": told } : told }
}

/** Ends everything started for all hosts. */
export async function close() {
  await (await browser)?.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const unknown = process.argv.slice(2).filter((it) => !hosts[it])
  if (unknown.length > 0) throw new Error(`there is no host ${unknown.join(", ")}: ${Object.keys(hosts).join(", ")}`)
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(hosts)
  const folder = join(tmpdir(), "houserules-hosts")
  const tarball = await pack(folder)
  const hashes = new Set()
  const failed = []
  console.log("| host | version | way | result | hash of the lab | machine code | an error | memory | s |\n|---|---|---|---|---|---|---|---|---|")
  for (const name of names) {
    const begun = Date.now()
    try {
      const { version, told } = await played(name, folder, tarball)
      for (const [way, { result, hash, machine, error, memory }] of Object.entries(told)) {
        console.log(`| ${[name, version, way, result, hash, machine, error, memory, Math.round((Date.now() - begun) / 1000)].join(" | ")} |`)
        hashes.add(hash)
        if (result !== "X" || error !== "HR0607" || memory !== "given back" || !/the same games|HR1107/.test(machine)) failed.push(`${name}: ${way}`)
      }
    } catch (error) {
      failed.push(name)
      console.error(`\n${name}: ${error.message}\n`)
      console.log(`| ${name} | | | failed | | | | | ${Math.round((Date.now() - begun) / 1000)} |`)
    }
  }
  await close()
  if (hashes.size > 1) failed.push("the labs counted different games")
  if (failed.length > 0) console.error(`\nnot as it should be: ${failed.join(", ")}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
