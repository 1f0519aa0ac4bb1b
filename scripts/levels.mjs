// Plays the levels of the page's computers against each other, in every seat, and stores the wins in tests/bench/levels.json. `node
// scripts/levels.mjs [--games 100] [--minutes 10] [game …]`: this many games for each two levels, fewer if they would take longer. Needs
// all built: `cargo build -p cli`, `npm run build`.
//
// A level looks as far ahead as allowed, but no further than this machine gets in the time for a move in the page. The stronger one has
// one seat, which changes, and the weaker one the others: among `seats` equal players it would win one game in so many.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { games, init, compile } from "houserules"
import { rolldown } from "rolldown"

const path = name => fileURLToPath(new URL(`../${name}`, import.meta.url))
const binary = process.env.HOUSE_RULES ?? path("target/debug/houserules")
const kept = path("tests/bench/levels.json")

const bundle = await rolldown({ input: path("www/src/play/strengths.ts") })
const { output } = await bundle.generate({ format: "esm" })
const { STRENGTHS } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)

/** Seconds. */
function busy() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/** Number of seats, searches per second of processor time, and whether they evaluate positions instead of playouts. */
function speed({ source, language, files }) {
  const { rules, report } = compile(source, { language, files })
  if (!rules) throw new Error(report)
  const game = rules.on_setup(1)
  const seats = game.roles.length
  let [count, moves, begun] = [0, 0, 0]
  // Without a choice, the search visits nothing.
  while (count === 0 && game.play_random(1, 1)) {
    const search = game.search(game.active[0])
    begun = busy()
    // The first second goes into code that is compiled while it runs.
    for (let made = 0; made !== undefined && busy() < begun + 2; made = search.run(10)) {
      if (busy() < begun + 1) continue
      moves += made
      count += made === undefined ? 0 : 10
    }
    search.free()
  }
  const each = count / (busy() - begun - 1)
  game.free()
  rules.free()
  return { seats, each, byPosition: moves === 0 }
}

/** Wins, draws and losses of the stronger one. */
function match(file, stronger, weaker, games, seed) {
  const players = [stronger, weaker].map(count => `search:${count}`).join(",")
  const args = ["lab", file, "--players", players, "--rotate", "--closely", 0, "--games", games, "--seed", seed, "--json", "-"]
  const { players: told } = JSON.parse(execFileSync(binary, args.map(String), { stdio: ["ignore", "pipe", "ignore"] }))
  const { wins, draws, losses } = told.find(it => it.name === `search:${stronger}`)
  return [wins, draws, losses]
}

const options = { games: { type: "string", default: "100" }, minutes: { type: "string", default: "10" } }
const { values, positionals: only } = parseArgs({ options, allowPositionals: true })
await init()
for (const game of games.filter(({ id }) => only.length === 0 || only.includes(id))) {
  const { seats, each, byPosition } = speed(game)
  const looks = ({ ms, games, positions }) => Math.max(1, Math.min(byPosition ? positions : games, Math.round((each * ms) / 1000)))
  const levels = Object.entries(STRENGTHS)
  const rungs = {}
  for (const [number, [stronger, level]] of levels.entries()) {
    if (number === 0) continue
    const [weaker, below] = levels[number - 1]
    const until = Date.now() + 60_000 * Number(values.minutes)
    let [wins, draws, losses] = [0, 0, 0]
    // One game from each seat at a time, so that a limit in minutes can be kept.
    for (let played = 0; played < Number(values.games) && Date.now() < until; played += seats) {
      const [won, drawn, lost] = match(path(`playground/games/${game.id}/game.${game.language}`), looks(level), looks(below), seats, 1 + played)
      ;[wins, draws, losses] = [wins + won, draws + drawn, losses + lost]
    }
    rungs[`${stronger}/${weaker}`] = { seats, looks: [looks(level), looks(below)], wins, draws, losses }
    console.log(game.id.padEnd(20), `${stronger}/${weaker}`.padEnd(14), `${looks(level)}:${looks(below)}`.padEnd(14), `${wins}-${draws}-${losses}`, `of ${seats} seats`)
    const all = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {}
    writeFileSync(kept, `${JSON.stringify({ ...all, [game.id]: rungs }, undefined, 2)}\n`)
  }
}
