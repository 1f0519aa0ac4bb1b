import { cell, choose, click, expect, test } from "./page.js"
import type { Page } from "@playwright/test"

const player = (page: Page, role: string) => page.getByRole("combobox", { name: role, exact: true })
const moves = (page: Page) => page.getByTestId("moves")

test("the machine takes a seat, meets a threat, and leaves again", async ({ page }) => {
  await player(page, "O").selectOption("machine, 500 games ahead")
  await click(page, 4)
  await expect(moves(page)).toHaveText("move 2 of 2")
  // The page stays at the seat of the person.
  await expect(page.getByRole("tab", { name: "X" })).toHaveAttribute("aria-selected", "true")
  const corner = [0, 2, 6, 8]
  const names = await Promise.all(corner.map(at => cell(page, at).getAttribute("aria-label")))
  expect(names.filter(name => name?.endsWith("O")), "the middle is answered in a corner").toHaveLength(1)

  // Moves that are taken back stay to be made again.
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(moves(page)).toHaveText("move 1 of 2")
  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect(moves(page)).toHaveText("move 2 of 2")

  await player(page, "O").selectOption("you")
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(moves(page)).toHaveText("move 3 of 3")
  await expect(page.getByRole("tab", { name: "O", exact: true })).toHaveAttribute("aria-selected", "true")
})

test("two machines play a game to its end; the one that looks ahead does not lose", async ({ page }) => {
  await player(page, "X").selectOption("machine, 500 games ahead")
  await player(page, "O").selectOption("machine, at random")
  await expect(page.getByTestId("result")).toHaveText(/^(X wins|Draw)$/, { timeout: 20_000 })
  await page.getByRole("button", { name: "Play again" }).click()
  await expect(page.getByTestId("result")).toHaveText(/^(X wins|Draw)$/, { timeout: 20_000 })
})

test("thinking is shown, and can be stopped", async ({ page }) => {
  await choose(page, "Chess")
  await player(page, "White").selectOption("machine, 2,500 games ahead")
  await expect(page.getByTestId("thought")).toBeVisible()
  await expect(page.getByRole("progressbar", { name: "Games White has played ahead" })).toBeVisible()
  await page.getByRole("button", { name: "Stop" }).click()
  await expect(page.getByTestId("thought")).toHaveCount(0)
  await expect(player(page, "White")).toHaveValue("0")
  await expect(moves(page)).toHaveText("move 0 of 0")
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(moves(page)).toHaveText("move 1 of 1")
})
