/**
 * The exports of a rules module of the framework, over rules of either kind. `outside`: how many entries the log and the undo stack
 * may have, where the rules read neither: then an action takes in and gives out only the last of them. `carrier`: how states of earlier
 * rules are taken up (`npm/src/slim.js`).
 */
function frameworkOf(rules, outside, carrier) {
  const plainly = (state) => rules.resume(state)
  // A game alone knows no rules but its own.
  const resume = carrier ? (state) => carrier.resume(plainly, state) : plainly
  const use = (game, result) => {
    try {
      return result(game)
    } finally {
      game.free()
    }
  }
  const given = (state) => (carrier ? carrier.given(state) : state)
  const after = (game, change) =>
    use(game, () => {
      change(game)
      return given(game.state)
    })
  // A state as the framework's server keeps it for the history of a game: how long the log was, and nothing to take back.
  const kept = (state) => state !== null && typeof state === "object" && (typeof state.log === "number" || state.undo === undefined)
  const seen = (state, look) => {
    if (!kept(state)) return use(resume(outside && Array.isArray(state?.undo) ? { ...state, undo: state.undo.slice(-1) } : state), look)
    const log = typeof state.log === "number" ? [] : state.log
    return use(resume({ ...state, log, undo: state.undo ?? [] }), look)
  }
  const act = (state, move) => after(resume(state), (game) => game.action(...move))
  const isKept = (it) => Number.isInteger(it?.log) && it.log >= 0
  // An action with the end of the log, and of what can be taken back to; undefined where it takes more.
  const quick = (state, move) => {
    const { log, undo } = state
    if (!Array.isArray(log) || !Array.isArray(undo)) return
    const kept = undo.slice(-2)
    if (!kept.every(isKept) || undo.length >= outside[1]) return
    // One entry stays below all that may be kept from now on.
    const from = Math.max(Math.min(log.length, ...kept.slice(-1).map((it) => it.log)) - 1, 0)
    const shift = log.length ? from : -1
    const inside = kept.map((it) => ({ ...it, log: it.log - shift }))
    // By a number that nothing else has it is known whether what is further down was forgotten.
    if (kept[1]) inside[0].log = 0
    const next = act({ ...state, log: log.length ? log.slice(from) : [""], undo: inside }, move)
    if (!Array.isArray(next.log) || !Array.isArray(next.undo)) return
    const stays = kept[1] && next.undo[0]?.log === 0
    const later = next.undo.slice(stays ? 1 : 0).map((it) => ({ ...it, log: it.log + shift }))
    const all = { log: log.slice(0, from).concat(next.log.slice(log.length ? 0 : 1)), undo: stays ? undo.slice(0, -1).concat(later) : later }
    return all.log.length > outside[0] || all.undo.length > outside[1] ? undefined : { ...next, ...all }
  }
  const tried = (state, move) => {
    try {
      return quick(state, move)
    } catch {
      // What is wrong is told of the whole state.
    }
  }
  const { info } = rules
  const { scenarios } = info
  return {
    // Who plays goes by the scenario and the options, where the rules say how many may.
    roles: info.players ? (scenario, options) => rolesOf(info, scenario, options) : info.roles,
    scenarios,
    setup: (seed, scenario, options) => use(rules.on_setup(seed, scenario, options), (game) => given(game.state)),
    view: (state, role) => seen(state, (game) => (typeof state.log === "number" ? { ...game.view(role), log: state.log } : game.view(role))),
    action: (state, ...move) => (outside && state && tried(state, move)) || act(state, move),
    query: (state, role, question) => seen(state, (game) => game.query(role, question)),
    finish: (state, result, message) => after(resume(state), (game) => game.finish(result, message)),
    assert: (state) => use(resume(state), (game) => game.assert()),
  }
}
