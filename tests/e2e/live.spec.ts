// Reports while an author types: tests of the text, and findings of random games.

import { AT_FIRST, cell, click, editor, expect, rules, test, write } from "./page.js"

test.use(AT_FIRST)

test("each test has a mark, and one that fails opens where it does", async ({ page }) => {
  const marks = page.locator(".cm-tests span[role=img]")
  await expect(page.getByTestId("tests")).toHaveText("2 tests pass")
  await editor(page).press("Control+End")
  await expect(marks.last()).toHaveAttribute("aria-label", 'The test "a full board without a line is a draw" passes')
  await write(page, rules("tic-tac-toe", ['X space(2)\n    assert G.result == "X"', 'X space(2)\n    assert G.result == "O"']))
  await expect(page.getByTestId("tests")).toHaveText("1 of 2 tests pass")
  await editor(page).press("Control+End")
  await expect(page.locator(".cm-tests .fails")).toHaveAttribute("aria-label", /^The test "three in a row wins" fails: /)
  await page.getByTestId("problem").getByTestId("show-problem").click()
  await expect(page.getByTestId("moves")).toHaveText(/^move 5 /)
  await expect(page.getByTestId("result")).toContainText("X")
  await write(page, rules("tic-tac-toe"))
  await expect(page.getByTestId("tests")).toHaveText("2 tests pass")
  await expect(page.getByTestId("problem")).toHaveCount(0)
})

/** Each with a fault that no compiler can see. */
const FAULTS = {
  "a dead end": {
    change: ["where G.board[s] == none", "where G.board[s] == none and count(m in G.board: m != none) < 3"],
    problem: /^dead end: /i,
    moves: 3,
  },
  "an error": { change: ["G.board[s] = R", "G.board[s + 1] = R"], problem: /9/, moves: 1 },
  "an invariant": { change: ["in 0 to 1", "in 0 to 0"], problem: /the marks alternate/, moves: 1 },
} as const

for (const [kind, { change, problem, moves }] of Object.entries(FAULTS)) {
  test(`random games find ${kind}, with the fewest moves, and it goes when it is mended`, async ({ page }) => {
    const sound = rules("tic-tac-toe").split('test "')[0]!
    await write(page, sound.replace(...(change as [string, string])))
    const told = page.getByTestId("problem").filter({ hasText: problem })
    await expect(told).toHaveCount(1)
    await expect(told).toContainText(new RegExp(`^.*found by a random game after ${moves} moves?`))
    await told.getByTestId("show-problem").click()
    await expect(page.getByTestId("moves")).toHaveText(new RegExp(`of ${moves}$|^move ${moves} `))
    await write(page, sound)
    await expect(page.getByTestId("problem")).toHaveCount(0)
    await expect(page.getByTestId("status")).toHaveText("No problems")
  })
}

test("random games are played while nobody writes, unless that is not wanted", async ({ page }) => {
  const games = page.locator(".idle .quiet")
  await expect(games).toHaveText(/\d/)
  await page.getByTestId("idle").uncheck()
  await write(page, rules("tic-tac-toe", ["in 0 to 1", "in 0 to 0"]))
  await expect(page.getByTestId("tests")).toHaveText(/pass/)
  await page.reload()
  await expect(page.getByTestId("idle")).not.toBeChecked()
  await expect(page.getByTestId("tests")).toHaveText(/pass/)
  await expect(games).toHaveCount(0)
})

test("what was played becomes a test, which passes", async ({ page }) => {
  await expect(page.getByTestId("as-test")).toHaveCount(0)
  await click(page, 4, 0, 3, 1, 5)
  await expect(page.getByTestId("tests")).toHaveText("2 tests pass")
  await page.getByTestId("as-test").click()
  await expect(page.getByTestId("tests")).toHaveText("3 tests pass")
  await expect(editor(page)).toContainText('test "5 moves, then X" {')
  await expect(editor(page)).toContainText('assert G.result == "X"')
  await page.getByTestId("as-test").click()
  await expect(editor(page)).toContainText('test "5 moves, then X (2)" {')
  await expect(page.getByTestId("tests")).toHaveText("4 tests pass")
})

test("a click on what is not offered tells why, and where the rules say so", async ({ page }) => {
  await click(page, 4)
  await cell(page, 4).click({ force: true })
  const why = page.getByTestId("why")
  await expect(why.getByText("Space row 2, column 2 (X) is not possible now.")).toBeVisible()
  // The author's text is one click away.
  await expect(why.getByText("G.board[s]").first()).toBeHidden()
  await why.getByTestId("why-rules").click()
  await expect(why).toContainText("G.board[s] == none is false")
  await expect(why).toContainText("G.board[s] is X")
  await why.getByRole("button", { name: "line 41" }).click()
  await expect(page.locator(".cm-activeLine")).toContainText("where G.board[s] == none")
  // Another position has other answers.
  await click(page, 0)
  await expect(why).toBeEmpty()
})
