// Fuzzing campaign: random texts, programs, states, moves and secrets against the engine, for a given time.
//
//   npm run fuzz -- --minutes 60 [--seed N] [--only texts,programs] [--processes 2]
//
// Builds the tests with optimisation and all checks, then runs their parts in turn, with new numbers from the seed on: the current time, if
// none is given. Findings are written to target/findings: texts ready for tests/fuzz, and the output of other tests.
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..")
const findings = resolve(process.env.FINDINGS ?? join(root, "target/findings"))

// Each part: the tests it is, how many to begin with, and its share of the time.
const PARTS = [
  { name: "texts", tests: "fuzz_texts", count: 5_000, share: 8 },
  { name: "programs", tests: "programs_are_played_the_same", count: 500, share: 2 },
  { name: "tgdl", tests: "tgdl_programs_mean_what_they_say", count: 300, share: 2 },
  { name: "states", tests: "fuzz_states", count: 5_000, share: 2 },
  { name: "moves", tests: "fuzz_moves", count: 5_000, share: 1 },
  { name: "secrets", tests: "fuzz_secrets", count: 500, share: 1 },
]
// Approximate duration of one run of a part.
const SECONDS = 60

const { values: asked } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    only: { type: "string", default: PARTS.map(it => it.name).join() },
    processes: { type: "string", default: "2" },
  },
})

function built() {
  const args = ["test", "--profile", "fuzz", "--locked", "-p", "tests", "--lib", "--no-run", "--message-format=json"]
  const { status, stdout } = spawnSync("cargo", args, { cwd: root, encoding: "utf8", stdio: ["inherit", "pipe", "inherit"], maxBuffer: 1 << 28 })
  if (status !== 0) process.exit(status ?? 1)
  const messages = stdout.split("\n").filter(it => it.startsWith("{")).map(it => JSON.parse(it))
  return messages.findLast(it => it.executable && it.target.name === "tests").executable
}

const executable = built()
const listed = spawnSync(executable, ["--list"], { encoding: "utf8" }).stdout
const parts = PARTS.filter(it => asked.only.split(",").includes(it.name))
  .filter(it => listed.includes(it.tests) || console.log(`${it.name}: no tests of that name`))
  .map(it => ({ ...it, seed: Number(asked.seed), done: 0, seconds: 0, failed: 0 }))
const end = Date.now() + Number(asked.minutes) * 60_000
const time = () => new Date().toISOString().slice(11, 19)

// Runs a part once; its numbers are taken before, so that no other process has them.
function run(part) {
  const [seed, count] = [part.seed, part.count]
  part.seed += count
  const start = Date.now()
  const env = { ...process.env, SEED: seed, COUNT: count, FINDINGS: findings }
  const child = spawn(executable, [part.tests, "--nocapture", "--test-threads", "1"], { cwd: join(root, "tests"), env })
  const said = []
  child.stdout.on("data", it => said.push(it))
  child.stderr.on("data", it => said.push(it))
  return new Promise(ended => child.on("close", code => ended({ part, seed, count, code, text: Buffer.concat(said).toString(), seconds: (Date.now() - start) / 1000 })))
}

function note({ part, seed, count, code, text, seconds }) {
  part.done += count
  part.seconds += seconds
  part.count = Math.max(1, Math.round(Math.min(part.count * 4, (count * SECONDS) / Math.max(seconds, 0.1))))
  // The first output of a test follows its name.
  const lines = text.split("\n").map(it => it.replace(/^test \S+ \.\.\. /, ""))
  const own = lines.filter(it => it && !/^(running|ok|test result|thread|note:|stack backtrace|failures:|\s+\d+:)/.test(it))
  console.log(`${time()} ${part.name} ${seed}…${seed + count - 1}, ${seconds.toFixed(0)} s: ${code === 0 ? own.at(0) ?? "" : "FOUND"}`)
  if (code === 0) return
  part.failed += 1
  const path = join(findings, `${part.name}-${seed}-${count}.txt`)
  mkdirSync(findings, { recursive: true })
  writeFileSync(path, text)
  console.log(own.slice(0, 40).join("\n").slice(0, 4000))
  console.log(`all of it: ${path}`)
}

async function lane() {
  while (Date.now() < end && parts.length > 0) {
    const behind = it => (it.seconds + it.running * SECONDS) / it.share
    for (const it of parts) it.running ??= 0
    const part = parts.reduce((a, b) => (behind(b) < behind(a) ? b : a))
    part.running += 1
    const came = await run(part)
    part.running -= 1
    note(came)
  }
}

console.log(`${time()} ${parts.map(it => it.name).join(", ")} from ${asked.seed} on, for ${asked.minutes} minutes; findings go to ${findings}`)
await Promise.all(Array.from({ length: Number(asked.processes) }, lane))
for (const it of parts) {
  console.log(`${it.name}: ${it.done.toLocaleString("en")} in ${(it.seconds / 60).toFixed(1)} minutes of one core, ${it.failed} runs found something`)
}
process.exit(parts.some(it => it.failed > 0) ? 1 : 0)
