// Lessons: prose and steps beside the rules and the table.

import type { Page } from "@playwright/test"
import { cell, editor, expect, rules, test, write } from "./page.js"

/** Opens a lesson, and waits for its game. */
async function open(page: Page, number: number, title: string) {
  await page.goto(`/#/lesson/${number}`)
  await expect(page.getByTestId("lesson").getByRole("heading", { level: 2 })).toHaveText(title)
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
}

const step = (page: Page, number: number) => page.getByTestId("step").nth(number - 1)
const isDone = (page: Page, number: number) => expect(step(page, number)).toHaveAttribute("data-state", "done")
const isNext = (page: Page, number: number) => expect(step(page, number)).toHaveAttribute("data-state", "current")

test("a beginner goes through the first lesson", async ({ page }) => {
  await open(page, 1, "A board")
  await isNext(page, 1)
  await expect(cell(page, 15)).toBeVisible()
  await expect(cell(page, 16)).toHaveCount(0)
  await cell(page, 3).click()
  await isDone(page, 1)

  await page.locator(".cm-line", { hasText: "square(4, 4)" }).click()
  await page.keyboard.press("End")
  await page.keyboard.type("§")
  await expect(page.getByTestId("verdict")).toHaveText("The rules have a problem. See below them.")
  await page.getByTestId("hint").click()
  await expect(page.getByTestId("hint-text")).toContainText("Role?[16]")
  // The line to change is not as it was, so the rules become those of the lesson.
  await page.getByTestId("show-me").click()
  await isDone(page, 2)
  await expect(editor(page)).toContainText("Role?[25]")
  await expect(cell(page, 24)).toBeVisible()

  await isNext(page, 3)
  await page.getByTestId("show-me").click()
  await isDone(page, 3)
  await page.getByTestId("random-end").click()
  await isDone(page, 4)
  await expect(page.getByTestId("lesson-finished")).toBeVisible()
  await page.getByRole("link", { name: "2 Turns →" }).click()
  await expect(page).toHaveURL(/#\/lesson\/2$/)
})

test("what was written and done is kept, and begins again when that is wanted", async ({ page }) => {
  await open(page, 1, "A board")
  await cell(page, 3).click()
  await isDone(page, 1)
  await page.getByTestId("show-me").click()
  await isDone(page, 2)
  await page.reload()
  await isDone(page, 2)
  await isNext(page, 3)
  await expect(cell(page, 24)).toBeVisible()
  await page.getByTestId("start-again").click()
  await isNext(page, 1)
  await expect(cell(page, 16)).toHaveCount(0)
  // What was written can still be had back.
  await editor(page).press("ControlOrMeta+z")
  await expect(cell(page, 24)).toBeVisible()
})

test("any rules that do what a step asks for are right", async ({ page }) => {
  await open(page, 1, "A board")
  await cell(page, 3).click()
  await write(page, rules("tutorial-1", ["square(5, 5)", "square(6, 7)"], ["Role?[25]", "Role?[42]"]))
  await isDone(page, 2)
  await isDone(page, 3)
  await isNext(page, 4)
})

test("a lesson leads to the Workshop, with the rules as they are", async ({ page }) => {
  await open(page, 1, "A board")
  await cell(page, 3).click()
  await page.getByTestId("leave-lesson").click()
  await expect(page.getByTestId("lesson")).toHaveCount(0)
  await expect(page.getByTestId("draft")).toContainText("Edited")
  await expect(editor(page)).toContainText("square(4, 4)")
})

test("a lesson of the lab is done by what the lab plays", async ({ page }) => {
  await open(page, 11, "The lab")
  await page.getByTestId("lesson-lab").click()
  await page.getByTestId("lab-play").click()
  await isDone(page, 1)
  await page.getByTestId("show-me").click()
  await isDone(page, 2)
  await isNext(page, 3)
})

test("a game is exported from its lesson", async ({ page }) => {
  await open(page, 12, "On your own site")
  await page.locator(".cm-line", { hasText: "roles You" }).click()
  await page.keyboard.press("End")
  await page.keyboard.type(" // two")
  await expect(page.getByTestId("verdict")).toHaveText("The game has no about.")
  await page.getByTestId("show-me").click()
  await isDone(page, 1)
  const download = page.waitForEvent("download")
  await page.getByTestId("lesson").getByTestId("export").click()
  expect((await download).suggestedFilename()).toBe("lesson-12.zip")
  await expect(page.getByTestId("lesson-finished")).toHaveText("That was the last lesson.")
})

test("every lesson opens, and its first step can be done", async ({ page }) => {
  for (let number = 2; number <= 12; number++) {
    await page.goto(`/#/lesson/${number}`)
    await expect(page.getByTestId("lesson")).toContainText(`Lesson ${number} of 12`)
    await isNext(page, 1)
    await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
    await expect(page.getByTestId("status")).toHaveText(/^(No problems|\d warnings?)$/)
  }
})

test("on a phone the prose is above the rules or the table", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 1, "A board")
  await cell(page, 3).click()
  await isDone(page, 1)
  await page.getByTestId("show-me").click()
  await expect(editor(page)).toBeVisible()
  await isDone(page, 2)
  await expect(page.getByTestId("show-me")).toBeInViewport()
  await page.getByTestId("panes").getByRole("tab", { name: "Table" }).click()
  await expect(cell(page, 24)).toBeVisible()
})

test("an author of other systems reads ahead, and skips to a step", async ({ page }) => {
  await open(page, 8, "Cards and faces")
  await expect(step(page, 3)).not.toContainText("return sum")
  await step(page, 3).getByTestId("step-ahead").click()
  await expect(step(page, 3)).toContainText("return sum")
  await isNext(page, 1)
  await step(page, 3).getByTestId("skip-to").click()
  for (const one of [1, 2]) await isDone(page, one)
  await isNext(page, 3)
  await expect(editor(page)).toContainText("face Card")
  // The table is beside the rules of the next lesson, whatever was there in this one.
  await page.getByTestId("lesson-reference").click()
  await page.getByRole("link", { name: "9 Choosing at once →" }).click()
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("Show of hands")
})
