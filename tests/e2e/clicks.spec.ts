import type { Page } from "@playwright/test"
import { cell, choose, click, expect, named, ready, rules, take, test, write } from "./page.js"

const POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
const chess = (position: string) => rules("chess", [`"${POSITION}"`, `"${position}"`])

/** Draughts with other pieces on the board, White to move. */
const draughts = (...pieces: string[]) =>
  rules("draughts", [
    "    G.active = Black\n    call move_piece",
    `    fill(G.board, none)\n${pieces.map(it => `    put(${it})\n`).join("")}    G.active = White\n    call move_piece`,
  ])

/** From now on: the cells whose pieces moved aside and back. */
async function shakes(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const [{ animate }, all] = [Element.prototype, [] as string[]]
    Object.assign(globalThis, { shaken: all })
    Element.prototype.animate = function (this: Element, ...how) {
      if (JSON.stringify(how[0]).includes("translate")) all.push(this.closest<SVGElement>("[data-cell]")?.dataset.cell ?? this.className.toString())
      return animate.apply(this, how)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { shaken: string[] }).shaken)
}

test("a move is two clicks: the first picks, and can be taken back or changed", async ({ page }) => {
  await choose(page, "Breakthrough")
  const from = cell(page, named("b2"))
  await from.click()
  await expect(from).toHaveAttribute("aria-pressed", "true")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(3)

  await page.keyboard.press("Escape")
  await expect(from).toHaveAttribute("aria-pressed", "false")

  await from.click()
  await page.getByTestId("controls").getByText("Your turn").click()
  await expect(from).toHaveAttribute("aria-pressed", "false")

  await from.click()
  await cell(page, named("e2")).click()
  await expect(from).toHaveAttribute("aria-pressed", "false")
  await cell(page, named("e3")).click()
  await expect(page.getByTestId("log")).toContainText("White: e2–e3")
})

test("a click that does nothing says why, if the rules do", async ({ page }) => {
  await choose(page, "Breakthrough")
  await take(page, "b2", "b3")
  await take(page, "a7", "a6")
  await take(page, "b3", "b4")
  await take(page, "b7", "b6")
  await take(page, "b4", "b5")
  await take(page, "h7", "h6")
  const shaken = await shakes(page)
  await cell(page, named("b5")).click()
  await cell(page, named("b6")).click({ force: true })
  // Said in the bar, for a while in the place of the prompt, and over nothing on the table.
  const told = page.getByTestId("controls").getByTestId("told")
  await expect(told).toHaveText("men capture aslant only")
  await expect(page.getByTestId("prompt")).toBeHidden()
  await expect(page.locator(".shows").getByTestId("told")).toHaveCount(0)
  expect(await shaken()).toEqual([`${named("b6")}`])
  await expect(told).toHaveCount(0)
  await expect(page.locator(".picks")).toBeVisible()
  // The pick remains, for another try.
  await expect(cell(page, named("b5"))).toHaveAttribute("aria-pressed", "true")
  await cell(page, named("c6")).click()
  await expect(page.getByTestId("log")).toContainText("White: b5–c6")
})

test("a piece that cannot go there stays picked, and why it cannot is told in few words", async ({ page }) => {
  await choose(page, "Chess")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("tab", { name: "Table" }).first().click()
  const shaken = await shakes(page)
  await cell(page, named("b1")).click()
  await cell(page, named("b4")).click({ force: true })
  // b4 is empty: the knight shakes.
  expect(await shaken()).toEqual([`${named("b1")}`])
  const why = page.getByTestId("why")
  await expect(why.locator("p").first()).toContainText("Move knight b1 to b4 is not possible now")
  await expect(cell(page, named("b1"))).toHaveAttribute("aria-pressed", "true")
  expect((await why.boundingBox())!.height).toBeLessThan(110)
  await cell(page, named("c3")).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.emulateMedia({ reducedMotion: "reduce" })
  await cell(page, named("c4")).click({ force: true })
  await expect(why.locator("p").first()).toBeVisible()
  expect(await shaken()).toHaveLength(1)
})

test("pieces are moved with the keyboard", async ({ page }) => {
  await choose(page, "Breakthrough")
  await cell(page, named("c2")).focus()
  await page.keyboard.press("Enter")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("log")).toContainText("White: c2–d3")
})

test("a path is clicked cell by cell, or whole by its end", async ({ page }) => {
  await choose(page, "English draughts")
  await write(page, draughts("grid.c1, White, king", "grid.d2, Black, man", "grid.f4, Black, man", "grid.f2, Black, man", "grid.a7, Black, man"))
  await cell(page, named("c1")).click()
  await cell(page, named("e3")).click()
  await expect(cell(page, named("e3"))).toHaveAttribute("aria-pressed", "true")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(2)
  await cell(page, named("g5")).click()
  await expect(page.getByTestId("log")).toContainText("White: c1×e3×g5")

  await page.getByRole("button", { name: "Restart" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await cell(page, named("c1")).click()
  await cell(page, named("g1")).click()
  await expect(page.getByTestId("log")).toContainText("White: c1×e3×g1")
})

test("what clicks leave open is chosen", async ({ page }) => {
  await choose(page, "Chess")
  await write(page, chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
  await cell(page, named("a7")).click()
  await cell(page, named("a8")).click()
  const choices = page.getByTestId("choices")
  await expect(choices.getByRole("button")).toHaveText([/Knight/, /Bishop/, /Rook/, /Queen/, "Cancel"])
  await page.keyboard.press("Escape")
  await expect(choices).toHaveCount(0)

  await cell(page, named("a7")).click()
  await cell(page, named("a8")).click()
  await choices.getByRole("button", { name: "Queen" }).click()
  await expect(cell(page, named("a8"))).toHaveAccessibleName("a8, White queen")
  await expect(page.getByTestId("prompt")).toHaveText("Your king is in check.")
  // The king is marked, and read so.
  await expect(page.getByTestId("board").getByTestId("chosen")).toHaveCount(1)
  await expect(cell(page, named("e8"))).toHaveAccessibleDescription(/^check/)
})

test("choices are drawn as the dice and cards that they are, and lie inside the window of a phone", async ({ page }) => {
  await write(
    page,
    `game "Choices"
roles White, Black
record Deed { name: string, points: int }
face Deed { title: name, corner: points }
board grid = square(3, 3)
show grid { mark: V.marks, click: write(choice, cell) }
show dice { items: V.dice, click: write(item, choice) }
show cards "Hand" { items: V.hand, click: swap(card, choice) }
global { marks: int?[grid]; dice: int[]; deeds: Deed[] }
setup { G.dice = [5]; G.deeds = [Deed { name: "Build", points: 2 }, Deed { name: "Sleep", points: 0 }]; G.active = White; call main }
view { V.marks = G.marks; V.dice = G.dice; V.hand = [1, 2, 3] }
state main {
    prompt {
        for value in 4 to 6 { for cell in grid.cells where G.marks[cell] == none { action write(value, cell) } }
        for card in 0 to 2 { for deed in G.deeds { action swap(card, deed) } }
    }
    on write(value: int, cell: int) { G.marks[cell] = value; if all(m in G.marks: m != none) { finish White, "done" } }
    on swap(card: int, deed: Deed) { G.active = other(R) }
}`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  const choices = page.getByTestId("choices")
  await cell(page, 4).click()
  // The five lies on a die that can be clicked as well.
  await expect(choices.getByRole("button")).toHaveText(["4", "5", "6", "Cancel"])
  await expect(choices.locator(".die")).toHaveCount(3)
  await expect(choices).toBeInViewport({ ratio: 1 })
  await choices.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("region", { name: "Hand" }).getByTestId("card").first().click()
  await expect(choices.locator(".card .title")).toHaveText(["Build", "Sleep"])
  await expect(choices).toBeInViewport({ ratio: 1 })
})

test("Battleship: ships are laid by a click and a choice, and hidden from all others", async ({ page }) => {
  await choose(page, "Battleship")
  const own = page.getByRole("group", { name: "Your waters" })
  await expect(page.getByTestId("board")).toHaveCount(1)
  // Buttons without an offer are not filled.
  const look = (name: string) => page.getByRole("button", { name }).evaluate(it => getComputedStyle(it).backgroundColor)
  expect([await look("Ready"), await look("Clear all")]).toEqual(["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"])
  expect(await look("Scatter the rest")).not.toBe("rgba(0, 0, 0, 0)")
  await own.locator('[data-cell="0"]').click()
  await page.getByTestId("choices").getByRole("button", { name: "Down" }).click()
  await expect(own.locator('[data-cell="40"]')).toHaveAccessibleName("a6, carrier")
  await page.getByRole("button", { name: "Scatter" }).click()
  await page.getByRole("button", { name: "Ready" }).click()
  await expect(page.getByRole("tab", { name: "Blue" })).toHaveAttribute("aria-selected", "true")
  await page.getByRole("button", { name: "Scatter" }).click()
  await page.getByRole("button", { name: "Ready" }).click()

  const enemy = page.getByRole("group", { name: "Enemy waters" })
  await enemy.locator('[data-cell="7"]').click()
  await expect(page.getByTestId("log")).toContainText("Red shoots at h10")
  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.getByTestId("board")).toHaveCount(0)
})

test("cards that may not be played say why", async ({ page }) => {
  await choose(page, "Hearts")
  const hand = page.getByRole("region", { name: "Your hand" }).getByTestId("card")
  for (const role of ["North", "East", "South", "West"]) {
    await expect(page.getByRole("tab", { name: role })).toHaveAttribute("aria-selected", "true")
    for (const left of [12, 11, 10]) {
      // Cards lie on one another: a corner is in sight.
      await hand.first().click({ position: { x: 10, y: 20 } })
      await expect(hand).toHaveCount(left)
    }
    await page.getByRole("button", { name: "Pass" }).click()
  }
  await expect(hand).toHaveCount(13)
  // The leading player is at the table now.
  await expect(page.getByTestId("prompt")).toContainText("Lead a card")
  // Cards slide to their places, and a forced click does not wait for that.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.locator('[data-testid="card"][aria-disabled="true"]').last().click({ force: true })
  await expect(page.getByTestId("told").filter({ hasText: "two of clubs" })).toBeVisible()
})

test("hexes: cells by their names, arrows go to the nearest", async ({ page }) => {
  await choose(page, "Hex")
  await expect(page.getByTestId("cell")).toHaveCount(121)
  await expect(cell(page, 0)).toHaveAccessibleName("a1, Red, empty")
  await cell(page, 60).focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await expect(cell(page, 61)).toHaveAccessibleName("g6, Red")
  await click(page, 0)
  await expect(cell(page, 0)).toHaveAccessibleName("a1, Red, Blue")
})

test("a graph: places with their names, links with their weights, terrain", async ({ page }) => {
  await write(
    page,
    `roles Red, Blue
enum Land { coast, plain }
board map = graph {
    London at (0, 0) - Paris at (1, 2) 3
    Paris -> Rome at (4, 4) 6
}
show map { mark: V.at, ground: V.land, click: go, symbols: { coast: "≈" }, colors: { plain: green } }
global { at: Role?[map] }
setup {
    G.at[map.London] = Red
    G.active = Red
    call play
}
view {
    V.at = G.at
    V.land = [coast, plain, coast]
}
state play {
    prompt {
        let here = index_of(G.at, Red)!
        for to in map.neighbours(here) { action go(here, to) }
        button stay
    }
    on go(from: int, to: int) {
        G.at[from] = none
        G.at[to] = Red
    }
    on stay { finish Red }
}
`,
  )
  await expect(page.getByTestId("board")).toContainText("London")
  await expect(page.locator(".weight-text")).toHaveText(["3", "6"])
  await cell(page, 0).click()
  await cell(page, 1).click()
  await expect(cell(page, 1)).toHaveAccessibleName("Paris, plain, Red")
  await expect(cell(page, 0)).toHaveAccessibleName("London, coast, empty")
})

test("tracks, tables and counters show what the view holds", async ({ page }) => {
  await write(
    page,
    `roles Red, Blue
record Row { score: int, name: string }
global { score: int[Role] }
show track { items: V.score, to: 5, click: jump, title: "Score" }
show table { items: V.rows, title: "Both" }
show counter { items: V.score, title: "Points" }
setup {
    G.active = Red
    call play
}
view {
    V.score = G.score
    let rows: Row[Role] = [Row { score: G.score[who], name: string(who) } for who in Role]
    V.rows = rows
}
state play {
    prompt {
        for field in G.score[R] + 1 to 5 { action jump(field) if field < G.score[R] + 3 else "too far" }
    }
    on jump(field: int) {
        G.score[R] = field
        G.active = other(R)
    }
}
`,
  )
  const track = page.getByTestId("track")
  await track.getByRole("button", { name: "4" }).click({ force: true })
  await expect(page.getByTestId("told").first()).toHaveText("too far")
  await track.getByRole("button", { name: "2" }).click()
  await expect(track.getByRole("button", { name: "2" })).toContainText("Red")
  await expect(page.getByRole("row", { name: "Red" })).toContainText("2")
  await expect(page.getByTestId("counter")).toContainText(/Red\s*2\s*Blue\s*0/)
})

test("a row of a table is clicked as a whole; of truth values those that hold are named; a number in a seat of another is not clicked", async ({ page }) => {
  await write(
    page,
    `roles Red, Blue
record Road { from: string, to: string, fee: int }
const ROADS = [Road { from: "Ash", to: "Elm", fee: 2 }, Road { from: "Elm", to: "Fir", fee: 3 }]
global { gone: bool[Role]; coins: int[Role] }
show table { items: V.roads, title: "Roads", click: take }
show counter { items: V.gone, title: "Gone" }
show seats { tokens "Coins" { items: V.coins, click: earn } }
setup { G.active = Red; call play }
view { V.roads = ROADS; V.gone = G.gone; V.coins = G.coins }
state play {
    prompt {
        action take(0) \`Take the road to \${ROADS[0].to}\`
        action take(1) if false else "it is closed"
        action earn
    }
    on take(road: int) { G.gone[R] = true; G.coins[R] += ROADS[road].fee; G.active = other(R) }
    on earn { G.coins[R] += 1 }
}
`,
  )
  const gone = page.getByTestId("counter").filter({ hasText: "Gone" })
  await expect(gone).not.toContainText("Red")
  const rows = page.getByTestId("rows")
  await rows.getByText("Fir").click({ force: true })
  await expect(page.getByTestId("told").first()).toHaveText("it is closed")
  const coins = page.getByTestId("place").getByTestId("tokens")
  await expect(coins).toHaveCount(2)
  await expect(page.getByTestId("place").filter({ hasText: "Red" }).locator("[data-legal=true]")).toHaveCount(1)
  await expect(page.getByTestId("place").filter({ hasText: "Blue" }).locator("[data-legal=true]")).toHaveCount(0)
  await rows.getByText("2", { exact: true }).click({ force: true })
  await expect(gone).toContainText("Red")
  await expect(gone).not.toContainText("Blue")
  // By keys, too.
  await rows.getByRole("button", { name: "Take the road to Elm" }).press("Enter")
  await expect(gone).toContainText("Blue")
})

test("a card is clicked by what it is, wherever it lies in the hand", async ({ page }) => {
  await choose(page, "Thirty")
  await expect(page.getByTestId("controls")).toContainText("Your turn")
  const hand = page.getByTestId("cards").getByTestId("card")
  await expect(hand).toHaveCount(3)
  await expect(page.getByTestId("actions").getByText(/Play a card/)).toHaveCount(0)
  const worth = Number((await hand.nth(1).innerText()).match(/\d+/)![0])
  await hand.nth(1).click()
  await expect(page.getByTestId("counter").filter({ hasText: /^Total/ })).toContainText(String(worth))
})

test("what is picked is called as the table calls it: a piece and its cell, a point by its number", async ({ page }) => {
  const bar = page.getByTestId("controls")
  await choose(page, "Chess")
  await cell(page, named("g1")).click()
  await expect(bar).toContainText("knight g1: choose what comes next")
  await choose(page, "Backgammon")
  const open = page.locator('[data-cell][data-legal="true"]').first()
  await expect(async () => {
    if ((await open.count()) === 0) await page.getByTestId("random-move").click()
    expect(await open.count()).toBe(1)
  }).toPass()
  const point = /^point \d+/.exec((await open.getAttribute("aria-label"))!)![0]
  await open.click()
  await expect(bar).toContainText(`${point}: choose what comes next`)
})

test("rules without any show have their boards drawn, and the cells that they offer clicked there", async ({ page }) => {
  await write(
    page,
    `roles Ann, Bruno
board town = graph { Aldo - Brink - Cote }
board grid = square(3, 3)
enum Good { wood, clay }
global { at: int[Role]; built: Good?[grid] }
setup { G.active = Ann; call main }
view { V.built = G.built }
state main {
    prompt {
        for c in town.neighbours(G.at[R]) { action walk(c) if c != town.Brink else "the bridge is down" }
        for g in Good { for c in grid.cells where G.built[c] == none { action build(g, c) } }
        for r in Role where r != R { action ask(r) }
    }
    on walk(c: int) { G.at[R] = c }
    on build(g: Good, c: int) { G.built[c] = g; if c == grid.a1 { G.at[R] = town.Brink } }
    on ask(r: Role) { G.active = r }
}
`,
  )
  await expect(page.getByTestId("board")).toHaveCount(2)
  // Clickable things need no button.
  await expect(page.getByTestId("controls").getByRole("button", { name: "Ask Bruno" })).toBeVisible()
  await expect(page.getByTestId("controls").getByRole("button", { name: /walk|build/i })).toHaveCount(0)
  await page.getByRole("button", { name: /^Brink/ }).click({ force: true })
  await expect(page.getByRole("status").filter({ hasText: "the bridge is down" })).toBeVisible()
  await page.getByRole("button", { name: /^a1/ }).click()
  await page.getByRole("button", { name: "Clay" }).click()
  await expect(page.getByRole("button", { name: /^a1.*clay/ })).toBeVisible()
  await page.getByRole("button", { name: /^Aldo/ }).click()
  await expect(page.getByTestId("moves")).toHaveText(/^move 2 /)
})

test("choices at the edges of the table stay inside it, and their words in them", async ({ page }) => {
  await page.goto("/#/play/moonless-quay")
  await ready(page)
  const mates = page.getByTestId("zone-others").locator("button.choose")
  const choices = page.getByTestId("choices")
  for (const at of [mates.first(), mates.last()]) {
    await at.click()
    const [table, box] = [await page.locator(".shows").boundingBox(), await choices.boundingBox()]
    expect(box!.x).toBeGreaterThanOrEqual(table!.x - 1)
    expect(box!.x + box!.width).toBeLessThanOrEqual(table!.x + table!.width + 1)
    for (const choice of await choices.getByRole("button").all()) {
      const own = (await choice.boundingBox())!
      expect(own.x).toBeGreaterThanOrEqual(box!.x)
      expect(own.x + own.width).toBeLessThanOrEqual(box!.x + box!.width)
    }
    await page.keyboard.press("Escape")
    await expect(choices).toHaveCount(0)
  }
})
