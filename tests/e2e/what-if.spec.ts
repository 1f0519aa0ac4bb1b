// The lab's answers, and "what if": numbers of the rules are varied, and a value is written into them.

import { editor, expect, rules, side, test, write } from "./page.js"

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
  await expect(answers.locator("[data-question=used] dd")).toHaveText("Every line was run, and every action was taken.")
  await expect(page.getByTestId("lab-fair").getByRole("listitem")).toHaveCount(2)

  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await page.getByTestId("what-if-name-0").selectOption("FIRST")
  await page.getByTestId("what-if-values-0").fill("40 to 80 by 10")
  await page.getByTestId("what-if-wish").selectOption("equal seats")
  await page.getByTestId("what-if-games").selectOption("10000")
  await page.getByTestId("what-if-play").click()
  await expect(page.getByTestId("what-if-answer")).toHaveText(/^FIRST = 50 comes closest .*This took [\d,]+ games\.$/, { timeout: 60_000 })
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  const row = page.getByTestId("what-if-rows").getByRole("row", { name: /^50/ })
  await expect(row).toContainText("closest")
  await row.getByTestId("what-if-use").click()
  await expect(editor(page)).toContainText("const FIRST = 50")
  await expect(page.getByTestId("what-if").getByText("These are games of other rules")).toBeInViewport()
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
  await expect(page.getByTestId("what-if")).toContainText('The games failed: `FIRST` must be a whole number, not "many"')
})

test("a ladder of players says whether skill counts", async ({ page }) => {
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "Luck or skill?" }).click()
  await page.getByTestId("skill-games").selectOption("40")
  await page.getByTestId("skill-play").click()
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await expect(page.getByTestId("study-status")).toHaveText(/^80 games/)
  await expect(page.getByTestId("skill-answer")).toHaveText(/^Skill counts a lot: looking 8 games ahead wins 7\d\.\d% /)
  await expect(page.getByTestId("skill").getByRole("listitem")).toHaveCount(2)
  // Nothing is drawn in it.
  await expect(page.getByTestId("skill-luck")).toHaveCount(0)
  // Another page is shown now.
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await expect(page.getByTestId("what-if")).not.toContainText("games ahead")
})

test("where all is luck it is what is thrown that decides", async ({ page }) => {
  await write(page, COIN.replace("60", "50"))
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "Luck or skill?" }).click()
  await page.getByTestId("skill-games").selectOption("40")
  await page.getByTestId("skill-play").click()
  await expect(page.getByTestId("study-status")).toHaveText(/^80 games/)
  await expect(page.getByTestId("skill-answer")).toContainText("That skill counts is not to be seen in so many games")
  await expect(page.getByTestId("skill-answer")).toContainText("Luck decides 100.0% (100.0% to 100.0%) of the outcome")
  await expect(page.getByTestId("skill-luck").getByRole("listitem")).toHaveCount(2)
})

test("an option's value is written as its default, where that stands in the text", async ({ page }) => {
  await write(page, rules("pig"))
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  // The value of now is among those that are played.
  await expect(page.getByTestId("what-if-name-0")).toHaveValue("target")
  await expect(page.getByTestId("what-if-values-0")).toHaveValue("20, 65, 100, 155, 200")
  await page.getByTestId("what-if-games").selectOption("500")
  await page.getByTestId("what-if-play").click()
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  const rows = page.getByTestId("what-if-rows")
  await expect(rows.getByTestId("what-if-use")).toHaveCount(4)
  await expect(rows.getByRole("row", { name: /^100/ })).toContainText("now")
  await expect(rows.getByRole("row", { name: /^100/ }).getByTestId("what-if-use")).toHaveCount(0)
  await rows.getByRole("row", { name: /^65/ }).getByTestId("what-if-use").click()
  await expect(editor(page)).toContainText("option target: 20 to 200 = 65")
  // The game at the table goes on with its own.
  await expect(page.getByTestId("what-if-differing")).toHaveText(/^The rules say target = 65, but the table uses 100 /)
})

test("an option without a default in the text has none written", async ({ page }) => {
  await write(page, rules("pig", ["option target: 20 to 200 = 100", "const MOST = 100\noption target: 20 to 200 = MOST"]))
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  await page.getByTestId("what-if-games").selectOption("500")
  await page.getByTestId("what-if-play").click()
  await expect(page.getByTestId("study-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await expect(page.getByTestId("what-if-rows").getByRole("row")).toHaveCount(6)
  await expect(page.getByTestId("what-if-use")).toHaveCount(0)
})

test("games of a text with errors are those of the table, and that is said", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  const pages = page.getByTestId("lab-pages")
  const older = page.locator("[data-testid=lab-older]:visible")
  for (const name of ["Games", "Luck or skill?", "What if?"]) {
    await pages.getByRole("tab", { name }).click()
    await expect(older).toHaveCount(0)
  }
  await editor(page).fill(COIN.replace("roles", "rolls"))
  for (const name of ["What if?", "Luck or skill?", "Games"]) {
    await pages.getByRole("tab", { name }).click()
    await expect(older).toHaveText("The text has errors, so the lab uses the last version without errors, as the table does.")
    await expect(older).toBeInViewport()
  }
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-status")).toHaveText(/^1,000 of 1,000 games/)
  await editor(page).fill(COIN)
  await expect(older).toHaveCount(0)
})

test("a number chosen by its place is followed while the text is written", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "What if?" }).click()
  const name = page.getByTestId("what-if-name-0")
  const values = page.getByTestId("what-if-values-0")
  await name.selectOption("8:19")
  await values.fill("90 to 110 by 10")
  // Lines before it come, one of them with errors for a while, and one goes.
  await editor(page).press("ControlOrMeta+Home")
  await editor(page).pressSequentially("// 1\nconst ")
  await expect(page.getByTestId("lab-older").last()).toBeVisible()
  await editor(page).pressSequentially("MORE = 7\n")
  await expect(name).toHaveValue("10:19")
  await expect(name.locator("option:checked")).toHaveText(/^line 10: 100 in if random\(100\)/)
  await expect(values).toHaveValue("90 to 110 by 10")
  // Choices persist while the table is shown.
  const wish = page.getByTestId("what-if-wish")
  await wish.selectOption("turns")
  await page.getByTestId("what-if-wished").fill("12")
  await page.getByTestId("what-if-games").selectOption("500")
  await side(page, "Table")
  await side(page, "Lab")
  await expect(name).toBeVisible()
  await expect(name).toHaveValue("10:19")
  await expect(values).toHaveValue("90 to 110 by 10")
  await expect(wish).toHaveValue("turns")
  await expect(page.getByTestId("what-if-wished")).toHaveValue("12")
  await expect(page.getByTestId("what-if-games")).toHaveValue("500")
  // It is formatted as a whole.
  await editor(page).fill(COIN.replace("on throw {\n", "on throw {\n\n\n").replaceAll("\n    ", "\n"))
  await expect(name).toHaveValue("10:15")
  await expect(values).toHaveValue("90 to 110 by 10")
  // Others keep their own values.
  await name.selectOption("FIRST")
  await expect(values).toHaveValue("58 to 62")
  // A constant may get another name.
  await editor(page).fill(COIN)
  await expect(page.getByTestId("what-if-name-1").locator("option", { hasText: "line 8: 100" })).toHaveCount(1)
  await values.fill("40 to 60 by 10")
  await editor(page).fill(COIN.replaceAll("FIRST", "ODDS"))
  await expect(name).toHaveValue("ODDS")
  await expect(values).toHaveValue("40 to 60 by 10")
  // Another game has nothing of it.
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("Pig")
  await expect(name).toHaveValue("target")
  await expect(wish).toHaveValue("")
})

test("a role that never moves and never wins is named", async ({ page }) => {
  await write(page, COIN.replace("if random(100) < FIRST { finish First } else { finish Second }", "finish First").replace("const FIRST = 60\n", ""))
  await side(page, "Lab")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-answers").locator("[data-question=fair] dd")).toHaveText("Second was never active and won none of these games. Is it meant to play?")
})

test("a ladder says how long it takes before it is begun", async ({ page }) => {
  await write(page, COIN)
  await side(page, "Lab")
  await page.getByTestId("lab-pages").getByRole("tab", { name: "Luck or skill?" }).click()
  const lasting = page.getByTestId("skill-lasting")
  await expect(lasting).toHaveText(/^This takes about \d+ (s|min|h) here\.$/)
  await page.getByTestId("skill-games").selectOption("40")
  await page.getByTestId("skill-play").click()
  await expect(page.getByTestId("study-status")).toHaveText(/^80 games/)
  await expect(lasting).toHaveText(/^This takes about \d+ (s|min|h) here\.$/)
})
