// The whole package, except that `init` requires the engine; the other entries find it.
//
// wasm-bindgen makes engine.js from the playground crate. It exports, as in api.d.ts, `compile`, `complete`, `defaults`, `format`,
// `graphs`, `hover`, `import_text`, `numbers`, `outline`, `rename`, `study`, `tokens`, `version`, `with_defaults`, `with_graph`,
// `with_numbers`, `Rules` (with `code` in place of `module` and `machine_code`), `Game`, `Lab`, `Room`, `Search` and `Study`. It throws an `Error`
// named "GameError" with `code` and `frames`, and `place` and `path` if any. The core's has no lab and no machine code.
//
// Invariant: any other exception means that the engine died. A new instance then replaces it as soon as possible, unused until
// `init` is called. A handle reaches only its own instance.
import load, * as engine from "./engine.js"
import { TextEncoder } from "./hosts.js"
import { frameworkOf, Machine, playouts, playRandom, Rules as Written } from "./machine.js"

export const { Game, Lab, Room, Rules, Search, Study } = engine
export { games } from "./games.js"
export { languages } from "./languages.js"

export const compile = (...given) => within(() => engine.compile(...given))
export const complete = (...given) => within(() => engine.complete(...given))
export const defaults = (...given) => within(() => engine.defaults(...given))
export const format = (...given) => within(() => engine.format(...given))
export const graphs = (...given) => within(() => engine.graphs(...given))
export const hover = (...given) => within(() => engine.hover(...given))
export const import_text = (...given) => within(() => engine.import_text(...given))
export const numbers = (...given) => within(() => engine.numbers(...given))
export const outline = (...given) => within(() => engine.outline(...given))
export const rename = (...given) => within(() => engine.rename(...given))
export const study = (...given) => within(() => (engine.study ?? lacking)(...given))
export const tokens = (...given) => within(() => engine.tokens(...given))
export const version = () => within(() => engine.version())
export const with_defaults = (...given) => within(() => engine.with_defaults(...given))
export const with_graph = (...given) => within(() => engine.with_graph(...given))
export const with_numbers = (...given) => within(() => engine.with_numbers(...given))

export class GameError extends Error {
  static [Symbol.hasInstance](it) {
    return it instanceof Error && it.name === "GameError"
  }
}

// The reason why the engine cannot be called: not loaded yet, or stopped.
let absent = ["HR1102", "the engine is not loaded: `init()` comes first"]
const STOPPED = ["HR1101", "the engine has stopped: `init()` makes a new one"]
const IN_USE = ["HR1104", "this is in use: it can be changed or freed once the call that uses it is over"]
const LACKING = ["HR1105", "the core of the engine does not have this: `houserules` does"]
// Members that the core lacks.
const OF_THE_WHOLE = { rules: ["as_test", "code", "export", "lab", "play_random", "playouts"], game: ["play_search", "search"] }
// Their JSON: the saved game, and the reports of the others.
const AS_JSON = [
  [Game, (game) => game.saved],
  [Lab, (lab) => lab.report()],
  [Room, (room) => room.game?.record ?? null],
  [Rules, (rules) => rules.info],
  [Search, (search) => search.best ?? null],
  [Study, (study) => study.report()],
]
let loaded = false
// Number of running `init` calls.
let loading = 0
// True if it died and has no new instance yet.
let dead = false
// Number of the engine's instance, as counted by engine.js.
let instance = 0

/** `source`: the engine, or a function that returns it if it is needed. */
export async function init(source) {
  loading += 1
  try {
    if (!loaded) await load({ module_or_path: typeof source === "function" ? source() : source })
  } catch (error) {
    throw unloaded(error)
  } finally {
    loading -= 1
  }
  ready()
}

export function initSync(source) {
  // The engine being loaded would replace this one, below everything made until then.
  if (!loaded && loading > 0) throw refused("HR1106", "the engine is being loaded: await that `init`")
  try {
    if (!loaded) engine.initSync({ module: source })
  } catch (error) {
    throw unloaded(error)
  }
  ready()
}

function unloaded(error) {
  return Object.assign(refused("HR1106", `the engine cannot be loaded: ${error?.message ?? error}`), { cause: error })
}

// Called by `init`, not on import: bundlers can drop a file without side effects.
function ready() {
  renew()
  absent = undefined
  // The lab plays compiled rules.
  engine.compiled_by?.((wasm) => new Machine(new WebAssembly.Module(wasm), { sites: [] }))
  if (loaded) return
  loaded = true
  for (const [kind, told] of AS_JSON) {
    if (!kind) continue
    kind.prototype.toJSON = function () {
      return told(this)
    }
    guard(kind)
  }
  for (const name of OF_THE_WHOLE.rules) Rules.prototype[name] ??= lacking
  for (const name of OF_THE_WHOLE.game) Game.prototype[name] ??= lacking
  Rules.prototype.module = function (options) {
    return frameworkOf(this, undefined, carrier(this, options))
  }
  Rules.prototype.machine_code = machineCode
}

// Running calls by object: a call may reenter through the host.
const calls = new WeakMap()

/** True if the engine refused to change an object in use. */
function isTaken(error) {
  return error?.name === "Error" && /^recursive use of an object/.test(error.message)
}

/** Calls the engine. */
function within(call) {
  if (absent) throw refused(...absent)
  try {
    return call()
  } catch (error) {
    throw isDeath(error) ? died() : error
  }
}

function lacking() {
  throw refused(...LACKING)
}

/** True for errors the engine cannot catch: a trap, or stack overflow. */
function isDeath(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError"
}

function died() {
  absent = STOPPED
  dead = true
  // There may be no stack left here. Objects freed by the host must not reach the dead instance.
  queueMicrotask(renew)
  return refused(...STOPPED)
}

function renew() {
  if (!dead) return
  dead = false
  engine.__wbg_reset_state()
  instance += 1
}

function refused(code, message) {
  return Object.assign(new Error(message), { name: "GameError", code, told: message, frames: [] })
}

/** Makes all members of a class first check that their object exists. */
function guard(kind) {
  const isHere = (it) => it.__wbg_ptr && it.__wbg_inst === instance
  const guarded = (method) =>
    function (...given) {
      return within(() => {
        if (!isHere(this)) throw refused("HR1103", "this was freed, or its engine has crashed")
        const before = calls.get(this) ?? 0
        calls.set(this, before + 1)
        try {
          return method.apply(this, given)
        } catch (error) {
          throw isTaken(error) ? refused(...IN_USE) : error
        } finally {
          calls.set(this, before)
        }
      })
    }
  const { free, compare, changes } = kind.prototype
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(kind.prototype))) {
    if (name === "constructor" || name.startsWith("__")) continue
    Object.defineProperty(kind.prototype, name, get ? { get: guarded(get) } : { value: guarded(value) })
  }
  // Objects that are gone need no freeing.
  kind.prototype.free = function () {
    if (absent || !isHere(this)) return
    if (calls.get(this)) throw refused(...IN_USE)
    within(() => free.call(this))
  }
  if (Symbol.dispose) kind.prototype[Symbol.dispose] = kind.prototype.free
  const withAnother = (method) =>
    guarded(function (other) {
      if (!(other instanceof kind) || !isHere(other)) throw refused("HR1103", "the other belongs to another engine")
      return method.call(this, other)
    })
  if (compare) kind.prototype.compare = withAnother(compare)
  if (changes) kind.prototype.changes = withAnother(changes)
}

async function machineCode() {
  const { wasm, about } = this.code()
  const compiled = await WebAssembly.compile(wasm).catch((error) => {
    throw Object.assign(refused("HR1107", `this host cannot compile WebAssembly: ${error.message}`), { cause: error })
  })
  const rules = new Written(compiled, about)
  // Only the interpreter reads saved games and states of earlier rules.
  const { resume } = rules
  rules.resume = (state, machine) => {
    // A framework module converts states by itself.
    if (machine) return resume.call(rules, state, machine)
    try {
      if (!isSaved(state)) return resume.call(rules, state)
    } catch (error) {
      if (error.code !== "HR0803") throw error
    }
    const game = this.resume(state)
    try {
      return resume.call(rules, game.state)
    } finally {
      game.free()
    }
  }
  rules.module = (options) => frameworkOf(rules, about.outside, carrier(this, options))
  rules.playouts = (games, seed) => playouts(rules, games, seed)
  rules.play_random = (games, seed, every) => playRandom(rules, games, seed, every)
  return rules
}

/** True for a value of `game.saved`, or its text. */
function isSaved(state) {
  if (typeof state === "string") return /^\s*\{\s*"format"/.test(state)
  return typeof state?.format === "number" && state.names !== undefined && state.state !== undefined && state.seed === undefined
}

/** Hashes names to a short mark: 64 bits of FNV-1a. */
function markOf(names) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(names))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, "0")
}

/**
 * Lets games on a framework's server continue under these rules: `resume` converts a state of earlier rules if necessary, and `given` wraps
 * the state that an action returns. With `earlier`, the names of earlier rules, oldest first, states have a mark of their rules at the key
 * `$` of `G`.
 */
function carrier(rules, { earlier, told = console.warn } = {}) {
  const carry = (state, names) => {
    const carried = rules.carry(state, names)
    for (const sentence of carried.told) told(sentence)
    return carried.state
  }
  if (!earlier) {
    return {
      given: (state) => state,
      resume(resume, state) {
        try {
          return resume(state)
        } catch (error) {
          if (!/^HR080[3-6]/.test(error.code) || typeof state !== "object" || state === null) throw error
          let carried
          try {
            carried = carry(state)
          } catch {
            throw error
          }
          return resume(carried)
        }
      },
    }
  }
  if (!Array.isArray(earlier) || earlier.some((it) => it?.format !== 1)) throw refused("HR0805", "`earlier` must be a list of `rules.names`")
  const own = markOf(rules.names)
  const known = new Map(earlier.map((names) => [markOf(names), names]))
  return {
    given: (state) => ({ ...state, $: own }),
    resume(resume, state) {
      if (typeof state !== "object" || state === null) return resume(state)
      const { $: mark, ...rest } = state
      if (mark === own || (mark === undefined && earlier.length === 0)) return resume(rest)
      const names = mark === undefined ? earlier[0] : known.get(mark)
      if (!names) throw refused("HR0808", `this state is of rules whose names are not among \`earlier\`: ${mark}`)
      return resume(carry(rest, names))
    },
  }
}
