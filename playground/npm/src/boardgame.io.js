// Rules as a game of boardgame.io. Nothing of boardgame.io is imported: a game of it is a plain object.
//
// What must stay true: its server sends the first state of a match to every client as it is, seed included. So nothing that is random
// is in that state: a setup that uses random numbers waits for the move `begin`, and any other gets its seed with the first move.

const INVALID_MOVE = "INVALID_MOVE"
/** The seed of a state that has none yet; random numbers never come to it. */
const UNSEEDED = 0
const NO_EVENTS = ["endGame", "endPhase", "endStage", "endTurn", "pass", "setActivePlayers", "setPhase", "setStage"]

export function adapt(rules, options = {}) {
  const { info } = rules
  const { failed = console.error } = options
  const framework = rules.module(options.earlier && { earlier: options.earlier, told: options.told })
  const packed = new Set(info.packed)
  const counts = info.players ?? { min: info.roles.length, max: info.roles.length }

  const roleOf = (playerID) => info.roles[Number(playerID)] ?? null
  const isWaiting = (G) => "begin" in G
  const isState = (G) => Array.isArray(G.undo) && "seed" in G && "L" in G

  /** Scenario and options for so many players: of `adapt`, and of a match before them. */
  function planFor(numPlayers, given) {
    const fits = (at) => !info.players || (info.players.scenarios[at].min <= numPlayers && numPlayers <= info.players.scenarios[at].max)
    const scenario = given?.scenario ?? options.scenario ?? info.scenarios.find((_, at) => fits(at))
    const seats = info.players && { players: numPlayers }
    return { seed: given?.seed ?? options.seed, scenario, options: { ...options.options, ...given?.options, ...seats } }
  }

  function problemOf(given, numPlayers) {
    if (numPlayers < counts.min || numPlayers > counts.max) {
      const players = counts.min === counts.max ? counts.min : `${counts.min} to ${counts.max}`
      return `${info.title} is for ${players} players, not for ${numPlayers}`
    }
    const { seed, scenario, options } = planFor(numPlayers, given)
    try {
      rules.on_setup(seed ?? 1, scenario, options).free()
    } catch (error) {
      return error.message
    }
  }

  function setup({ ctx }, given) {
    const problem = problemOf(given, ctx.numPlayers)
    if (problem) throw new Error(problem)
    const { seed, scenario, options: chosen } = planFor(ctx.numPlayers, given)
    const start = (seed) => framework.setup(seed, scenario, chosen)
    if (seed !== undefined) return start(seed)
    if (options.local) return start(freshSeed())
    const fixed = start(1)
    return fixed.seed === 1 ? { ...fixed, seed: UNSEEDED } : { begin: { scenario, options: chosen } }
  }

  /** The players who may act, by their numbers as texts. */
  function activeIn(G, ctx) {
    if (isWaiting(G)) return ctx.playOrder
    const active = [G.active].flat()
    return info.roles.flatMap((role, at) => (active.includes(role) ? [String(at)] : []))
  }

  /** Lets whose turn it is, and who may act, follow from the rules. */
  function follow(G, ctx, events) {
    const active = activeIn(G, ctx)
    if (active.length === 0) return
    if (!active.includes(ctx.currentPlayer)) events.endTurn({ next: active[0] })
    else if (!isSame(active, playing(ctx))) events.setActivePlayers({ value: active.length > 1 ? Object.fromEntries(active.map((id) => [id, null])) : {} })
  }

  function moved(G, playerID, name, argument) {
    if (isWaiting(G)) return name === "begin" ? framework.setup(freshSeed(), G.begin.scenario, G.begin.options) : INVALID_MOVE
    // What is given to a move is a draft, which the engine would read field by field.
    const state = JSON.parse(JSON.stringify(G))
    if (state.seed === UNSEEDED) state.seed = freshSeed()
    try {
      return framework.action(state, roleOf(playerID), name, argument)
    } catch (error) {
      // A match that fails must not end the server with all other matches.
      if (!/^HR06/.test(error.code)) failed(error)
      return INVALID_MOVE
    }
  }

  const moveOf = (name) => ({
    move({ G, ctx, events, playerID }, ...given) {
      const next = moved(G, playerID, name, given.length > 1 ? given : (given[0] ?? null))
      if (next !== INVALID_MOVE) follow(next, ctx, events)
      return next
    },
    // A client has no state to make it in, and nobody else is told what was chosen.
    client: false,
    redact: true,
    // Several may choose at once. Whether a move is still possible is for the rules to say.
    ignoreStaleStateID: true,
    // The rules say what may be taken back: they keep what was before.
    undoable: ({ G }) => G.undo?.length > 0,
  })

  function playerView({ G, ctx, playerID }) {
    const role = roleOf(playerID ?? (options.local ? ctx.currentPlayer : Number.NaN))
    if (isWaiting(G)) return { log: [], prompt: "The game has not begun.", ...(role !== null && { actions: { begin: 1 } }) }
    try {
      const view = framework.view(G, role)
      for (const name of packed) {
        const offers = view.actions?.[name]
        if (Array.isArray(offers)) view.actions[name] = offers.map(unpacked)
        for (const said of [view.why, view.labels]) if (Array.isArray(said?.[name])) said[name] = said[name].map(([argument, text]) => [unpacked(argument), text])
      }
      return view
    } catch (error) {
      failed(error)
      return { log: [], prompt: error.told ?? error.message }
    }
  }

  /** All moves that are offered to a player, but taking back. `G` is a state, or what that player sees of one. */
  function enumerate(G, ctx, playerID) {
    const { actions = {} } = isWaiting(G) || isState(G) ? playerView({ G, ctx, playerID }) : G
    return Object.entries(actions).flatMap(([move, offers]) => {
      if (move === "undo") return []
      if (Array.isArray(offers)) return offers.map((argument) => ({ move, args: [argument] }))
      return offers ? [{ move, args: [] }] : []
    })
  }

  function resultOf(G) {
    if (typeof G.result !== "string") return undefined
    const winners = G.result.split(", ").map((role) => info.roles.indexOf(role))
    const result = { result: G.result }
    if (G.result === "Draw") return { ...result, draw: true }
    if (winners.includes(-1)) return result
    return winners.length === 1 ? { ...result, winner: String(winners[0]) } : { ...result, winners: winners.map(String) }
  }

  return {
    name: options.name ?? (info.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "game"),
    minPlayers: counts.min,
    maxPlayers: counts.max,
    setup,
    validateSetupData: problemOf,
    moves: Object.fromEntries([...info.actions.map((it) => it.name), "undo", "begin"].map((name) => [name, moveOf(name)])),
    turn: {
      order: { first: ({ G, ctx }) => Number(activeIn(G, ctx)[0] ?? 0), next: ({ ctx }) => ctx.playOrderPos },
      onBegin: ({ G, ctx, events }) => follow(G, ctx, events),
    },
    endIf: ({ G }) => resultOf(G),
    playerView,
    ai: { enumerate },
    // Clients do not offer these. A server takes them from whoever sends them all the same: what comes of one has to be what the rules say.
    events: Object.fromEntries(NO_EVENTS.map((name) => [name, false])),
    plugins: [{ name: "house-rules", isInvalid: ({ G, ctx }) => !isFollowed(G, ctx) && "whose turn it is, and the end, are for the rules to say" }],
  }

  function isFollowed(G, ctx) {
    const result = resultOf(G)
    if (result || ctx.gameover !== undefined) return result?.result === ctx.gameover?.result
    const active = activeIn(G, ctx)
    return ctx.phase === null && ctx.playOrder.length === ctx.numPlayers && (active.length === 0 || isSame(active, playing(ctx)))
  }
}

/** Who may act, as boardgame.io has it. */
function playing({ activePlayers, currentPlayer }) {
  return activePlayers ? Object.keys(activePlayers) : [currentPlayer]
}

function isSame(ours, theirs) {
  return ours.length === theirs.length && ours.every((it) => theirs.includes(it))
}

function unpacked(argument) {
  return typeof argument === "string" && /^(\[|\{|true$|false$)/.test(argument) ? JSON.parse(argument) : argument
}

/** From 1 to 2^35 − 32. */
function freshSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return 1 + (((high & 0x7ffff) * 2 ** 32 + low) % (2 ** 35 - 32))
}
