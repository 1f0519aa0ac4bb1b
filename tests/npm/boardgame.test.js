// Rules in boardgame.io: its own client, bots, and server with clients over its sockets.
import assert from "node:assert/strict"
import { createRequire } from "node:module"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"
import { adapt } from "houserules/boardgame.io"

// Its packages for Node are scripts of the older kind.
const require = createRequire(import.meta.url)
const { Client, LobbyClient } = require("boardgame.io/client")
const { Local, SocketIO } = require("boardgame.io/multiplayer")
const { MCTSBot, RandomBot, Simulate, Step } = require("boardgame.io/ai")
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal")
const { Server } = require("boardgame.io/server")

const compiled = (id) => {
  const { source, language, files } = games.find((it) => it.id === id)
  return compile(source, { language, files }).rules
}
const started = (game, given) => {
  const client = Client({ game, debug: false, ...given })
  client.start()
  return client
}
const until = async (happens) => {
  for (const start = Date.now(); !happens(); await new Promise((done) => setTimeout(done, 1))) assert.ok(Date.now() - start < 30_000, `not in time: ${happens}`)
}
const rest = ({ G, ctx, _stateID }) => ({ G, ctx, _stateID })
/** All records in a value that are cards. */
const cardsIn = (it) => {
  if (it === null || typeof it !== "object") return []
  return "rank" in it && "suit" in it ? [`${it.rank} ${it.suit}`] : Object.values(it).flatMap(cardsIn)
}

before(() => init())

test("Tic-tac-toe is played in a client to a win", () => {
  const client = started(adapt(compiled("tic-tac-toe"), { local: true }))
  assert.deepEqual(client.getState().G.actions.space, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const [at, space] of [0, 3, 1, 4].entries()) {
    assert.equal(client.getState().ctx.currentPlayer, String(at % 2))
    client.moves.space(space)
  }
  assert.equal(client.getState().ctx.gameover, undefined)
  client.moves.space(2)
  assert.deepEqual(client.getState().ctx.gameover, { result: "X", winner: "0" })
})

test("what the rules refuse is an invalid move, which changes nothing", (t) => {
  t.mock.method(console, "error", () => {})
  const client = started(adapt(compiled("tic-tac-toe"), { local: true }))
  client.moves.space(4)
  const before = rest(client.store.getState())
  for (const wrong of [4, 9, -1, "a", {}, [0, 1], null]) client.moves.space(wrong)
  for (const refused of ["space", "undo", "begin"]) client.moves[refused]()
  assert.deepEqual(rest(client.store.getState()), before)
  client.moves.space(0)
  assert.notDeepEqual(rest(client.store.getState()), before)
})

test("several arguments are arguments, and a list is one", () => {
  const rules = compiled("chess")
  for (const way of [(client, move) => client.moves.move(...move), (client, move) => client.moves.move(move)]) {
    const client = started(adapt(rules, { local: true }))
    const [move] = client.getState().G.actions.move
    assert.equal(move.length, 2)
    way(client, move)
    assert.equal(client.getState().ctx.currentPlayer, "1")
  }
})

test("a match is for as many as the rules say, with their scenarios and options", () => {
  const game = adapt(compiled("mine"))
  assert.deepEqual([game.name, game.minPlayers, game.maxPlayers], ["the-mine", 3, 4])
  assert.equal(game.validateSetupData(undefined, 2), "The mine is for 3 to 4 players, not for 2")
  assert.throws(() => started(game, { numPlayers: 5 }), /not for 5/)
  // Its scenarios are for three and for four.
  for (const numPlayers of [3, 4]) assert.equal(InitializeGame({ game, numPlayers }).ctx.numPlayers, numPlayers)

  const pig = adapt(compiled("pig"), { options: { target: 20 } })
  const targetOf = (setupData) => InitializeGame({ game: pig, numPlayers: 2, setupData }).G.target
  assert.deepEqual([targetOf(), targetOf({ options: { target: 30 } })], [20, 30])
  assert.match(pig.validateSetupData({ options: { target: 7 } }, 2), /target/)
  assert.match(pig.validateSetupData({ scenario: "Long" }, 2), /Long/)
  assert.equal(pig.validateSetupData({ seed: 5, options: { target: 30 } }, 2), undefined)
})

test("what may be taken back goes by the rules", (t) => {
  t.mock.method(console, "error", () => {})
  const source = `roles A, B
global { n: int }
setup { G.active = A; call play }
view { V.n = G.n }
state play { prompt { button add; button done } on add { push_undo(); G.n += 1 } on done { clear_undo(); G.active = if R == A then B else A } }
`
  const client = started(adapt(compile(source).rules, { local: true }))
  const seen = () => [client.getState().G.n, client.getState().G.actions.undo]
  client.moves.add()
  client.moves.add()
  assert.deepEqual(seen(), [2, 1])
  client.undo()
  assert.deepEqual(seen(), [1, 1])
  client.redo()
  assert.deepEqual(seen(), [2, 1])
  // As a move of the rules.
  client.moves.undo()
  assert.deepEqual(seen(), [1, 1])
  client.moves.done()
  client.undo()
  assert.deepEqual([client.getState().ctx.currentPlayer, ...seen()], ["1", 1, 0])
  // Nothing of that is kept by a game without it.
  const pig = started(adapt(compiled("pig"), { seed: 1 }))
  pig.moves.roll()
  const before = rest(pig.store.getState())
  pig.undo()
  assert.deepEqual(rest(pig.store.getState()), before)
})

test("a move that fails is refused and told, and the match goes on", () => {
  const source = `roles A, B
global { xs: int[] = [1, 2] }
setup { G.active = A; call play }
state play { prompt { for i in [0, 5] { action go(i) } } on go(at: int) { if G.xs[at] == 1 { G.active = B } } }
`
  const errors = []
  const client = started(adapt(compile(source).rules, { local: true, failed: (error) => errors.push(error.code) }))
  client.moves.go(5)
  assert.deepEqual([errors, client.getState().ctx.currentPlayer], [["HR0703"], "0"])
  client.moves.go(0)
  assert.deepEqual([errors, client.getState().ctx.currentPlayer], [["HR0703"], "1"])
})

test("its bots play both seats of Tic-tac-toe, and one that thinks does not lose", async () => {
  const game = adapt(compiled("tic-tac-toe"))
  const { enumerate } = game.ai
  for (const seed of [1, 2]) {
    const bots = { 0: new RandomBot({ game, enumerate, seed }), 1: new MCTSBot({ game, enumerate, seed, iterations: 60, playoutDepth: 9 }) }
    const { state } = await Simulate({ game, bots, state: InitializeGame({ game, numPlayers: 2 }) })
    assert.notEqual(state.ctx.gameover.winner ?? "1", "0")
  }
})

test("a local match is played with bots to its end", async () => {
  const game = adapt(compiled("nim"), { scenario: "Three heaps" })
  const client = started(game, { multiplayer: Local(), playerID: "0" })
  const other = started(game, { multiplayer: Local(), playerID: "1" })
  for (let moves = 0; client.getState().ctx.gameover === undefined; moves += 1) {
    assert.ok(moves < 50)
    const mover = client.getState().isActive ? client : other
    const { _stateID } = mover.getState()
    await Step(mover, new RandomBot({ game, enumerate: game.ai.enumerate, seed: moves }))
    await until(() => mover.getState()._stateID > _stateID && client.getState()._stateID === other.getState()._stateID)
  }
  assert.ok("winner" in client.getState().ctx.gameover)
})

test("every shipped game is set up and played at random, its states kept as JSON", () => {
  for (const { id } of games) {
    const game = adapt(compiled(id), { seed: 1 })
    const reduce = CreateGameReducer({ game })
    const keep = (state) => JSON.parse(JSON.stringify(state))
    let state = keep(InitializeGame({ game, numPlayers: game.maxPlayers }))
    let moves = 0
    for (; moves < 25 && state.ctx.gameover === undefined; moves += 1) {
      const { G, ctx, _stateID } = state
      const players = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer]
      const choices = players.flatMap((playerID) => game.ai.enumerate(G, ctx, playerID).map((it) => ({ ...it, playerID })))
      const { move, args, playerID } = choices[(moves * 7919) % choices.length]
      state = keep(reduce(state, { type: "MAKE_MOVE", payload: { type: move, args, playerID } }))
      assert.equal(state._stateID, _stateID + 1, `${id}: ${move} ${JSON.stringify(args)}`)
    }
    assert.ok(moves > 4, id)
    // The observer sees it too.
    assert.equal(typeof game.playerView({ G: state.G, ctx: state.ctx, playerID: null }).prompt, "string", id)
  }
})

test("a match goes on under rules that have changed", () => {
  const source = (fields) => `roles A, B
global { ${fields} }
setup { G.active = A; call play }
view { V.n = G.n }
state play { prompt { button go } on go { G.n += 1; G.active = if R == A then B else A } }
`
  const first = compile(source("gone: int, n: int")).rules
  const second = compile(source("n: int, more: int = 5")).rules
  const seed = 1
  const before = InitializeGame({ game: adapt(first, { seed, earlier: [] }), numPlayers: 2 })
  const told = []
  const game = adapt(second, { earlier: [first.names], told: (it) => told.push(it) })
  const after = CreateGameReducer({ game })(before, { type: "MAKE_MOVE", payload: { type: "go", args: [], playerID: "0" } })
  assert.deepEqual([after.G.n, after.G.more, after.G.gone, after.ctx.currentPlayer], [1, 5, undefined, "1"])
  assert.match(told.join(), /gone/)
})

test("its server plays Hearts with four clients to the end, and tells none of them what is hidden", async () => {
  const failures = []
  const game = adapt(compiled("hearts"), { options: { limit: 20 }, failed: (error) => failures.push(error) })
  const server = Server({ games: [game], origins: ["http://localhost"] })
  const log = console.log
  console.log = () => {}
  const running = await server.run({ port: 0 })
  console.log = log
  const url = `http://localhost:${running.appServer.address().port}`
  const clients = []
  try {
    const lobby = new LobbyClient({ server: url })
    const { matchID } = await lobby.createMatch("hearts", { numPlayers: 4 })
    await assert.rejects(lobby.createMatch("hearts", { numPlayers: 3 }))
    for (const playerID of ["0", "1", "2", "3"]) {
      const { playerCredentials: credentials } = await lobby.joinMatch("hearts", matchID, { playerID, playerName: `bot ${playerID}` })
      const client = started(game, { multiplayer: SocketIO({ server: url, socketOpts: { transports: ["websocket"] } }), numPlayers: 4, matchID, playerID, credentials })
      client.wire = []
      client.transport.socket.onAny((...message) => client.wire.push(message))
      clients.push(client)
    }
    const stateNow = async () => (await server.db.fetch(matchID, { state: true })).state
    // All clients have the server's state.
    const settled = async () => {
      const { _stateID } = await stateNow()
      await until(() => clients.every((it) => it.getState()?._stateID === _stateID))
    }
    await settled()
    assert.deepEqual(clients[2].getState().G.actions, { begin: 1 })
    clients[2].moves.begin()
    await until(() => clients.every((it) => it.getState().G.hand?.length === 13))

    const dealt = clients.map((it) => it.getState().G.hand)

    // A move waits for the server: a client does not make it in its own view.
    const [first] = clients
    const { G } = first.getState()
    first.moves.card(0)
    assert.deepEqual(first.getState().G, G)
    await until(() => first.getState().G.passed.length === 1)

    // Three choose at the same time, and none of the moves is lost.
    for (const client of clients.slice(1)) client.moves.card(5)
    await until(() => clients.every((it) => it.getState().G.passed.length === 1))

    // Ending the game from outside is refused.
    await settled()
    const payload = { type: "endGame", args: [{ result: "North", winner: "0" }], playerID: "0", credentials: first.credentials }
    first.transport.socket.emit("update", { type: "GAME_EVENT", payload }, first.getState()._stateID, matchID, "0")
    first.moves.card(0)
    await until(() => first.getState().G.passed.length === 2)
    assert.equal((await stateNow()).ctx.gameover, undefined)

    const bots = clients.map((_, seed) => new RandomBot({ game, enumerate: game.ai.enumerate, seed }))
    let passed = false
    for (let moves = 0; clients[0].getState().ctx.gameover === undefined; moves += 1) {
      assert.ok(moves < 2000)
      if (!passed && clients[0].getState().G.received) {
        passed = true
        const { G } = await stateNow()
        for (const [at, { wire }] of clients.entries()) {
          const own = new Set(cardsIn([dealt[at], G.received[at]]))
          assert.equal(own.size, 16)
          assert.deepEqual(new Set(cardsIn(wire)), own)
        }
      }
      const mover = clients.find((it) => it.getState().isActive)
      const { _stateID } = mover.getState()
      // Its `Step` leaves out the credentials, which a server wants.
      const { action } = await bots[mover.playerID].play(mover.getState(), mover.playerID)
      mover.moves[action.payload.type](...action.payload.args)
      await until(() => clients.every((it) => it.getState()._stateID > _stateID))
    }
    assert.ok(passed)
    // Nor has a client tried to make one.
    assert.deepEqual(failures, [])
    for (const { wire, playerID } of clients) {
      // Several may share the fewest points.
      assert.match(first.getState().ctx.gameover.result, /North|East|South|West|Draw/)
      assert.ok(wire.length > 60)
      // The seed of the framework's own random numbers is sent, but nothing here uses it.
      const text = JSON.stringify(wire, (key, value) => (key === "plugins" ? undefined : value))
      for (const hidden of ['"seed"', '"undo":[{', '"taken":']) assert.ok(!text.includes(hidden), hidden)
      // Other players' choices are in no log.
      const moves = wire.flat().flatMap((it) => (Array.isArray(it) ? it : (it?.log ?? []))).filter((it) => it?.action?.type === "MAKE_MOVE")
      assert.ok(moves.length > 60)
      for (const { action } of moves) if (action.payload.playerID !== playerID) assert.equal(action.payload.args, null)
    }
  } finally {
    for (const client of clients) client.stop()
    server.kill(running)
    running.appServer.closeAllConnections()
  }
})
