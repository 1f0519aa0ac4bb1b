import { cell, choose, click, expect, rules, tabTo, test, write } from "./page.js"

test("Tic-tac-toe is won by clicking, and played again", async ({ page }) => {
  await expect(page).toHaveTitle("Tic-tac-toe – House Rules")
  await expect(page.getByTestId("prompt")).toHaveText("Place your mark.")
  await click(page, 0, 3, 1, 4, 2)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await expect(page.getByTestId("log")).toContainText("X wins!")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)

  await page.getByRole("button", { name: "Play again" }).click()
  await expect(page.getByTestId("prompt")).toHaveText("Place your mark.")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(9)
})

test("Tic-tac-toe is played with the keyboard alone", async ({ page }) => {
  await tabTo(page, cell(page, 0))
  for (const [made, keys] of ["Enter", "ArrowDown Enter", "ArrowUp ArrowRight Space", "ArrowDown Enter", "ArrowUp End Enter"].entries()) {
    for (const key of keys.split(" ")) await page.keyboard.press(key)
    await expect(page.getByTestId("moves")).toHaveText(`move ${made + 1} of ${made + 1}`)
  }
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await tabTo(page, page.getByRole("button", { name: "Play again" }))
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
})

test("Back and Forward step through the moves; a new move keeps those ahead as a branch", async ({ page }) => {
  await click(page, 0, 3, 4)
  await page.getByRole("button", { name: "Back one move" }).click()
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 3")
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, empty")

  await page.getByRole("button", { name: "Forward one move" }).click()
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 3")

  await click(page, 8)
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  await expect(page.getByRole("button", { name: "Forward one move" })).toBeDisabled()
  await expect(page.getByTestId("branch")).toHaveText(["3. X: Space row 2, column 23 moves in all"])
})

test("Undo is there where the rules allow it, and only there", async ({ page }) => {
  const undo = page.getByRole("button", { name: "Undo" })
  await click(page, 0)
  await expect(undo).toHaveCount(0)

  await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "push_undo()\n        G.board[s] = R\n"], ["G.active = other(R)", "G.active = X"]))
  await expect(undo).toBeEnabled()
  await undo.click()
  await expect(cell(page, 0)).toHaveAccessibleName("row 1, column 1, empty")
  await expect(undo).toBeDisabled()
})

test("seats: the page follows whoever is active, or stays", async ({ page }) => {
  await expect(page.getByRole("tab", { name: "X" })).toHaveAttribute("aria-selected", "true")
  await click(page, 0)
  await expect(page.getByRole("tab", { name: "O", exact: true })).toHaveAttribute("aria-selected", "true")

  await page.getByRole("tab", { name: "X" }).click()
  await expect(page.getByTestId("prompt")).toHaveText("Waiting for O to place a mark.")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)
  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)

  await page.getByRole("checkbox", { name: "Switch seats automatically" }).check()
  await expect(page.getByRole("tab", { name: "O", exact: true })).toHaveAttribute("aria-selected", "true")
})

test("Connect Four is won by clicking columns", async ({ page }) => {
  await choose(page, "Connect Four")
  await click(page, 3)
  await expect(cell(page, 38)).toHaveAccessibleName("row 6, column 4, Red")
  await click(page, 4, 17, 4, 3, 4, 3)
  await expect(page.getByTestId("result")).toHaveText("Red wins")
  await expect(page.getByTestId("log")).toContainText("Red connects four!")
  await expect(page.getByTestId("prompt")).toHaveText("Red connects four!")
  // The four are marked, and read so.
  await expect(page.getByTestId("board").getByTestId("chosen")).toHaveCount(4)
  for (const at of [17, 24, 31, 38]) await expect(cell(page, at)).toHaveAccessibleDescription(/^four/)
})

test("Nim has a scenario and an option", async ({ page }) => {
  await choose(page, "Nim")
  await expect(page.getByRole("button", { name: "piece" })).toHaveCount(12)
  await page.getByRole("combobox", { name: "Scenario" }).selectOption("Marienbad")
  await expect(page.getByRole("button", { name: "piece" })).toHaveCount(16)
  const facts = page.getByTestId("facts")
  await expect(facts).not.toContainText("Misere")
  await page.getByRole("checkbox", { name: "Misere" }).check()
  await expect(facts).toContainText(/Misere(?!.*yes)/)
  await click(page, 0, 7, 14, 21)
  await expect(page.getByTestId("result")).toHaveText("First wins")
  await expect(page.getByTestId("log")).toContainText("Second took the last stick: First wins.")
})

test("Go has a board for each scenario, which what follows keeps to", async ({ page }) => {
  await choose(page, "Go")
  await expect(page.getByTestId("cell")).toHaveCount(81)
  await page.getByRole("combobox", { name: "Scenario" }).selectOption("19 × 19")
  await expect(page.getByTestId("cell")).toHaveCount(361)
  await expect(page.getByTestId("facts")).toHaveCount(0)
  await cell(page, 18).click()
  await expect(page.getByTestId("log")).toContainText("Black: s19")
  await cell(page, 342).click()
  await expect(page.getByTestId("log")).toContainText("White: a1")
  // Kept, and so read again.
  await page.reload()
  await expect(page.getByTestId("cell")).toHaveCount(361)
  await page.getByRole("combobox", { name: "Scenario" }).selectOption("13 × 13")
  await expect(page.getByTestId("cell")).toHaveCount(169)
  await expect(page.getByTestId("board").locator("image")).toHaveAttribute("href", /260/)
})

test("the Duel: both choose at once, and no one sees what is hidden", async ({ page }) => {
  await choose(page, "Duel at the Crossing")
  await page.getByRole("spinbutton", { name: "Seed" }).fill("12345678901")
  await page.getByRole("button", { name: "Restart" }).click()
  const card = (name: string) => page.getByTestId("card").filter({ hasText: name })
  await expect(card("horse 2")).toBeVisible()
  const hand = await page.getByRole("region", { name: "Your hand" }).getByTestId("card").allTextContents()
  expect(hand).toHaveLength(5)

  await card("horse 2").click()
  await expect(page.getByRole("tab", { name: "Scotland" })).toHaveAttribute("aria-selected", "true")
  await expect(page.getByRole("region", { name: "Your hand" }).getByTestId("card")).toHaveCount(5)
  for (const name of hand) await expect(page.getByTestId("table")).not.toContainText(name)

  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.getByRole("region", { name: "Your hand" })).toHaveCount(0)
  await expect(page.getByTestId("card")).toHaveText(["empty", "empty"])

  await page.getByRole("tab", { name: "England" }).click()
  await expect(page.getByTestId("facts")).toContainText("horse 2")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)

  await page.getByRole("tab", { name: "Scotland" }).click()
  await card("bow 6").click()
  await expect(page.getByTestId("log")).toContainText("England plays horse 2, Scotland plays bow 6.")
  await page.getByRole("tab", { name: "Observer" }).click()
  await expect(page.getByTestId("card")).toHaveText([/horse 2/, /bow 6/])
})

test("the same seed gives the same game, a new seed another", async ({ page }) => {
  await choose(page, "Duel at the Crossing")
  const hand = () => page.getByRole("region", { name: "Your hand" }).getByTestId("card").allTextContents()
  const seed = page.getByRole("spinbutton", { name: "Seed" })
  const before = await hand()
  await seed.fill("7")
  await seed.press("Enter")
  await expect.poll(hand).not.toEqual(before)
  const first = await hand()
  await page.getByRole("button", { name: "New seed" }).click()
  await expect(seed).not.toHaveValue("7")
  await expect.poll(hand).not.toEqual(first)
  await seed.fill("7")
  await seed.press("Enter")
  await expect.poll(hand).toEqual(first)
})
