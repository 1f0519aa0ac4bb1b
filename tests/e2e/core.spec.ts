// The page begins with the core of the engine, and gets the whole where a game or a wish needs it.

import type { Page } from "@playwright/test"
import { bare, cell, click, editor, entry, expect, ready } from "./page.js"

const player = (page: Page, role: string) => page.getByRole("combobox", { name: role, exact: true })

bare("a first visit has an editor with live problems before the whole engine is there", async ({ page }) => {
  // Each file once: what is routed is not cached, and two Workers have the same script.
  const sizes = new Map<string, number>()
  page.on("response", response => sizes.set(response.url(), Number(response.headers()["content-length"])))
  await page.route("**/engine_bg-*.wasm", () => {})
  await page.goto(entry(page))
  await ready(page)
  await editor(page).press("ControlOrMeta+Home")
  await page.keyboard.insertText("§")
  await expect(page.getByTestId("status")).toContainText("1 error")
  // Scripts, styles, the game, the core and the editor, compressed.
  const bytes = [...sizes.values()].reduce((sum, it) => sum + it, 0)
  expect(bytes).toBeGreaterThan(600_000)
  expect(bytes).toBeLessThanOrEqual(1_142_000)
})

bare("the whole engine comes for a computer, and the game goes on in it", async ({ page }) => {
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  await page.route("**/engine_bg-*.wasm", async route => {
    await gate
    await route.continue()
  })
  await page.goto(entry(page))
  await ready(page)
  await click(page, 4, 0)
  await player(page, "X").selectOption("Computer: beginner")
  // It waits; nothing else is lost.
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  open()
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  await expect(cell(page, 0)).toHaveAccessibleName("row 1, column 1, O")
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 3")
})
