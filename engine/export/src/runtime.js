// Plays rules that are machine code: the same `Rules` and `Game` as the engine's, over a module made of one game's rules.

/** Where the module says which fault it stopped with, and where it leaves text. */
const FAULT = 64
const TEXT = 96
/** Where `null` stands. */
const NULL = 112
const NO_SITE = 0xffffffff
/** Longer than any game at a table. */
const MOST_MOVES = 20000

class GameError extends Error {
  constructor(code, message, more) {
    super(message)
    this.name = "GameError"
    this.code = code
    Object.assign(this, { frames: [] }, more)
  }
}

/** An instance of the module: one game's memory. */
class Machine {
  constructor(module, about) {
    this.about = about
    const put = (at, text) => encoder.encodeInto(text, this.bytes(at)).written
    const host = {
      number: (n, at) => put(at, String(n)),
      remainder: (a, b) => a % b,
      parse: (at, length) => Number(this.text(at, length)),
      case: (at, length, capital, to) => put(to, this.text(at, length)[capital ? "toUpperCase" : "toLowerCase"]()),
    }
    this.exports = new WebAssembly.Instance(module, { host }).exports
    this.memory = this.exports.memory
    this.view().setUint32(FAULT, NO_SITE, true)
  }

  view() {
    return new DataView(this.memory.buffer)
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length)
  }

  text(at, length) {
    return decoder.decode(this.bytes(at, length))
  }

  /** Calls an export; what stops it is thrown as a `GameError`. */
  call(name, ...given) {
    try {
      return this.exports[name](...given)
    } catch (error) {
      throw this.fault(error)
    }
  }

  /** The value whose JSON an export leaves. */
  told(name, ...given) {
    const mark = this.exports.mark()
    this.call(name, ...given)
    const view = this.view()
    const text = this.text(view.getUint32(TEXT, true), view.getUint32(TEXT + 4, true))
    this.exports.release(mark)
    return JSON.parse(text)
  }

  fault(error) {
    const view = this.view()
    const site = view.getUint32(FAULT, true)
    const numbers = [view.getBigInt64(FAULT + 8, true), view.getBigInt64(FAULT + 16, true)]
    view.setUint32(FAULT, NO_SITE, true)
    if (site === NO_SITE) {
      return error instanceof RangeError ? new GameError("HR0721", "calls nested too deep") : error
    }
    const [code, line, column, from, to, file] = this.about.sites[site]
    if (code === 613) return new GameError("HR0613", this.string(Number(numbers[0]))) // open
    const detail = numbers.some(Boolean) ? ` (${numbers.join(", ")})` : ""
    const place = line === undefined ? undefined : { line, column, ...(to !== undefined && { from, to }), ...(file && { file }) }
    return new GameError(`HR0${code}`, this.about.titles[code] + detail, { ...(place && { place }), ...(code > 700 && code < 800 && { frames: this.frames() }) })
  }

  string(at) { return decoder.decode(new Uint8Array(this.memory.buffer, at + 8, this.view().getUint32(at + 4, true))) } // open

  /** The frames on the stack, the innermost first. */
  frames() {
    const names = []
    for (let { L } = this.told("state"); L?.P; { L } = L) names.push(L.P)
    return names
  }

  /** Puts a value that JSON can hold into the memory; gives its address. */
  write(value) {
    switch (typeof value) {
      case "boolean":
        return this.words([1, value ? 1 : 0])
      case "number": {
        if (!Number.isFinite(value)) return NULL
        const whole = Number.isSafeInteger(value)
        const at = this.words([whole ? 2 : 3, 0, 0, 0])
        if (whole) this.view().setBigInt64(at + 8, BigInt(value), true)
        else this.view().setFloat64(at + 8, value, true)
        return at
      }
      case "string": {
        const bytes = encoder.encode(value)
        const at = this.words([4, bytes.length], bytes.length)
        this.bytes(at + 8).set(bytes)
        return at
      }
      case "object":
        if (value === null) return NULL
        if (Array.isArray(value)) return this.words([5, value.length, ...value.map((it) => this.write(it))])
        const entries = Object.entries(value).filter(([, it]) => it !== undefined)
        return this.words([6, entries.length, ...entries.flatMap(([key, it]) => [this.write(key), this.write(it)])])
      default:
        return NULL
    }
  }

  words(words, more = 0) {
    const at = this.exports.alloc(words.length * 4 + more)
    new Uint32Array(this.memory.buffer, at, words.length).set(words)
    return at
  }

  /** Does something that may fail: if it does, everything is as before. */
  whole(action) {
    const { save, restore, tidy } = this.exports
    const before = save()
    try {
      action()
    } catch (error) {
      restore(before)
      throw error
    }
    tidy()
  }
}

/** The rules of a module; `about` is what was said of them when it was made. */
class Rules {
  #module
  #about

  constructor(module, about) {
    this.#module = module
    this.#about = about
  }

  get info() {
    return this.#about.info
  }

  /** Starts a game. Without a seed: a fresh one; without a scenario: the first. */
  on_setup(seed, scenario, options) {
    const { scenarios } = this.info
    const at = scenario == null ? 0 : scenarios.indexOf(scenario)
    if (at < 0) throw new GameError("HR0608", `there is no scenario \`${scenario}\`; there is ${listed(scenarios)}`)
    seed ??= freshSeed()
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new GameError("HR0610", "`seed` is not a whole number from 0 to 2^53 - 1")
    }
    const chosen = checked(this.info.options, options)
    const machine = this.machine()
    machine.call("setup", BigInt(seed), at, machine.write(chosen))
    return new Game(this, machine)
  }

  /** Goes on from a state: an object, or its JSON text. */
  resume(state) {
    const machine = this.machine()
    machine.call("load", machine.write(typeof state === "string" ? parsed(state) : state))
    return new Game(this, machine)
  }

  /** A game's memory that has no game in it yet. */
  machine() {
    return new Machine(this.#module, this.#about)
  }
}

class Game {
  #rules
  #machine

  constructor(rules, machine) {
    this.#rules = rules
    this.#machine = machine
  }

  get state() {
    return this.#machine.told("state")
  }

  get active() {
    return this.#rules.info.roles.filter((_, seat) => this.#machine.exports.active(BigInt(seat)))
  }

  get result() {
    const { result } = this.state
    return result === -1 ? "None" : result
  }

  get log() {
    return this.#machine.told("log").map(String)
  }

  on_view(role) {
    return this.#machine.told("view", this.#seat(role))
  }

  prompt(role) {
    return this.#machine.told("prompt", this.#seat(role))
  }

  view(role) {
    const { prompt, ...offers } = this.prompt(role)
    return { log: this.log, ...(prompt !== null && { prompt }), ...this.on_view(role), ...offers }
  }

  action(role, action, argument) {
    const seat = this.#seat(role)
    if (seat < 0n) throw new GameError("HR0601", `there is no role \`${role}\`; there is ${listed(this.#rules.info.roles)}`)
    const machine = this.#machine
    try {
      machine.whole(() => machine.call("act", seat, machine.write(String(action)), argument == null ? 0 : machine.write(argument)))
    } catch (error) {
      throw this.#explained(error, role, action, argument)
    }
  }

  query(role, question) {
    return this.#machine.told("query", this.#seat(role), this.#machine.write(question))
  }

  finish(result, message) {
    const machine = this.#machine
    machine.whole(() => machine.call("finish", machine.write(result), machine.write(message)))
  }

  assert() {
    this.#machine.call("check")
  }

  /** Plays on at random until the game is over, or stuck, or has had so many moves more; gives how many were made. */
  playout(seed = freshSeed(), most = MOST_MOVES) {
    const machine = this.#machine
    machine.call("draws", BigInt(seed))
    let moves
    machine.whole(() => (moves = machine.call("playout", most)))
    return moves
  }

  clone() {
    return this.#rules.resume(this.state)
  }

  free() {}

  #seat(role) {
    return BigInt(this.#rules.info.roles.indexOf(role))
  }

  /** A refusal in the words of whoever asked. */
  #explained(error, role, action, argument) {
    const told = { HR0602: `it is not ${role}'s turn`, HR0606: "there is nothing to undo", HR0607: "the game is over" }[error.code]
    if (told) error.message = told
    if (!["HR0603", "HR0604", "HR0605"].includes(error.code)) return error
    const { actions, why = {} } = this.prompt(role)
    const name = argument == null ? action : `${action}(${JSON.stringify(argument)})`
    const reasons = why[action]
    const reason = Array.isArray(reasons) ? reasons.find(([it]) => JSON.stringify(it) === JSON.stringify(argument))?.[1] : reasons
    if (error.code === "HR0603") error.message = `\`${action}\` is not offered now; there is ${listed(Object.keys(actions).filter((it) => it !== "undo"))}`
    else error.message = `\`${name}\` is ${error.code === "HR0604" ? "disabled" : "not offered"} now${reason ? `: ${reason}` : ""}`
    return error
  }
}

/** The options given, in their order, then the defaults of the others. */
function checked(declared, given) {
  given ??= {}
  if (typeof given !== "object" || Array.isArray(given)) throw new GameError("HR0609", "the options are an object")
  const wrong = (name, message) => new GameError("HR0609", message, { path: `$.${name}` })
  for (const [name, value] of Object.entries(given)) {
    const it = declared.find((it) => it.name === name)
    if (!it) throw wrong(name, `there is no option \`${name}\``)
    const { kind, min, max, of } = it
    if (kind === "bool" && typeof value !== "boolean") throw wrong(name, `\`${name}\` is true or false`)
    if (kind === "int" && !(Number.isInteger(value) && value >= min && value <= max)) {
      throw wrong(name, `\`${name}\` is a whole number from ${min} to ${max}`)
    }
    if (kind === "one" && !of.includes(value)) throw wrong(name, `\`${name}\` is one of ${listed(of)}`)
  }
  const others = declared.filter(({ name }) => !(name in given))
  return { ...given, ...Object.fromEntries(others.map((it) => [it.name, it.default])) }
}

function freshSeed() {
  return 1 + crypto.getRandomValues(new Uint32Array(1))[0]
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new GameError("HR0801", `this is not JSON: ${error.message}`)
  }
}

function listed(names) {
  return names.map((it) => `\`${it}\``).join(", ")
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
