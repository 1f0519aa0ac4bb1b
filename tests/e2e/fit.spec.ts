// Sizes, reach and contrast: on small screens, by keys, and for long texts.

import { AxeBuilder } from "@axe-core/playwright"
import type { Locator, Page } from "@playwright/test"
import { games } from "houserules"
import { cell, choose, click, editor, expect, rules, share, side, test, write } from "./page.js"

const SMALL = { width: 1280, height: 720 }
const NARROW = { width: 390, height: 844 }

/** `true` if it is fully inside the window. */
async function isInSight(page: Page, what: Locator): Promise<boolean> {
  const box = await what.boundingBox()
  const { width, height } = page.viewportSize()!
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
}

for (const viewport of [SMALL, NARROW])
  test(`slider, steps and actions of every game are in sight at ${viewport.width} × ${viewport.height}, and boards nearly whole`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(viewport)
    for (const { id, title, group } of share(0, games)) {
      if (group === "Tutorial") continue
      await page.getByTestId("game-chooser").selectOption(id)
      await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
      await expect(page.getByTestId("slider")).toBeVisible()
      await expect.poll(() => isInSight(page, page.getByTestId("slider")), title).toBe(true)
      await expect.poll(() => isInSight(page, page.getByTestId("back")), title).toBe(true)
      const first = page.getByTestId("actions").getByRole("button").first()
      if ((await first.count()) > 0) await expect.poll(() => isInSight(page, first), title).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(viewport.width)
    }
    for (const title of ["Tic-tac-toe", "Connect Four", "Reversi", "Chess"]) {
      await choose(page, title)
      const [board, controls] = [(await page.getByTestId("board").boundingBox())!, (await page.getByTestId("controls").boundingBox())!]
      expect(board.y + board.height, title).toBeLessThanOrEqual(controls.y)
    }
  })

test("a board is one stop for the Tab key, and its arrows go by where cells lie", async ({ page }) => {
  await choose(page, "Chess")
  await cell(page, 52).focus()
  await page.keyboard.press("ArrowUp")
  await expect(cell(page, 44)).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await expect(cell(page, 45)).toBeFocused()
  await page.keyboard.press("Tab")
  expect(await page.evaluate(() => document.activeElement?.closest("svg") === null)).toBe(true)
  await page.keyboard.press("Shift+Tab")
  await expect(cell(page, 45)).toBeFocused()
  // As SVG wants it.
  await expect(page.locator("svg [tabIndex='0'], svg [tabindex='0']")).toHaveCount(1)
})

test("cells are read by the names at the edge of their board", async ({ page }) => {
  await choose(page, "Chess")
  await expect(cell(page, 52)).toHaveAccessibleName("e2, White pawn")
})

test("the editor of one game does not stay scrolled as that of another was", async ({ page }) => {
  await choose(page, "Chess")
  await page.locator(".cm-scroller").evaluate(it => it.scrollTo(200, 900))
  await choose(page, "Over the pass")
  await expect.poll(() => page.locator(".cm-scroller").evaluate(it => [it.scrollLeft, it.scrollTop])).toEqual([0, 0])
  await expect(editor(page)).toBeVisible()

  // The open game, chosen once more, stays the same.
  await choose(page, "Over the pass")
  await editor(page).press("ControlOrMeta+End")
  await page.keyboard.type("?")
  await expect(page.getByTestId("draft")).toContainText("Edited")
  await choose(page, "Over the pass")
  await expect(page.getByTestId("status")).not.toHaveText("No problems")
  await expect(editor(page)).not.toHaveAttribute("aria-readonly", "true")
})

test("the lab tells nothing of another game", async ({ page }) => {
  const play = async () => {
    await page.getByTestId("lab-games").selectOption("100")
    await page.getByTestId("lab-play").click()
    await expect(page.getByTestId("lab-hash")).toBeVisible()
  }
  await side(page, "Lab")
  await play()
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("Connect Four")
  await expect(page.getByTestId("lab").getByRole("heading", { level: 2 })).toHaveText("Connect Four in the lab")
  await expect(page.getByTestId("lab-status")).toHaveCount(0)
  await play()
  await expect(page.getByTestId("lab-comparison")).toHaveCount(0)
})

test("the page itself does not scroll", async ({ page }) => {
  await page.setViewportSize(SMALL)
  for (const title of ["Last card", "Hearts", "Crossroads"]) {
    await choose(page, title)
    expect(await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]), title).toEqual([SMALL.height, SMALL.width])
  }
})

for (const colorScheme of ["light", "dark"] as const)
  test(`a button that is withheld can be read under the pointer: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await choose(page, "Pig")
    const hold = page.getByTestId("actions").getByRole("button", { name: "Hold" })
    await hold.hover()
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .include("[data-testid=actions]")
      .options({ resultTypes: ["violations"] })
      .analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(await hold.evaluate(it => getComputedStyle(it).backgroundColor)).toBe("rgba(0, 0, 0, 0)")
  })

test("the seats of many roles fit a narrow screen", async ({ page }) => {
  await page.setViewportSize(NARROW)
  for (const title of ["Hearts", "Crossroads"]) {
    await choose(page, title)
    for (const tab of await page.getByTestId("seats").getByRole("tab").all()) expect(await isInSight(page, tab), title).toBe(true)
  }
})

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing in the lab, in cards and in branches: ${colorScheme}`, async ({ page }) => {
    test.slow()
    const check = async (what: string) => {
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ["violations", "incomplete"] })
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`),
        what,
      ).toEqual([])
    }
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await click(page, 0, 3)
    await page.getByTestId("back").click()
    await expect(page.getByTestId("moves")).toHaveText("move 1 of 2")
    await click(page, 4)
    await page.getByTestId("back").click()
    await expect(page.getByTestId("branch")).toBeVisible()
    await check("branches")
    await choose(page, "Last card")
    await check("last card")
    await side(page, "Lab")
    await page.getByTestId("lab-games").selectOption("100")
    await page.getByTestId("lab-play").click()
    await expect(page.getByTestId("lab-hash")).toBeVisible()
    await check("the lab")
    await page.setViewportSize(NARROW)
    await page.getByRole("tab", { name: "Lab" }).click()
    await check("the lab, narrow")
  })

test("titles, roles, prompts and reasons of 400 letters without a blank stay on the page", async ({ page }) => {
  const long = "x".repeat(400)
  await write(page, rules("pig", ['game "Pig"', `game "${long}"`], ['prompt "Roll the die."', `prompt "${long}"`], ['else "roll first"', `else "${long}"`]))
  await expect(page.getByTestId("prompt")).toHaveText(long)
  await expect(page.getByTestId("reason")).toHaveText(long)
  for (const viewport of [{ width: 1400, height: 900 }, SMALL, NARROW]) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    const [prompt, bar] = [(await page.getByTestId("prompt").boundingBox())!, (await page.getByTestId("controls").boundingBox())!]
    expect(prompt.x >= bar.x && prompt.x + prompt.width <= bar.x + bar.width && prompt.y + prompt.height <= bar.y + bar.height).toBe(true)
    await expect.poll(() => page.getByTestId("reason").evaluate(it => it.getBoundingClientRect().right <= innerWidth)).toBe(true)
  }
})
