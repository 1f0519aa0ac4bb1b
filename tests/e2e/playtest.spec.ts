// A playtest: two people play, ask, and answer; the author opens what came back, and deletes the room.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { bare as test, entry, expect, ready } from "./page.js"

const PHONE = { width: 390, height: 844 }

const cell = (page: Page, at: number) => page.getByTestId("cell").nth(at)

async function sit(page: Page, role: string) {
  await expect(page.getByTestId("sit-down").getByTestId("seen-by-author")).toContainText("The author of these rules gets every move with its time")
  await page.getByTestId("name").fill("Ann")
  await page.getByTestId(`sit-${role}`).click()
  await expect(page.getByTestId("sit-down")).toBeHidden()
}

async function check(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([])
}

test("a playtest brings back what was unclear, tried and answered, and one click opens its moment", async ({ page, browser }, info) => {
  await page.goto(entry(page))
  await ready(page)
  await page.getByTestId("share").click()
  await page.getByTestId("playtest").locator("summary").click()
  await page.getByTestId("question-0").fill("What was fun?")
  await page.getByTestId("question-2").fill("What was too long?")
  await page.getByTestId("with-playtest").click()
  await expect(page.getByTestId("room-board")).toBeVisible()
  const ben = await (await browser.newContext({ viewport: PHONE })).newPage()
  await ben.goto(await page.getByTestId("link-play").inputValue())
  await sit(page, "X")
  await sit(ben, "O")
  await expect(ben.getByTestId("playtest-save")).toHaveCount(0)
  for (const [at, who] of [page, ben, page, ben].entries()) {
    await cell(who, [0, 3, 1, 4][at]!).click()
    for (const it of [page, ben]) await expect(cell(it, [0, 3, 1, 4][at]!)).toContainText(/[XO]/)
  }
  // A taken cell.
  await cell(page, 3).click({ force: true })
  await ben.getByTestId("unclear").click()
  await ben.getByTestId("unclear-text").fill("Does a diagonal count?")
  await ben.getByTestId("unclear-send").click()
  await expect(ben.getByTestId("unclear-told")).toHaveText("The author gets this, with the position.")
  await expect(ben.getByTestId("unclear-text")).toHaveValue("")
  await check(ben)
  await cell(page, 2).click()
  await expect(page.getByTestId("questions")).toContainText("What was fun?")
  await ben.getByTestId("answer-0").fill("The corners")
  await check(ben)
  await ben.getByTestId("answers-send").click()
  await expect(ben.getByTestId("answered")).toBeVisible()
  await expect(page.getByTestId("questions")).toBeVisible()
  await ben.reload()
  await expect(ben.getByTestId("answered")).toBeVisible()
  const saved = page.waitForEvent("download")
  await page.getByTestId("playtest-save").click()
  const path = info.outputPath("tic-tac-toe-playtest.json")
  await (await saved).saveAs(path)
  expect((await saved).suggestedFilename()).toBe("tic-tac-toe-playtest.json")
  // The author's report.
  const workshop = await page.context().newPage()
  await workshop.goto(entry(workshop))
  await ready(workshop)
  await workshop.getByTestId("sides").getByRole("tab", { name: "Lab" }).click()
  await workshop.getByTestId("lab-pages").getByRole("tab", { name: "Playtests" }).click()
  // The same file twice is one game.
  await workshop.getByTestId("playtest-files").setInputFiles([path, path])
  const pool = workshop.getByTestId("playtest-pool")
  await expect(pool.getByRole("heading", { level: 3 })).toHaveText("Tic-tac-toe, these rules: 1 game")
  await expect(pool.getByTestId("wins-X")).toContainText(/1 of 1 \(21% to 100%\)\s*5\d%/)
  await expect(pool.getByTestId("playtest-tried")).toContainText("1 × space: G.board[s] == none is false")
  await expect(pool.getByTestId("playtest-answers")).toHaveText("What was fun?The corners (O)")
  await check(workshop)
  await pool.getByTestId("playtest-remarks").getByTestId("playtest-moment").click()
  await expect(workshop.getByTestId("moves")).toHaveText(/^move 4 /)
  await expect(workshop.locator('[data-cell="4"]')).toContainText("O")
  await workshop.close()
  // The end of the room.
  page.on("dialog", dialog => dialog.accept())
  await page.getByTestId("delete-room").click()
  for (const it of [page, ben]) await expect(it.getByTestId("room-closed")).toHaveText("This room was deleted by its owner.")
})
