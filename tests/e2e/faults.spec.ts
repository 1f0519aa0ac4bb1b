// Rules that go wrong while they run: the page says where, stays alive, and goes on once they are mended.

import { click, expect, rules, test, write } from "./page.js"

const LOOPS = {
  "an action": ["G.board[s] = R\n", "while len(G.board) > 0 { }\n"],
  "a prompt": ['prompt "Place your mark."\n', "while len(G.board) > 0 { }\n"],
  "the setup": ["call place\n}", "while len(G.board) > 0 { }\n    call place\n}"],
} satisfies { [where: string]: [string, string] }

test("an endless loop in an action", async ({ page }) => {
  await write(page, rules("tic-tac-toe", LOOPS["an action"]))
  await page.locator('[data-cell="4"]').click()
  await expect(page.getByTestId("fault")).toContainText("X: Space row 2, column 2 failed: the rules did not end")
  await expect(page.locator(".cm-lintRange-error").first()).toContainText("while")
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await mend(page)
})

test("an endless loop in an action that was made before", async ({ page }) => {
  await click(page, 4)
  await write(page, rules("tic-tac-toe", LOOPS["an action"]))
  const notice = page.getByTestId("notice")
  await expect(notice).toContainText("Move 1, X: Space row 2, column 2, fails: the rules did not end")
  await notice.getByRole("button", { name: /Show line \d+/ }).click()
  await expect(page.locator(".cm-activeLine")).toContainText("while len(G.board) > 0 { }")
  await write(page, rules("tic-tac-toe"))
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
})

test("an endless loop in a prompt", async ({ page }) => {
  await write(page, rules("tic-tac-toe", LOOPS["a prompt"]))
  await expect(page.getByTestId("fault")).toContainText("The table cannot be drawn for X: the rules did not end")
  await expect(page.locator(".cm-lintRange-error").first()).toContainText("while")
  await mend(page)
})

test("an endless loop in the setup", async ({ page }) => {
  await write(page, rules("tic-tac-toe", LOOPS["the setup"]))
  await expect(page.getByTestId("fault")).toContainText("These rules cannot start a game: the rules did not end")
  await expect(page.locator(".cm-lintRange-error").first()).toContainText("while")
  await expect(page.getByTestId("stale")).toHaveText("Playing the last version without errors")
  await click(page, 0)
  await write(page, rules("tic-tac-toe"))
  await expect(page.getByTestId("fault")).toHaveCount(0)
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
})

test("a fault with a reason: too far into a list", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "G.board[s + 9] = R\n"]))
  await page.locator('[data-cell="0"]').click()
  await expect(page.getByTestId("fault")).toContainText("X: Space row 1, column 1 failed")
  await expect(page.locator(".cm-lintRange-error").first()).toBeVisible()
  await mend(page)
})

async function mend(page: import("@playwright/test").Page) {
  await write(page, rules("tic-tac-toe"))
  await expect(page.getByTestId("fault")).toHaveCount(0)
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await click(page, 4, 0)
}
