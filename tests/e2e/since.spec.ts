// "Since my turn": the others' moves since the viewer's own last move, shown at the table move by move.

import type { Page } from "@playwright/test"
import { beside, cell, choose, click, expect, test, turnTo } from "./page.js"

const since = (page: Page) => page.getByTestId("since")
const replay = (page: Page) => page.getByTestId("replay")
const moves = (page: Page) => page.getByTestId("moves")

/** Records the texts of the bar from now on, each once. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const note = () => {
      const now = [...document.querySelectorAll('[data-testid="replay"] > *')].map(it => it.textContent).join(" | ")
      // Reports playable moves beside it.
      const legal = document.querySelectorAll('[data-legal="true"]').length
      const all = now.includes(" of ") && legal > 0 ? `${now} | ${legal} can be played` : now
      if (all !== "" && all !== said.at(-1)) said.push(all)
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)

/** Lets the computer play easily in all these seats. */
async function computers(page: Page, ...roles: string[]) {
  for (const role of roles) await page.getByTestId(`player-${role}`).selectOption("Computer: beginner")
}

test("what a machine did is shown with words, nothing can be played meanwhile, and the table ends as it stands", async ({ page }) => {
  await turnTo(page, "Play")
  await expect(since(page)).toHaveAttribute("aria-disabled", "true")
  await computers(page, "O")
  await cell(page, 4).click()
  await expect(moves(page)).toHaveText("move 2 of 2")
  await listen(page)
  await since(page).click()
  await expect(replay(page)).toBeVisible()
  await expect(replay(page)).toHaveCount(0)
  expect(await heard(page)).toEqual(["Since your turn | After your last move", expect.stringMatching(/^Since your turn: 1 of 1 \| O takes row \d, column \d\.$/)])
  await expect(moves(page)).toHaveText("move 2 of 2")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(7)
})

test("it is stopped by Escape, by a click on the table and by its button; a key begins it", async ({ page }) => {
  await turnTo(page, "Play")
  await computers(page, "O")
  await cell(page, 4).click()
  await expect(moves(page)).toHaveText("move 2 of 2")
  for (const end of [() => page.keyboard.press("Escape"), () => page.getByTestId("zone-middle").click(), () => page.getByRole("button", { name: "Stop" }).click()]) {
    await page.keyboard.press("Alt+KeyR")
    await expect(replay(page)).toBeVisible()
    await end()
    await expect(page.getByTestId("prompt")).toBeVisible({ timeout: 400 })
    await expect(moves(page)).toHaveText("move 2 of 2")
  }
})

test("in a hot seat game each sees what the other did; at the end it is there as well", async ({ page }) => {
  await turnTo(page, "Play")
  await click(page, 0, 3)
  await listen(page)
  await since(page).click()
  await expect(page.getByTestId("prompt")).toBeVisible()
  expect((await heard(page)).at(-1)).toBe("Since your turn: 1 of 1 | O takes row 2, column 1.")
  await click(page, 1, 4, 2)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await page.getByTestId("seats").getByRole("tab", { name: "O", exact: true }).click()
  await listen(page)
  await since(page).click()
  await expect(page.getByTestId("result")).toBeVisible()
  expect((await heard(page)).at(-1)).toBe("Since your turn: 1 of 1 | X takes row 1, column 3. X wins!")
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`a game of four at ${size.width} × ${size.height}: the others' tricks, no secret, the bar where it was`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await turnTo(page, "Play")
    await choose(page, "Hearts")
    await beside(page, "Game")
    await computers(page, "East", "South", "West")
    const drawer = page.getByTestId("drawer")
    // The others' passed cards are secret.
    await expect(moves(page)).toHaveText("move 12 of 12", { timeout: 30_000 })
    await listen(page)
    const place = await page.getByTestId("controls").boundingBox()
    await page.keyboard.press("Alt+KeyR")
    await expect(replay(page)).toBeVisible()
    expect(await page.getByTestId("controls").boundingBox()).toEqual(place)
    await expect(replay(page)).toHaveCount(0)
    for (const words of await heard(page)) expect(words).toMatch(/The beginning$| has moved\.$/)
    await page.keyboard.press("Escape")
    if (await drawer.isVisible()) await drawer.click()
    const hand = page.getByRole("region", { name: "Your hand" }).getByTestId("card")
    for (const left of [12, 11, 10]) {
      await hand.first().click({ position: { x: 10, y: 20 } })
      await expect(hand).toHaveCount(left)
    }
    await page.getByRole("button", { name: "Pass" }).click()
    await expect(hand).toHaveCount(13)
    await expect(page.getByText(/^Your turn, North/)).toBeVisible({ timeout: 30_000 })
    // The viewer's own cards, until another has played after one of them.
    const ready = page.locator('[data-testid="card"][data-legal="true"]')
    do {
      if (size.width < 700 && (await page.getByTestId("panel").isVisible())) await drawer.click()
      const before = await hand.count()
      await ready.first().click({ position: { x: 10, y: 20 } })
      await expect(hand).toHaveCount(before - 1)
      await expect(page.getByText(/^Your turn, North/)).toBeVisible({ timeout: 30_000 })
      await expect(ready.first()).toBeVisible()
      if (size.width < 700) await beside(page, "Log")
    } while ((await since(page).getAttribute("aria-disabled")) === "true")
    await listen(page)
    await since(page).click()
    await expect(page.getByTestId("panel")).toHaveCount(size.width < 700 ? 0 : 1)
    await expect(replay(page)).toHaveCount(0)
    const told = await heard(page)
    expect(told[0]).toBe("Since your turn | After your last move")
    expect(told.filter(it => / plays /.test(it)).length).toBeGreaterThanOrEqual(1)
  })
