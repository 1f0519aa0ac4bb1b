// Games played by the typed table alone, as by a blind player: the options are read from the answers, and nothing is clicked.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { beside, choose, expect, tabTo, test, turnTo } from "./page.js"

const line = (page: Page) => page.getByTestId("typed-line")
const last = (page: Page) => page.getByTestId("heard").locator(".exchange").last()

async function open(page: Page, title: string) {
  await turnTo(page, "Play")
  await choose(page, title)
  // A drawer that is open while a window becomes narrow is closed then.
  if (page.viewportSize()!.width < 1100) await expect(page.getByTestId("drawer")).toBeVisible()
  await page.keyboard.press("Alt+t")
  await expect(line(page)).toBeFocused()
}

/** Types a line, and reads the answer. */
async function ask(page: Page, typed: string): Promise<{ said: string[]; choices: string[] }> {
  await expect(line(page)).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press("Enter")
  await expect(last(page).locator(".asked")).toHaveText(typed)
  return { said: await last(page).locator("p:not(.asked)").allTextContents(), choices: await last(page).locator("li").allTextContents() }
}

const moves = async (page: Page) => Number(/^move (\d+)/.exec((await page.getByTestId("moves").textContent())!)![1])

/** Types a move, takes the screen where it is passed on, and is back at the line. */
async function make(page: Page, typed: string) {
  const made = await moves(page)
  await expect(line(page)).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("moves"), typed).toHaveText(`move ${made + 1} of ${made + 1}`)
  const uncover = page.getByTestId("typed-uncover")
  await expect(uncover.or(line(page))).toBeVisible()
  if (await uncover.isVisible()) {
    await expect(uncover).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(line(page)).toBeFocused()
    // The previous seat's questions are gone.
    await expect(page.getByTestId("heard").locator(".asked")).toHaveCount(0)
  }
  await expect(line(page)).toBeFocused()
}

/** The moves from "my moves", including those behind a number for several; without undo. */
async function told(page: Page): Promise<string[]> {
  const { choices } = await ask(page, "my moves")
  return choices.filter(it => it !== "Undo")
}

/** Plays a number of moves, chosen in rotation from the list. */
async function play(page: Page, count: number) {
  for (let at = 0; at < count && (await page.getByTestId("result").count()) === 0; at++) {
    const choices = await told(page)
    const choice = choices[(7 * at) % choices.length]!
    if (!/: \d+ moves$/.test(choice)) await make(page, choice)
    else {
      const inside = await ask(page, String(choices.indexOf(choice) + 1))
      await make(page, inside.choices[0]!)
    }
  }
}

test("chess to a mate: pieces and cells by name, in any order", async ({ page }) => {
  await open(page, "Chess")
  await expect(last(page)).toContainText("It is your turn, White.")
  expect((await ask(page, "what is on row 1")).said[0]).toContain("e1, White king")
  expect((await ask(page, "my moves")).choices).toContain("Move pawn f2 to f3")
  await make(page, "pawn f3")
  // The next player hears the events.
  await expect(last(page)).toContainText("White: pawn f2–f3")
  expect((await ask(page, "where is the queen")).said).toEqual(["Black queen: d8.", "White queen: d1."])
  await make(page, "e7-e5")
  // The name of a cell asks about it, and a number chooses from the answer.
  expect(await ask(page, "g4")).toEqual({ said: ["g4: empty.", "You can:"], choices: ["Move pawn g2 to g4"] })
  await make(page, "1")
  await make(page, "queen to h4")
  await expect(last(page)).toContainText("The game is over: Black wins.")
  await expect(page.getByTestId("result")).toHaveText("Black wins")
  expect((await ask(page, "my moves")).said).toEqual(["The game is over."])
})

test("tic-tac-toe to its end", async ({ page }) => {
  await open(page, "Tic-tac-toe")
  await play(page, 9)
  await expect(page.getByTestId("result")).toBeVisible()
})

test("thirty moves of Hearts, with cards passed and the screen handed on", async ({ page }) => {
  test.slow()
  await open(page, "Hearts")
  const names = (sentence: string) => sentence.replace(/^[^:]*: |\.$/g, "").split("; ")
  for (let at = 0; at < 30; at++) {
    const { choices } = await ask(page, "my moves")
    // Every player who can passes three cards; a choice stays made.
    const choice = choices.find(it => it === "Pass") ?? choices.find(it => it.startsWith("Card "))!
    const hand = names((await ask(page, "my hand")).said[0]!)
    if (choice !== "Pass") expect(hand).toContain(choice.replace("Card ", ""))
    await make(page, choice === "Pass" ? "pass" : `play the ${choice.replace(/^Card (\w+) (\w+)$/, "$1 of $2")}`)
  }
  expect((await ask(page, "score")).said[0]).toContain("North")
})

test("eighteen moves of Cullet, and why something cannot be bought", async ({ page }) => {
  test.slow()
  await open(page, "Cullet")
  const [, first] = /^Simple: ([^,]*), /.exec((await ask(page, "what is in simple?")).said[0]!)!
  expect((await ask(page, `buy the ${first}`)).said[0]).toMatch(/ is not possible now: \d+ short/)
  expect((await ask(page, "take")).said).toEqual(["Which?"])
  await play(page, 18)
  expect((await ask(page, "score")).said.join(" ")).toContain("Points")
})

test("thirty moves of Backgammon, by the numbers of points", async ({ page }) => {
  test.slow()
  await open(page, "Backgammon")
  expect((await ask(page, "what is on point 24?")).said[0]).toMatch(/^point 24: 2 (White|Black)\.$/)
  await play(page, 30)
})

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const)
  test(`what is answered can be read, the table has its room again, and axe finds nothing: ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await open(page, "Chess")
    await ask(page, "my moves")
    const { width: wide, height: high } = (await page.getByTestId("heard").boundingBox())!
    expect(wide).toBeGreaterThan(240)
    expect(high).toBeGreaterThan(180)
    await expect(last(page).locator("li").first()).toBeInViewport()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ["violations"] })
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([])
    }
    // Older lines come back, and Escape leads to the table.
    await page.keyboard.press("ArrowUp")
    await expect(line(page)).toHaveValue("my moves")
    await page.keyboard.press("ArrowDown")
    await expect(line(page)).toHaveValue("")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-cell]:focus")).toHaveCount(1)
    if (width < 700) await expect(line(page)).toHaveCount(0)
    await page.reload()
    if (width < 700) await page.getByTestId("drawer").click()
    await expect(line(page)).toBeVisible()
    await beside(page, "Log")
    await expect(line(page)).toHaveCount(0)
    const tab = page.getByTestId("panel-parts").getByRole("tab", { name: "Log" })
    await tabTo(page, tab)
    await page.keyboard.press("ArrowRight")
    await expect(line(page)).toBeVisible()
  })

test("in Workshop it stands beside the rules", async ({ page }) => {
  await page.getByText("Type moves").click()
  await line(page).focus()
  expect((await ask(page, "my moves")).choices).toHaveLength(9)
  await make(page, "space row 2 column 2")
  await expect(last(page)).toContainText("X takes row 2, column 2.")
})
