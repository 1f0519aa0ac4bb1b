// A first visit: the game is played before the engine is there.

import { bare, cell, click, entry, expect, ready } from "./page.js"

bare("moves are made before the engine is there, which goes on from them", async ({ page }) => {
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  await page.route("**/engine_core_bg-*.wasm", async route => {
    await gate
    await route.continue()
  })
  await page.goto(entry(page))
  const moves = page.getByTestId("moves")
  await click(page, 4, 0)
  await expect(moves).toHaveText("move 2 of 2")
  await expect(page.getByTestId("log")).toContainText("O takes row 1, column 1.")
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "true")
  // Requests that need the engine wait for it.
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(moves).toHaveText("move 2 of 2")
  open()
  await expect(moves).toHaveText("move 1 of 2")
  await ready(page)
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect(moves).toHaveText("move 2 of 2")
  await click(page, 3, 1, 5)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await page.reload()
  await ready(page)
  await expect(moves).toHaveText("move 5 of 5")
})

bare("where the engine cannot be had, the game stays, and that is told", async ({ page }) => {
  await page.route("**/engine_core_bg-*.wasm", route => route.abort())
  await page.goto(entry(page))
  await expect(page.getByTestId("unloaded")).toContainText("could not be loaded")
  await expect(page.getByTestId("board")).toBeVisible()
  await page.unroute("**/engine_core_bg-*.wasm")
  await page.getByTestId("unloaded").getByRole("button", { name: "Try again" }).click()
  await ready(page)
  await click(page, 4)
})

bare("what comes before a first move is small", async ({ page }) => {
  let bytes = 0
  page.on("response", response => {
    // The Worker's comes with the engine.
    if (!/worker/.test(response.url())) bytes += Number(response.headers()["content-length"])
  })
  await page.route("**/engine_core_bg-*.wasm", () => {})
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(entry(page))
  await cell(page, 4).click()
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
  // Scripts, styles, icons and the game, compressed.
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(150_000)
})
