// Players by seat, in a window without a panel: shown once, with the player's kind and the active role.

import type { Page } from "@playwright/test"
import { beside, cell, choose, expect, test, turnTo, write } from "./page.js"

test.use({ viewport: { width: 390, height: 844 } })

const seat = (page: Page, name: string | RegExp) => page.getByTestId("seats").getByRole("tab", { name })

test("the line of seats says who plays each and whose turn it is", async ({ page }) => {
  await turnTo(page, "Play")
  await expect(seat(page, "X you")).toBeVisible()
  await expect(seat(page, "X you")).toHaveAttribute("title", "to act")
  await expect(seat(page, "O you")).not.toHaveAttribute("title")
  await beside(page, "Game")
  await page.getByTestId("player-O").selectOption("Computer: beginner")
  await page.getByTestId("drawer").click()
  await expect(seat(page, "O Computer, beginner")).toHaveAttribute("title", "played by the computer")
  await cell(page, 4).click()
  await expect(seat(page, "X you")).toHaveAttribute("title", "to act")
  // The observer has a sign, so that all seats fit.
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
  await page.getByTestId("player-Bruno").selectOption("Computer: easy")
  // Switches to another seat's view.
  await page.getByTestId("seats").getByRole("tab", { name: "Celia" }).click()
  await page.getByTestId("drawer").click()
  await expect(place("Bruno")).toContainText("easy")
  await expect(place("Celia")).toHaveClass(/mine/)
  await expect(page.getByTestId("prompt")).toContainText("Waiting for Ada")
})

test("one button gives the other seats to computers, and the end is told from one's own", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await turnTo(page, "Workshop")
  await write(
    page,
    "roles Ann, Ben, Cid\nglobal {}\nsetup { G.active = Ben; call play }\nstate play {\n    prompt { button keep; button share; button pass_up }\n    on keep { finish Ben }\n    on share { finish [Ann, Ben] }\n    on pass_up { finish Cid }\n}\n",
  )
  await turnTo(page, "Play")
  await page.setViewportSize({ width: 390, height: 844 })
  const against = page.getByTestId("against-computer")
  await expect(page.getByRole("button", { name: "Keep" })).toBeInViewport({ ratio: 1 })
  await expect(against).toBeInViewport({ ratio: 1 })
  await against.click()
  await expect(against).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const role of ["Ann", "Cid"]) await expect(page.getByTestId(`player-${role}`)).toHaveValue("normal")
  await expect(page.getByTestId("player-Ben")).toHaveValue("")
  for (const [action, told] of [
    ["Keep", "You win, Ben"],
    ["Share", "You and Ann win"],
    ["Pass up", "You lose: Cid wins"],
  ]) {
    await page.getByTestId("actions").getByRole("button", { name: action }).click()
    await expect(page.getByTestId("result")).toHaveText(told!)
    await expect(page.getByTestId("controls")).toHaveClass(told!.startsWith("You lose") ? /lost/ : /over$/)
    await page.getByTestId("play-again").click()
  }
})
