// Random games by machine code, with the engine's report: the same games, results and hash.

const NOBODY = "nobody is active, and there is no result"

/** Plays games with seeds from `seed` on; scenarios and options are drawn too. The invariants are checked after every move. */
function playRandom(rules, games, seed, every = false) {
  games = countOf("games", games ?? 1)
  seed = Number(seedOf(seed ?? 1))
  const machine = rules.machine()
  const empty = machine.exports.mark()
  const report = { games, results: {}, moves: 0, longest: 0, hash: "", broken: 0, failures: [] }
  const results = new Map()
  let hash = 0xcbf29ce484222325n
  for (let n = seed; n < seed + games; ++n) {
    const digest = () => (hash = BigInt.asUintN(64, machine.call("digest", hash)))
    machine.exports.release(empty)
    const { moves, failure } = playOne(rules.info, machine, n, every ? digest : () => {})
    report.moves += moves
    if (failure) {
      report.broken += 1
      if (report.failures.length < 20) report.failures.push(failure)
      for (const byte of encoder.encode(failure.error?.code ?? failure.message)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
      continue
    }
    report.longest = Math.max(report.longest, moves)
    const { result } = machine.told("state")
    const name = result === -1 ? "None" : result
    results.set(name, (results.get(name) ?? 0) + 1)
    if (!every) digest()
  }
  report.results = Object.fromEntries([...results].sort(([a], [b]) => (a < b ? -1 : 1)))
  report.hash = hash.toString(16).padStart(16, "0")
  return report
}

function playOne(info, machine, seed, look) {
  const { scenarios, options, roles, players } = info
  const { draws, below } = machine.exports
  draws(BigInt(seed))
  const scenario = below(scenarios.length)
  const chosen = Object.create(null)
  for (const option of options.filter((it) => it.drawn !== false)) {
    const it = players && option.name === "players" ? { ...option, ...players.scenarios[scenario] } : option
    const value = it.kind === "bool" ? below(2) === 0 : it.kind === "int" ? it.min + below(it.max - it.min + 1) : it.of[below(it.of.length)]
    if (below(2) === 0) chosen[it.name] = value
  }
  let moves = 0
  const failed = (message, error) => ({ moves, failure: { seed, scenario: scenarios[scenario], moves, message, ...(error && { error }) } })
  try {
    machine.call("setup", BigInt(seed), scenario, machine.write(checked(info, scenario, chosen)))
    machine.call("check")
    look()
    for (;;) {
      if (moves >= MOST_MOVES) return failed(`no end after ${moves} moves`)
      const came = machine.call("step")
      if (came === 1) break
      if (came === 2) {
        const stuck = roles.filter((_, seat) => machine.exports.active(BigInt(seat)))
        return failed(stuck.length === 0 ? NOBODY : `a dead end: ${stuck.join(" and ")} can do nothing`)
      }
      moves += 1
      machine.call("check")
      look()
    }
    if (machine.told("state").result === undefined) return failed(NOBODY)
  } catch (error) {
    return failed(error.message, error)
  }
  return { moves }
}

/** By rules: a memory for their playouts, with nothing in it between them. */
const forPlayouts = new WeakMap()

/** Plays games at random and looks at nothing but their end. */
function playouts(rules, games, seed) {
  games = countOf("games", games ?? 1)
  seed = seedOf(seed ?? 1)
  const machine = forPlayouts.get(rules) ?? rules.machine()
  // An interrupted module is not reused.
  forPlayouts.delete(rules)
  machine.exports.logging(0)
  const moves = machine.call("playouts", seed, Math.min(games, 2 ** 32 - 1), MOST_MOVES)
  forPlayouts.set(rules, machine)
  return { games, moves }
}
