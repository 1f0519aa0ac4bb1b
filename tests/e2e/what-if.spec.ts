// The lab's answers, and what if: numbers of the rules are varied, and a value is written into them.

import { editor, expect, side, test, write } from "./page.js"

const COIN = `game "Coin"
roles First, Second
const FIRST = 60
setup { G.active = First; call play }
state play {
    prompt { prompt "Throw."; button throw }
    on throw {
        if random(100) < FIRST { finish First } else { finish Second }
    }
}
`

test("questions are answered, and a wish finds its value, which is written into the rules", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("10000")
  await page.getByTestId("lab-play").click()
  const answers = page.getByTestId("lab-answers")
  await expect(page.getByTestId("lab-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await expect(answers.locator("[data-question=fair] dd")).toHaveText(/^Not quite: (First wins (9|10)\.\d points more|Second wins (9|10)\.\d points less) than its part/)
  await expect(answers.locator("[data-question=used] dd")).toHaveText("Every line was reached, and every action taken.")
  await expect(page.getByTestId("lab-fair").getByRole("listitem")).toHaveCount(2)

  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await page.getByTestId("what-if-name-0").selectOption("FIRST")
  await page.getByTestId("what-if-values-0").fill("40 to 80 by 10")
  await page.getByTestId("what-if-wish").selectOption("equal seats")
  await page.getByTestId("what-if-games").selectOption("10000")
  await page.getByTestId("what-if-play").click()
  await expect(page.getByTestId("what-if-answer")).toHaveText(/^FIRST = 50 comes nearest .*This took [\d,]+ games\.$/, { timeout: 60_000 })
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  const row = page.getByTestId("what-if-rows").getByRole("row", { name: /^50/ })
  await expect(row).toContainText("nearest")
  await row.getByTestId("what-if-use").click()
  await expect(editor(page)).toContainText("const FIRST = 50")
  await expect(page.getByTestId("what-if")).toContainText("These are games of other rules")
  const download = page.waitForEvent("download")
  await page.getByTestId("what-if-csv").click()
  expect((await download).suggestedFilename()).toMatch(/-what-if\.csv$/)
})

test("games go on until something is sure, and files say what the page says", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("0.02")
  await page.getByTestId("lab-play").click()
  const status = page.getByTestId("lab-status")
  await expect(status).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await expect(status).toHaveText(/^12,807 of 12,807 games/)
  const download = page.waitForEvent("download")
  await page.getByTestId("lab-html").click()
  expect((await download).suggestedFilename()).toMatch(/-lab\.html$/)
})

test("what makes no sense is told where it was asked", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await page.getByTestId("what-if-values-0").fill("many")
  await page.getByTestId("what-if-play").click()
  await expect(page.getByTestId("what-if")).toContainText('There is no answer: `FIRST` is a whole number, not "many"')
})

test("a ladder of players says whether skill counts", async ({ page }) => {
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "Luck or skill?" }).click()
  await page.getByTestId("skill-games").selectOption("40")
  await page.getByTestId("skill-play").click()
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await expect(page.getByTestId("study-status")).toHaveText(/^80 games/)
  await expect(page.getByTestId("skill-answer")).toHaveText(/^Skill counts for much: looking 8 games ahead wins 7\d\.\d% /)
  await expect(page.getByTestId("skill").getByRole("listitem")).toHaveCount(2)
  // What another page shows is not this.
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await expect(page.getByTestId("what-if")).not.toContainText("games ahead")
})
