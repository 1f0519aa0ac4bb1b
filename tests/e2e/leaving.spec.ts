// Games that people end themselves: one resigns, or all agree to a draw.

import { beside, choose, click, expect, rules, take, test, turnTo, write } from "./page.js"

test("whoever resigns is asked once more; the other wins, and it can be gone back from", async ({ page }) => {
  await click(page, 0, 3)
  await page.getByTestId("resign").click()
  await expect(page.getByTestId("leaving")).toContainText("Resign, X? Then O wins.")
  await page.getByTestId("stay").click()
  await page.getByTestId("resign").click()
  await page.getByTestId("leave").click()
  await expect(page.getByTestId("result")).toContainText("O wins")
  await expect(page.getByTestId("log")).toContainText("X resigned.")
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  await expect(page.getByTestId("leaving")).toHaveCount(0)
  await page.reload()
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  await expect(page.getByTestId("result")).toContainText("O wins")
  await page.getByTestId("back").click()
  await expect(page.getByTestId("resign")).toBeVisible()
  await click(page, 1)
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  // The end from outside is a line of its own now.
  await expect(page.getByTestId("branch")).toContainText("X resigned.")
})

test("nobody resigns for the computer", async ({ page }) => {
  await page.getByTestId("player-O").selectOption("Computer: beginner")
  await expect(page.getByTestId("resign")).toBeVisible()
  await page.getByTestId("seats").getByRole("tab", { name: "O", exact: true }).click()
  await expect(page.getByTestId("resign")).toHaveCount(0)
})

test("of several the others win, also on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByTestId("game-chooser").selectOption({ label: "Hearts" })
  await turnTo(page, "Play")
  await beside(page, "Game")
  await page.getByTestId("resign").click()
  await expect(page.getByTestId("leaving")).toContainText("Resign, North? Then East, South, and West win.")
  await page.getByTestId("leave").click()
  await expect(page.getByTestId("result")).toContainText("East, South, and West win")
})

test("a draw is agreed on where rules say so, and under changed rules the game is over still", async ({ page }) => {
  await expect(page.getByTestId("offer-draw")).toHaveCount(0)
  await choose(page, "Chess")
  await take(page, "e2", "e4")
  await page.getByTestId("offer-draw").click()
  await expect(page.getByTestId("leaving")).toContainText("Black offers a draw. Does White agree?")
  await page.getByTestId("stay").click()
  await page.getByTestId("offer-draw").click()
  await page.getByTestId("leave").click()
  await expect(page.getByTestId("result")).toContainText("Draw")
  await expect(page.getByTestId("log")).toContainText("White and Black agree to a draw.")
  await write(page, rules("chess", ['game "Chess"', 'game "Chess, changed"']))
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await expect(page.getByTestId("result")).toContainText("Draw")
})
