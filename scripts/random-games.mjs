// Plays random games of the shipped games natively, through the package and by machine code, and compares the results. `node
// scripts/random-games.mjs [--games 10000] [--seed 1] [--every] [game …]`; needs all built: `cargo build -p cli`, `npm run build`. The
// games have seeds from the given one on, so that many can be played in parts. `--every` compares not only final states, but the JSON of
// every state.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { games, init, compile } from "houserules"

const binary = fileURLToPath(new URL("../target/debug/houserules", import.meta.url))
const folder = new URL("../playground/games/", import.meta.url)

/** Results of the native engine for a shipped game. */
export function native({ id, language }, count, seed = 1, every = false) {
  const file = fileURLToPath(new URL(`${id}/game.${language}`, folder))
  return new Promise((resolve, reject) => {
    const args = ["lab", file, "--draw-setup", "--games", String(count), "--seed", String(seed), ...(every ? ["--every"] : [])]
    execFile(binary, args, (_, stdout, stderr) => {
      const [, moves, hash] = stdout.match(/ games, (\d+) moves[^]*\nhash (\w{16})\n/) ?? []
      if (hash) resolve({ moves: Number(moves), hash })
      else reject(new Error(`${id}: ${stdout}${stderr}`))
    })
  })
}

/** Results of the package's engine for it: of its interpreter, and of machine code. */
export async function packaged(game, count, seed = 1, every = false) {
  const { rules, report } = compile(game.source, { language: game.language, files: game.files })
  if (!rules) throw new Error(report)
  const machine = (await rules.machine_code()).play_random(count, seed, every)
  const interpreted = rules.play_random(count, seed, every)
  rules.free()
  return { interpreted, machine }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { games: { type: "string", default: "10000" }, seed: { type: "string", default: "1" }, every: { type: "boolean", default: false } }
  const { values, positionals: only } = parseArgs({ options, allowPositionals: true })
  const [count, seed] = [Number(values.games), Number(values.seed)]
  await init()
  let good = true
  console.log("game                games     moves   longest  broken  hash              native  machine  results")
  for (const game of games.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const meanwhile = native(game, count, seed, values.every)
    const { interpreted: ours, machine } = await packaged(game, count, seed, values.every)
    const theirs = await meanwhile
    const same = (it) => it.hash === ours.hash && it.moves === ours.moves
    good &&= same(theirs) && same(machine) && ours.broken === 0
    const columns = [game.id.padEnd(16), String(count).padStart(8), String(ours.moves).padStart(9), String(ours.longest).padStart(9)]
    const results = Object.entries(ours.results).map(([result, games]) => `${result} ${games}`)
    console.log(...columns, String(ours.broken).padStart(7), "", ours.hash, same(theirs) ? " same  " : " OTHER ", same(machine) ? " same   " : " OTHER  ", results.join(", "))
    for (const { seed, message } of ours.failures) console.log(`  seed ${seed}: ${message}`)
  }
  process.exitCode = good ? 0 : 1
}
