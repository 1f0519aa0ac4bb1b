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
  const { roles, scenarios } = rules.info
  return {
    roles,
    scenarios,
    setup: (seed, scenario, options) => use(rules.on_setup(seed, scenario, options), (game) => game.state),
    view: (state, role) => use(rules.resume(state), (game) => game.view(role)),
    action: (state, role, action, argument) => after(rules.resume(state), (game) => game.action(role, action, argument)),
    query: (state, role, question) => use(rules.resume(state), (game) => game.query(role, question)),
    finish: (state, result, message) => after(rules.resume(state), (game) => game.finish(result, message)),
    assert: (state) => use(rules.resume(state), (game) => game.assert()),
  }
}
