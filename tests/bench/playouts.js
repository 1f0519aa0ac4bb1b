// Random games by machine code, by the interpreter, by hand in JavaScript and by hand in Rust: all in one run, in turns.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { compile, games } from "houserules"
import * as breakthrough from "./by-hand/breakthrough.js"
import * as connectFour from "./by-hand/connect-four.js"
import * as hex from "./by-hand/hex.js"
import * as ticTacToe from "./by-hand/tic-tac-toe.js"
import { machineOf } from "./machine.js"

/** In the order that they have in Rust by hand. */
const GAMES = ["tic-tac-toe", "connect-four", "breakthrough", "reversi", "hex", "draughts", "chess", "backgammon", "hearts", "go", "cullet"]
const IN_RUST = 10
/** Games of kinds that the compiler was not written for: rules in `games`, which nobody else plays. */
const NEW = ["spells", "ridge", "gavel", "rails", "meadow", "chronicle"]
const IN_SCRIPT = { "tic-tac-toe": ticTacToe, "connect-four": connectFour, breakthrough, hex }
/** Games whose hand-written Rust offers moves in another order, or draws other random numbers: equal only on average. */
const ALIKE = ["draughts", "chess", "backgammon", "hearts"]
const CHECKED = 1000
/** Maximum difference of averages over that many games. */
const APART = 0.06
const ROUNDS = 9
/** Milliseconds that a contender plays before it is measured, and in a round. */
const WARM = 300
const ROUND = 60
const MOST = 20_000

/** Prints a table; `rust` is the wasm file of the games by hand in Rust. */
export function playouts(rust) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(rust)))
  console.log(`Random games a second, median of ${ROUNDS} rounds in turns`)
  console.log("                    code  interpreter   JavaScript         Rust   code: of Rust  of JavaScript  of interpreter   interpreter: of JavaScript")
  for (const [index, id] of [...GAMES, ...NEW].entries()) {
    const { source, files } = games.find((it) => it.id === id) ?? { source: rulesOf(id) }
    const { rules, report } = compile(source, { files })
    assert.ok(rules, report)
    const machine = machineOf(rules)
    machine.logging(0)
    const contenders = {
      code: (count) => machine.playouts(1n, count, MOST),
      interpreter: (count) => rules.playouts(count).moves,
    }
    const script = IN_SCRIPT[id]
    if (script) {
      const below = xorshift(1)
      contenders.script = (count) => {
        let moves = 0
        for (let i = 0; i < count; ++i) moves += script.playout(below).moves
        return moves
      }
    }
    if (index < IN_RUST) contenders.rust = (count) => Number(exports.play(index, 1n, count) & 0xffffffffn)
    check(id, rules, machine, contenders, script, (count) => exports.play(index, 1n, count))
    row(id, rates(contenders))
    rules.free()
  }
}

function rulesOf(id) {
  const name = NEW.includes(id) ? `games/${id}` : id
  return readFileSync(new URL(`${name}.rules`, import.meta.url), "utf8")
}

/** All play the same games from the same numbers, but for those that are alike; by hand in JavaScript, with numbers of its own, as long ones. */
function check(id, rules, machine, contenders, script, rust) {
  const moves = contenders.code(CHECKED)
  assert.equal(moves, contenders.interpreter(CHECKED), "machine code and the interpreter play alike")
  if (!contenders.rust) return
  const tally = { moves: 0, won: 0 }
  machine.draws(1n)
  const mark = machine.mark()
  for (let seed = 1; seed <= CHECKED; ++seed) {
    machine.setup(BigInt(seed), 0, 0)
    tally.moves += machine.playout(MOST)
    tally.won += Number(machine.state().result === rules.info.roles[0])
    machine.release(mark)
  }
  assert.equal(tally.moves, moves)
  const played = rust(CHECKED)
  const inRust = { moves: Number(played & 0xffffffffn), won: Number(played >> 32n) }
  if (ALIKE.includes(id)) {
    const near = (one, other, of) => assert.ok(Math.abs(one - other) < APART * of, `${id} by hand in Rust: ${one} against ${other}`)
    near(inRust.moves, tally.moves, tally.moves)
    near(inRust.won, tally.won, CHECKED)
  } else assert.deepEqual(inRust, tally, "by hand in Rust, the same games")
  if (!script) return
  const drawn = engineNumbers(1)
  const inScript = { moves: 0, won: 0 }
  for (let i = 0; i < CHECKED; ++i) {
    const { moves, result } = script.playout(drawn)
    inScript.moves += moves
    inScript.won += Number(result === rules.info.roles[0])
  }
  assert.deepEqual(inScript, tally, "by hand in JavaScript, the same games")
}

/** Games a second of each, measured in turns; each round has as many games as take some time. */
function rates(contenders) {
  const all = Object.entries(contenders).map(([name, play]) => {
    let count = 1
    const until = performance.now() + WARM
    let time
    for (;;) {
      const start = performance.now()
      play(count)
      const end = performance.now()
      time = end - start
      if (end > until && time > ROUND / 4) break
      if (time < ROUND) count *= 2
    }
    return { name, play, count: Math.ceil((count * ROUND) / time), times: [] }
  })
  for (let round = 0; round < ROUNDS; ++round) {
    for (const it of all) {
      const start = performance.now()
      it.play(it.count)
      it.times.push((performance.now() - start) / it.count)
    }
  }
  return Object.fromEntries(all.map(({ name, times }) => [name, 1000 / times.toSorted((a, b) => a - b)[ROUNDS >> 1]]))
}

function row(id, { code, interpreter, script, rust }) {
  const rate = (it) => (it === undefined ? "" : Math.round(it).toLocaleString("en")).padStart(13)
  const ratio = (a, b, width) => (b === undefined ? "" : (a / b).toFixed(2)).padStart(width)
  const rated = [code, interpreter, script, rust].map(rate).join("").slice(2)
  const ratios = ratio(code, rust, 16) + ratio(code, script, 15) + ratio(code, interpreter, 16) + ratio(interpreter, script, 29)
  console.log(`  ${id.padEnd(13)}${rated}${ratios}`)
}

/** Marsaglia's generator in 32 bits, as usual in JavaScript. */
function xorshift(state) {
  return (n) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % n
  }
}

/** The numbers of the engine's random play. */
function engineNumbers(seed) {
  const word = (it) => BigInt.asUintN(64, it)
  let state = word(BigInt(seed + 1) * 0x9e3779b97f4a7c15n) | 1n
  return (n) => {
    state ^= word(state << 13n)
    state ^= state >> 7n
    state ^= word(state << 17n)
    return Number(word(state * 0x2545f4914f6cdd1dn) >> 32n) % n
  }
}
