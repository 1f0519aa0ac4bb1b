// All that the page can do, by the keyboard alone: one walk, at each size of a window.

import type { Page } from "@playwright/test"
import { AT_FIRST, cell, editor, expect, pressAt, share, tabTo, test, whole } from "./page.js"

test.use(AT_FIRST)

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

const moves = (page: Page) => page.getByTestId("moves")
const problem = (page: Page, text: RegExp) => page.getByTestId("problem").filter({ hasText: text })
const value = (page: Page, path: string) => page.getByTestId("globals").locator(`[data-path='${path}']`)
const part = (page: Page, name: string) => page.getByTestId("inside-parts").getByRole("tab", { name })
const lit = (page: Page) => page.getByTestId("statement").locator("mark")

/** Expects that something has the focus. */
async function isHeld(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

/** Goes from cell to cell by the arrows, and chooses one. */
async function put(page: Page, to: number) {
  const stop = page.locator("[data-cell][tabindex='0']")
  await tabTo(page, stop)
  const from = Number(await stop.getAttribute("data-cell"))
  const [down, right] = [Math.floor(to / 3) - Math.floor(from / 3), (to % 3) - (from % 3)]
  for (let step = 0; step < Math.abs(down); step++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp")
  for (let step = 0; step < Math.abs(right); step++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft")
  await expect(cell(page, to)).toBeFocused()
  await page.keyboard.press("Enter")
}

/** Switches to a pane of a narrow page, or to a tab beside the rules, which are always visible. */
async function turnTo(page: Page, name: "Rules" | "Table" | "Lab" | "Flow") {
  const tabs = page.getByTestId("panes").or(page.getByTestId("sides")).filter({ visible: true })
  const tab = tabs.getByRole("tab", { name })
  if ((await tab.count()) === 0) return
  await tabTo(page, tabs.locator("[aria-selected=true]"))
  for (let presses = 0; presses < 4 && (await tab.getAttribute("aria-selected")) !== "true"; presses++) await page.keyboard.press("ArrowRight")
  await expect(tab).toBeFocused()
}

/** Looks for a text in the editor, and selects it. */
async function find(page: Page, text: string) {
  await turnTo(page, "Rules")
  await tabTo(page, editor(page))
  await page.keyboard.press("Control+Home")
  await page.keyboard.press("Control+f")
  await page.keyboard.press("Control+a")
  await page.keyboard.type(text)
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(editor(page)).toBeFocused()
}

/** Undoes edits of the text; after mere movements there were none. */
async function unwrite(page: Page) {
  await turnTo(page, "Rules")
  await tabTo(page, editor(page))
  for (let presses = 0; presses < 20 && (await page.getByTestId("reset").count()) > 0; presses++) await page.keyboard.press("Control+z")
  await expect(page.getByTestId("draft")).toHaveText("Original")
  await expect(page.getByTestId("problem")).toHaveCount(0)
}

const WALK: [what: string, how: (page: Page) => Promise<void>][] = [
  [
    "moves are made on the board, which is turned; another seat is looked at, and sat down at",
    async page => {
      await put(page, 0)
      await expect(moves(page)).toHaveText("move 1 of 1")
      await put(page, 3)
      await expect(moves(page)).toHaveText("move 2 of 2")
      await expect(cell(page, 3)).toBeFocused()
      const isTurned = async () => (await cell(page, 0).boundingBox())!.y > (await cell(page, 8).boundingBox())!.y
      for (const turned of [true, false]) {
        await pressAt(page, page.getByTestId("turn"), "Enter")
        await expect.poll(isTurned).toBe(turned)
      }
      await pressAt(page, page.getByTestId("show-others"), "Space")
      await pressAt(page, page.getByRole("button", { name: "Sit here as O" }), "Enter")
      await expect(page.getByTestId("other")).toHaveAccessibleName("X")
      await expect(page.getByRole("button", { name: "Sit here as X" })).toBeFocused()
      await pressAt(page, page.getByTestId("show-others"), "Space")
      await expect(page.getByTestId("other")).toHaveCount(0)
      await pressAt(page, page.getByTestId("follow"), "Space")
      await expect(page.getByTestId("seats").getByRole("tab", { name: "X" })).toHaveAttribute("aria-selected", "true")
    },
  ],
  [
    "time: slider, log and steps; a move from an earlier moment makes a branch, which is played on",
    async page => {
      await pressAt(page, page.getByTestId("slider"), "Home")
      await expect(moves(page)).toHaveText("move 0 of 2")
      await page.keyboard.press("ArrowRight")
      await expect(moves(page)).toHaveText("move 1 of 2")
      await pressAt(page, page.getByTestId("log"), "ArrowDown")
      await expect(moves(page)).toHaveText("move 2 of 2")
      await pressAt(page, page.getByTestId("back"), "Enter")
      await expect(moves(page)).toHaveText("move 1 of 2")
      await put(page, 4)
      await expect(page.getByTestId("branch")).toContainText("row 2, column 1")
      await pressAt(page, page.getByTestId("branch"), "Enter")
      await expect(page.getByTestId("branch")).toContainText("row 2, column 2")
      await expect(page.getByTestId("branch")).toBeFocused()
      await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
      await pressAt(page, page.getByTestId("forget-branch"), "Enter")
      await expect(page.getByTestId("branch")).toHaveCount(0)
      await isHeld(page)
      // A button that has nothing more to do keeps the focus.
      await pressAt(page, page.getByTestId("back"), "Enter")
      await expect(moves(page)).toHaveText("move 1 of 2")
      await page.keyboard.press("Enter")
      await expect(moves(page)).toHaveText("move 0 of 2")
      await expect(page.getByTestId("back")).toBeFocused()
      await pressAt(page, page.getByTestId("slider"), "End")
      await expect(moves(page)).toHaveText("move 2 of 2")
    },
  ],
  [
    "why something is not offered, and the line that says so",
    async page => {
      await put(page, 0)
      await expect(page.getByTestId("why")).toContainText("is not possible now")
      await pressAt(page, page.getByTestId("why-rules"), "Enter")
      await expect(page.getByTestId("why")).toContainText("G.board[s] is X")
      await pressAt(page, page.getByTestId("why").getByRole("button", { name: "line 41" }), "Enter")
      await expect(editor(page)).toBeFocused()
      await expect(page.locator(".cm-activeLine")).toContainText("where G.board[s] == none")
      await turnTo(page, "Table")
    },
  ],
  [
    "what was played becomes a test; one that fails is opened at the table",
    async page => {
      await pressAt(page, page.getByTestId("random-end"), "Enter")
      await expect(page.getByTestId("result")).toBeVisible()
      await expect(page.getByTestId("random-end")).toBeFocused()
      await pressAt(page, page.getByTestId("as-test"), "Enter")
      await expect(editor(page)).toBeFocused()
      await expect(page.getByTestId("tests")).toHaveText("3 tests pass")
      await page.keyboard.type('test "wrong" { setup; X space(8); assert G.board[8] == O }')
      await expect(page.getByTestId("tests")).toHaveText("2 of 3 tests pass")
      await pressAt(page, page.getByTestId("show-problem"), "Enter")
      await expect(moves(page)).toHaveText("move 1 of 1")
      await expect(cell(page, 8)).toHaveAccessibleName("row 3, column 3, X")
      await isHeld(page)
      await unwrite(page)
      await expect(page.getByTestId("tests")).toHaveText("2 tests pass")
    },
  ],
  [
    "random games find a broken invariant and a dead end, which the table tells, with the way back",
    async page => {
      const faults = [
        { found: /the marks alternate.*random game/, told: "broken-invariant", text: "in 0 to 1", more: ["Backspace", "0"] },
        { found: /^dead end.*random game/i, told: "stuck", text: "where G.board[s] == none", more: [..." and s == 4"] },
      ]
      for (const { found, told, text, more } of faults) {
        await turnTo(page, "Table")
        await pressAt(page, page.getByTestId("restart"), "Enter")
        await expect(moves(page)).toHaveText("move 0 of 0")
        await find(page, text)
        await page.keyboard.press("ArrowRight")
        for (const key of more) await page.keyboard.press(key === " " ? "Space" : key)
        await expect(problem(page, found)).toHaveCount(1)
        await pressAt(page, problem(page, found).getByTestId("show-problem"), "Enter")
        await expect(moves(page)).toHaveText("move 1 of 1")
        await pressAt(page, page.getByTestId(told).getByRole("button", { name: "Back one move" }), "Enter")
        await expect(page.getByTestId(told)).toHaveCount(0)
        await expect(moves(page)).toHaveText("move 0 of 1")
        await isHeld(page)
        await unwrite(page)
      }
      await turnTo(page, "Table")
    },
  ],
  [
    "the state is opened, a value edited, a position saved and started from; what each seat knows",
    async page => {
      await pressAt(page, page.getByTestId("inside").locator("> summary"), "Enter")
      await pressAt(page, page.getByTestId("save-position"), "Enter")
      await page.keyboard.type("Begun")
      await page.keyboard.press("Enter")
      await expect(page.getByTestId("start-from")).toHaveText("Start from Begun")
      await pressAt(page, value(page, "G.board").locator("summary"), "Enter")
      await pressAt(page, value(page, "G.board[4]").getByTestId("edit"), "Enter", "o", "Enter")
      await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, O")
      await expect(value(page, "G.board[4]").getByTestId("edit")).toBeFocused()
      await expect(page.getByTestId("changed")).toContainText("G.board[4]")
      await pressAt(page, page.getByTestId("before-edit"), "Enter")
      await expect(page.getByTestId("edited")).toHaveCount(0)
      await isHeld(page)
      await pressAt(page, page.getByTestId("start-from"), "Enter")
      await expect(page.getByTestId("edited")).toContainText("From the position Begun")
      await isHeld(page)
      await pressAt(page, part(page, "State"), "ArrowRight", "ArrowRight")
      await expect(page.getByTestId("known-seat").getByRole("heading")).toHaveText([/^X/, "O", "Observer"])
    },
  ],
  [
    "a move is gone through, forwards and back, to a breakpoint",
    async page => {
      await put(page, 0)
      await expect(moves(page)).toHaveText("move 2 of 2")
      await pressAt(page, part(page, "Seats"), "ArrowLeft")
      await expect(lit(page)).toHaveText("G.board[s] = R")
      await pressAt(page, page.getByTestId("step-on"), "Enter")
      await expect(lit(page)).toContainText("log")
      await pressAt(page, page.getByTestId("step-back"), "Enter")
      await expect(lit(page)).toHaveText("G.board[s] = R")
      await expect(page.getByTestId("step-back")).toBeFocused()
      await find(page, "G.active = other(R)")
      await page.keyboard.press("F9")
      await expect(page.locator(".cm-breaks").getByText("●")).toHaveCount(1)
      await turnTo(page, "Table")
      await pressAt(page, page.getByTestId("stop-on"), "Enter")
      await expect(lit(page)).toHaveText("G.active = other(R)")
      await expect(page.getByTestId("stop-on")).toBeFocused()
      await pressAt(page, page.getByRole("button", { name: "Remove the breakpoint" }), "Enter")
      await expect(page.getByRole("button", { name: "Remove the breakpoint" })).toHaveCount(0)
      await isHeld(page)
      await pressAt(page, page.getByTestId("inside").locator("> summary"), "Enter")
      await expect(page.getByTestId("steps")).toHaveCount(0)
    },
  ],
  [
    "a machine plays",
    async page => {
      await pressAt(page, page.getByTestId("player-O"), "ArrowDown")
      await expect(page.getByTestId("player-O")).toHaveValue("random")
      await pressAt(page, page.getByTestId("restart"), "Enter")
      await expect(moves(page)).toHaveText("move 0 of 0")
      await put(page, 0)
      await expect(moves(page)).toHaveText("move 2 of 2")
      await pressAt(page, page.getByTestId("player-O"), "ArrowUp")
      await expect(page.getByTestId("player-O")).toHaveValue("")
    },
  ],
  [
    "the flow is looked at, and a node leads to the rules",
    async page => {
      await turnTo(page, "Flow")
      const box = (name: RegExp) => page.getByRole("button", { name })
      await pressAt(page, box(/^start/i), "ArrowDown")
      await expect(box(/^state place/)).toBeFocused()
      await page.keyboard.press("Enter")
      await expect(editor(page)).toBeFocused()
      await expect(page.locator(".cm-activeLine")).toContainText("state place")
    },
  ],
  [
    "the lab plays games, and tells how they end",
    async page => {
      await turnTo(page, "Lab")
      await pressAt(page, page.getByTestId("lab-games"), "ArrowUp")
      await expect(page.getByTestId("lab-games")).toHaveValue("100")
      await pressAt(page, page.getByTestId("lab-play"), "Enter")
      await expect(page.getByTestId("lab-status")).toContainText("100 of 100 games")
      await expect(page.getByTestId("lab-play")).toBeFocused()
    },
  ],
]

for (const size of share(1, SIZES))
  test(`all is reached and done by keys alone at ${size.width} × ${size.height}`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    // Nothing comes in between.
    await whole(page)
    for (const [what, how] of WALK) await test.step(what, () => how(page))
    // Going through the text by keys has changed none of it.
    await expect(page.getByTestId("draft")).toHaveText("Original")
  })
