/** Bytes of a memory that is kept from one call to the next. */
const MOST_KEPT = 2 ** 25

/**
 * The exports of a rules module of the framework, over rules of either kind. `outside`: how many entries the log and the undo stack
 * may have, where the rules read neither: then an action takes in and gives out only the last of them. `carrier`: how states of earlier
 * rules are taken up (`npm/src/slim.js`); a game alone knows no rules but its own.
 *
 * Arguments are numbers and texts, as clients and tools of the framework take them: one that is several, a list, a
 * record or a yes or no is handed out as its JSON, and taken back so; also as it is.
 */
function frameworkOf(rules, outside, carrier) {
  const { info } = rules
  const { scenarios, roles } = info
  const packed = new Set(info.packed)
  const pack = (argument) => (typeof argument === "boolean" || (argument !== null && typeof argument === "object") ? JSON.stringify(argument) : argument)
  const unpack = (action, argument) => {
    if (!packed.has(action) || typeof argument !== "string" || !/^(\[|{|true$|false$)/.test(argument)) return argument
    try {
      return JSON.parse(argument)
    } catch {
      return argument
    }
  }
  const areTexts = (said) => Array.isArray(said) && said.every((it) => Array.isArray(it) && it.length === 2 && typeof it[1] === "string")
  const packedView = (view) => {
    const { actions, why, labels } = view
    for (const name of actions ? packed : []) {
      if (Array.isArray(actions[name])) actions[name] = actions[name].map(pack)
      for (const said of [why, labels]) if (areTexts(said?.[name])) said[name] = said[name].map(([argument, text]) => [pack(argument), text])
    }
    return view
  }
  // Extra field of a state with private log lines: the number of lines that each role, and an observer, can read. A server stores the
  // length of the log, not its content; a role reads that many lines of it, whatever others have.
  const READ = "log read"
  const given = (state) => {
    if (state === null || typeof state !== "object" || !(READ in state)) return state
    const { [READ]: _, ...rest } = state
    return rest
  }
  const told = (state) => {
    if (!state.log.some(isPrivate)) return state
    return { ...state, [READ]: [...roles.keys(), -1].map((seat) => linesRead(seat, state.log).length) }
  }
  const countOf = (state, role) => {
    const count = Array.isArray(state[READ]) ? state[READ].at(roles.indexOf(role)) : undefined
    return Number.isInteger(count) ? count : state.log
  }
  // The memory of a compiled module, kept from one call to the next: making one takes longer than a call. While it is used nobody
  // else has it, and where anything fails it is not used again.
  let kept
  const fresh = () => {
    const machine = rules.machine?.()
    return { machine, empty: machine?.exports.mark() }
  }
  const use = (begin, result) => {
    const { machine, empty } = kept ?? fresh()
    kept = undefined
    const game = begin(machine)
    let answer
    try {
      answer = result(game)
    } finally {
      game.free()
    }
    if (machine && machine.memory.buffer.byteLength <= MOST_KEPT) {
      machine.exports.release(empty)
      kept = { machine, empty }
    }
    return answer
  }
  const resumed = (state) => (machine) => rules.resume(state, machine)
  const carried = (state, run) => (carrier ? carrier.resume(run, state) : run(state))
  const handedOut = (state) => (carrier ? carrier.given(told(state)) : told(state))
  const changed = (state, change) =>
    carried(state, (it) =>
      use(resumed(it), (game) => {
        change(game)
        return game.state
      }),
    )
  // A state as the framework's server keeps it for the history of a game: how long the log was, and nothing to take back.
  const isLean = (state) => state !== null && typeof state === "object" && (typeof state.log === "number" || state.undo === undefined)
  const isOpen = (log) => Array.isArray(log) && log.length <= outside[0] && log.every((line) => typeof line === "string")
  // A state without parts that the rules do not read: a public log, and the undo stack except for its top.
  const light = (state) => {
    if (!outside || !Array.isArray(state?.undo)) return state
    const undo = state.undo.slice(-1)
    if (!isOpen(state.log) || !undo.every((it) => isKept(it) && it.log <= state.log.length)) return { ...state, undo }
    return { ...state, log: [], undo: undo.map((it) => ({ ...it, log: 0 })) }
  }
  const seen = (state, look) => {
    if (!isLean(state)) return carried(light(state), (it) => use(resumed(it), look))
    const log = typeof state.log === "number" ? [] : state.log
    return carried({ ...state, log, undo: state.undo ?? [] }, (it) => use(resumed(it), look))
  }
  const act = (state, move) => changed(state, (game) => game.action(...move))
  const isKept = (it) => Number.isInteger(it?.log) && it.log >= 0
  // An action with the ends of the log and of the undo stack; undefined if it needs more.
  const quick = (state, move) => {
    const { log, undo } = state
    if (!Array.isArray(log) || !Array.isArray(undo)) return
    const last = undo.slice(-2)
    if (!last.every(isKept) || undo.length >= outside[1]) return
    // One entry stays below all entries that may be added from now on.
    const from = Math.max(Math.min(log.length, ...last.slice(-1).map((it) => it.log)) - 1, 0)
    const shift = log.length ? from : -1
    const inside = last.map((it) => ({ ...it, log: it.log - shift }))
    // A unique number shows if the entries further down were dropped.
    if (last[1]) inside[0].log = 0
    const next = act({ ...state, log: log.length ? log.slice(from) : [""], undo: inside }, move)
    if (!Array.isArray(next.log) || !Array.isArray(next.undo)) return
    const stays = last[1] && next.undo[0]?.log === 0
    const later = next.undo.slice(stays ? 1 : 0).map((it) => ({ ...it, log: it.log + shift }))
    const all = { log: log.slice(0, from).concat(next.log.slice(log.length ? 0 : 1)), undo: stays ? undo.slice(0, -1).concat(later) : later }
    return all.log.length > outside[0] || all.undo.length > outside[1] ? undefined : { ...next, ...all }
  }
  const tried = (state, move) => {
    try {
      return quick(state, move)
    } catch {
      // Errors refer to the whole state.
    }
  }
  // Unknown scenarios and options fall back to defaults: a form may be of other rules.
  const known = (scenario) => (scenarios.includes(scenario) ? scenario : scenarios[0])
  const fitting = (scenario, options) => fittingOptions(info, scenarios.indexOf(known(scenario)), options)
  const seenBy = (state, role) => {
    const view = packedView(seen(given(state), (game) => game.view(role)))
    if (outside && isOpen(state.log)) return { ...view, log: [...state.log] }
    if (typeof state.log !== "number") return view
    // The server sends the length of its snapshot's log, not of the view's.
    const log = countOf(state, role)
    Reflect.set(state, "log", log)
    return { ...view, log }
  }
  const moved = (state, role, action, argument) => {
    const move = [role, action, unpack(action, argument)]
    return handedOut((outside && state && tried(state, move)) || act(state, move))
  }
  return {
    // The roles depend on the scenario and the options, if the number of players varies.
    roles: info.players ? (scenario, options) => rolesOf(info, known(scenario), fitting(scenario, options)) : roles,
    scenarios,
    ...(info.about && { about: info.about }),
    setup: (seed, scenario, options) => handedOut(use((machine) => rules.on_setup(seed, scenario, fitting(scenario, options), machine), (game) => game.state)),
    view: seenBy,
    action: (state, ...move) => moved(given(state), ...move),
    query: (state, role, question) => seen(given(state), (game) => game.query(role, question)),
    finish: (state, result, message) => handedOut(changed(given(state), (game) => game.finish(result, message))),
    assert: (state) => carried(light(given(state)), (it) => use(resumed(it), (game) => game.assert())),
  }
}

/** Of the options given those that fit. */
function fittingOptions(info, at, given) {
  const fits = (it) => {
    try {
      return checked(info, at, Object.fromEntries([it]))
    } catch {
      return undefined
    }
  }
  return given !== null && typeof given === "object" && !Array.isArray(given) ? Object.fromEntries(Object.entries(given).filter(fits)) : {}
}
