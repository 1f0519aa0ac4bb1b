// What if: numbers of a text, and the same games with each of several values.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { compile, defaults, GameError, init, numbers, study, with_defaults, with_numbers } from "houserules"

before(() => init())

const COIN = `game "Coin"
roles First, Second
option long: bool = false
const FIRST = 50
setup { G.active = First; call play }
state play {
    prompt { prompt "Throw."; button throw }
    on throw {
        if not options_long() or random(4) == 0 {
            if random(100) < FIRST { finish First } else { finish Second }
        }
    }
}
global { long: bool }
function options_long(): bool { return G.long }
`.replace("setup {", "setup { G.long = options.long;")

const played = it => {
  for (let stage = it.next(); stage; stage = it.next()) for (const variant of stage.variants) it.join(variant, it.play(variant, stage.from, stage.games))
  return it.report()
}

test("numbers of a text are found and changed", () => {
  const all = numbers(COIN)
  assert.deepEqual(all[0], { name: "FIRST", constant: true, value: 50, from: COIN.indexOf("50"), line: 4, text: "const FIRST = 50" })
  assert.ok(all.slice(1).every(it => /^\d+:\d+$/.test(it.name)))
  assert.equal(with_numbers(COIN, { FIRST: 7 }), COIN.replace("FIRST = 50", "FIRST = 7"))
  assert.equal(with_numbers(COIN, { SECOND: 7 }), undefined)
  assert.throws(() => with_numbers(COIN, { FIRST: "7" }), GameError)
})

test("defaults of options are found and changed", () => {
  assert.deepEqual(defaults(COIN), [{ name: "long", value: false }])
  assert.equal(with_defaults(COIN, { long: true }), COIN.replace("bool = false", "bool = true"))
  assert.equal(with_defaults(COIN, { long: 1 }), undefined)
  assert.equal(with_defaults(COIN, { FIRST: 1 }), undefined)
  assert.throws(() => with_defaults(COIN, { long: null }), GameError)
})

test("each value is played on the same seeds", () => {
  const it = study(COIN, { vary: ["FIRST = 30 to 70 by 20", "long = false, true"], games: 400 })
  assert.equal(it.variants, 6)
  const { rows, names, games, sentence } = played(it)
  assert.deepEqual(names, ["FIRST", "long"])
  assert.equal(games, 6 * 400)
  assert.deepEqual(rows.map(row => row.values), [[30, false], [30, true], [50, false], [50, true], [70, false], [70, true]])
  assert.deepEqual(rows.map(row => row.now), [false, false, true, false, false, false])
  const wins = row => row.numbers.find(it => it.name === "First wins")
  assert.ok(wins(rows[0]).more.high < -0.1 && wins(rows[4]).more.low > 0.1, "they differ clearly from what is now")
  assert.equal(wins(rows[2]).more, undefined)
  assert.match(sentence, /^Biggest changes: .*First wins, from [\d.]+% with FIRST = 30, long = /)
  // The same as a lab of the changed text counts.
  const lab = compile(with_numbers(COIN, { FIRST: 70 })).rules.lab()
  lab.join(lab.play(0, 400))
  assert.equal(lab.report().roles[0].value, wins(rows[4]).value)
  assert.ok(it.csv().startsWith("FIRST,long,games,name,value,low,high\r\n30,false,400,"))
  it.free()
})

test("a role plays without an action, and each scenario is played", () => {
  const rules = `roles Left, Right
scenarios "Short", "Long"
global { n: int, goal: int }
setup { G.goal = if scenario == "Long" then 12 else 4; G.active = Left; call go }
state go {
    prompt { button step; button leap; if G.n == 0 { button begin } }
    on step { G.n += 1; if G.n >= G.goal { finish R }; G.active = other(R) }
    on leap { finish R }
    on begin { G.n += 1; G.active = other(R) }
}
`
  const { rows, sentence } = played(study(rules, { vary: ["Left without = nothing, leap, step", "scenario = Short, Long"], games: 300 }))
  const wins = rows.map(({ numbers }) => numbers.find(({ name }) => name === "Left wins").value)
  assert.deepEqual(rows.map(({ values, now }) => [...values, now]), [
    ["nothing", "Short", true], ["nothing", "Long", false], ["leap", "Short", false], ["leap", "Long", false], ["step", "Short", false], ["step", "Long", false],
  ])
  assert.ok(wins[2] < wins[0] - 0.1 && wins[3] < wins[1] - 0.2 && wins[4] > wins[0] + 0.1, wins.join())
  assert.match(sentence, /with Left without leap, scenario = Long/)
  for (const [vary, message] of [
    ["Left without = fly", 'there is no action "fly"; use `step`, `leap`, `begin`, or nothing'],
    ["Up without = leap", "there is no role `Up`; use `Left`, `Right`, or all"],
    ["scenario = Huge", "there is no scenario `Huge`, only `Short`, `Long`"],
  ]) {
    assert.throws(() => study(rules, { vary: [vary] }), (error) => error instanceof GameError && error.message.includes(message), vary)
  }
  assert.throws(() => compile(rules).rules.lab({ players: ["without:fly"] }), /there is no action `fly`/)
  const ahead = played(study(rules, { vary: ["Left without = nothing, leap"], games: 2, plan: { players: ["search:2"] } }))
  assert.match(ahead.rows[1].problem, /does not go with other players/)
  // Few games are also enough to see that a value is far from the wish.
  const few = played(study(COIN, { vary: ["FIRST = 1, 50, 99"], wish: "equal seats", games: 120 }))
  assert.deepEqual(few.rows.map(({ out }) => out), [true, false, true])
  // Variants whose games never end are dropped.
  const stuck = played(study(rules.replace("if G.n >= G.goal { finish R }; ", ""), { vary: ["all without = nothing, leap"], games: 300, plan: { limit: 200 } }))
  assert.deepEqual(stuck.rows.map(({ games, ended }) => [games, ended > 0]), [[300, true], [40, false]])
  assert.match(stuck.sentence, /Of all without nothing only games come to an end/)
  // With no other move, the action is made all the same.
  const lab = compile(rules.replace("button leap; ", "")).rules.lab({ players: ["without:step", "random"] })
  lab.join(lab.play(0, 50))
  assert.equal(lab.report().ended, 50)
})

test("the value is found that comes nearest to a wish, and others are left out early", () => {
  const given = { vary: ["FIRST = 10, 30, 50, 70, 90"], wish: "equal seats", games: 4000 }
  const [it, other] = [study(COIN, given), study(COIN, given)]
  const { rows, games, sentence } = played(it)
  assert.deepEqual(rows.filter(row => row.best).map(row => row.values), [[50]])
  assert.ok(rows[0].out && rows[0].games === 250, "250 games show that 10 is far")
  assert.ok(games < 5 * 4000)
  assert.match(sentence, /^FIRST = 50 comes closest/)
  // With any division and order of the work.
  for (let stage = other.next(); stage; stage = other.next()) {
    const parts = stage.variants.flatMap(variant => [[variant, stage.from, 15], [variant, stage.from + 15, stage.games - 15]])
    for (const [variant, from, games] of parts.reverse()) other.join(variant, it.play(variant, from, games))
  }
  assert.deepEqual(other.report(), it.report())
})

test("what makes no game says why, and the others are played", () => {
  const { rows } = played(study(COIN.replace("random(100)", "roll(FIRST)"), { vary: ["FIRST = 0, 50"], games: 50 }))
  assert.equal(rows[1].games, 50)
  assert.ok(rows[0].problem !== undefined || rows[0].flaws > 0)
})

test("what there is not is told", () => {
  for (const [given, message] of [
    [{ vary: ["HAND = 4 to 8"] }, "there is no option or number `HAND` (there are long, FIRST)"],
    [{ vary: ["FIRST"] }, "`FIRST` has no values; write `HAND = 4 to 8`"],
    [{ vary: ["FIRST = 1 to 1000"] }, "has more than 400 values"],
    [{ vary: ["FIRST = 1 to 30", "long = false, true", "9:20 = 1 to 9"] }, "combinations of values"],
    [{ vary: ["FIRST = 1"], wish: "score = 3" }, "there is no result called `score`"],
    [{ vary: "FIRST = 1" }, "`vary` is not a list"],
  ])
    assert.throws(() => study(COIN, given), error => error instanceof GameError && (error.message.includes(message) || assert.fail(error.message)))
  assert.throws(() => study("game", { vary: [] }), GameError)
})

test("a report is a page of its own", () => {
  const lab = compile(COIN.replace('"Coin"', '"<Coin> & more"')).rules.lab()
  lab.join(lab.play(0, 100))
  const [html, text] = [lab.html(), lab.markdown()]
  assert.ok(html.startsWith("<!doctype html>") && html.includes("&lt;Coin&gt; &amp; more") && html.includes("<svg") && !html.includes("<Coin>"))
  assert.ok(!/(src|href)=|<script|@import|url\(/.test(html), "nothing beside it")
  assert.ok(text.startsWith("# \\<Coin> & more\n") && text.includes("**Is it fair?** "))
})

test("numbers that are looked at often are less sure", () => {
  const lab = compile(COIN).rules.lab()
  lab.join(lab.play(0, 1000))
  const [once, often] = [lab.report().roles[0], lab.report(true).roles[0]]
  assert.equal(once.value, often.value)
  assert.ok(often.low < once.low && often.high > once.high)
})

test("it is said how many games more it takes to be sure", () => {
  const lab = compile(COIN).rules.lab()
  const looks = []
  for (let more = lab.until(0.03), played = 0; more !== undefined; more = lab.until(0.03)) {
    lab.join(lab.play(played, more - played))
    looks.push((played = more))
  }
  assert.deepEqual(looks.slice(0, 3), [500, 750, 1125])
  const half = ({ low, high }) => (high - low) / 2
  assert.ok(lab.report(true).roles.every(it => half(it) <= 0.03))
  assert.ok(looks.length > 3)
})
