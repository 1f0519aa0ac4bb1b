// Who sits where, in a window without a panel: said once, with who plays and whose turn it is.

import type { Page } from "@playwright/test"
import { beside, cell, choose, expect, test, turnTo } from "./page.js"

test.use({ viewport: { width: 390, height: 844 } })

const seat = (page: Page, name: string | RegExp) => page.getByTestId("seats").getByRole("tab", { name })

test("the line of seats says who plays each and whose turn it is", async ({ page }) => {
  await turnTo(page, "Play")
  await expect(seat(page, "X you")).toBeVisible()
  await expect(seat(page, "X you")).toHaveAttribute("title", "to act")
  await expect(seat(page, "O you")).not.toHaveAttribute("title")
  await beside(page, "Game")
  await page.getByTestId("player-O").selectOption("beginner computer")
  await page.getByTestId("drawer").click()
  await expect(seat(page, "O Computer, beginner")).toHaveAttribute("title", "played by the computer")
  await cell(page, 4).click()
  await expect(seat(page, "X you")).toHaveAttribute("title", "to act")
  // Who looks on has a sign of their own, so that all are in sight.
  for (const one of await page.getByTestId("seats").getByRole("tab").all()) await expect(one).toBeInViewport({ ratio: 1 })
  await seat(page, "Observer").click()
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)
})

test("where the table has a place for each seat, no line besides names them", async ({ page }) => {
  await turnTo(page, "Play")
  await choose(page, "Cullet")
  const place = (name: string) => page.getByTestId("place").filter({ has: page.getByRole("heading", { name }) })
  await expect(place("Bruno")).toContainText("you")
  await expect(place("Bruno")).toContainText("Bruno")
  await expect(page.getByTestId("seats")).toHaveCount(0)
  await expect(page.getByTestId("table").getByText("Bruno", { exact: true })).toHaveCount(1)
  await beside(page, "Game")
  await page.getByTestId("player-Bruno").selectOption("easy computer (0.3 s)")
  // Another seat is looked at from there.
  await page.getByTestId("seats").getByRole("tab", { name: "Celia" }).click()
  await page.getByTestId("drawer").click()
  await expect(place("Bruno")).toContainText("easy")
  await expect(place("Celia")).toHaveClass(/mine/)
  await expect(page.getByTestId("prompt")).toContainText("Waiting for Ada")
})
