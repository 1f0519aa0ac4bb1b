import { cell, choose, click, expect, rules, test, write } from "./page.js"
import type { Page } from "@playwright/test"

const player = (page: Page, role: string) => page.getByRole("combobox", { name: role, exact: true })
const moves = (page: Page) => page.getByTestId("moves")

test("the machine takes a seat, meets a threat, and leaves again", async ({ page }) => {
  await player(page, "O").selectOption("Computer: strong")
  await click(page, 4)
  await expect(moves(page)).toHaveText("move 2 of 2")
  // The page stays at the seat of the person.
  await expect(page.getByRole("tab", { name: "X" })).toHaveAttribute("aria-selected", "true")
  // A threat through the middle, wherever the machine has moved.
  const names = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8].map(at => cell(page, at).getAttribute("aria-label")))
  const free = (at: number) => names[at]!.endsWith("empty")
  const threat = [0, 1, 2, 3].find(at => free(at) && free(8 - at))!
  await cell(page, threat).click()
  await expect(moves(page)).toHaveText("move 4 of 4")
  await expect(cell(page, 8 - threat)).toHaveAttribute("aria-label", /O$/)

  // Moves that are taken back stay to be made again.
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(moves(page)).toHaveText("move 3 of 4")
  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect(moves(page)).toHaveText("move 4 of 4")

  await player(page, "O").selectOption("you")
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(moves(page)).toHaveText("move 5 of 5")
  await expect(page.getByRole("tab", { name: "O", exact: true })).toHaveAttribute("aria-selected", "true")
})

test("two machines play a game to its end; the one that looks ahead does not lose", async ({ page }) => {
  await player(page, "X").selectOption("Computer: normal")
  await player(page, "O").selectOption("Computer: beginner")
  await expect(page.getByTestId("result")).toHaveText(/^(X wins|Draw)$/, { timeout: 20_000 })
  await page.getByRole("button", { name: "Play again" }).click()
  await expect(page.getByTestId("result")).toHaveText(/^(X wins|Draw)$/, { timeout: 20_000 })
})

test("thinking is shown and can be stopped; the machine moves within its time, and keeps its seat over a reload", async ({ page }) => {
  await choose(page, "Chess")
  await player(page, "White").selectOption("Computer: strong")
  await expect(page.getByTestId("thought")).toBeVisible()
  await expect(page.getByRole("progressbar", { name: "White is thinking" })).toBeVisible()
  await page.getByRole("button", { name: "Stop" }).click()
  await expect(page.getByTestId("thought")).toHaveCount(0)
  await expect(player(page, "White")).toHaveValue("")
  await expect(moves(page)).toHaveText("move 0 of 0")
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(moves(page)).toHaveText("move 1 of 1")

  await player(page, "Black").selectOption("Computer: strong")
  await expect(moves(page)).toHaveText("move 2 of 2")
  await page.reload()
  await expect(player(page, "Black")).toHaveValue("strong")
  await expect(moves(page)).toHaveText("move 2 of 2")
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(moves(page)).toHaveText("move 4 of 4")
  // The seat belongs to this game alone.
  await choose(page, "Reversi")
  await expect(player(page, "Black")).toHaveValue("")
})

test("machines pass cards and place fleets in the fewest moves", async ({ page }) => {
  await choose(page, "Hearts")
  for (const role of ["East", "South", "West"]) await player(page, role).selectOption("Computer: easy")
  // Three cards each and a button; then they wait for the person.
  await expect(moves(page)).toHaveText("move 12 of 12", { timeout: 30_000 })
  await expect(page.getByTestId("thought")).toHaveCount(0)
  const hand = page.getByRole("region", { name: "Your hand" }).getByTestId("card")
  for (const left of [12, 11, 10]) {
    await hand.first().click({ position: { x: 10, y: 20 } })
    await expect(hand).toHaveCount(left)
  }
  await expect(moves(page)).toHaveText("move 15 of 15")
  await page.getByRole("button", { name: "Pass" }).click()
  await expect(hand).toHaveCount(13)

  await choose(page, "Battleship")
  await player(page, "Blue").selectOption("Computer: normal")
  await expect(moves(page)).toHaveText("move 2 of 2", { timeout: 30_000 })
  await expect(page.getByTestId("thought")).toHaveCount(0)
  await expect(page.getByTestId("prompt")).toContainText("Place your carrier")
})

/** Notes when each move is made, from now on. */
async function time(page: Page) {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const field = document.querySelector('[data-testid="moves"]')!
    let last = field.textContent
    new MutationObserver(() => {
      if (field.textContent !== last) times.push(performance.now())
      last = field.textContent
    }).observe(field, { childList: true, subtree: true, characterData: true })
  })
}
const times = (page: Page) => page.evaluate(() => (window as unknown as { times: number[] }).times)

test("moves of computers follow each other so that each is seen, and the bar says who thinks", async ({ page }) => {
  await time(page)
  await player(page, "O").selectOption("Computer: beginner")
  await player(page, "X").selectOption("Computer: beginner")
  await expect(page.getByTestId("controls")).toContainText(/[XO] is thinking/)
  await expect(page.getByTestId("result")).toBeVisible()
  const all = await times(page)
  expect(all.length).toBeGreaterThanOrEqual(5)
  expect((all.at(-1)! - all[0]!) / (all.length - 1)).toBeGreaterThan(450)
})

test("a computer's turn of many moves is over soon", async ({ page }) => {
  // Each half a second after the last, eight marks would take four seconds: the later ones come sooner.
  await write(page, rules("tic-tac-toe", ["        if has_line(R) { finish R, `${R} wins!` }\n", ""], ["G.active = other(R)", "G.active = O"]))
  await player(page, "O").selectOption("Computer: beginner")
  await time(page)
  await cell(page, 4).click()
  await expect(page.getByTestId("result")).toHaveText("Draw")
  const all = await times(page)
  expect(all).toHaveLength(9)
  const first = all[1]! - all[0]!
  expect(first).toBeGreaterThan(450)
  expect((all[8]! - all[1]!) / 7).toBeLessThan(first * 0.9)
})

test("while a computer thinks, the page answers at once", async ({ page }) => {
  await choose(page, "Chess")
  await player(page, "White").selectOption("Computer: strong")
  await expect(page.getByTestId("controls")).toContainText("White is thinking")
  // The longest that nothing is drawn, for a second of thinking.
  const longest = await page.evaluate(async () => {
    let [longest, before] = [0, performance.now()]
    const end = before + 1000
    while (before < end) {
      const now = await new Promise<number>(requestAnimationFrame)
      longest = Math.max(longest, now - before)
      before = now
    }
    return longest
  })
  expect(longest).toBeLessThan(400)
  await expect(page.getByTestId("controls")).toContainText("White is thinking")
})
