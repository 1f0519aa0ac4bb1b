// The program that every host runs with the package, and its report.

// With freed compilations, this many do not grow memory, after as many before.
const COMPILES = 100
// The engine is never smaller, in bytes.
const LEAST = 2 ** 22
const GAMES = 1_000

/** `houserules`: all exports of an entry. */
export async function play(houserules) {
  const { compile, GameError, games, init } = houserules
  const memory = watched()
  await init()
  const { source } = games.find(({ id }) => id === "tic-tac-toe")
  const { rules, report } = compile(source)
  if (!rules) throw new Error(report)

  const playedOut = (some) => {
    const game = some.on_setup(1)
    for (const space of [0, 3, 1, 4, 2]) game.action(game.active[0], "space", space)
    return game
  }
  const game = playedOut(rules)
  const lab = rules.lab()
  lab.join(lab.play(0, GAMES))
  const told = { result: game.result, hash: lab.report().hash, error: codeOf(() => game.action("X", "space", 5), GameError), machine: "", memory: "" }
  told.machine = await rules.machine_code().then(
    (machine) => `${playedOut(machine).result}, ${machine.play_random(GAMES, 1).hash === rules.play_random(GAMES, 1).hash ? "the same games" : "other games"}`,
    (error) => (error instanceof GameError ? error.code : String(error)),
  )
  for (const it of [game, lab, rules]) it.free()

  const compiles = () => {
    for (let i = 0; i < COMPILES; i++) {
      const { rules } = compile(source)
      const game = playedOut(rules)
      game.free()
      rules.free()
    }
  }
  compiles()
  const before = memory()
  compiles()
  const after = memory()
  told.memory = before < LEAST ? "not seen" : after === before ? "given back" : `grows: ${before} to ${after}`
  return told
}

function codeOf(call, GameError) {
  try {
    call()
  } catch (error) {
    return error instanceof GameError ? error.code : String(error)
  }
  return "none"
}

/** Tracks the sizes of memories instantiated from now on: the engine's, and those of hosts themselves. */
function watched() {
  const memories = []
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const begin = WebAssembly[name]
    WebAssembly[name] = async (...given) => {
      const made = await begin.apply(WebAssembly, given)
      const { memory } = (made.instance ?? made).exports
      if (memory) memories.push(memory)
      return made
    }
  }
  return () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
}
