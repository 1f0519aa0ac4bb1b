// The lab of a game for several numbers of players: every number in turn, or one; only playing roles are counted.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { choose, expect, side, test } from "./page.js"

async function play(page: Page, games = 100) {
  await page.getByTestId("lab-games").selectOption(String(games))
  await page.getByTestId("lab-play").click()
  const status = page.getByTestId("lab-status")
  await expect(status).toContainText(`${games} of ${games} games`, { timeout: 60_000 })
  await expect(status).toHaveAttribute("data-running", "false")
}

test.beforeEach(async ({ page }) => {
  await choose(page, "Moonless Quay")
  await side(page, "Lab")
})

test("games of every number of players come in turn, and are told side by side", async ({ page }) => {
  await expect(page.getByTestId("lab-players")).toHaveValue("every")
  await play(page)
  const rows = page.getByTestId("lab-by-players").getByRole("row")
  await expect(rows.nth(0).getByRole("columnheader")).toHaveText(["2 players", "3 players", "4 players", "5 players", "6 players"])
  await expect(rows.filter({ hasText: "Otter" }).getByRole("cell")).toHaveText(Array(5).fill(/^\d+\.\d%$/))
  // Pike is the sixth, and sits at the last table only.
  await expect(rows.filter({ hasText: "Pike" }).getByRole("cell")).toHaveText(["–", "–", "–", "–", /^\d+\.\d%$/])
  await expect(rows.filter({ hasText: /^games/ }).getByRole("cell")).toHaveText(Array(5).fill("20"))
  await expect(page.getByTestId("lab-won-by").getByRole("row")).toHaveCount(7)
  for (const [width, height, colorScheme] of [
    [1400, 900, "light"],
    [700, 900, "dark"],
    [380, 800, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    if (width < 500) await page.getByRole("tab", { name: "Lab" }).click()
    const lab = page.getByTestId("lab")
    await expect(lab).toBeVisible()
    expect(await lab.evaluate(it => it.scrollWidth - it.clientWidth), `${width}`).toBeLessThanOrEqual(0)
    if (width !== 700) expect((await new AxeBuilder({ page }).include("[data-testid=lab-by-players]").analyze()).violations, `${width}`).toEqual([])
  }
})

test("games of one number of players are those of who sits", async ({ page }) => {
  await page.getByTestId("lab-players").selectOption("3")
  await expect(page.getByTestId("lab-player-Raven")).toBeVisible()
  await expect(page.getByTestId("lab-player-Seal")).toHaveCount(0)
  await play(page)
  await expect(page.getByTestId("lab-won-by").getByRole("rowheader")).toHaveText(["Heron", "Otter", "Raven", "nobody"])
  await expect(page.getByTestId("lab-by-players")).toHaveCount(0)
  // Targets of `watch`: roles without a seat are not listed as never chosen. Cards are listed by their titles.
  const chosen = page.getByTestId("lab-chosen")
  await expect(chosen).toContainText("watch: to")
  await expect(chosen).not.toContainText("Seal")
  await expect(chosen.getByRole("rowheader", { name: "ferryman", exact: true }).first()).toBeVisible()
})

test("a player that looks ahead wins more, in seats that change", async ({ page }) => {
  await page.getByTestId("lab-players").selectOption("2")
  await page.getByTestId("lab-player-Heron").selectOption("search:100")
  await expect(page.getByTestId("lab-rotate")).toBeChecked()
  await play(page)
  const rows = page.getByTestId("lab-won-by-player").getByRole("row")
  await expect(rows.filter({ hasText: "100 games ahead" })).toContainText(/[6-9]\d\.\d%/)
  await expect(rows.filter({ hasText: "random" })).toContainText(/[0-3]?\d\.\d%/)
})
