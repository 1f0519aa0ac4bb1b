// The reference beside the rules: its search, its sections, and examples that open as games.

import { bare, editor, entry, expect, ready, side, test } from "./page.js"

test("a word is looked up at the cursor, read, and its example opened as a game", async ({ page }) => {
  await page.locator(".cm-line", { hasText: "roles X, O" }).getByText("roles").dblclick()
  await page.keyboard.press("F1")
  const field = page.getByTestId("search-reference")
  await expect(field).toBeFocused()
  await expect(field).toHaveValue("roles")
  await expect(page.getByTestId("found").getByRole("button").first()).toContainText("roles")

  await field.fill("number of players")
  await page.getByTestId("found").getByRole("button", { name: "Number of players" }).first().click()
  const section = page.getByTestId("section")
  await expect(section).toContainText("players 2 to 4")
  await section.getByTestId("open-example").first().click()
  await expect(editor(page)).toContainText("roles Red, Green, Blue, White")
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(page.getByTestId("tests")).toHaveText("2 tests pass")
  // What was open before is as it was.
  await page.goBack()
  await expect(editor(page)).toContainText("Tic-tac-toe")
})

test("it is read by keys alone", async ({ page }) => {
  await editor(page).focus()
  await page.keyboard.press("F1")
  await expect(page.getByTestId("search-reference")).toBeFocused()
  await page.keyboard.type("undo")
  await expect(page.getByTestId("found").getByRole("button").first()).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("section")).toContainText("undo")
})

test("an example that leaves parts out opens with them", async ({ page }) => {
  await side(page, "Reference")
  await page.getByTestId("search-reference").fill("procedures")
  await page.getByTestId("found").getByRole("button", { name: "Procedures" }).first().click()
  await page.getByTestId("section").getByTestId("open-example").first().click()
  await expect(editor(page)).toContainText("roles White, Black")
  await expect(page.getByTestId("status")).toHaveText("No problems")
})

test("on a phone it is a pane of its own, and links lead on within it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByTestId("panes").getByRole("tab", { name: "Reference" }).click()
  await page.getByTestId("search-reference").fill("every construct")
  await page.getByTestId("found").getByRole("button", { name: "Reference of the rules language" }).first().click()
  await page.getByTestId("section").getByRole("link", { name: "The rules language" }).click()
  await expect(page.getByTestId("section").getByRole("heading", { name: "The rules language" })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

bare("what cannot be had is said, and tried again", async ({ page }) => {
  await page.route("**/docs/index.json", route => route.abort())
  await page.goto(entry(page))
  await ready(page)
  await side(page, "Reference")
  await expect(page.getByRole("alert").filter({ hasText: "The reference could not be loaded" })).toBeVisible()
  await page.unroute("**/docs/index.json")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByTestId("reference").locator("details").first()).toBeVisible()
})
