// The whole package, except that `init` has to be told where the engine is; the other entries know.
//
// engine.js is what wasm-bindgen makes of the playground crate. It exports, as api.d.ts has them,
// `compile`, `complete`, `defaults`, `format`, `graphs`, `hover`, `import_text`, `numbers`, `outline`, `rename`, `study`, `tokens`, `version`, `with_defaults`, `with_graph`, `with_numbers`, `Rules` (all but `module` and `machine_code`, for which it has `code`), `Game`, `Lab`, `Search` and `Study`. What it throws is an `Error` named
// "GameError" with `code` and `frames`, and `place` and `path` where there are any. That of the core is without the lab and machine code.
//
// What must stay true: whatever else comes out of it is a death. Then there is a new instance as soon as can be, of which
// nothing is used until `init` is called; no handle reaches another instance than its own.
import load, * as engine from "./engine.js"
import { TextEncoder } from "./hosts.js"
import { frameworkOf, Machine, playouts, playRandom, Rules as Written } from "./machine.js"

export const { Game, Lab, Rules, Search, Study } = engine
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

// What keeps the engine from being called: it is not there yet, or has stopped.
let absent = ["HR1102", "the engine is not loaded: `init()` comes first"]
const STOPPED = ["HR1101", "the engine has stopped: `init()` makes a new one"]
const IN_USE = ["HR1104", "this is in use: it can be changed or freed once the call that uses it is over"]
const LACKING = ["HR1105", "the core of the engine does not have this: `houserules` does"]
// What the core does not have of them.
const OF_THE_WHOLE = { rules: ["as_test", "code", "export", "lab", "play_random", "playouts"], game: ["play_search", "search"] }
// What they are as JSON: a game as it is kept, of the others what they tell.
const AS_JSON = [
  [Game, (game) => game.saved],
  [Lab, (lab) => lab.report()],
  [Rules, (rules) => rules.info],
  [Search, (search) => search.best ?? null],
  [Study, (study) => study.report()],
]
let loaded = false
// How many calls of `init` are under way.
let loading = 0
// Whether it has died, and there is no other instance yet.
let dead = false
// Which instance of the engine this is, counted as engine.js counts them.
let instance = 0

/** `source`: where the engine is, or a function that gives that if it is needed. */
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
  // The engine that is under way would come in the place of this one, below everything made until then.
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

// Done by `init`, not when this file is loaded: a file without side effects can be left out of a bundle.
function ready() {
  renew()
  absent = undefined
  // The lab's games are played by compiled rules.
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

// How many calls of each object are under way: a call may come back to the host, which may call again.
const calls = new WeakMap()

/** Whether the engine refused to change what is in use. */
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

/** What cannot be caught inside: a trap, and the end of the stack. */
function isDeath(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError"
}

function died() {
  absent = STOPPED
  dead = true
  // There may be no stack left here. What is freed by the host must not reach the dead instance.
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

/** Lets all members of a class look first whether what they are called on is there. */
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
  // What is gone need not be freed.
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
  // States of earlier rules, and saved games, are the interpreter's to read.
  const { resume } = rules
  rules.resume = (state, machine) => {
    // A module of the framework carries states over by itself.
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

/** Whether it is what `game.saved` gives, or its text. */
function isSaved(state) {
  if (typeof state === "string") return /^\s*\{\s*"format"/.test(state)
  return typeof state?.format === "number" && state.names !== undefined && state.state !== undefined && state.seed === undefined
}

/** A short mark of names: 64 bits of FNV-1a. */
function markOf(names) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(names))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, "0")
}

/**
 * What lets the games on a framework's server go on under these rules: `taken` gives a state as these rules have it, or undefined if it is
 * that already, and `given` is what an action gives back. With `earlier`, the names of the rules before, the first of them first, states carry
 * a mark of the rules that they are of, at the key `$` of `G`.
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
