// The whole package, except that `init` has to be told where the engine is; the other entries know.
//
// engine.js is what wasm-bindgen makes of the playground crate. It exports, as api.d.ts has them,
// `compile`, `complete`, `format`, `hover`, `outline`, `rename`, `tokens`, `version`, `Rules` (all but `module`) and `Game`. What it throws is an `Error` named
// "GameError" with `code` and `frames`, and `place` and `path` where there are any.
import load, { initSync as loadSync, Rules } from "./engine.js"

export { compile, complete, format, Game, hover, outline, rename, Rules, tokens, version } from "./engine.js"
export { games } from "./games.js"

export async function init(source) {
  await load({ module_or_path: source })
  Rules.prototype.module = frameworkModule
}

export function initSync(source) {
  loadSync({ module: source })
  Rules.prototype.module = frameworkModule
}

export class GameError extends Error {
  static [Symbol.hasInstance](it) {
    return it instanceof Error && it.name === "GameError"
  }
}

// Done by `init`, not when this file is loaded: a file without side effects can be left out of a bundle.
function frameworkModule() {
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
  const { roles, scenarios } = this.info
  return {
    roles,
    scenarios,
    setup: (seed, scenario, options) => use(this.on_setup(seed, scenario, options), (game) => game.state),
    view: (state, role) => use(this.resume(state), (game) => game.view(role)),
    action: (state, role, action, argument) => after(this.resume(state), (game) => game.action(role, action, argument)),
    query: (state, role, question) => use(this.resume(state), (game) => game.query(role, question)),
    finish: (state, result, message) => after(this.resume(state), (game) => game.finish(result, message)),
    assert: (state) => use(this.resume(state), (game) => game.assert()),
  }
}
