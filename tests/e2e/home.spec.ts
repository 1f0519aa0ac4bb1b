// The first screen: what this is, the gallery, lessons, templates; and the address of each place.

import { AxeBuilder } from "@axe-core/playwright"
import type { Locator, Page } from "@playwright/test"
import { readdirSync, readFileSync } from "node:fs"
import { bare, cell, entry, expect, pressAt, ready, rules, turnTo, write } from "./page.js"

/** The games that are in the gallery: lessons are of no kind. */
const GAMES = readdirSync(new URL("../../playground/games/", import.meta.url)).filter(id => {
  const about = JSON.parse(readFileSync(new URL(`../../playground/games/${id}/game.json`, import.meta.url), "utf8")) as { kinds?: string[] }
  return (about.kinds ?? []).length > 0
}).length

const cards = (page: Page) => page.getByTestId("gallery").getByRole("link")
const hash = (page: Page) => page.evaluate(() => location.hash)

for (const [name, width, height, colorScheme] of [
  ["wide", 1280, 720, "light"],
  ["narrow, dark", 390, 844, "dark"],
] as const) {
  bare(`a newcomer sees what it is and three ways in, and plays: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.goto("/")
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Write the rules of a board or card game as text")
    expect(await page.getByTestId("home").evaluate(it => it.scrollWidth)).toBeLessThanOrEqual(width)
    for (const way of ["play", "learn", "make"]) await expect(page.getByTestId(`way-${way}`)).toBeInViewport({ ratio: 1 })
    await expect(cards(page)).toHaveCount(GAMES)
    await expect(page.locator("[data-game=chess]")).toBeInViewport({ ratio: 0.3 })
    await expect(page.locator("[data-game=chess]")).toContainText(/2 players · \d+ min/)
    // Every picture is there.
    for (const picture of await page.locator(".gallery img").all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveAttribute("src", new RegExp(`\\.${colorScheme}-`))
      await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth)).toBe(464)
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.locator("[data-game=tic-tac-toe]").click()
    await ready(page)
    expect(await hash(page)).toBe("#/play/tic-tac-toe")
    await expect(page).toHaveTitle("Tic-tac-toe – House Rules")
    await cell(page, 4).click()
    await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
    await page.getByTestId("home-link").click()
    await expect(page.getByTestId("go-on")).toContainText("Continue Tic-tac-toe")
    await page.getByTestId("go-on").click()
    await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
    // Whoever has a game open comes back to it.
    await page.goto("/")
    await ready(page)
    await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
  })
}

bare("the gallery finds games by kind, players, time, language and words", async ({ page }) => {
  await page.goto("/#/")
  const found = page.getByTestId("found")
  await expect(found).toHaveText(`${GAMES} games`)
  await page.getByTestId("kinds").getByRole("tab", { name: "Cards" }).click()
  await expect(page.locator("[data-game=hearts]")).toBeVisible()
  await expect(page.locator("[data-game=chess]")).toHaveCount(0)
  await page.getByTestId("by-players").selectOption("6")
  await expect(cards(page)).toHaveCount(1)
  await expect(found).toHaveText("1 game")
  await expect(cards(page)).toContainText("Moonless Quay")
  await page.getByTestId("by-minutes").selectOption("5")
  await page.getByTestId("by-language").selectOption("rules")
  await expect(page.getByTestId("of-language")).toHaveText(/^Any turn-based game/)
  await page.getByTestId("by-language").selectOption("tgdl")
  await expect(page.getByTestId("of-language")).toContainText("TGDL is a language for game rules.")
  await expect(page.getByText("No game fits.")).toBeVisible()
  await page.getByRole("button", { name: "Show all games" }).click()
  await page.getByTestId("find").fill("swap stone")
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText("Hex")
})

bare("by keys alone: to a game, to a lesson, to a new game, and back", async ({ page }) => {
  await page.goto("/")
  await pressAt(page, page.locator("[data-game=nim]"), "Enter")
  await ready(page)
  expect(await hash(page)).toBe("#/play/nim")
  await pressAt(page, page.getByTestId("home-link"), "Enter")
  await pressAt(page, page.getByTestId("way-learn"), "Enter")
  await pressAt(page, page.getByTestId("lessons").getByRole("link").first(), "Enter")
  await expect(page.getByTestId("lesson").getByRole("heading", { level: 2 })).toHaveText("A board")
  expect(await hash(page)).toBe("#/lesson/1")
  await page.goBack()
  await expect(page.getByTestId("lessons")).toBeVisible()
  await pressAt(page, page.getByTestId("way-make"), "Enter")
  await pressAt(page, page.getByTestId("template-board"), "Enter")
  await ready(page)
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect.poll(() => hash(page)).toMatch(/^#\/write\/own-/)
})

bare("every template opens without a problem, and two new games have two names", async ({ page }) => {
  await page.goto("/#/make")
  const all = page.locator("[data-testid^=template-]")
  await expect(all).toHaveCount(7)
  const ids = await all.evaluateAll(all => all.map(it => it.getAttribute("data-testid")!))
  for (const id of [...ids, ids[0]!]) {
    await page.goto("/#/make")
    await page.getByTestId(id).click()
    await expect.poll(() => hash(page)).toMatch(/^#\/write\/own-/)
    await ready(page)
    await expect(page.getByTestId("status")).toHaveText("No problems")
  }
  await page.getByTestId("home-link").click()
  const own = page.getByTestId("own-games").getByRole("link")
  await expect(own).toHaveCount(8)
  const titles = await own.locator("> b").allTextContents()
  expect(new Set(titles).size).toBe(8)
  expect(titles).toContainEqual(expect.stringMatching(/ \(2\)$/))
})

bare("a game of one's own is listed with its table as it was last seen, and nobody's hand", async ({ page }) => {
  const picture = page.getByTestId("own-games").getByRole("link").first().getByTestId("own-picture")
  const pieces = (of: Locator) => of.locator("[data-cell]").evaluateAll(all => all.map(it => it.getAttribute("aria-label")))
  await page.goto("/#/make")
  await page.getByTestId("template-board").click()
  await ready(page)
  const table = page.getByTestId("table")
  const before = await pieces(table)
  await table.locator("[data-cell][data-legal=true]").first().click()
  await table.locator("[data-cell][data-legal=true][aria-pressed=false]").first().click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  const moved = await pieces(table)
  expect(moved).not.toEqual(before)
  await page.getByTestId("home-link").click()
  await expect.poll(() => pieces(picture)).toEqual(moved)
  expect((await new AxeBuilder({ page }).include("[data-testid=own-games]").analyze()).violations).toEqual([])
  await page.goto("/#/play/nim")
  await page.reload()
  await ready(page)
  await page.getByTestId("home-link").click()
  await expect.poll(() => pieces(picture)).toEqual(moved)
  // Two people share the screen: their hands are in no picture.
  await page.goto("/#/make")
  await page.getByTestId("template-cards").click()
  await ready(page)
  await expect(table.getByTestId("zone-mine").locator(".card:not(.down)")).toHaveCount(5)
  await page.getByTestId("home-link").click()
  await expect(picture.locator(".card.down")).not.toHaveCount(0)
  await expect(picture.getByTestId("zone-mine").locator(".card:not(.down)")).toHaveCount(0)
})

bare("the address is that of what is open, and back goes back", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  await turnTo(page, "Play")
  expect(await hash(page)).toBe("#/play/tic-tac-toe")
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("Chess")
  await expect.poll(() => hash(page)).toBe("#/play/chess")
  await page.goBack()
  await expect.poll(() => page.getByTestId("game-chooser").inputValue()).toBe("tic-tac-toe")
  await page.goForward()
  await expect.poll(() => page.getByTestId("game-chooser").inputValue()).toBe("chess")
  // One that leads nowhere says so, and changes nothing.
  await page.evaluate(() => (location.hash = "#/nowhere/at/all"))
  await expect(page.getByTestId("link-note")).toContainText("nothing at this address")
  await expect(page.getByTestId("game-chooser")).toHaveValue("chess")
  await expect.poll(() => hash(page)).toBe("#/play/chess")
  await page.goto("/#/write/own-nobody")
  await expect(page.getByTestId("link-note")).toContainText("kept in another browser")
})

bare("a game remembers its versions, and goes back to one", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  await expect(page.getByTestId("versions")).toHaveCount(0)
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Mine."]))
  await page.getByTestId("versions").click()
  await expect(page.locator("#versions li:has(time)")).toHaveCount(1)
  await expect(page.locator("#versions li:has(time)")).toContainText("since then: 1 line added, 1 line removed")
  await page.keyboard.press("Escape")
  await page.reload()
  await ready(page)
  await page.getByTestId("versions").click()
  await page.locator("#versions").getByRole("button", { name: "Go back to this" }).click()
  await ready(page)
  await expect(page.getByTestId("prompt")).toHaveText("Place your mark.")
  // What was left is a version too.
  await expect(page.locator("#versions li:has(time)")).toHaveCount(2)
})
