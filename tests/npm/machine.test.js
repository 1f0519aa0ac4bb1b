// Rules as machine code: the same interface in the package, and games on their own.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { compile, GameError, games, init } from "houserules"

before(() => init())

const rulesOf = (id) => {
  const { source, files, language } = games.find((it) => it.id === id)
  return compile(source, { files, language }).rules
}

/** A game's files in a folder of their own. */
const exported = (rules) => {
  const folder = mkdtempSync(join(tmpdir(), "game-"))
  for (const [name, content] of Object.entries(rules.export())) writeFileSync(join(folder, name), content)
  return { folder, url: (name) => pathToFileURL(join(folder, name)).href }
}

test("a game moves between the interpreter and machine code at any point", async () => {
  for (const { id } of games) {
    const slow = rulesOf(id)
    const fast = await slow.machine_code()
    assert.deepEqual(fast.info, slow.info)
    const game = slow.on_setup(3)
    const other = fast.on_setup(3)
    for (let n = 0; n < 12 && game.active.length > 0; ++n) {
      assert.deepEqual(other.state, game.state)
      for (const role of [...slow.info.roles, "nobody"]) assert.deepEqual(other.view(role), game.view(role))
      const [role] = game.active
      const { actions } = game.prompt(role)
      const [action, offered] = Object.entries(actions).find(([, it]) => it === 1 || it.length > 0)
      const argument = offered === 1 ? undefined : offered[n % offered.length]
      game.action(role, action, argument)
      const moved = fast.resume(other.state)
      moved.action(role, action, argument)
      assert.deepEqual(moved.state, game.state)
      assert.deepEqual(slow.resume(moved.state).state, game.state)
      other.action(role, action, argument)
    }
    assert.ok(other.playout(1) > 0 || game.active.length === 0)
    assert.deepEqual(other.active, [])
  }
})

test("what is refused is refused in the same words, and changes nothing", async () => {
  const slow = rulesOf("tic-tac-toe")
  const fast = await slow.machine_code()
  const thrown = (action) => {
    try {
      action()
    } catch (error) {
      assert.ok(error instanceof GameError)
      return [error.code, error.message]
    }
    assert.fail("nothing was thrown")
  }
  const [game, other] = [slow.on_setup(1), fast.on_setup(1)]
  const tries = [["O", "space", 1], ["Z", "space", 1], ["X", "space", 9], ["X", "nothing"], ["X", "undo"], ["X", "space", "a"], ["X", "space", [1]], ["X", "space"]]
  for (const it of tries) assert.deepEqual(thrown(() => other.action(...it)), thrown(() => game.action(...it)))
  assert.deepEqual(other.state, game.state)
  const begun = [[-1], [1, "No such"], [1, "Standard", { no: 1 }], [1, "Standard", []]]
  for (const it of begun) assert.deepEqual(thrown(() => fast.on_setup(...it)), thrown(() => slow.on_setup(...it)))
  const states = ["{", {}, [], { ...game.state, board: 1 }, { ...game.state, more: 1 }, { ...game.state, seed: -1 }]
  for (const it of states) assert.equal(thrown(() => fast.resume(it))[0], thrown(() => slow.resume(it))[0])
})

const ENDLESS = `
roles A, B
global { n: int }
function spin(): int {
    let n = 0
    while n >= G.n { n += 1 }
    return n
}
setup { G.active = A; call turn }
view { V.n = G.n }
state turn {
    prompt { button handler; button called; button prompted }
    on handler { while G.n <= 0 { G.n = G.n * 2 } }
    on called { G.n = spin() }
    on prompted { G.n = 1; call other }
}
state other {
    prompt { if G.n == 1 and spin0() > 0 { button never } }
    on never { G.n = 0 }
}
function spin0(): int {
    let n = 0
    while n < G.n { n -= n }
    return n
}
`

test("what never ends is stopped, told with its place, and the game is as before", async () => {
  const { rules: slow, report } = compile(ENDLESS)
  assert.ok(slow, report)
  const fast = await slow.machine_code()
  const game = fast.on_setup(1)
  const { state } = game
  const place = (action) => {
    try {
      action()
    } catch ({ code, place, frames }) {
      assert.equal(code, "HR0720")
      return { place, frames }
    }
    assert.fail("nothing was thrown")
  }
  for (const action of ["handler", "called"]) {
    const theirs = place(() => slow.resume(state).action("A", action))
    assert.deepEqual(place(() => game.action("A", action)), theirs)
    assert.deepEqual(game.state, state)
  }
  game.action("A", "prompted")
  const before = game.state
  const theirs = place(() => slow.resume(before).prompt("A"))
  assert.deepEqual(place(() => game.prompt("A")), theirs)
  assert.deepEqual(place(() => game.action("A", "never")), theirs)
  assert.deepEqual(game.state, before)
})

test("a game that fails after a long way at random is as it was before", async () => {
  const { rules, report } = compile(`roles A, B
global { n: int, kept: string[][] }
setup { G.active = A; call go }
state go { prompt { button on } on on { G.n += 1; if G.n % 50 == 0 { clear(G.kept) }; push(G.kept, repeat("x", 1000)); assert G.n < 20000; G.active = other(R) } }
`)
  assert.ok(rules, report)
  const game = (await rules.machine_code()).on_setup(1)
  for (let n = 0; n < 30; ++n) game.action(game.active[0], "on")
  const { state } = game
  for (let n = 0; n < 3; ++n) {
    assert.throws(() => game.playout(n + 1), { code: "HR0713" })
    assert.deepEqual(game.state, state)
  }
  game.action("A", "on")
  assert.equal(game.state.n, 31)
})

test("a game on its own is small", () => {
  for (const [id, most] of [["tic-tac-toe", 10_500], ["chess", 26_200]]) {
    const files = rulesOf(id).export()
    const size = gzipSync(files["game.wasm"], { level: 9 }).length + gzipSync(files["game.js"], { level: 9 }).length
    assert.ok(size <= most, `${id}: ${size} bytes`)
  }
})

test("a game on its own holds no words that it never says", () => {
  const words = "a set's elements are ascending"
  const says = (source) => Buffer.from(compile(source).rules.export()["game.wasm"]).includes(words)
  const game = (field) => `roles A, B\nglobal { ${field} }\nsetup { G.active = A; call place }\nstate place { prompt { button done } on done { finish A, "" } }`
  assert.ok(!says(game("cells: int[]")))
  assert.ok(says(game("cells: set<int>")))
})

test("a game on its own is played to the end in Node, and as the framework's rules.js", async () => {
  const { folder, url } = exported(rulesOf("tic-tac-toe"))
  const script = `
    import { load, loadSync, roles } from ${JSON.stringify(url("game.js"))}
    const game = (await load()).on_setup(1, "Standard")
    for (const space of [0, 3, 1, 4, 2]) game.action(game.active[0], "space", space)
    console.log(roles.join(), game.result, game.active.length)
  `
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" })
  assert.equal(printed, "X,O X 0\n")
  const rules = createRequire(import.meta.url)(join(folder, "rules.js"))
  const theirs = rulesOf("tic-tac-toe").module()
  let [state, other] = [rules.setup(1, "Standard", {}), theirs.setup(1, "Standard", {})]
  for (const [role, space] of [["X", 4], ["O", 0], ["X", 2], ["O", 6], ["X", 3], ["O", 5]]) {
    assert.deepEqual(rules.view(state, role), theirs.view(other, role))
    state = rules.action(state, role, "space", space)
    other = theirs.action(other, role, "space", space)
    assert.deepEqual(state, other)
  }
  assert.deepEqual(rules.finish(state, "O", "X gave up."), theirs.finish(other, "O", "X gave up."))
})

test("its types are those of the game", () => {
  const { folder } = exported(rulesOf("hearts"))
  const use = `
    import { load, type Actions, type Role, type View } from "./game.js"
    export async function play(): Promise<Role[]> {
      const rules = await load()
      const game = rules.on_setup(1)
      const view: View = game.on_view("North")
      // @ts-expect-error there is no such action
      game.action("North", "fly", 1)
      // @ts-expect-error there is no such role
      game.action("Nobody", "card", 1)
      const first: Actions["card"] | 0 | 1 | undefined = undefined
      game.action("North", "card", first ?? 1)
      return Object.keys(view).length > 0 ? game.active : []
    }
  `
  writeFileSync(join(folder, "use.ts"), use)
  const tsc = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname
  const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "esnext,dom"]
  execFileSync(tsc, [...options, join(folder, "use.ts")], { encoding: "utf8", stdio: "pipe" })
})

test("a private line of the log is read by those it is for, by both executors", async () => {
  const { rules: slow, report } = compile(`roles White, Black, Red
setup { G.active = White; call main }
view { V.n = 1 }
state main "pass" {
    prompt { button pass }
    on pass { log "now"; log; log to next(R), White \`for two\`; log; log "for all"; G.active = next(R) }
}`)
  assert.ok(slow, report)
  const game = slow.on_setup(1)
  const other = (await slow.machine_code()).on_setup(1)
  for (const it of [game, other]) {
    it.action("White", "pass")
    assert.deepEqual(it.log, ["now", "", "for all"])
    assert.deepEqual(it.lines, ["now", "", { to: ["Black", "White"], text: "for two" }, "", "for all"])
    assert.deepEqual(it.view("Black").log, ["now", "", "for two", "", "for all"])
    for (const role of ["Red", "nobody"]) assert.deepEqual(it.view(role).log, ["now", "", "for all"])
  }
  assert.deepEqual(other.state, game.state)
})
