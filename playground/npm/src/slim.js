// The whole package, except that `init` has to be told where the engine is; the other entries know.
//
// engine.js is what wasm-bindgen makes of the playground crate. It exports, as api.d.ts has them,
// `compile`, `complete`, `format`, `hover`, `import_world`, `outline`, `rename`, `tokens`, `version`, `Rules` (all but `module` and `machine_code`, for which it has `code`), `Game`, `Lab` and `Search`. What it throws is an `Error` named
// "GameError" with `code` and `frames`, and `place` and `path` where there are any.
import load, { initSync as loadSync, Rules } from "./engine.js"
import { frameworkOf, playouts, playRandom, Rules as Written } from "./machine.js"

export { compile, complete, format, Game, hover, import_world, Lab, outline, rename, Rules, Search, tokens, version } from "./engine.js"
export { games } from "./games.js"

export async function init(source) {
  await load({ module_or_path: source })
  addMembers()
}

export function initSync(source) {
  loadSync({ module: source })
  addMembers()
}

export class GameError extends Error {
  static [Symbol.hasInstance](it) {
    return it instanceof Error && it.name === "GameError"
  }
}

// Done by `init`, not when this file is loaded: a file without side effects can be left out of a bundle.
function addMembers() {
  Rules.prototype.module = function () {
    return frameworkOf(this)
  }
  Rules.prototype.machine_code = machineCode
}

async function machineCode() {
  const { wasm, about } = this.code()
  const rules = new Written(await WebAssembly.compile(wasm), about)
  rules.module = () => frameworkOf(rules)
  rules.playouts = (games, seed) => playouts(rules, games, seed)
  rules.play_random = (games, seed, every) => playRandom(rules, games, seed, every)
  return rules
}
