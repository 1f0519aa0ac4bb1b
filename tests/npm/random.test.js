// Random games end alike natively and in the package, and tests run in it. `npm run random` plays ten thousand each.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, games, init } from "houserules"
import { native, packaged } from "../../scripts/random-games.mjs"

before(() => init())

/** Enough of each game to reach its end many times, and few of the one that thinks longest. */
const gamesOf = ({ id }) => (id === "tgdl-chess" ? 2 : 20)

for (const game of games) {
  const GAMES = gamesOf(game)
  test(`random games of ${game.title} are those of the native engine, and of machine code`, async (t) => {
    const { interpreted, machine } = await packaged(game, GAMES)
    const { moves, hash, broken, failures } = interpreted
    assert.deepEqual(machine, interpreted)
    t.diagnostic(`${GAMES} games, ${moves} moves, hash ${hash}`)
    assert.equal(broken, 0, JSON.stringify(failures))
    assert.deepEqual({ moves, hash }, await native(game, GAMES))
  })
  test(`machine code plays ${game.title} as the engine does`, async () => {
    const { rules } = compile(game.source, { language: game.language, files: game.files })
    assert.deepEqual((await rules.machine_code()).playouts(GAMES), rules.playouts(GAMES))
  })
  test(`the tests of ${game.title} pass`, () => {
    const { rules } = compile(game.source, { language: game.language, files: game.files })
    assert.deepEqual(rules.test().flatMap(({ failure }) => failure ?? []), [])
    assert.deepEqual(rules.test().map(({ name }) => name), rules.info.tests)
  })
}

test("a test that fails says where", () => {
  const source = games.find(({ id }) => id === "tic-tac-toe").source.replace("X space(2)", "X space(7)")
  const [first, second] = compile(source).rules.test()
  assert.equal(source.slice(first.failure.from, first.failure.to), 'assert G.result == "X"')
  assert.equal(first.failure.code, "HR0350")
  assert.equal(source.slice(first.from, first.to), `"${first.name}"`)
  assert.equal(second.failure, undefined)
})

test("files are used, and problems in them name them", () => {
  const source = games.find(({ id }) => id === "tic-tac-toe").source
  const using = source.replace(/^const LINES = [^]*?^\]$/m, 'data LINES: int[][] from "lines.json"')
  assert.notEqual(using, source)
  const lines = JSON.stringify([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
  const { rules, report } = compile(using, { files: { "lines.json": lines } })
  assert.equal(report, "")
  assert.equal(rules.play_random(20).hash, compile(source).rules.play_random(20).hash)
  const [problem] = compile(using, { files: { "lines.json": '[["😀"]]' } }).diagnostics
  assert.deepEqual([problem.code, problem.file, problem.from, problem.to, problem.line], ["HR0353", "lines.json", 2, 6, 1])
  assert.equal(problem.labels[1].file, undefined)
  assert.throws(() => compile(source, { files: { "lines.json": 3 } }), { code: "HR0609" })
})
