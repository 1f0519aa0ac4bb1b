// The player that looks ahead chooses in the package as it does natively.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"

before(() => init())

const begin = (id, seed) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return compile(source, { files, language }).rules.on_setup(seed)
}

test("a win is taken, and a threat met", () => {
  const game = begin("tic-tac-toe", 1)
  for (const [role, cell] of [["X", 0], ["O", 4], ["X", 1]]) game.action(role, "space", cell)
  assert.equal(game.play_search("O", 500, 1), true)
  assert.deepEqual(game.record.moves.at(-1), ["O", "space", 2])
  assert.equal(game.play_search("O", 500, 1), false)
})

test("a search goes on, however it is split up, and tells its best move", () => {
  const game = begin("connect-four", 1)
  const [whole, parts] = [game.search("Red", 5), game.search("Red", 5)]
  whole.run(90)
  for (const part of [1, 29, 60]) parts.run(part)
  assert.deepEqual(parts.best, whole.best)
  assert.equal(whole.best[0], "Red")
  const copy = game.clone()
  copy.play_search("Red", 90, 5)
  assert.deepEqual(copy.record.moves, [whole.best])
  assert.equal(game.search("Yellow").best, undefined)
  assert.equal(game.search("Nobody").best, undefined)
})

test("a search finds the same on the interpreter and, later, on compiled rules", () => {
  for (const id of ["hearts", "reversi", "connect-four", "cullet"]) {
    const [fresh, used] = [begin(id, 5), begin(id, 5)]
    for (const game of [fresh, used]) game.play_random(3, 2)
    const [role] = fresh.active
    // Fewer than from which on rules are compiled, each time of rules that were searched by nobody.
    const first = fresh.search(role, 9)
    first.run(250)
    used.search(role, 1).run(400)
    const later = used.search(role, 9)
    later.run(250)
    assert.deepEqual(later.best, first.best, id)
    first.run(150)
    later.run(150)
    assert.deepEqual(later.best, first.best, id)
  }
})

test("a search tells how many moves it made in games, followed for as many as one wants", () => {
  const game = begin("cullet", 5)
  const search = game.search(game.active[0], 3)
  assert.ok(search.run(4, 10) <= 40)
  assert.ok(search.run(4, null) > 400)
  // Compiled by now, it is the same.
  search.run(300)
  assert.ok(search.run(4, 10) <= 40 && search.run(4) > 400)
  assert.equal(game.search("Nobody", 3).run(5), undefined)
  assert.throws(() => search.run("5"), { code: "HR0612", message: /iterations/ })
  assert.throws(() => search.run(5, -1), { code: "HR0612", message: /moves/ })
})

test("what is ahead may be played out by machine code", async () => {
  const { source } = games.find((it) => it.id === "tic-tac-toe")
  const { rules } = compile(source)
  const code = await rules.machine_code()
  const game = rules.on_setup(1)
  for (const [role, cell] of [["X", 0], ["O", 4], ["X", 1]]) game.action(role, "space", cell)
  const search = game.search("O", 1)
  for (let seed = 1; seed <= 300; seed++) {
    const ahead = code.resume(search.ahead())
    ahead.playout(seed)
    search.learn(ahead.result)
  }
  assert.deepEqual(search.best, ["O", "space", 2])
  // Nothing is asked, so nothing is learnt.
  search.learn("O")
  assert.deepEqual(search.best, ["O", "space", 2])
  assert.equal(game.search("X", 1).ahead(), undefined)
  assert.throws(() => search.learn(3), { code: "HR0612" })
})

test("the moments within a move are told without making it", () => {
  const game = begin("hearts", 5)
  const full = () => game.on_view("North").trick.filter((card) => card !== null).length
  for (let seed = 1; full() < 3; seed++) game.play_random(1, seed)
  const [role] = game.active
  const [card] = game.prompt(role).actions.card
  const before = JSON.stringify(game.state)
  const moments = game.moments(role, "card", card)
  const tricks = moments.map((it) => it.on_view("North").trick.filter((card) => card !== null).length)
  assert.ok(tricks.includes(4))
  assert.equal(tricks.at(-1), 0)
  assert.equal(JSON.stringify(game.state), before)
  assert.throws(() => game.moments(role, "card", 99), { code: "HR0605" })
})

test("what is only tried is no moment of a move", () => {
  const game = begin("noughts-and-crosses", 5)
  const tokens = (it) => Object.entries(it.on_view("x").containers).flatMap(([name, { contents }]) => contents.map(({ props }) => `${name} ${props.name}`))
  for (const cell of ["11", "00"]) {
    const [role] = game.active
    const moments = game.moments(role, "place_token", cell)
    const before = tokens(game)
    game.action(role, "place_token", cell)
    const known = new Set([...before, ...tokens(game)])
    assert.ok(moments.length > 0)
    for (const it of moments) assert.deepEqual(tokens(it).filter((token) => !known.has(token)), [])
  }
})

/** FNV-1a, 64 bits. */
function hash(text) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, "0")
}

// The same games as in tests/src/search.rs.
const PLAYED = [
  ["tic-tac-toe", 200, "9 moves, 8453aff655dbfbd5"],
  ["connect-four", 60, "23 moves, e09b04b17d1a250a"],
  ["duel", 40, "38 moves, a672228e61af045f"],
  ["pig", 20, "103 moves, 9a62bd5c44d2b4ab"],
]

for (const [id, iterations, recorded] of PLAYED)
  test(`${id} is played as natively`, () => {
    const game = begin(id, 7)
    for (let seed = 1; game.active.length > 0; seed++) game.play_search(game.active[0], iterations, seed)
    const { moves } = game.record
    assert.equal(`${moves.length} moves, ${hash(JSON.stringify(moves))}`, recorded)
  })

test("rules say what a position is worth, and a search needs no games to the end", async () => {
  const source = `roles A, B
global { coins: int[Role], moves: int }
setup { G.active = A; call take }
state take {
    prompt { for n in 0..5 { action take(n) } }
    on take(n: int) { G.coins[R] += n * 3 % 5; G.moves += 1; if G.moves == 4 { finish "Draw" }; G.active = other(R) }
}
`
  const silent = compile(source).rules.on_setup(1)
  assert.equal(silent.worth("A"), undefined)
  assert.equal(typeof silent.search("A", 1).ahead(), "string")
  const { rules } = compile(`${source}worth { return if R == A then 50 + 10 * G.coins[A] else -5 }\n`)
  const game = rules.on_setup(1)
  assert.deepEqual(["A", "B", "Nobody"].map((role) => game.worth(role)), [0.5, 0, undefined])
  assert.throws(() => game.worth(1), { code: "HR0612" })
  const search = game.search("A", 1)
  for (let count = 0; count < 60; count++) assert.equal(search.ahead(), null)
  assert.deepEqual(search.best, ["A", "take", 3])
  assert.equal(game.search("B", 1).ahead(), undefined)
  game.action("A", "take", 3)
  assert.equal(game.worth("A"), 0.9)
  game.finish("A", "")
  assert.equal(game.worth("A"), undefined)
  const code = await rules.machine_code()
  assert.equal(code.on_setup(1).worth, undefined)
})
