// The lab: many games, their statistics, flaws, and the effects of changes.

import type { Page } from "@playwright/test"
import { choose, editor, expect, rules, side, test, write } from "./page.js"

/** The flaw takes 40 moves, all of them necessary, and each is slow. */
const SLOW = `game "Slow"
roles A, B
global { n: int, h: int }
setup { G.active = A; call main }
invariant "fewer than 40" { assert G.n < 40 }
state main {
    prompt { for i in 1 to 3 { action n(i) } }
    on n(i: int) {
        G.n += 1
        G.h = G.h * 3 + i
        for k in 1 to 1500 { G.h = (G.h * 31 + k) % 1000003 }
    }
}
`

/** Plays this many games to the end. */
async function play(page: Page, games: number) {
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption(String(games))
  await page.getByTestId("lab-play").click()
  const status = page.getByTestId("lab-status")
  await expect(status).toContainText(`${games.toLocaleString("en")} of ${games.toLocaleString("en")} games`, { timeout: 60_000 })
  await expect(status).toHaveAttribute("data-running", "false")
}

test("games of the rules at the table", async ({ page }) => {
  await play(page, 1000)
  const won = page.getByTestId("lab-won-by").getByRole("row")
  await expect(won.nth(0)).toHaveText(/^X5\d\.\d%5\d\.\d% to [56]\d\.\d%\d\d\d$/)
  await expect(won.nth(2)).toContainText("nobody")
  await expect(page.getByTestId("lab-heat").locator("polygon")).toHaveCount(9)
  await expect(page.getByTestId("lab-coverage")).toContainText("Every line was run.")
  await expect(page.getByTestId("lab-picture").locator("svg")).toBeVisible()
  const hash = await page.getByTestId("lab-hash").textContent()
  await play(page, 1000)
  await expect(page.getByTestId("lab-hash")).toHaveText(hash!)
  await page.getByTestId("lab-seed").fill("2")
  await play(page, 1000)
  await expect(page.getByTestId("lab-hash")).not.toHaveText(hash!)
  const download = page.waitForEvent("download")
  await page.getByTestId("lab-csv").click()
  expect((await download).suggestedFilename()).toBe("tic-tac-toe-lab.csv")
})

test("lines that are not counted are told", async ({ page }) => {
  await choose(page, "Hearts")
  await play(page, 1000)
  const said = /^Every counted line was run, and every action was taken. Not counted: \d+ lines of small functions.$/
  await expect(page.getByTestId("lab-answers").locator("[data-question=used] dd")).toHaveText(said)
  await expect(page.getByTestId("lab-coverage")).toContainText(/Every counted line was run./)
})

test("what was chosen, and where tokens went", async ({ page }) => {
  await play(page, 100)
  await expect(page.getByTestId("lab-chosen").getByRole("row")).toHaveCount(10)
  await side(page, "Table")
  await choose(page, "Snakes and ladders")
  await play(page, 100)
  const race = page.getByTestId("lab-race")
  await expect(race.getByTestId("lab-track")).toHaveCount(2)
  await expect(
    race
      .getByTestId("lab-track")
      .first()
      .locator("title")
      .filter({ hasText: /^100: [1-9]/ }),
  ).toHaveCount(1)
  await expect(race.locator(".most > :not(details) table").getByRole("row")).toHaveCount(11)
  await race.getByText(/^and \d+ more$/).click()
  await expect(race.locator(".most").getByRole("row").last()).toBeVisible()
  await expect(page.getByTestId("lab-chosen")).toHaveCount(0)
})

test("players that look ahead, in seats that change", async ({ page }) => {
  await side(page, "Lab")
  await expect(page.getByTestId("lab-rotate")).toHaveCount(0)
  await expect(page.getByTestId("lab-games")).toHaveValue("1000")
  await expect(page.getByTestId("lab-ahead")).toHaveCount(0)
  await page.getByTestId("lab-player-O").selectOption("100 games ahead")
  await expect(page.getByTestId("lab-games")).toHaveValue("100")
  await page.getByTestId("lab-games").selectOption("10000")
  await expect(page.getByTestId("lab-ahead")).toContainText("10,000 games take as long as 1,000,000 random ones or more")
  await expect(page.getByTestId("lab-rotate")).toBeChecked()
  await play(page, 100)
  const rows = page.getByTestId("lab-won-by-player").getByRole("row")
  await expect(rows.nth(0)).toHaveText(/^random\d\.\d%/)
  await expect(rows.nth(1)).toHaveText(/^100 games ahead[89]\d\.\d%/)
  const hash = await page.getByTestId("lab-hash").textContent()
  await page.getByTestId("lab-rotate").uncheck()
  await play(page, 100)
  await expect(page.getByTestId("lab-hash")).not.toHaveText(hash!)
})

test("games that are stopped", async ({ page }) => {
  await choose(page, "Chess")
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("100000")
  await page.getByTestId("lab-play").click()
  const status = page.getByTestId("lab-status")
  await expect(status).toContainText(/[1-9]\d* of 100,000/, { timeout: 60_000 })
  await page.getByTestId("lab-stop").click()
  await expect(status).toContainText("stopped")
  await expect(page.getByTestId("lab-won-by")).toBeVisible()
  await expect(page.getByTestId("lab-play")).toBeEnabled()
})

test("a dead end is found, shown at the table, and becomes a test", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["for s in grid.cells where G.board[s] == none {", "for s in grid.cells where G.board[s] == none and s < 2 {"]))
  await play(page, 100)
  const flaws = page.getByTestId("lab-flaws")
  await expect(flaws).toContainText("dead end in 100 games: X can do nothing")
  await page.getByTestId("lab-show").click()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await side(page, "Lab")
  await expect(page.getByTestId("lab-small")).toHaveText("2 moves lead there, the fewest possible.")
  await page.getByTestId("lab-test").click()
  await expect(editor(page)).toContainText('test "no dead end" {')
  await expect(page.getByTestId("status")).toHaveText(/problem|warning/i)
})

test("the search for fewer moves is stopped, and what it found stays", async ({ page }) => {
  await write(page, SLOW)
  await play(page, 100)
  const small = page.getByTestId("lab-small")
  await expect(small).toHaveText("The shortest game had 40 moves.")
  await page.getByTestId("lab-shorten").click()
  await expect(small).toHaveText("40 moves lead there so far.")
  await expect(page.getByTestId("lab-looking")).toContainText(/Looking for a shorter game, \d+ s at most/)
  await page.getByTestId("lab-enough").click()
  await expect(page.getByTestId("lab-looking")).toHaveCount(0)
  await expect(small).toHaveText("40 moves lead there; fewer may do.")
  await page.getByTestId("lab-show").click()
  await expect(page.getByTestId("moves")).toHaveText("move 40 of 40")
})

test("lines that no game reached are marked, and led to", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["        G.board[s] = R\n", "        G.board[s] = R\n        if s > 20 {\n            G.board[0] = R\n        }\n"]))
  await play(page, 100)
  await expect(page.getByTestId("lab-coverage")).toContainText("1 of ")
  await expect(page.locator(".cm-unreached span")).toHaveCount(1)
  await page.getByTestId("lab-coverage").getByRole("button").click()
  await expect(page.locator(".cm-activeLine")).toContainText("G.board[0] = R")
  await editor(page).press("Enter")
  await expect(page.locator(".cm-unreached span")).toHaveCount(0)
})

test("what a change of the rules does", async ({ page }) => {
  await play(page, 1000)
  await side(page, "Table")
  await write(page, rules("tic-tac-toe", ["finish R, `${R} wins!`", "finish other(R), `${R} loses!`"]))
  await play(page, 1000)
  const rows = page.getByTestId("lab-comparison").getByRole("row")
  await expect(rows.filter({ hasText: "X wins" })).toHaveText(/^X wins5\d\.\d%[23]\d\.\d%−\d\d\.\d%−\d\d\.\d% to −\d\d\.\d%$/)
  // Games are as long as they were.
  await expect(rows.filter({ hasText: "moves per game" })).toHaveCount(0)
})

test("a variant begins beside its original, says what differs, and is compared with it", async ({ page }) => {
  await page.getByTestId("start").click()
  await page.getByTestId("new-variant").click()
  await expect(page.getByTestId("files").getByRole("tab")).toHaveText(["game.rules", "tic-tac-toe.rules"])
  await expect(page.getByTestId("status")).toHaveText("No problems")
  expect(await editor(page).innerText()).toContain('variant of "tic-tac-toe.rules"')
  await write(page, 'variant of "tic-tac-toe.rules"\nwithout "three in a row wins"\nfunction has_line(who: Role): bool { return false }\n')
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await side(page, "Lab")
  await expect(page.getByTestId("lab-original")).toBeChecked()
  await play(page, 100)
  await expect(page.getByTestId("lab-comparison").getByRole("heading")).toHaveText("Compared with tic-tac-toe.rules")
  await expect(page.getByTestId("lab-comparison").getByRole("row").filter({ hasText: "X wins" })).toContainText("0.0%")
})

test("how many games it takes is said before they are played", async ({ page }) => {
  await choose(page, "Cullet")
  await side(page, "Lab")
  await page.getByTestId("lab-decided").check()
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-few")).toHaveText("100 games are not enough to tell whether this is fair. About 130 are needed.")
  await page.getByTestId("lab-stop").click()
  await expect(page.getByTestId("lab-few")).toHaveCount(0)
})

test("on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByTestId("panes").getByRole("tab", { name: "Lab" }).click()
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-status")).toContainText("100 of 100")
  await expect(page.getByTestId("lab-picture")).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
