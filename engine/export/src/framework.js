/** The exports of a rules module of the framework, over rules of either kind. */
function frameworkOf(rules) {
  const use = (game, result) => {
    try {
      return result(game)
    } finally {
      game.free()
    }
  }
  const after = (game, change) =>
    use(game, () => {
      change(game)
      return game.state
    })
  // A state as the framework's server keeps it for the history of a game: how long the log was, and nothing to take back.
  const kept = (state) => state !== null && typeof state === "object" && (typeof state.log === "number" || state.undo === undefined)
  const seen = (state, look) => {
    if (!kept(state)) return use(rules.resume(state), look)
    const log = typeof state.log === "number" ? [] : state.log
    return use(rules.resume({ ...state, log, undo: state.undo ?? [] }), look)
  }
  const { info } = rules
  const { scenarios } = info
  return {
    // Who plays goes by the scenario and the options, where the rules say how many may.
    roles: info.players ? (scenario, options) => rolesOf(info, scenario, options) : info.roles,
    scenarios,
    setup: (seed, scenario, options) => use(rules.on_setup(seed, scenario, options), (game) => game.state),
    view: (state, role) => seen(state, (game) => (typeof state.log === "number" ? { ...game.view(role), log: state.log } : game.view(role))),
    action: (state, role, action, argument) => after(rules.resume(state), (game) => game.action(role, action, argument)),
    query: (state, role, question) => seen(state, (game) => game.query(role, question)),
    finish: (state, result, message) => after(rules.resume(state), (game) => game.finish(result, message)),
    assert: (state) => use(rules.resume(state), (game) => game.assert()),
  }
}
