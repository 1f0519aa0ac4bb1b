// *Look inside*: the values of a game, and its moves statement by statement.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { choose, click, editor, expect, rules, tabTo, test, write } from "./page.js"

const open = (page: Page) => page.getByTestId("inside").locator("> summary").click()
const part = (page: Page, name: "State" | "Steps" | "Seats") => page.getByTestId("inside-parts").getByRole("tab", { name }).click()
const at = (page: Page) => page.getByTestId("step-at")

test("closed at first, and open again after a reload", async ({ page }) => {
  await expect(page.getByTestId("state")).toHaveCount(0)
  await open(page)
  await expect(page.getByTestId("globals")).toContainText("board")
  await page.reload()
  await expect(page.getByTestId("globals")).toContainText("board")
  await open(page)
  await expect(page.getByTestId("globals")).toHaveCount(0)
})

test("the state has the names and types of the rules, and marks what the last move changed", async ({ page }) => {
  await open(page)
  await expect(page.getByTestId("changed")).toHaveText("")
  await click(page, 0, 4)
  await expect(page.getByTestId("changed").getByRole("listitem")).toHaveText(["G.board[4]none→ becomes O", "G.activeO→ becomes X", /^G\.log/])
  const board = page.getByTestId("globals").locator("[data-path='G.board']")
  await expect(board).toHaveText(/^board Role\?\[9\] \[X, none, none, none, O, none, none, none, none\]changed$/)
  await board.locator("summary").click()
  await expect(page.locator("[data-path='G.board[4]']")).toHaveText(/^\[4\] Role\? Owas none$/)
  await expect(page.locator("[data-path='G.board[0]']")).toHaveText(/^\[0\] Role\? X$/)
  // It stays open, and follows the game.
  await page.getByTestId("back").click()
  await expect(page.locator("[data-path='G.board[4]']")).toHaveText(/^\[4\] Role\? none$/)
  await expect(page.locator("[data-path='G.board[0]']")).toHaveText(/^\[0\] Role\? Xwas none$/)
})

test("a frame of the stack is a link to its place in the rules", async ({ page }) => {
  await open(page)
  await page
    .getByTestId("stack")
    .getByRole("button", { name: /^place state/ })
    .click()
  await expect(editor(page)).toBeFocused()
  await expect(page.locator(".cm-activeLine")).toHaveText(/^state place/)
})

test("what not everybody may see is marked, and long lists are folded", async ({ page }) => {
  await choose(page, "Battleship")
  await open(page)
  await expect(page.getByTestId("globals").getByText("secret").first()).toBeVisible()
  await choose(page, "Chess")
  const board = page.getByTestId("globals").locator("[data-path='G.board']")
  await board.locator("> details > summary").click()
  await expect(board.locator("> details > ul > li")).toHaveCount(20)
  await expect(board.getByTestId("more").first()).toContainText("and 44 more")
})

test("a move is gone through statement by statement, and the statement is lit in the rules", async ({ page }) => {
  await click(page, 0)
  await open(page)
  await part(page, "Steps")
  await expect(at(page)).toHaveText(/^1 of \d+$/)
  await expect(page.locator(".cm-lit")).toHaveText("G.board[s] = R")
  await expect(page.getByTestId("statement").locator("mark")).toHaveText("G.board[s] = R")
  await expect(page.getByTestId("step-changes")).toHaveText("G.board[0]none→ becomes X")
  await expect(page.getByTestId("calls")).toContainText("s int 0")
  await expect(page.locator(".cm-ran").first()).toBeVisible()
  await page.getByTestId("step-on").click()
  await expect(at(page)).toHaveText(/^2 of /)
  await expect(page.locator(".cm-lit")).toContainText("log")
  await expect(page.getByTestId("step-told")).toContainText("Statement 2 of")
  await page.getByTestId("step-back").click()
  await expect(page.locator(".cm-lit")).toHaveText("G.board[s] = R")
  // The game has not changed.
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await part(page, "State")
  await expect(page.locator(".cm-lit")).toHaveCount(0)
})

test("line by line goes over what a line calls, forwards and back", async ({ page }) => {
  await click(page, 0, 4, 6)
  await open(page)
  await part(page, "Steps")
  const lit = page.locator(".cm-lit")
  const all = ["G.board[s] = R", /^log/, /^if has_line/, /^if all/, "G.active = other(R)"]
  for (const text of all) {
    await expect(lit).toHaveText(text)
    if (text !== all.at(-1)) await page.getByTestId("line-on").click()
  }
  await expect(page.getByTestId("line-on")).toBeDisabled()
  for (const text of all.toReversed()) {
    await expect(lit).toHaveText(text)
    if (text !== all[0]) await page.getByTestId("line-back").click()
  }
  await expect(page.getByTestId("line-back")).toBeDisabled()
})

test("a setup is gone through, and what was lit goes when the text changes", async ({ page }) => {
  await open(page)
  await part(page, "Steps")
  await expect(page.getByRole("heading", { name: "Setup" })).toBeVisible()
  await expect(page.locator(".cm-lit")).toHaveText("board")
  await page.getByTestId("line-on").click()
  await expect(page.locator(".cm-lit")).toHaveText("G.active = X")
  await write(page, rules("tic-tac-toe", ["G.active = X\n", "G.active = O\n"]))
  await expect(page.locator(".cm-lit")).toHaveText("G.active = O")
})

test("the keyboard alone opens it, goes through a move and sets a breakpoint", async ({ page }) => {
  await click(page, 0)
  await page.getByTestId("slider").focus()
  await tabTo(page, page.getByTestId("inside").locator("> summary"))
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByTestId("inside-parts").getByRole("tab", { name: "State" }))
  await page.keyboard.press("ArrowRight")
  await expect(at(page)).toHaveText(/^1 of /)
  await tabTo(page, page.getByTestId("steps-slider"))
  await page.keyboard.press("ArrowRight")
  await expect(at(page)).toHaveText(/^2 of /)
  await page.keyboard.press("End")
  await expect(page.locator(".cm-lit")).toHaveText("G.active = other(R)")
  await tabTo(page, page.getByTestId("step-back"))
  await page.keyboard.press("ArrowLeft")
  await expect(page.locator(".cm-lit")).not.toHaveText("G.active = other(R)")
  await editor(page).focus()
  await page.keyboard.press("Control+Home")
  for (let line = 1; line < 4; line++) await page.keyboard.press("ArrowDown")
  await page.keyboard.press("F9")
  await expect(page.locator(".cm-breaks").getByText("●")).toHaveCount(1)
})

test("breakpoints are set beside the lines, and gone to", async ({ page }) => {
  await click(page, 0)
  await open(page)
  await part(page, "Steps")
  await expect(at(page)).toHaveText(/^1 of /)
  await page.getByTestId("steps-slider").press("End")
  const line = page.locator(".cm-line", { hasText: "G.active = other(R)" })
  const { y, height } = (await line.boundingBox())!
  const { x, width } = (await page.locator(".cm-breaks").boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.locator(".cm-breaks").getByText("●")).toHaveCount(1)
  await page.getByTestId("steps-slider").press("Home")
  await expect(page.locator(".cm-lit")).toHaveText("G.board[s] = R")
  await page.getByTestId("stop-on").click()
  await expect(page.locator(".cm-lit")).toHaveText("G.active = other(R)")
  await expect(page.getByTestId("stop-on")).toBeDisabled()
  await page.getByRole("button", { name: "Remove the breakpoint" }).click()
  await expect(page.locator(".cm-breaks").getByText("●")).toHaveCount(0)
})

test("where the rules fail, the move that does is gone through to its fault", async ({ page }) => {
  await click(page, 0)
  await open(page)
  await part(page, "Steps")
  await write(page, rules("tic-tac-toe", ["        G.board[s] = R\n", "        G.board[s] = R\n        G.board[s + 9] = R\n"]))
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 1")
  await expect(at(page)).toHaveText("1 of 2")
  await page.getByTestId("step-on").click()
  await expect(page.locator(".cm-lit")).toHaveText("G.board[s + 9] = R")
  await expect(page.getByTestId("steps").locator(".fails")).toBeVisible()
})

for (const title of ["Ice floes", "Over the pass", "Noughts and crosses"]) {
  test(`${title}: its language is looked into as any other`, async ({ page }) => {
    await choose(page, title)
    await page.getByTestId("random-move").click()
    await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
    await open(page)
    await expect(page.getByTestId("changed").getByRole("listitem").first()).toBeVisible()
    await expect(page.getByTestId("stack").getByRole("button").first()).toBeVisible()
    await page.getByTestId("back").click()
    await part(page, "Steps")
    await expect(page.getByRole("heading", { name: "Setup" })).toBeVisible()
    await expect(at(page)).toHaveText(/^1 of \d+$/)
    await expect(page.getByTestId("statement").locator("mark").first()).not.toHaveText("")
    await page.getByTestId("steps-slider").press("End")
    await expect(page.getByTestId("calls").getByRole("button").first()).toBeVisible()
  })
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in what is inside, wide and narrow: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await choose(page, "Battleship")
    await page.getByTestId("random-move").click()
    await page.getByTestId("random-move").click()
    await open(page)
    await page.getByTestId("globals").locator("summary").first().click()
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [name, there] of [
        ["State", "stack"],
        ["Steps", "stack"],
        ["Seats", "known"],
      ] as const) {
        await part(page, name)
        await expect(page.getByTestId(there)).toBeVisible()
        expect((await new AxeBuilder({ page }).include("[data-testid=inside]").analyze()).violations).toEqual([])
        // Nothing is wider than the page.
        expect(await page.getByTestId("table").evaluate(it => it.scrollWidth - it.clientWidth)).toBe(0)
      }
    }
  })
}
