// Rules as a game of boardgame.io. Imports nothing from boardgame.io: its games are plain objects.
//
// Invariant: the first state of a match contains nothing random, since its server sends that state, seed included, to every client.
// A setup that uses random numbers waits for the move `begin`; any other gets its seed with the first move.

const INVALID_MOVE = "INVALID_MOVE"
/** Seed of a state that has none yet; random numbers never reach it. */
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

  /** Returns seed, scenario and options for `numPlayers`; a match overrides `adapt`. */
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

  /** Returns the numbers, as texts, of those who may act. */
  function activeIn(G, ctx) {
    if (isWaiting(G)) return ctx.playOrder
    const active = [G.active].flat()
    return info.roles.flatMap((role, at) => (active.includes(role) ? [String(at)] : []))
  }

  /** Sets the turn and the active players from the rules. */
  function follow(G, ctx, events) {
    const active = activeIn(G, ctx)
    if (active.length === 0) return
    if (!active.includes(ctx.currentPlayer)) events.endTurn({ next: active[0] })
    else if (!isSame(active, playing(ctx))) events.setActivePlayers({ value: active.length > 1 ? Object.fromEntries(active.map((id) => [id, null])) : {} })
  }

  function moved(G, playerID, name, argument) {
    if (isWaiting(G)) return name === "begin" ? framework.setup(freshSeed(), G.begin.scenario, G.begin.options) : INVALID_MOVE
    // A move is given a draft, which the engine would read field by field.
    const state = JSON.parse(JSON.stringify(G))
    if (state.seed === UNSEEDED) state.seed = freshSeed()
    try {
      return framework.action(state, roleOf(playerID), name, argument)
    } catch (error) {
      // A failing match must not stop the server and all other matches.
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
    // Clients lack the state to make it in, and the choice is hidden from others.
    client: false,
    redact: true,
    // Several may choose at once. The rules decide if a move is still possible.
    ignoreStaleStateID: true,
    // The rules decide what can be undone: they keep the history.
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

  /** Returns all moves offered to a player, except undo. `G` is a state, or that player's view. */
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
    // Clients do not offer these, but a server accepts them from anyone; so the outcome is checked against the rules.
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

/** Returns who may act, by boardgame.io. */
function playing({ activePlayers, currentPlayer }) {
  return activePlayers ? Object.keys(activePlayers) : [currentPlayer]
}

function isSame(ours, theirs) {
  return ours.length === theirs.length && ours.every((it) => theirs.includes(it))
}

function unpacked(argument) {
  return typeof argument === "string" && /^(\[|\{|true$|false$)/.test(argument) ? JSON.parse(argument) : argument
}

/** Draws from 1 to 2^35 − 32. */
function freshSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return 1 + (((high & 0x7ffff) * 2 ** 32 + low) % (2 ** 35 - 32))
}
