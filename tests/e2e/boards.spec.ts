// Boards of any size: every cell exists, can be enlarged, and is oriented towards the viewer.

import type { Page } from "@playwright/test"
import { meadow } from "../unit/meadow.js"
import { cell, choose, expect, rules, take, test, turnTo, write } from "./page.js"

/** Two pieces in opposite corners, each of which goes to a cell beside it. */
function map(side: number) {
  return `game "A large map"
roles A, B
board land = square(${side}, ${side})
show land { mark: V.stands, click: go, labels: coordinates }
global { at: int[Role] }
setup { G.at[B] = land.size - 1; G.active = B; call turn }
view { let stands: Role[][land] = [[r for r in Role where G.at[r] == c] for c in land.cells]; V.stands = stands }
state turn { prompt { prompt "Go."; for c in land.neighbours(G.at[R]) { action go(c) } } on go(c: int) { G.at[R] = c; G.active = other(R) } }
`
}

async function open(page: Page, text: string) {
  if (page.viewportSize()!.width < 700) await page.getByTestId("more-menu").click()
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(text) }])
  if (page.viewportSize()!.width < 700) await turnTo(page, "Play")
  else await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("A large map")
  await expect(cell(page, SIDE * SIDE - 1)).toBeVisible()
}

const SIDE = 40
const moves = (page: Page) => page.getByTestId("moves")
const board = (page: Page) => page.getByTestId("board")
/** Visible width of a cell. */
const wide = (page: Page) => board(page).evaluate(svg => (svg as unknown as SVGSVGElement).getScreenCTM()!.a * 100)

/** Waits until the board does not move any more. */
async function standing(page: Page) {
  let last: number | undefined
  await expect
    .poll(
      async () => {
        const before = last
        last = await wide(page)
        return last === before
      },
      { intervals: [100] },
    )
    .toBe(true)
}

/** The middle of a cell, even of one without an element. */
async function middle(page: Page, number: number) {
  return board(page).evaluate(
    (svg, [column, row]) => {
      const { x, y } = new DOMPoint(column! * 100, row! * 100).matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM()!)
      return { x, y }
    },
    [number % SIDE, Math.floor(number / SIDE)],
  )
}

test("all of a large board is there, and what matters on it can be clicked", async ({ page }) => {
  await open(page, map(SIDE))
  const box = (await page.locator(".board-frame").boundingBox())!
  for (const corner of [0, SIDE - 1, SIDE * SIDE - 1]) {
    const { x, y } = await middle(page, corner)
    expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true)
  }
  await expect(page.getByTestId("more")).toHaveCount(0)
  // Both pieces and the two cells that one can go to.
  await expect(page.getByTestId("cell")).toHaveCount(4)
  await cell(page, SIDE * SIDE - 2).click()
  await expect(moves(page)).toHaveText("move 1 of 1")
  await cell(page, 1).click()
  await expect(moves(page)).toHaveText("move 2 of 2")
})

test("arrows lead to cells that are no elements of the document, one after the other", async ({ page }) => {
  await open(page, map(SIDE))
  await cell(page, SIDE * SIDE - 1).focus()
  const way = [
    ["ArrowUp", SIDE * (SIDE - 1) - 1],
    ["ArrowUp", SIDE * (SIDE - 2) - 1],
    ["ArrowLeft", SIDE * (SIDE - 2) - 2],
    ["Home", SIDE * (SIDE - 3)],
  ] as const
  for (const [key, to] of way) {
    await page.keyboard.press(key)
    await expect(cell(page, to)).toBeFocused()
  }
  await expect(cell(page, way.at(-1)![1])).toHaveAccessibleName("a3, empty")
  await expect(board(page).locator('[tabindex="0"]')).toHaveCount(1)
})

test("keys and buttons make it larger, the cell with the focus stays in sight, and 0 shows all again", async ({ page }) => {
  await open(page, map(SIDE))
  const fitted = await wide(page)
  await cell(page, SIDE * SIDE - 1).focus()
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("+")
  await expect.poll(() => wide(page)).toBeGreaterThan(3 * fitted)
  const inBox = async (number: number) => {
    const [box, at] = [(await page.locator(".board-frame").boundingBox())!, (await cell(page, number).boundingBox())!]
    return at.x >= box.x - 1 && at.y >= box.y - 1 && at.x + at.width <= box.x + box.width + 1 && at.y + at.height <= box.y + box.height + 1
  }
  for (let row = 0; row < 20; row++) await page.keyboard.press("ArrowUp")
  await expect(cell(page, SIDE * (SIDE - 20) - 1)).toBeFocused()
  await expect.poll(() => inBox(SIDE * (SIDE - 20) - 1)).toBe(true)
  await expect(page.getByTestId("small-map")).toBeVisible()
  // The choices are below.
  await page.getByRole("button", { name: "2 more to choose below" }).click()
  await expect.poll(() => inBox(SIDE * (SIDE - 1) - 1)).toBe(true)
  await cell(page, SIDE * SIDE - 2).focus()
  await page.keyboard.press("0")
  await expect.poll(() => wide(page)).toBeCloseTo(fitted, 1)
  await expect(page.getByTestId("small-map")).toHaveCount(0)
  await page.getByTestId("board-tools").getByRole("button", { name: "Larger" }).click()
  await expect.poll(() => wide(page)).toBeCloseTo(1.5 * fitted, 1)
  await page.getByTestId("board-tools").getByRole("button", { name: "Whole board" }).click()
  await expect.poll(() => wide(page)).toBeCloseTo(fitted, 1)
})

test("the wheel with Ctrl makes what lies under the pointer larger; dragging the ground moves it, and clicks nothing", async ({ page }) => {
  await open(page, map(SIDE))
  const fitted = await wide(page)
  const at = await middle(page, SIDE * (SIDE - 2) + SIDE - 2)
  await page.mouse.move(at.x, at.y)
  // Without Ctrl the page has it.
  await page.mouse.wheel(0, -200)
  await page.keyboard.down("Control")
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -100)
  await page.keyboard.up("Control")
  await expect.poll(() => wide(page)).toBeGreaterThan(8 * fitted)
  await standing(page)
  const there = await middle(page, SIDE * (SIDE - 2) + SIDE - 2)
  expect(Math.hypot(there.x - at.x, there.y - at.y)).toBeLessThan(25)
  const offered = () => middle(page, SIDE * (SIDE - 1) - 1)
  const drag = async ({ x, y }: { x: number; y: number }, by: number) => {
    const before = await offered()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y + by, { steps: 4 })
    await page.mouse.up()
    const now = await offered()
    expect(Math.hypot(now.x - before.x - by, now.y - before.y - by)).toBeLessThan(2)
  }
  await drag(at, -90)
  await drag(at, -40)
  // From a cell that can be chosen: that does not choose it.
  await drag(await offered(), 10)
  await expect(moves(page)).toHaveText("move 0 of 0")
  const { x, y } = await offered()
  await page.mouse.click(x, y)
  await expect(moves(page)).toHaveText("move 1 of 1")
})

test("what is offered is brought into sight when a turn begins", async ({ page }) => {
  await open(page, map(SIDE))
  await cell(page, SIDE * SIDE - 1).focus()
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("+")
  await expect.poll(() => wide(page)).toBeGreaterThan(20)
  const away = (await page.locator(".board-frame").boundingBox())!
  await cell(page, SIDE * SIDE - 2).click()
  await expect(moves(page)).toHaveText("move 1 of 1")
  // A sits at the other corner.
  await expect
    .poll(async () => {
      const at = await cell(page, 1).boundingBox()
      return at !== null && at.x > away.x && at.y > away.y && at.x < away.x + away.width && at.y < away.y + away.height
    })
    .toBe(true)
})

test("10,000 cells that can all be clicked: a click finds its cell, and there are few elements", async ({ page }) => {
  await page.getByTestId("start").click()
  const text = `game "A large map"
roles A, B
board land = square(100, 100)
show land { mark: V.b, click: space }
global { b: Role?[land] }
setup { G.active = A; call play }
view { V.b = G.b }
state play { prompt { for s in land.cells where G.b[s] == none { action space(s) } } on space(s: int) { G.b[s] = R; G.active = other(R) } }
`
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(text) }])
  await expect(board(page)).toHaveAttribute("data-cells", "10000")
  await expect(page.getByTestId("cell")).toHaveCount(1)
  const at = await board(page).evaluate(svg => {
    const { x, y } = new DOMPoint(4200, 7700).matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM()!)
    return { x, y }
  })
  await page.mouse.click(at.x, at.y)
  await expect(moves(page)).toHaveText("move 1 of 1")
  await expect(cell(page, 7742)).toHaveAccessibleName(/A$/)
})

/** Hexes of four grounds, with this many counters. */
const hexes = (side: number, counters: number) => `game "A large map"
roles Crown, League
enum Land { open, forest, hill, water }
record Unit { owner: Role, strength: int }
board map = hex(${side}, ${side})
show map {
    mark: V.units, ground: V.land, click: [move(cell, cell)], pieces: counters, labels: coordinates
    symbols: { forest: "♣", hill: "▲", water: "≈" }
    colors: { Crown: red, League: blue, open: yellow, forest: green, hill: wood, water: blue }
}
global { units: Unit?[map], land: Land[map] }
setup {
    for c in map.cells { G.land[c] = [open, forest, open, hill, water][c * 7919 % 5] }
    for i in 0 to ${counters} - 1 { G.units[i * map.size / ${counters}] = { owner: if i % 2 == 0 then Crown else League, strength: 1 + i % 4 } }
    G.active = Crown
    call turn
}
view { V.units = G.units; V.land = G.land }
state turn {
    prompt {
        for c in map.cells where G.units[c] != none { if G.units[c].owner == R { for n in map.neighbours(c) where G.units[n] == none { action move(c, n) } } }
    }
    on move(from: int, to: int) { G.units[to] = G.units[from]; G.units[from] = none; G.active = other(R) }
}
`

async function openHexes(page: Page, side: number) {
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(hexes(side, 200)) }])
  await expect(board(page)).toHaveAttribute("data-cells", String(side * side))
  await turnTo(page, "Play")
  await expect(page.getByTestId("cell")).toHaveCount(200)
}

test("3,600 hexes are drawn once: who moves them moves a layer, and only what comes into sight is new", async ({ page }) => {
  await openHexes(page, 60)
  const box = (await page.locator(".board-frame").boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.keyboard.down("Control")
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -100)
  await page.keyboard.up("Control")
  await expect(page.getByTestId("small-map")).toBeVisible()
  await expect.poll(() => wide(page)).toBeGreaterThan(40)
  const cellSize = await wide(page)
  // Counts changes in the drawings of the board: the large one, and the small map.
  await page.evaluate(() => {
    const changes = { large: [] as MutationRecord[], small: [] as MutationRecord[] }
    Object.assign(window, { changes })
    for (const svg of document.querySelectorAll("svg.board"))
      new MutationObserver(records => changes[svg.matches(".small-map *") ? "small" : "large"].push(...records)).observe(svg, { subtree: true, attributes: true, childList: true })
  })
  const changed = () =>
    page.evaluate(() => {
      const { changes } = window as unknown as { changes: { large: MutationRecord[]; small: MutationRecord[] } }
      const elements = (nodes: NodeList[]) => nodes.flatMap(list => [...list]).reduce((sum, node) => sum + (node instanceof Element ? 1 + node.querySelectorAll("*").length : 0), 0)
      const { large, small } = changes
      const told = {
        small: small.length,
        attributes: large.filter(({ type }) => type === "attributes").length,
        added: elements(large.map(({ addedNodes }) => addedNodes)),
        all: document.querySelectorAll(".board-layer svg *").length,
      }
      Object.assign(changes, { large: [], small: [] })
      return told
    })
  const drag = async (cells: number) => {
    await page.mouse.move(at.x, at.y)
    await page.mouse.down({ button: "middle" })
    await page.mouse.move(at.x - cells * cellSize, at.y, { steps: 10 })
    const told = await changed()
    await page.mouse.up({ button: "middle" })
    return told
  }
  expect(await drag(1.5)).toMatchObject({ small: 0, attributes: 0, added: 0 })
  await changed()
  // Two columns of some thirty come into sight, with their names and signs.
  const { small, added, all, attributes } = await drag(2.5)
  expect(small).toBe(0)
  expect(added).toBeGreaterThan(0)
  expect(added).toBeLessThan(all / 4)
  expect(attributes).toBeLessThan(10)
})

for (const [width, height] of [
  [1280, 720],
  [844, 390],
] as const)
  test(`10,000 hexes have room at once, and who looks closer sees as many as have room: ${width} × ${height}`, async ({ page }) => {
    await openHexes(page, 100)
    await page.setViewportSize({ width, height })
    await expect(page.locator(".zone.over")).toHaveCount(0)
    await expect(page.getByTestId("board-tools")).toBeInViewport({ ratio: 1 })
    await expect(board(page)).toBeInViewport({ ratio: 1 })
    await page.getByTestId("board-tools").getByRole("button", { name: "Larger" }).click()
    await expect(page.getByTestId("small-map")).toBeVisible()
    const [box, zone] = [await page.locator(".board-frame").boundingBox(), await page.getByTestId("zone-middle").boundingBox()]
    expect(box!.width).toBeGreaterThan(zone!.width - 2)
  })

test("the side of whoever sits down is below, and what somebody turned by hand stays", async ({ page }) => {
  await choose(page, "Chess")
  const isBelow = async (lower: number, upper: number) => (await cell(page, lower).boundingBox())!.y > (await cell(page, upper).boundingBox())!.y
  const black = page.getByTestId("seats").getByRole("tab", { name: "Black" })
  expect(await isBelow(60, 4)).toBe(true)
  // Two who look at one board do not have it turned at each move.
  await take(page, "e2", "e4")
  await expect(black).toHaveAttribute("aria-selected", "true")
  expect(await isBelow(60, 4)).toBe(true)
  await black.click()
  await expect.poll(() => isBelow(4, 60)).toBe(true)
  await take(page, "e7", "e5")
  await expect(black).toHaveAttribute("aria-selected", "false")
  expect(await isBelow(4, 60)).toBe(true)
  // As at the beginning of the game, after any moves.
  await page.reload()
  await take(page, "d2", "d4")
  await black.click()
  await expect.poll(() => isBelow(4, 60)).toBe(true)
  await page.getByTestId("turn").click()
  await expect.poll(() => isBelow(60, 4)).toBe(true)
  await page.reload()
  await black.click()
  await expect(black).toHaveAttribute("aria-selected", "true")
  expect(await isBelow(60, 4)).toBe(true)
})

test("who plays Black against the computer has Black's side below, also while it thinks", async ({ page }) => {
  await choose(page, "Chess")
  await page.getByTestId("player-White").selectOption("strong (3 s)")
  await expect(page.getByTestId("controls")).toContainText("White is thinking")
  expect((await cell(page, 4).boundingBox())!.y).toBeGreaterThan((await cell(page, 60).boundingBox())!.y)
})

test("where the screen is passed from one to the next, the board turns with it", async ({ page }) => {
  await choose(page, "Chess")
  await write(page, rules("chess", ["    V.board = G.board\n", "    V.board = G.board\n    if R != none { V.secret = R }\n"]))
  await turnTo(page, "Play")
  await take(page, "e2", "e4")
  await page.getByTestId("uncover").click()
  await expect.poll(async () => (await cell(page, 4).boundingBox())!.y > (await cell(page, 60).boundingBox())!.y).toBe(true)
})

test("a wide board stands upright on a phone, one's own side below: clicks, arrows and drags go by what is seen", async ({ page }) => {
  await write(
    page,
    `game "Wide"
roles Red, Blue
board pits = square(2, 8)
show pits { mark: V.men, click: go(cell, cell), labels: coordinates }
global { men: Role?[pits]; over: bool }
setup { for c in [0, 1, 8, 9] { G.men[c] = Red; G.men[c + 6] = Blue } G.active = Red; call main }
view { V.men = G.men }
state main {
    prompt { for from in pits.cells where G.men[from] == Red { for to in pits.cells where G.men[to] == none { action go(from, to) } } }
    on go(from: int, to: int) { G.men[to] = G.men[from]; G.men[from] = none; if G.over { finish Red } }
}`,
  )
  await turnTo(page, "Play")
  const at = async (place: number) => {
    const { x, y, width, height } = (await cell(page, place).boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  expect((await at(7)).x).toBeGreaterThan((await at(0)).x + 100)
  await page.setViewportSize({ width: 390, height: 844 })
  // The men of Red were at the left.
  await expect.poll(async () => (await at(0)).y - (await at(7)).y).toBeGreaterThan(400)
  expect(Math.abs((await at(0)).x - (await at(7)).x)).toBeLessThan(2)
  await expect(cell(page, 0)).toHaveAccessibleName("a2, Red")
  await cell(page, 1).focus()
  await page.keyboard.press("ArrowUp")
  await expect(cell(page, 2)).toBeFocused()
  await cell(page, 1).click()
  await cell(page, 2).click()
  await expect(cell(page, 2)).toHaveAccessibleName("c2, Red")
  const [from, to] = [await at(2), await at(4)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
  await expect(cell(page, 4)).toHaveAccessibleName("e2, Red")
})

test("points are numbered from the seat that looks, and read by their numbers", async ({ page }) => {
  await choose(page, "Backgammon")
  await write(page, rules("backgammon"))
  const seat = (name: string) => page.getByTestId("seats").getByRole("tab", { name, exact: true }).click()
  await seat("White")
  // Two checkers are farthest from home.
  await expect(cell(page, 11)).toHaveAccessibleName(/^point 24, White, White/)
  await seat("Black")
  await expect(cell(page, 23)).toHaveAccessibleName(/^point 24, Black, Black/)
  await expect(board(page).locator(".labels text")).toHaveCount(24)
  // In a high window they lie across, their player's last six below, under the same numbers.
  await turnTo(page, "Play")
  await page.setViewportSize({ width: 390, height: 1100 })
  const point = async (name: string) =>
    (await page
      .getByRole("button", { name: new RegExp(`^point ${name},`) })
      .locator(".square")
      .boundingBox())!
  await expect.poll(async () => (await point("1")).width / (await point("1")).height).toBeGreaterThan(3)
  const rows = await Promise.all(["1", "6", "7", "12", "13", "24"].map(async name => Math.round((await point(name)).y)))
  expect(rows[0]).toBeGreaterThan(rows[1]!)
  expect(rows[1]).toBeGreaterThan(rows[2]!)
  expect([rows[3], rows[5]]).toEqual([rows[4], rows[0]])
})

test.describe("by finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test("where cells are too small, the first tap brings them closer and the second one clicks", async ({ page }) => {
    await open(page, map(SIDE))
    const fitted = await wide(page)
    expect(fitted).toBeLessThan(32)
    const at = await middle(page, SIDE * SIDE - 2)
    await page.touchscreen.tap(at.x, at.y)
    await expect.poll(() => wide(page)).toBeGreaterThan(43.9)
    expect(await wide(page)).toBeLessThan(48)
    const next = cell(page, SIDE * SIDE - 2)
    await expect(next).toHaveAttribute("data-legal", "true")
    await next.tap()
    await expect(page.getByTestId("controls")).toContainText("Your turn, A")
  })

  test("two fingers make it larger and smaller", async ({ page }) => {
    await open(page, map(SIDE))
    const fitted = await wide(page)
    const { x, y } = await middle(page, (SIDE / 2) * SIDE + SIDE / 2)
    const touch = await page.context().newCDPSession(page)
    const fingers = async (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          apart === undefined
            ? []
            : [
                { x: x - apart / 2, y, id: 1 },
                { x: x + apart / 2, y, id: 2 },
              ],
      })
    await fingers("touchStart", 40)
    for (const apart of [60, 90, 120, 160, 200]) await fingers("touchMove", apart)
    await fingers("touchEnd")
    await expect.poll(() => wide(page)).toBeCloseTo(5 * fitted, 0)
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
    await expect(page.getByTestId("controls")).toContainText("Your turn, B")
  })
})

test("no name on a board is smaller than 11 pixels", async ({ page }) => {
  await turnTo(page, "Play")
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    for (const game of ["chess", "hex", "crossroads", "battleship", "over-the-pass", "snakes-and-ladders"]) {
      await page.getByTestId("game-chooser").selectOption(game)
      await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
      const least = () =>
        page.evaluate(() => {
          const texts = [...document.querySelectorAll<SVGTextElement>(".board :is(.labels text, .field-number, .field-name, .who)")]
          const pixels = (text: SVGTextElement) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a
          return texts.length === 0 ? 0 : Math.min(...texts.map(pixels))
        })
      await expect.poll(least, game).toBeGreaterThanOrEqual(10.99)
    }
  }
})

test("a board that grows is drawn as far as it is in use, and what is clicked stays under the pointer", async ({ page }) => {
  await write(page, meadow("square"))
  await turnTo(page, "Play")
  const all = page.locator("[data-cell]")
  await expect(all).toHaveCount(25)
  const box = () => page.locator(".board-box").boundingBox()
  const before = await box()
  const middleOf = async (at: number) => {
    const { x, y, width, height } = (await cell(page, at).locator(".square").boundingBox())!
    return [x + width / 2, y + height / 2]
  }
  // Beside the board is room: nothing moves.
  const places = await Promise.all([465, 466].map(middleOf))
  await cell(page, 466).click()
  await expect(all).toHaveCount(30)
  expect(await Promise.all([465, 466].map(middleOf))).toEqual(places)
  // Undo leaves its size unchanged.
  await page.getByTestId("back").click()
  await expect(cell(page, 466)).toHaveAttribute("data-legal", "true")
  await expect(all).toHaveCount(30)
  await cell(page, 466).click()
  // There is no room above: everything shrinks, around the clicked cell as far as possible.
  const wideBefore = await wide(page)
  const [x] = await middleOf(436)
  await cell(page, 436).click()
  await expect(all).toHaveCount(36)
  expect(await wide(page)).toBeLessThan(wideBefore)
  expect(Math.abs((await middleOf(436))[0]! - x!)).toBeLessThan(1)
  expect(await box()).toEqual(before)
  // Keys reach all drawn cells.
  await cell(page, 436).focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowUp")
  await expect(cell(page, 376)).toBeFocused()
  await page.keyboard.press("End")
  await expect(cell(page, 378)).toBeFocused()
  // By the rules, the viewer's own things are below the board, and the others' above.
  const top = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!.y
  expect(await top("Laid")).toBeLessThan(before!.y)
  expect(await top("Tiles left")).toBeGreaterThan(before!.y + before!.height)
})
