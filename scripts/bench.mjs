// Measures the built package in Node: random games by machine code, by the engine and by hand; compilation by length of the source; a
// server's use; the larger shipped games; the lab, and players that look ahead; the size of the engine. Compare ratios: times depend on the
// machine. Usage: `node scripts/bench.mjs by_hand.wasm`, the file built by `bench.sh`.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { compile, games, init } from "houserules"
import * as connectFour from "../tests/bench/server/connect-four.js"
import { playouts } from "../tests/bench/playouts.js"
import * as ticTacToe from "../tests/bench/server/tic-tac-toe.js"

const ROUNDS = 7

await init()
const [, , rust] = process.argv
if (rust) playouts(rust)
compiling()
emitting()
exported(["tic-tac-toe", "connect-four", "breakthrough", "hearts", "chess"])
playing("tic-tac-toe", ticTacToe, 2000)
playing("connect-four", connectFour, 500)
fuzzed(["hearts", "cullet"])
shipped({ reversi: 40, breakthrough: 40, hex: 30, chess: 5 })
await labs()
searches()
size()

function compiling() {
  console.log("\nCompiling\n     lines         ms   µs a line   against the shortest")
  const lengths = [1_000, 3_000, 10_000, 30_000, 100_000].map(longSource)
  rulesOf(lengths[0]).free()
  let shortest
  for (const source of lengths) {
    const lines = source.split("\n").length
    const time = Math.min(...Array.from({ length: 3 }, () => milliseconds(() => rulesOf(source).free())))
    const each = (time * 1000) / lines
    shortest ??= each
    console.log(`${cell(lines, 10)} ${cell(time, 10, 1)} ${cell(each, 11, 2)} ${cell(each / shortest, 22, 2)}`)
  }
}

/** Machine code of games of more and more functions: to write it, and to have it compiled and instantiated by the host. */
function emitting() {
  console.log("\nMachine code\n functions     in kB   written in ms   µs a function   against a hundred   instantiated in ms   µs a function")
  let hundred
  for (const count of [10, 100, 1_000, 3_000, 10_000, 20_000]) {
    // Five functions in twenty lines.
    const rules = rulesOf(longSource(count * 4))
    const rounds = Array.from({ length: 5 }, () => milliseconds(() => rules.code()))
    const { wasm } = rules.code()
    const names = ["number", "remainder", "parse", "case", "attempt"]
    const host = Object.fromEntries(names.map((name) => [name, () => 0]))
    const instantiate = () => new WebAssembly.Instance(new WebAssembly.Module(wasm), { host })
    const [written, begun] = [Math.min(...rounds), Math.min(...Array.from({ length: 5 }, () => milliseconds(instantiate)))]
    const each = (written * 1000) / count
    if (count === 100) hundred = each
    const against = hundred === undefined ? cell("", 20) : cell(each / hundred, 20, 2)
    console.log(`${cell(count, 10)} ${cell(wasm.length / 1000, 9, 1)} ${cell(written, 15, 1)} ${cell(each, 15, 1)}${against} ${cell(begun, 20, 1)} ${cell((begun * 1000) / count, 15, 1)}`)
    rules.free()
  }
}

/** The lab, one worker, against random games of machine code that nobody counts, and that say nothing. */
async function labs() {
  console.log("\nThe lab          games    its first, ms    µs a game   uncounted    ratio")
  for (const { id, source, language, files } of games) {
    const { rules } = compile(source, { language, files })
    const [lab, code] = [rules.lab({ seed: 1 }), await rules.machine_code()]
    const first = milliseconds(() => lab.play(0, 1))
    const one = milliseconds(() => lab.play(1, 20)) / 20
    const count = Math.max(20, Math.min(20_000, Math.round(300 / one)))
    const rounds = (work) => Math.min(...Array.from({ length: 3 }, () => (milliseconds(work) * 1000) / count))
    const [counted, uncounted] = [rounds(() => lab.play(0, count)), rounds(() => code.playouts(count, 1))]
    console.log(`  ${id.padEnd(20)}${cell(count, 8)} ${cell(first, 14)} ${cell(counted, 12, 1)} ${cell(uncounted, 11, 1)} ${cell(uncounted / counted, 8, 2)}`)
    lab.free()
    rules.free()
  }
}

/** Players that look ahead in the lab, from the first position. */
function searches() {
  console.log("\nLooking ahead      its first ten, ms    iterations a second")
  for (const { id, source, language, files } of games) {
    const { rules } = compile(source, { language, files })
    const time = (iterations) => {
      const lab = rules.lab({ players: [`search:${iterations}`], limit: 1, closely: 0 })
      const taken = milliseconds(() => lab.play(0, 1))
      lab.free()
      return taken
    }
    const first = time(10)
    let [count, more] = [100, time(100) - first]
    while (more < 300 && count < 1_000_000) {
      count *= 3
      more = time(count) - first
    }
    // With a single offered move, there is nothing to think about.
    if (more > 100) console.log(`  ${id.padEnd(20)}${cell(first, 14)} ${cell(((count - 10) * 1000) / more, 22)}`)
    rules.free()
  }
}

/** Download size of an exported game. */
function exported(ids) {
  console.log("\nGames on their own, in bytes   game.wasm      gzip    game.js      gzip   both with gzip")
  for (const id of ids) {
    const files = rulesOf(games.find((it) => it.id === id).source).export()
    const sizes = ["game.wasm", "game.js"].flatMap((name) => [Buffer.byteLength(files[name]), gzipSync(files[name], { level: 9 }).length])
    console.log(`  ${id.padEnd(26)} ${sizes.map((it) => cell(it, 10)).join("")} ${cell(sizes[1] + sizes[3], 16)}`)
  }
}

/** A game of functions and states, each state leading to the next. */
function longSource(lines) {
  const source = [
    `game "Long"`,
    `roles White, Black`,
    `global {`,
    `    total: int`,
    `    cells: int[9]`,
    `}`,
    `setup {`,
    `    G.active = White`,
    `    call s0`,
    `}`,
    `view {`,
    `    V.total = G.total`,
    `}`,
  ]
  const last = Math.round((lines - source.length) / 20) - 1
  for (let i = 0; i <= last; ++i) {
    const onward = i < last ? `goto s${i + 1}` : `finish "Draw", "The end."`
    source.push(
      `function f${i}(n: int): int {`,
      `    if n > ${i} {`,
      `        return n * 3 + ${i}`,
      `    }`,
      `    return count(c in G.cells where c > n: true)`,
      `}`,
      `state s${i} "choose" {`,
      `    prompt {`,
      `        prompt "Choose a cell."`,
      `        for c in 0..9 where G.cells[c] == 0 {`,
      `            action take(c)`,
      `        }`,
      `        button pass`,
      `    }`,
      `    on take(c: int) {`,
      `        G.cells[c] += f${i}(c)`,
      `        ${onward}`,
      `    }`,
      `    on pass { ${onward} }`,
      `}`,
    )
  }
  return source.join("\n")
}

/** Both play the same random games, in turns; the ratio is that of the medians. */
function playing(id, module, count) {
  const rules = rulesOf(games.find((it) => it.id === id).source)
  const ours = () => results(count, (choose) => playRules(rules, choose))
  const byHand = () => results(count, (choose) => playModule(module, choose))
  assert.deepEqual(ours(), byHand())

  const times = { ours: [], byHand: [] }
  for (let round = 0; round < ROUNDS; ++round) {
    times.ours.push(milliseconds(ours))
    times.byHand.push(milliseconds(byHand))
  }
  const [ourTime, handTime] = [median(times.ours), median(times.byHand)]
  const rate = (time) => cell((count * 1000) / time, 10)
  console.log(`\nRandom games of ${id} a second, median of ${ROUNDS} rounds of ${count}`)
  console.log(`  by the engine  ${rate(ourTime)}`)
  console.log(`  by hand        ${rate(handTime)}   (JavaScript, the state copied through JSON at every action)`)
  console.log(`  ratio          ${cell(handTime / ourTime, 10, 2)}   (above 1: the engine is faster)`)
  rules.free()
}

/** Exported games as the framework's fuzzer plays them: it stops a game after 250 ms. */
function fuzzed(ids) {
  console.log("\nExported games on a server, median of 9 games    moves   ms   of it ms that the server copies states")
  for (const id of ids) {
    const { source, language, files } = games.find((it) => it.id === id)
    const module = {}
    new Function("exports", compile(source, { language, files }).rules.export()["rules.js"])(module)
    const choose = chooser(5)
    const played = Array.from({ length: 9 }, (_, game) => {
      const states = [module.setup(game + 1, module.scenarios[0], {})]
      const ms = milliseconds(() => {
        for (let state = states[0]; state.active !== "None"; states.push(state)) {
          const role = choose([state.active].flat())
          const moves = Object.entries(module.view(state, role).actions)
            .flatMap(([name, offered]) => (Array.isArray(offered) ? offered.map((it) => [name, it]) : offered && name !== "undo" ? [[name]] : []))
          state = module.action(structuredClone(state), role, ...choose(moves))
          module.assert(state)
        }
      })
      return { moves: states.length - 1, ms, copied: milliseconds(() => states.forEach((it) => structuredClone(it))) }
    })
    const of = (name) => median(played.map((it) => it[name]))
    console.log(`  ${id.padEnd(44)} ${cell(of("moves"), 6)} ${cell(of("ms"), 4)} ${cell(of("copied"), 38)}`)
  }
}

/** Frequency of each result; `choose` picks from a list, the same way in every run. */
function results(count, play) {
  const choose = chooser(1)
  const tally = {}
  for (let i = 0; i < count; ++i) {
    const result = play(choose)
    tally[result] = (tally[result] ?? 0) + 1
  }
  return tally
}

function playRules(rules, choose) {
  const game = rules.on_setup(1)
  for (;;) {
    const [role] = game.active
    if (role === undefined) break
    game.action(role, ...pick(game.prompt(role).actions, choose))
  }
  const { result } = game
  game.free()
  return result
}

function playModule(module, choose) {
  let state = module.setup(1)
  while (state.active !== "None") {
    const move = pick(module.view(state, state.active).actions, choose)
    state = module.action(JSON.parse(JSON.stringify(state)), state.active, ...move)
  }
  return state.result
}

/** One of the actions with arguments: these games have one each. */
function pick(actions, choose) {
  const [name, list] = Object.entries(actions).find(([, it]) => Array.isArray(it))
  return [name, choose(list)]
}

/** Park and Miller's generator. */
function chooser(seed) {
  return (list) => {
    seed = (seed * 48271) % 2147483647
    return list[seed % list.length]
  }
}

/** Compiling shipped games, and random games of them within the engine, with every invariant after every move. */
function shipped(counts) {
  console.log(`\nShipped games, median of ${ROUNDS} rounds`)
  console.log("                    lines   compiled in ms   random games   of moves   games a second   moves a second")
  for (const [id, count] of Object.entries(counts)) {
    const { source } = games.find((it) => it.id === id)
    const compiling = median(Array.from({ length: ROUNDS }, () => milliseconds(() => rulesOf(source).free())))
    const rules = rulesOf(source)
    const { moves, broken } = rules.play_random(count)
    assert.equal(broken, 0)
    const time = median(Array.from({ length: ROUNDS }, () => milliseconds(() => rules.play_random(count))))
    const lines = source.split("\n").length
    const rates = cell((count * 1000) / time, 17, 1) + cell((moves * 1000) / time, 17)
    console.log(`  ${id.padEnd(13)} ${cell(lines, 8)} ${cell(compiling, 16, 2)} ${cell(count, 14)} ${cell(moves, 10)} ${rates}`)
    rules.free()
  }
}

function size() {
  const engine = readFileSync(new URL(import.meta.resolve("houserules/engine.wasm")))
  const sizes = { "as it is": engine, "gzip -9": gzipSync(engine, { level: 9 }), brotli: brotliCompressSync(engine) }
  console.log("\nThe engine, in bytes")
  for (const [name, bytes] of Object.entries(sizes)) console.log(`  ${name.padEnd(14)} ${cell(bytes.length, 10)}`)
}

function rulesOf(source) {
  const { rules, report } = compile(source)
  assert.ok(rules, report)
  return rules
}

function milliseconds(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

function cell(number, width, digits = 0) {
  return number.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).padStart(width)
}
