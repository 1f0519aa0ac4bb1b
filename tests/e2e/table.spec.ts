// The table over time: effects of the last move, animations, momentary things.

import { AxeBuilder } from "@axe-core/playwright"
import { cell, choose, click, entry, expect, named, rules, take, test, write } from "./page.js"
import type { Page } from "@playwright/test"

const lately = (page: Page) => page.locator("[data-cell]:has([data-testid=last])").evaluateAll(cells => cells.map(it => Number(it.getAttribute("data-cell"))))

/** Counts the movements that start on a board from now on. */
async function watchWays(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counts = window as unknown as { ways: number }
    counts.ways = 0
    addEventListener("animationstart", ({ animationName }) => (counts.ways += animationName === "way" ? 1 : 0))
  })
  return () => page.evaluate(() => (window as unknown as { ways: number }).ways)
}

test("the last move is marked, at other moments too, and pieces move where motion is wanted", async ({ page }) => {
  await choose(page, "Chess")
  const ways = await watchWays(page)
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await take(page, "e2", "e4")
  await expect.poll(() => lately(page)).toEqual([named("e4"), named("e2")])
  await expect(cell(page, named("e4"))).toHaveAttribute("aria-description", "changed by the last move")
  await expect.poll(ways).toBe(1)

  await page.emulateMedia({ reducedMotion: "reduce" })
  await take(page, "g8", "f6")
  await expect.poll(() => lately(page)).toEqual([named("g8"), named("f6")])
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect.poll(() => lately(page)).toEqual([named("e4"), named("e2")])
  // The last line of the log, without going there.
  await page.getByTestId("log").getByText("knight g8–f6").hover()
  await expect.poll(() => lately(page)).toEqual([named("g8"), named("f6")])
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect.poll(() => lately(page)).toEqual([])
  expect(await ways()).toBe(1)

  // Showing the same moment again says nothing new.
  await page.reload()
  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect.poll(() => lately(page)).toEqual([named("e4"), named("e2")])
})

test("cards that are new say where they were, and a full trick is seen before it is taken", async ({ page }) => {
  await choose(page, "Hearts")
  const lists = page.getByTestId("cards")
  const hand = page.getByRole("region", { name: "Your hand" })
  const passed = page.getByRole("region", { name: "To be passed" }).getByTestId("card")
  await hand
    .getByTestId("card")
    .first()
    .click({ position: { x: 10, y: 20 } })
  await page.getByRole("tab", { name: "North" }).click()
  await expect(passed).toHaveAttribute("aria-description", "New by the last move, from “Your hand”")

  const random = page.getByRole("button", { name: "Random move" })
  const trick = lists.first().getByTestId("card")
  const played = async () => (await trick.evaluateAll(cards => cards.filter(it => !it.classList.contains("vacant")))).length
  // Until three cards lie in the first trick.
  await page.getByRole("checkbox", { name: "Switch seats automatically" }).uncheck()
  for (let made = 2; (await played()) < 3; made++) {
    await random.click()
    await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${made} `))
  }
  // The fourth: the rules take the trick in the same move. It is there for a second, so the page itself looks.
  await page.getByTestId("table").evaluate(table => {
    const seen = (window as unknown as { seen: string[] }).seen ?? []
    const look = () => seen.push([...table.querySelector("[data-testid=cards]")!.querySelectorAll(".card:not(.vacant)")].map(it => it.classList.contains("fresh")).join(" "))
    new MutationObserver(look).observe(table, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { seen })
  })
  await random.click()
  await expect(page.getByTestId("log")).toContainText("takes the trick")
  await expect.poll(played).toBe(0)
  const full = (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).map(it => it.split(" ")).filter(cards => cards.length === 4)
  expect(full.length).toBeGreaterThan(0)
  expect(full.at(-1)!.filter(fresh => fresh === "true")).toHaveLength(1)
  // It belongs to that moment, and not to the position.
  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.getByRole("tab", { name: "Observer" })).toHaveAttribute("aria-selected", "true")
  expect(await played()).toBe(0)
  await expect(hand).toHaveCount(0)
})

/** The middle of a cell on the screen. */
async function middle(page: Page, name: string): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await cell(page, named(name)).locator(".square").boundingBox())!
  return [x + width / 2, y + height / 2]
}

async function drag(page: Page, from: string, to: string) {
  await page.mouse.move(...(await middle(page, from)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(page, to)), { steps: 4 })
}

test("a piece is dragged to where it goes, on a board that is turned too, and Escape lets it go", async ({ page }) => {
  await choose(page, "Chess")
  const held = page.locator(".held")
  await drag(page, "e2", "e4")
  await expect(held).toHaveCount(1)
  await expect(cell(page, named("e4"))).toHaveAttribute("data-legal", "true")
  await page.keyboard.press("Escape")
  await expect(held).toHaveCount(0)
  await page.mouse.up()
  await expect(cell(page, named("e2"))).toHaveAttribute("aria-pressed", "false")
  // An illegal drop returns the piece.
  await drag(page, "e2", "e5")
  await page.mouse.up()
  await expect(held).toHaveCount(0)
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  // Let go where it was, it is picked, and a click makes the move.
  await drag(page, "d2", "d3")
  await page.mouse.move(...(await middle(page, "d2")))
  await page.mouse.up()
  await expect(cell(page, named("d2"))).toHaveAttribute("aria-pressed", "true")
  await cell(page, named("d3")).click()
  await expect(page.getByTestId("log")).toContainText("White: pawn d2–d3")

  await page.getByRole("tab", { name: "Black" }).click()
  // Black's side is below.
  await expect.poll(async () => (await middle(page, "e2"))[1] < (await middle(page, "e7"))[1]).toBe(true)
  await drag(page, "e7", "e5")
  await page.mouse.up()
  await expect(page.getByTestId("log")).toContainText("Black: pawn e7–e5")
  await expect(held).toHaveCount(0)
  // From White's seat the board keeps its orientation; arrow keys follow the display.
  await page.getByRole("tab", { name: "White" }).click()
  await expect.poll(async () => (await middle(page, "e2"))[1] > (await middle(page, "e7"))[1]).toBe(true)
  await take(page, "g1", "f3")
  await page.getByRole("tab", { name: "Black" }).click()
  await expect.poll(async () => (await middle(page, "e2"))[1] < (await middle(page, "e7"))[1]).toBe(true)
  await cell(page, named("e5")).focus()
  await page.keyboard.press("ArrowUp")
  await expect(cell(page, named("e4"))).toBeFocused()
  await page.keyboard.press("End")
  await expect(cell(page, named("a4"))).toBeFocused()
  await page.reload()
  await page.getByRole("tab", { name: "Black" }).click()
  await expect.poll(async () => (await middle(page, "e2"))[1] < (await middle(page, "e7"))[1]).toBe(true)
})

test("a piece is dragged with a finger, and the page does not scroll meanwhile", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto(entry(page))
  await choose(page, "Breakthrough")
  const client = await context.newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: [x: number, y: number]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  await cell(page, named("c2")).scrollIntoViewIfNeeded()
  const [from, to] = [await middle(page, "c2"), await middle(page, "c3")]
  await touch("touchStart", from)
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
  await touch("touchEnd")
  await expect(cell(page, named("c3"))).toHaveAccessibleName(/White/)
  // A tap is a click.
  await cell(page, named("f7")).tap()
  await cell(page, named("f6")).tap()
  await expect(cell(page, named("f6"))).toHaveAccessibleName(/Black/)
  await context.close()
})

test("the other seats are seen beside each other, and one sits down there", async ({ page }) => {
  await choose(page, "Hearts")
  const others = page.getByTestId("other")
  await page.getByTestId("show-others").check()
  await expect(others).toHaveCount(3)
  const east = page.getByRole("region", { name: "East", exact: true })
  await expect(east.getByRole("region", { name: "Your hand, East" }).getByTestId("card")).toHaveCount(13)
  // They cannot be clicked.
  await expect(page.getByTestId("others").locator("[aria-disabled=false], [data-legal=true]")).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([])
  await page.getByRole("button", { name: "Sit here as East" }).press("Enter")
  await expect(page.getByRole("tab", { name: "East" })).toHaveAttribute("aria-selected", "true")
  await expect(page.getByRole("region", { name: "North", exact: true })).toBeVisible()
  await expect(east).toHaveCount(0)
  await page.reload()
  await expect(others).toHaveCount(3)
  await choose(page, "Chess")
  await expect(others.getByTestId("board")).toHaveCount(1)
})

test("A private line of the log stands there for those who may read it", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["log `${R} takes", "log to R `Only for ${R}.`\n        log `${R} takes"]))
  await click(page, 4)
  const log = page.getByTestId("log")
  await expect(log).toContainText("X takes")
  await expect(log).not.toContainText("Only for X.")
  await page.getByTestId("seats").getByRole("tab", { name: "X", exact: true }).click()
  await expect(log.getByText("Only for X.")).toHaveAttribute("title", "Only X can see this")
})
