// Plays random games of every shipped game natively and through the package, and compares what came of them.
// `node scripts/random-games.mjs [games] [game …]`; needs both built: `cargo build --release -p cli`, `npm run build`.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { games, init, compile } from "house-rules"

const binary = fileURLToPath(new URL("../target/release/houserules", import.meta.url))
const folder = new URL("../playground/games/", import.meta.url)

/** What the native engine says of a shipped game. */
export function native(id, count) {
  const file = fileURLToPath(new URL(`${id}/game.rules`, folder))
  const { stdout, stderr } = spawnSync(binary, ["run", file, String(count)], { encoding: "utf8" })
  const [, moves, hash] = stdout.match(/ games, (\d+) moves[^]*\nhash (\w{16})\n/) ?? []
  if (!hash) throw new Error(`${id}: ${stdout}${stderr}`)
  return { moves: Number(moves), hash }
}

/** What the engine in the package says of it. */
export function packaged(game, count) {
  const { rules, report } = compile(game.source, { files: game.files })
  if (!rules) throw new Error(report)
  const played = rules.play_random(count)
  rules.free()
  return played
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = "10000", ...only] = process.argv.slice(2)
  await init()
  let good = true
  console.log("game                games     moves   longest  broken  hash              native  results")
  for (const game of games.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const ours = packaged(game, Number(count))
    const theirs = native(game.id, Number(count))
    const same = ours.hash === theirs.hash && ours.moves === theirs.moves
    good &&= same && ours.broken === 0
    const columns = [game.id.padEnd(16), String(count).padStart(8), String(ours.moves).padStart(9), String(ours.longest).padStart(9)]
    const results = Object.entries(ours.results).map(([result, games]) => `${result} ${games}`)
    console.log(...columns, String(ours.broken).padStart(7), "", ours.hash, same ? " same  " : " OTHER ", results.join(", "))
    for (const { seed, message } of ours.failures) console.log(`  seed ${seed}: ${message}`)
  }
  process.exitCode = good ? 0 : 1
}
