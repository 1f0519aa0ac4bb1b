// The table as it is looked at: what the last move did, what moves, what is there for a moment only.

import { cell, choose, expect, named, take, test } from "./page.js"
import type { Page } from "@playwright/test"

const lately = (page: Page) => page.locator("[data-cell]:has([data-testid=last])").evaluateAll(cells => cells.map(it => Number(it.getAttribute("data-cell"))))

/** Counts from now on what sets out on a board. */
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

  // Another look at the same moment tells no more than the first.
  await page.reload()
  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect.poll(() => lately(page)).toEqual([named("e4"), named("e2")])
})

test("cards that are new say where they were, and a full trick is seen before it is taken", async ({ page }) => {
  await choose(page, "Hearts")
  const lists = page.getByTestId("cards")
  const hand = page.getByRole("region", { name: "Your hand" })
  const passed = page.getByRole("region", { name: "To be passed" }).getByTestId("card")
  await hand.getByTestId("card").first().click()
  await page.getByRole("tab", { name: "North" }).click()
  await expect(passed).toHaveAttribute("aria-description", "New by the last move, from “Your hand”")

  const random = page.getByRole("button", { name: "Random move" })
  const trick = lists.first().getByTestId("card")
  const played = async () => (await trick.evaluateAll(cards => cards.filter(it => !it.classList.contains("vacant")))).length
  // Until three cards lie in the first trick.
  await page.getByRole("checkbox", { name: "Play whoever is active" }).uncheck()
  for (let made = 2; (await played()) < 3; made++) {
    await random.click()
    await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${made} `))
  }
  // The fourth: the rules take the trick in the same move. It is there for a second, so the page itself looks.
  await lists.first().evaluate(list => {
    const seen = (window as unknown as { seen: string[] }).seen ?? []
    const look = () => seen.push([...list.querySelectorAll(".card:not(.vacant)")].map(it => it.classList.contains("fresh")).join(" "))
    new MutationObserver(look).observe(list, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { seen })
  })
  await random.click()
  await expect(page.getByTestId("log")).toContainText("takes the trick")
  await expect.poll(played).toBe(0)
  const full = (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).map(it => it.split(" ")).filter(cards => cards.length === 4)
  expect(full.length).toBeGreaterThan(0)
  expect(full.at(-1)!.filter(fresh => fresh === "true")).toHaveLength(1)
  // It is of that moment, and not of the position.
  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.getByRole("tab", { name: "Observer" })).toHaveAttribute("aria-selected", "true")
  expect(await played()).toBe(0)
  await expect(hand).toHaveCount(0)
})
