import { cell, choose, click, editor, expect, rules, test, write } from "./page.js"

const TYPO: [string, string] = ["G.board[s] = R\n", "G.bord[s] = R\n"]
const PICKY: [string, string] = ["where G.board[s] == none {", "where G.board[s] == none and s != 4 {"]

test("a typo is marked, listed, and mended by its fix", async ({ page }) => {
  await write(page, rules("tic-tac-toe", TYPO))
  await expect(page.locator(".cm-lintRange-error")).toHaveText("bord")
  const problem = page.getByTestId("problem")
  await expect(problem).toContainText("G has no field bord")

  await problem.getByRole("button").first().click()
  await expect(editor(page)).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe("bord")

  await problem.getByRole("button", { name: "Change to board" }).click()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(page.getByTestId("draft")).toHaveText("Original")
})

test("a text is put in style, and the cursor stays in its word", async ({ page }) => {
  const untidy = rules("tic-tac-toe", ["    G.active = X\n    call place", "  G.active=X;\n\n\n  call   place"])
  await write(page, untidy)
  await page.locator(".cm-line", { hasText: "call   place" }).getByText("place").dblclick()
  await page.keyboard.press("Shift+Alt+F")
  await expect(page.locator(".cm-line", { hasText: "G.active = X" })).toHaveText("    G.active = X")
  expect(await page.evaluate(() => String(getSelection()))).toBe("place")
  await page.getByTestId("format").click()

  await write(page, "roles A,B\nsetup {")
  await expect(page.getByTestId("format")).toBeDisabled()
})

test("a text in LudL has comments and blocks of its own", async ({ page }) => {
  await choose(page, "Noughts and crosses")
  await write(page, "RECEIVE go:\n    ACCEPT;\nEND_RECEIVE\n")
  await page.locator(".cm-line", { hasText: "RECEIVE go:" }).click()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await page.keyboard.type("DEBUG 1;")
  const line = page.locator(".cm-line", { hasText: "DEBUG 1;" })
  await expect(line).toHaveText("    DEBUG 1;")
  await page.keyboard.press("ControlOrMeta+/")
  await expect(line).toHaveText("    # DEBUG 1;")
  await expect(page.getByTestId("status")).toHaveText("No problems")
})

test("while the text has errors, the last good rules are played", async ({ page }) => {
  await click(page, 0)
  const lies = await page.getByTestId("board").boundingBox()
  await write(page, rules("tic-tac-toe", TYPO))
  await expect(page.getByTestId("stale")).toHaveText("Playing the last version without errors")
  expect(await page.getByTestId("board").boundingBox()).toEqual(lies)
  await click(page, 3)
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
  await write(page, rules("tic-tac-toe"))
  await expect(page.getByTestId("stale")).toBeEmpty()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
})

test("typing changes the rules in the middle of a game", async ({ page }) => {
  await click(page, 0, 3)
  await page.locator(".cm-scroller").evaluate(it => it.scrollTo(0, 300))
  await page.getByText('"Place your mark."').dblclick()
  await page.keyboard.press("Home")
  await page.keyboard.press("Shift+End")
  await page.keyboard.type('prompt "Your turn!"')
  await expect(page.getByTestId("prompt")).toHaveText("Your turn!")
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await expect(cell(page, 0)).toHaveAccessibleName("row 1, column 1, X")
})

test("a larger board keeps the moves", async ({ page }) => {
  await click(page, 0, 3)
  await write(page, rules("tic-tac-toe", ["square(3, 3)", "square(4, 4)"], ["Role?[9]", "Role?[16]"], ["O, X, none]", "O, X, none, X, X, X, X, X, X, X]"]))
  await expect(page.getByTestId("cell")).toHaveCount(16)
  await expect(cell(page, 0)).toHaveAccessibleName("row 1, column 1, X")
  await expect(cell(page, 3)).toHaveAccessibleName("row 1, column 4, O")
})

test("rules that refuse an earlier move say so, and the game comes back whole", async ({ page }) => {
  await click(page, 0, 3, 4, 5)
  await write(page, rules("tic-tac-toe", PICKY))
  const notice = page.getByTestId("notice")
  await expect(notice).toContainText("Move 3, X: Space row 2, column 2, is no longer legal: space(4) is not offered now.")
  await expect(notice).toContainText("The game stops before this move; 1 more move follows.")
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 4")

  await write(page, rules("tic-tac-toe"))
  await expect(notice).toHaveCount(0)
  await expect(page.getByTestId("moves")).toHaveText("move 4 of 4")
  await expect(cell(page, 5)).toHaveAccessibleName("row 2, column 3, O")
})

test("the game can go on from where the rules stopped it", async ({ page }) => {
  await click(page, 0, 3, 4, 5)
  await write(page, rules("tic-tac-toe", PICKY))
  await page.getByRole("button", { name: "Play from here" }).click()
  await expect(page.getByTestId("notice")).toHaveCount(0)
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await click(page, 1)
})

test("emoji before a mistake do not move its mark", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ['prompt "Place your mark."', 'prompt "🎲👩‍👩‍👧 your mark é" + G.bord']))
  await expect(page.locator(".cm-lintRange-error")).toHaveText("bord")
  await page.getByTestId("fix").first().click()
  await expect(editor(page)).toContainText('"🎲👩‍👩‍👧 your mark é" + G.board')
})

test("emoji are played", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Your mark 🎲"]))
  await expect(page.getByTestId("prompt")).toHaveText("Your mark 🎲")
})

test("drafts and games survive a reload, each game its own", async ({ page }) => {
  await click(page, 0, 3)
  await write(page, rules("tic-tac-toe", ["Place your mark.", "My own rules."]))
  await expect(page.getByTestId("prompt")).toHaveText("My own rules.")
  await choose(page, "Nim")
  await expect(page.getByTestId("draft")).toHaveText("Original")
  await click(page, 0)

  await page.reload()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await choose(page, "Tic-tac-toe")
  await expect(page.getByTestId("prompt")).toHaveText("My own rules.")
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
})

test("a broken draft survives a reload with the game it interrupted", async ({ page }) => {
  await click(page, 0)
  await write(page, rules("tic-tac-toe", TYPO))
  await expect(page.getByTestId("status")).toHaveText("1 error")
  await page.reload()
  await expect(page.getByTestId("status")).toHaveText("1 error")
  await expect(page.getByTestId("stale")).toHaveText("Playing the last version without errors")
  await click(page, 4)
})

test("the shipped text comes back, and that can be undone", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["Place your mark.", "My own rules."]))
  await expect(page.getByTestId("prompt")).toHaveText("My own rules.")
  await page.getByTestId("versions").click()
  await page.getByTestId("reset").click()
  await expect(page.getByTestId("prompt")).toHaveText("Place your mark.")
  await expect(page.getByTestId("draft")).toHaveText("Original")
  await editor(page).focus()
  await page.keyboard.press("Control+z")
  await expect(page.getByTestId("prompt")).toHaveText("My own rules.")
})

test("names are completed, with what they are, and the editor goes where they are declared", async ({ page }) => {
  await page.locator(".cm-line", { hasText: "G.active = X" }).click()
  await page.keyboard.press("End")
  await page.keyboard.type("\nG.b")
  const list = page.getByRole("listbox", { name: "Completions" })
  await expect(list.getByRole("option")).toHaveText(["board: Role?[9]"])
  await expect(page.locator(".cm-completionInfo")).toContainText("board: Role?[9]")
  await list.getByRole("option").click()
  await page.keyboard.type("[0] = X; push_un")
  await expect(list.getByRole("option")).toHaveText(["push_undo()"])
  await expect(page.locator(".cm-completionInfo")).toContainText("builtin")
  await list.getByRole("option").click()
  await expect(editor(page)).toContainText("G.board[0] = X; push_undo()")
  await expect(cell(page, 0)).toHaveAccessibleName("row 1, column 1, X")

  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("F12")
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("board")
  await expect(page.locator(".cm-activeLine")).toContainText("nine cells")
})

test("what a name stands for is shown under the pointer", async ({ page }) => {
  await page.locator(".cm-line", { hasText: "call place" }).getByText("place").hover()
  const told = page.locator(".explained")
  await expect(told).toContainText("state place")
  await told.getByRole("button", { name: "Go to declaration" }).click()
  expect(await page.evaluate(() => String(getSelection()))).toBe("place")
  await expect(page.locator(".cm-activeLine")).toContainText("place a mark")
})

test("problems push the text nowhere, and the line that is written stays in sight", async ({ page }) => {
  const places = () => page.locator(".cm-line").evaluateAll(all => all.slice(0, 8).map(it => it.getBoundingClientRect().top))
  const before = await places()
  await page.locator(".cm-line", { hasText: "board grid" }).click()
  await page.keyboard.press("End")
  await page.keyboard.type(" § § §")
  await expect(page.getByTestId("problem")).not.toHaveCount(0)
  expect(await places()).toEqual(before)
  // At the end of the text there is room below.
  await page.keyboard.press("ControlOrMeta+End")
  await page.keyboard.type(" §")
  const list = page.getByTestId("problems").getByRole("list").first()
  const bottom = () => page.locator(".cm-activeLine").evaluate(it => it.getBoundingClientRect().bottom)
  await expect.poll(async () => (await list.boundingBox())!.y - (await bottom())).toBeGreaterThanOrEqual(0)
})

test("a problem in a test is told apart, and the game goes on", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["    X space(2)\n    assert G.result", "    X spice(2)\n    assert G.result"]))
  await expect(page.getByTestId("status")).toHaveText("1 problem in a test")
  await expect(page.getByTestId("problem").locator(".tag")).toHaveText("test")
  await expect(page.getByTestId("stale")).toBeEmpty()
  await click(page, 4)
  // So is a test that fails.
  await write(page, rules("tic-tac-toe", ['assert G.result == "X"', 'assert G.result == "O"']))
  await expect(page.getByTestId("status")).toHaveText("1 problem in a test")
})
