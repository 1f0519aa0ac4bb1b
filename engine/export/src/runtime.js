// Runs rules in machine code: the same `Rules` and `Game` as the engine's, over a module made from one game's rules.

// Addresses of a fault, of a misfit, and of text, as in `layout/memory.rs`.
const FAULT = 64
const FAULT_NUMBERS = 8
const NO_SITE = 4294967295
const MISFIT = 32
const MISFIT_VALUE = 4
const MISFIT_TEXT = 8
const WHOLE = 1000
const IO = 96
/** Offset of a text's bytes. */
const STR = 8
// Tags of values in memory.
const TAG_NONE = 0
const TAG_BOOL = 1
const TAG_INT = 2
const TAG_NUM = 3
const TAG_STR = 4
const TAG_ARRAY = 5
const TAG_OBJECT = 6
/** Maximum nesting of a state's JSON, and of any other. */
const DEEPEST_STATE = 250
const DEEPEST = 127
/** Maximum bytes of JSON output. */
const MOST_TOLD = 2 ** 26
/** Longer than any text that a game can hold. */
const MOST_BYTES = 2 ** 30
/** Longer than any game at a table. */
const MOST_MOVES = 20000
/** Memories that games have at once: a browser has room for about a hundred. */ // package
const MOST_MEMORIES = 32 // package

class GameError extends Error {
  #title
  constructor(code, message, more, title) {
    super(message)
    this.name = "GameError"
    this.code = code
    this.#title = title
    Object.assign(this, { frames: [] }, more)
  }

  /** The message for a seat: for faults of the rules only their kind, since values may be secret. */
  get told() {
    return this.#title ?? this.message
  }
}

/** The memories that games share, each one game's at a time. */ // package
const shared = new Set() // package
let uses = 0 // package

/** An instance of the module: a memory that one game is in. */
class Machine {
  /** What stood in it at first, which game of those that share memories is in it, and when that was used. */ // package
  blank // package
  game // package
  used = 0 // package
  /** The last value passed in, and its address. */
  #given
  #given_at

  constructor(module, about) {
    this.about = about
    const put = (at, text) => encoder.encodeInto(text, this.#bytes(at)).written
    const host = {
      number: (n, at) => put(at, String(n)),
      remainder: (a, b) => a % b,
      parse: (at, length) => Number(this.#text(at, length)),
      case: (at, length, capital, to) => put(to, this.#text(at, length)[capital ? "toUpperCase" : "toLowerCase"]()),
      attempt: (number) => this.attempt(number), // attempt
    }
    this.exports = new WebAssembly.Instance(module, { host }).exports
    this.memory = this.exports.memory
    this.#settled()
  }

  /** All that a game is, between calls. */
  get image() {
    this.exports.collect()
    return this.#bytes(0, this.exports.mark()).slice()
  }

  set image(bytes) {
    const missing = bytes.length - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536))
    this.#bytes(0, bytes.length).set(bytes)
    this.exports.release(bytes.length)
  }

  /** The memory as whole numbers of four bytes. */
  get #words() {
    return new Uint32Array(this.memory.buffer)
  }

  /** Clears the fault. */
  #settled() {
    this.#words[FAULT / 4] = NO_SITE
    this.#words[MISFIT / 4] = 0
  }

  #bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length)
  }

  #text(at, length) {
    return decoder.decode(this.#bytes(at, length))
  }

  /** Calls an export; a fault is thrown as a `GameError`. */
  call(name, ...given) {
    try {
      return this.exports[name](...given)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  /** Calls something that may fail; whether it came to its end. What the rules did not fail with is thrown. */ // attempt
  attempt(number) { // attempt
    try { // attempt
      this.exports.attempted(number) // attempt
      return 1 // attempt
    } catch (error) { // attempt
      if (this.#words[FAULT / 4] === NO_SITE && !(error instanceof RangeError)) throw error // attempt
      this.#settled() // attempt
      return 0 // attempt
    } // attempt
  } // attempt

  /** The value of an export's JSON output. Its arguments are released. */
  told(name, seat, ...asked) {
    const mark = this.exports.mark()
    try {
      this.call(name, seat, ...asked.map((it) => this.write(it)))
      const [at, length] = this.#words.subarray(IO / 4)
      if (length > MOST_TOLD) throw new GameError("HR0726", "too long to tell")
      return JSON.parse(this.#text(at, length))
    } finally {
      this.exports.release(mark)
    }
  }

  #fault(error) {
    const { [FAULT / 4]: site, [MISFIT / 4]: kind } = this.#words
    const numbers = Array.from(new BigInt64Array(this.memory.buffer, FAULT + FAULT_NUMBERS, 2))
    this.#settled()
    if (site === NO_SITE) {
      return error instanceof RangeError ? new GameError("HR0721", "calls nested too deep") : error
    }
    const [code, line, column, from, to, file] = this.about.sites[site]
    if (code === 613) return new GameError("HR0613", this.#string(Number(numbers[0]))) // open
    if (kind && (code === 805 || code === 612)) return this.#misfit(code, kind)
    const place = line && { line, column }
    if (to !== undefined) Object.assign(place, { from, to }, file && { file }) // package
    const title = this.about.titles[code]
    const fails = code > 700 && code < 800
    const frames = fails && code !== 726 && { frames: this.#frames() }
    let message = title + (numbers.some(Boolean) ? ` (${numbers.join(", ")})` : "")
    if (code === 711 && numbers[0]) message = "`end` with nothing to go back to on the stack"
    if (code === 710) { // named
      const name = this.#string(Number(numbers[0])) // named
      message = numbers[1] ? `\`${name}\` needs arguments, and a call by name gives none` : `there is no state or procedure \`${name}\`` // named
    } // named
    return new GameError(`HR0${code}`, message, { ...(place && { place }), ...frames }, fails ? title : undefined)
  }

  /** The error for a misfit in a value passed in: a state, or the argument of an action. */
  #misfit(code, kind) {
    const { [(MISFIT + MISFIT_VALUE) / 4]: at, [(MISFIT + MISFIT_TEXT) / 4]: text_at } = this.#words
    const text = this.#string(text_at)
    const whole = kind >= WHOLE
    const [way, value] = this.#part(at, this.#given, this.#given_at, "$")
    const number = whole ? kind - WHOLE : kind
    const key = way.slice(way.lastIndexOf(".") + 1)
    let message = whole
      ? text
      : number === 803
        ? `the key \`${text}\` is missing`
        : number === 804
          ? `\`${text}\` has no \`${key}\``
          : `expected ${text}, found ${inWords(value)}`
    if (number === 807) message = `there is no state or procedure \`${value}\`` // served
    if (number === 804 && text === "G") message = `these rules have no \`${key}\` in \`G\`` // served
    const path = way + (number === 803 ? `.${text}` : "")
    return new GameError(`HR0${code === 612 ? code : number}`, message, { ...((code !== 612 || path !== "$") && { path }) })
  }

  /** The path to the part of a value at an address, and that part; the value's own address is known. */
  #part(at, value, from, way) {
    if (at === from) return [way, value]
    const list = Array.isArray(value)
    let place = (from + (list ? 8 : 12)) / 4
    for (const [key, it] of Object.entries(typeof value === "object" && value ? value : [])) {
      const found = this.#part(at, it, this.#words[place], way + (list ? `[${key}]` : `.${key}`))
      if (found) return found
      place += list ? 1 : 2
    }
  }

  #string(at) {
    return this.#text(at + STR, this.#words[at / 4 + 1])
  }

  /** The frames on the stack, the innermost first. */
  #frames() {
    const names = []
    for (let { L } = this.told("state"); L?.P; { L } = L) names.push(L.P)
    return names
  }

  /** Puts a value in that the module may refuse. */
  take(value) {
    this.#given = value
    return (this.#given_at = this.write(value))
  }

  /** Stores a JSON value in memory; returns its address. Each part has an address of its own. */
  write(value) {
    let end = this.call("alloc", roomFor(value)) >>> 0
    const { buffer } = this.memory
    const words = new Uint32Array(buffer)
    const bytes = new Uint8Array(buffer)
    const put = (it) => {
      const at = end
      const word = at / 4
      end += 16
      if (typeof it === "number") {
        const whole = Number.isSafeInteger(it)
        words[word] = whole ? TAG_INT : TAG_NUM
        if (!whole) new Float64Array(buffer)[at / 8 + 1] = it
        else {
          words[word + 2] = it
          words[word + 3] = Math.floor(it / 2 ** 32)
        }
      } else if (typeof it === "string") {
        const length = encodeInto(it, bytes, at + STR)
        words[word] = TAG_STR
        words[word + 1] = length
        end += (length + 7) & ~7
      } else if (it === null || typeof it === "boolean") {
        words[word] = it === null ? TAG_NONE : TAG_BOOL
        words[word + 1] = it
      } else if (Array.isArray(it)) {
        words[word] = TAG_ARRAY
        words[word + 1] = it.length
        end += (4 * it.length + 7) & ~7
        for (let i = 0; i < it.length; ++i) words[word + 2 + i] = put(it[i])
      } else {
        const keys = Object.keys(it)
        words[word] = TAG_OBJECT
        words[word + 1] = keys.length
        end += 8 * keys.length
        for (let i = 0; i < keys.length; ++i) {
          words[word + 2 + 2 * i] = put(keys[i])
          words[word + 3 + 2 * i] = put(it[keys[i]])
        }
      }
      return at
    }
    return put(value)
  }

  /** Does something that may fail: if it does, everything is as before. */
  whole(action) {
    const { mark, release, restore, tidy } = this.exports
    const before = this.call("save")
    const top = mark()
    try {
      action()
    } catch (error) {
      // There may be no memory left, and data allocated since is not needed.
      release(top)
      restore(before)
      throw error
    } finally {
      // Releases values passed in, and trials.
      tidy()
    }
  }
}

/** A memory that is taken from the game that was used longest ago, where there are as many as may be. */ // package
function vacated() { // package
  if (shared.size < MOST_MEMORIES) return undefined // package
  const oldest = [...shared].reduce((a, b) => (a.used < b.used ? a : b)) // package
  oldest.game.leave() // package
  return oldest // package
} // package

/** The rules of a module; `about`: its description from the export. */
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

  toJSON() { // package
    return this.info // package
  } // package

  /** Starts a game: in a memory that has none. Without a seed: a fresh one; without a scenario: the first. */
  on_setup(seed, scenario, options, machine) {
    seed = seedOf(seed)
    if (scenario != null) text("scenario", scenario)
    const given = jsonOf("options", options)
    const at = scenarioOf(this.info, scenario)
    const chosen = checked(this.info, at, given)
    return new Game(this, sitting(this.info, chosen.players), (it) => it.call("setup", seed, at, it.write(chosen)), machine)
  }

  /** Goes on from a state: an object, or its JSON text. In a memory that has no game. */
  resume(state, machine) {
    const held = stateOf(state)
    return new Game(this, sitting(this.info, held?.players), (it) => it.call("load", it.take(held)), machine)
  }

  /** A memory for a game that shares it, with nothing in it. */ // package
  lend(game) { // package
    let machine = vacated() // package
    if (machine?.about !== this.#about) { // package
      shared.delete(machine) // package
      machine = this.machine() // package
      machine.blank = machine.image // package
      shared.add(machine) // package
    } // package
    machine.image = machine.blank // package
    machine.game = game // package
    machine.used = ++uses // package
    return machine // package
  } // package

  /** A game's memory that has no game in it yet. */
  machine() {
    return new Machine(this.#module, this.#about)
  }
}

class Game {
  #rules
  #roles
  #memory
  /** What it is while another game has its memory. */ // package
  #image // package

  /** `begin` makes a memory this game's. */
  constructor(rules, roles, begin, machine) {
    this.#rules = rules
    this.#roles = roles
    machine ??= rules.lend(this) // package
    this.#memory = machine ?? rules.machine()
    begin(this.#memory)
  }

  get #machine() {
    if (!this.#memory) { // package
      this.#memory = this.#rules.lend(this) // package
      this.#memory.image = this.#image // package
    } // package
    this.#memory.used = ++uses // package
    return this.#memory
  }

  /** Gives its memory up, for another game. */ // package
  leave() { // package
    this.#image = this.#memory.image // package
    this.#memory = undefined // package
  } // package

  /** Those who play. */
  get roles() {
    return this.#roles
  }

  get state() {
    return this.#machine.told("state")
  }

  toJSON() { // package
    return this.state // package
  } // package

  get active() {
    return this.#roles.filter((_, seat) => this.#machine.exports.active(BigInt(seat)))
  }

  get result() {
    const { result } = this.state
    return result === -1 ? "None" : result
  }

  get log() {
    return this.#lines(-1).map((it) => (typeof it === "string" ? it : JSON.stringify(it)))
  }

  get lines() {
    return this.#lines()
  }

  /** The lines of the log that a seat reads; all of them for none. */
  #lines(seat) {
    const log = this.#machine.told("log")
    if (log.some(isPrivate)) return seat === undefined ? linesNamed(this.#rules.info.roles, log) : linesRead(Number(seat), log) // private
    return log
  }

  on_view(role) {
    return this.#machine.told("view", this.#seat(role))
  }

  prompt(role) {
    return this.#machine.told("prompt", this.#seat(role))
  }

  view(role) {
    const seen = this.on_view(role)
    const { prompt, ...offers } = this.prompt(role)
    // A game that is over may have said nothing.
    const silent = prompt === null && !offers.actions
    return { log: this.#lines(this.#seat(role)), ...(!silent && { prompt }), ...seen, ...offers }
  }

  action(role, action, argument) {
    text("role", role)
    text("action", action)
    const given = jsonOf("argument", argument)
    if (given !== undefined && !fits(given, ...this.#machine.about.limits)) throw new GameError("HR0612", "this argument is too large")
    const seat = this.#seat(role)
    const there = listed(this.#roles)
    if (seat < 0n && this.#rules.info.roles.includes(role)) throw new GameError("HR0614", `\`${role}\` does not play in this game; those who do are ${there}`) // options
    if (seat < 0n) throw new GameError("HR0601", `there is no role \`${role}\`; there is ${there}`)
    const machine = this.#machine
    try {
      machine.whole(() => machine.call("act", seat, machine.write(action), machine.take(given ?? null)))
    } catch (error) {
      throw this.#explained(error, role, action, given)
    }
  }

  query(role, question) {
    const seat = this.#seat(role)
    return this.#machine.told("query", seat, jsonOf("question", question) ?? null)
  }

  finish(result, message) {
    const machine = this.#machine
    text("result", result)
    text("message", message)
    machine.whole(() => machine.call("finish", machine.write(result), machine.write(message)))
  }

  assert() {
    this.#machine.call("check")
  }

  /** Plays on at random until the game is over, or stuck, or for `most` more moves; returns the number of moves. */
  playout(seed, most = MOST_MOVES) {
    countOf("most", most)
    most = Math.min(most, 2 ** 31) // package
    const machine = this.#machine
    machine.call("draws", seedOf(seed))
    // Memory is given back on the way, so all of it is kept for the case that a move fails.
    const before = machine.image
    try {
      return machine.call("playout", most)
    } catch (error) {
      machine.image = before
      throw error
    }
  }

  clone() {
    const { image } = this.#machine
    return new Game(this.#rules, this.#roles, (it) => (it.image = image))
  }

  free() {}

  /** The index of a role that plays, or −1 for an observer. */
  #seat(role) {
    if (role != null) text("role", role)
    return BigInt(this.#roles.indexOf(role))
  }

  /** A refusal in the caller's words. */
  #explained(error, role, action, argument) {
    const plain = error.message === this.#machine.about.titles[612] && `\`${action}\` takes no argument` // served
    const told = { HR0602: `it is not ${role}'s turn`, HR0606: "there is nothing to undo", HR0607: "the game is over" }[error.code]
    if (error.code === "HR0612" && plain) error.message = plain // served
    if (told) error.message = told
    if (!["HR0603", "HR0604", "HR0605"].includes(error.code)) return error
    const { actions, why = {} } = this.prompt(role)
    const name = argument == null ? action : `${action}(${JSON.stringify(argument)})`
    const reasons = Object.hasOwn(why, action) && why[action]
    const reason = Array.isArray(reasons) ? reasons.find(([it]) => JSON.stringify(it) === JSON.stringify(argument))?.[1] : reasons
    const offered = () => Object.keys(actions ?? {}).filter((it) => it !== "undo" || this.#machine.about.undoes)
    if (error.code === "HR0603") error.message = `\`${action}\` is not offered now; ${offered().length ? `there is ${listed(offered())}` : "nothing is"}`
    else error.message = `\`${name}\` is ${error.code === "HR0604" ? "disabled" : "not offered"} now${reason ? `: ${reason}` : ""}`
    return error
  }
}

/** `true` if an entry of the log is for some roles only. */
function isPrivate(entry) { // private
  return entry !== null && typeof entry === "object" && Array.isArray(entry.to) // private
} // private

/** All lines, with the roles of private ones by their names. */
function linesNamed(roles, log) { // private
  return log.map((it) => (isPrivate(it) ? { to: it.to.map((role) => roles[role]), text: it.text } : it)) // private
} // private

/** The log lines of a seat. Of blank lines with only hidden lines between them, one is left. */
function linesRead(seat, log) { // private
  const lines = [] // private
  let hidden = false // private
  for (const entry of log) { // private
    const line = isPrivate(entry) ? (entry.to.includes(seat) ? entry.text : undefined) : entry // private
    if (line === undefined) hidden = true // private
    else if (!(hidden && line === "" && (lines.at(-1) ?? "") === "")) { // private
      hidden = false // private
      lines.push(line) // private
    } // private
  } // private
  return lines // private
} // private

/** The place of a scenario; of the first if none is named. */
function scenarioOf({ scenarios }, scenario) {
  const at = scenario == null ? 0 : scenarios.indexOf(scenario)
  if (at < 0) throw new GameError("HR0608", `there is no scenario \`${scenario}\`; there is ${listed(scenarios)}`)
  return at
}

/** The roles of a game with this many players. */
function sitting({ roles, players }, count) {
  if (players) return roles.slice(0, count ?? players.max) // options
  return roles
}

/** Those who play a scenario with these options. */
function rolesOf(info, scenario, options) {
  return sitting(info, checked(info, scenarioOf(info, scenario), jsonOf("options", options)).players)
}

/** The given options, in their order, then the defaults of the others. The number of players is checked against the scenario. */
function checked({ options, players, scenarios }, at, given) {
  let declared = options
  if (players) { // options
    const range = players.scenarios[at] // options
    const where = players.scenarios.some((it) => it.min !== range.min || it.max !== range.max) ? ` in "${scenarios[at]}"` : "" // options
    declared = options.map((it) => (it.name === "players" ? { ...it, ...range, where } : it)) // options
  } // options
  given ??= {}
  if (typeof given !== "object" || Array.isArray(given)) throw new GameError("HR0609", "the options are an object")
  const wrong = (name, message) => new GameError("HR0609", message, { path: `$.${name}` })
  for (const [name, value] of Object.entries(given)) {
    const it = declared.find((it) => it.name === name)
    if (!it) throw wrong(name, `there is no option \`${name}\``)
    const { kind, min, max, of, where = "" } = it // options
    if (kind === "bool" && typeof value !== "boolean") throw wrong(name, `\`${name}\` is true or false`) // options
    if (kind === "int" && !(Number.isInteger(value) && value >= min && value <= max)) { // options
      throw wrong(name, `\`${name}\` is ${min === max ? min : `a whole number from ${min} to ${max}`}${where}`) // options
    } // options
    if (kind === "one" && !of.includes(value)) throw wrong(name, `\`${name}\` is one of ${listed(of)}`) // options
  }
  const others = declared.filter(({ name }) => !Object.hasOwn(given, name)) // options
  if (others.length) return { ...given, ...Object.fromEntries(others.map((it) => [it.name, it.default])) } // options
  return { ...given }
}

function freshSeed() {
  return 1 + crypto.getRandomValues(new Uint32Array(1))[0]
}

/** A seed as the module takes it; a fresh one if there is none. */
function seedOf(seed) {
  return BigInt(countOf("seed", seed ?? freshSeed(), "HR0610"))
}

function countOf(what, count, code) {
  if (!Number.isSafeInteger(count) || count < 0) throw unfit(what, "a whole number from 0 to 2^53 - 1", code)
  return count
}

function text(what, value) {
  if (typeof value !== "string") throw unfit(what, "a text")
}

function unfit(what, expected, code = "HR0612") {
  return new GameError(code, `\`${what}\` is not ${expected}`)
}

/** The JSON text of a value; undefined for none. */
function jsonOf(what, value) {
  if (value == null) return undefined
  if (typeof value === "string") return whole(value)
  const held = copied(what, value)
  if ((typeof value === "number" && held === null) || !fits(held, DEEPEST) || !sound(held)) throw unfit(what, "something JSON can hold")
  return held
}

/** A state, from a value or from its text. */
function stateOf(state) {
  const given = typeof state === "string"
  const json = given ? whole(state) : written("state", state, "HR0801")
  let held
  try {
    held = JSON.parse(json)
  } catch (error) {
    throw new GameError("HR0801", `this is not JSON: ${error.message}`)
  }
  if (!fits(held, DEEPEST_STATE)) throw new GameError("HR0802", `this is nested more than ${DEEPEST_STATE} deep`)
  // JSON just written has valid numbers, and escapes lone surrogates.
  if ((given || json.includes("\\ud")) && !sound(held)) throw new GameError("HR0801", "this is not JSON: a number or a text that cannot be")
  return held
}

/** The value after a round trip through JSON; undefined for cycles, functions and the like. */
function copied(what, value) {
  return JSON.parse(written(what, value))
}

/** The JSON of a value. */
function written(what, value, code) {
  try {
    const json = JSON.stringify(value)
    if (json !== undefined) return json
  } catch {
    // It is none.
  }
  throw unfit(what, "something JSON can hold", code)
}

/** A text as UTF-8 can hold it. */
function whole(text) {
  return decoder.decode(encoder.encode(text))
}

/** `true` if all numbers are finite, and all texts well formed. */
function sound(value) {
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value)
  return value === null || typeof value !== "object" || Object.entries(value).flat().every(sound)
}

/** `true` if a value nests within `depth` levels, and has at most `size` parts. */
function fits(value, depth, size = Infinity) {
  const inside = (it, depth) => {
    if (--size < 0) return false
    if (it === null || typeof it !== "object") return true
    if (depth === 0) return false
    for (const part of Array.isArray(it) ? it : Object.values(it)) if (!inside(part, depth - 1)) return false
    return true
  }
  return inside(value, depth)
}

/** Bytes that a value takes in the memory, at most. */
function roomFor(value) {
  if (typeof value === "string") {
    const most = value.length < 64 ? 3 * value.length : encoder.encode(value).length
    if (most > MOST_BYTES) throw new GameError("HR0726", "this is more than a game can hold")
    return 24 + most
  }
  if (value === null || typeof value !== "object") return 16
  let sum = 24
  if (Array.isArray(value)) for (const it of value) sum += 4 + roomFor(it)
  else for (const key of Object.keys(value)) sum += 8 + roomFor(key) + roomFor(value[key])
  return sum
}

/** Writes a text as UTF-8; gives its length. Most are short, and letters of English. */
function encodeInto(text, bytes, at) {
  for (let i = 0; i < 64; ++i) { // served
    const code = text.charCodeAt(i) // served
    if (i === text.length) return i // served
    if (code > 127) break // served
    bytes[at + i] = code // served
  } // served
  return encoder.encodeInto(text, bytes.subarray(at)).written
}

/** A value, or which kind it is. */
function inWords(value) {
  if (value === null) return "none"
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object"
  if (typeof value !== "string") return String(value)
  return [...value].length > 40 ? "a string" : `"${value}"`
}

function listed(names) {
  return names.map((it) => `\`${it}\``).join(", ")
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
