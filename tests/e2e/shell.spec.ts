// Around the table: Play and Workshop, the bar that never moves, the panel or drawer, the result, and the cover between two people.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { beside, cell, choose, click, editor, expect, named, rules, share, test, turnTo, write } from "./page.js"

const SIZES = [
  { width: 1280, height: 720 },
  { width: 900, height: 700 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]
const PHONE = SIZES[2]!

const bar = (page: Page) => page.getByTestId("controls")
const prompt = (page: Page) => page.getByTestId("prompt")

test("Play gives the table the whole window, and the game goes on", async ({ page }) => {
  await click(page, 4)
  const narrow = (await bar(page).boundingBox())!
  await turnTo(page, "Play")
  await expect(editor(page)).toBeHidden()
  await expect(page.getByTestId("sides")).toBeHidden()
  const wide = (await bar(page).boundingBox())!
  expect(wide.width).toBeGreaterThan(narrow.width)
  expect(wide.width).toBe(1280)
  await click(page, 0)
  await turnTo(page, "Workshop")
  await expect(editor(page)).toBeVisible()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
})

test("a key turns to the other mode, also from the editor, and the mode is kept", async ({ page }) => {
  await expect(page.getByTestId("modes").getByRole("tab", { name: "Play" })).toHaveAttribute("title", /Alt\+P/)
  await editor(page).focus()
  await page.keyboard.press("Alt+KeyP")
  await expect(editor(page)).toBeHidden()
  await expect(page.getByTestId("modes").getByRole("tab", { name: "Play" })).toHaveAttribute("aria-selected", "true")
  await page.reload()
  await expect(page.getByTestId("board")).toBeVisible()
  await expect(editor(page)).toBeHidden()
  await page.keyboard.press("Alt+KeyP")
  await expect(editor(page)).toBeVisible()
  await page.reload()
  await expect(editor(page)).toBeVisible()
})

test("a phone opens in Play, what was chosen there stays", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.removeItem("house-rules:set:mode"))
  await page.goto("/")
  await expect(page.getByTestId("board")).toBeVisible()
  await expect(page.getByTestId("panes")).toBeHidden()
  await turnTo(page, "Workshop")
  await expect(page.getByTestId("panes")).toBeVisible()
  await page.reload()
  await expect(page.getByTestId("panes")).toBeVisible()
})

test("what leads to the rules turns to Workshop", async ({ page }) => {
  await click(page, 4)
  await turnTo(page, "Play")
  await cell(page, 4).click({ force: true })
  await page.getByTestId("why-rules").click()
  await page.getByTestId("why").getByRole("button", { name: /^line/ }).click()
  await expect(editor(page)).toBeFocused()
})

/** Marks cells one after the other; the log may be out of sight. */
async function mark(page: Page, ...cells: number[]) {
  for (const to of cells) {
    await cell(page, to).click()
    await expect(cell(page, to)).toHaveAttribute("data-legal", "false")
  }
}

/** The bar's rectangle; nothing reaches past the window. */
async function place(page: Page) {
  expect(await page.evaluate(() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight])).toEqual([false, false])
  return bar(page).boundingBox()
}

const BARS = SIZES.flatMap(size => (["Play", "Workshop"] as const).map(mode => ({ size, mode })))

for (const { size, mode } of share(0, BARS))
  test(`the bar never moves in ${mode} at ${size.width} × ${size.height}`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await turnTo(page, mode)
    const first = await place(page)
    expect(first!.y + first!.height).toBeLessThanOrEqual(size.height)
    const stays = async (when: string) => expect(await place(page), when).toEqual(first)
    const pass = async () => {
      const ready = page.getByTestId("uncover")
      if (await ready.isVisible()) await ready.click()
    }

    await mark(page, 4)
    await stays("after a move")
    await cell(page, 4).click({ force: true })
    await expect(page.getByTestId("why")).not.toBeEmpty()
    await stays("after a refusal")
    await page.getByTestId("why-rules").click()
    await stays("with the condition")
    await mark(page, 0, 1, 3, 7)
    await expect(page.getByTestId("result")).toBeVisible()
    await stays("at the end")
    await page.getByTestId("play-again").click()
    await expect(prompt(page)).toBeVisible()
    await stays("anew")

    await choose(page, "Chess")
    await stays("another game")
    await cell(page, named("b1")).click()
    await stays("something picked")

    for (const title of ["Hearts", "Backgammon", "Cullet"]) {
      await choose(page, title)
      for (let move = 0; move < 6; move++) {
        if (mode === "Play") await beside(page, "Game")
        const made = await page.getByTestId("moves").textContent()
        await page.getByTestId("random-move").click()
        await expect(page.getByTestId("moves")).not.toHaveText(made!)
        if (mode === "Play" && (await page.getByTestId("drawer").isVisible())) await page.getByTestId("drawer").click()
        await stays(`${title}, move ${move}`)
        await pass()
      }
    }
  })

test("a refusal takes the place of the prompt for a while, with why beside it, and both go together", async ({ page }) => {
  await click(page, 4)
  await cell(page, 4).click({ force: true })
  const reason = page.getByTestId("why").getByText("is not possible now")
  await expect(reason).toBeVisible()
  await expect(prompt(page)).toBeHidden()
  await expect(page.getByTestId("why-rules")).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(prompt(page)).toBeVisible()
  await expect(page.getByTestId("why")).toBeEmpty()
  // Somebody who reads on is left in peace.
  await cell(page, 4).click({ force: true })
  await page.getByTestId("why-rules").click()
  await expect(page.getByTestId("why").getByText("G.board[s] is X")).toBeVisible()
  await page.getByTestId("why-rules").click()
  await page.mouse.move(0, 0)
  await page.getByTestId("why-rules").blur()
  await expect(page.getByTestId("why")).toBeEmpty()
})

test("the bar says how a game ended and why, and covers nothing", async ({ page }) => {
  await turnTo(page, "Play")
  await expect(bar(page)).toContainText("Your turn, X")
  await click(page, 4, 0, 1, 3, 7)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await expect(prompt(page)).toHaveCount(0)
  for (const box of await page.getByTestId("board").all())
    expect((await box.boundingBox())!.y + (await box.boundingBox())!.height).toBeLessThanOrEqual((await bar(page).boundingBox())!.y)
  await page.getByTestId("play-again").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await expect(page.getByTestId("play-again")).toHaveCount(0)
})

test("who is waited for is told", async ({ page }) => {
  await page.getByTestId("seats").getByRole("tab", { name: "Observer" }).click()
  await expect(bar(page)).toContainText("Waiting for X")
})

test("between two people who see different things the table is covered", async ({ page }) => {
  await choose(page, "Hearts")
  await turnTo(page, "Play")
  const hand = page.getByRole("region", { name: "Your hand" }).getByTestId("card")
  const passOn = async () => {
    for (const left of [12, 11, 10]) {
      await hand.first().click()
      await expect(hand).toHaveCount(left)
    }
    await page.getByTestId("actions").getByRole("button", { name: "Pass" }).click()
  }
  await passOn()
  await expect(page.getByTestId("cover")).toHaveText("Pass to East")
  await expect(hand).toHaveCount(0)
  await expect(page.getByTestId("prompt")).toHaveCount(0)
  await page.getByRole("button", { name: "I am East" }).click()
  await expect(page.getByTestId("cover")).toHaveCount(0)
  await expect(hand).toHaveCount(13)

  await beside(page, "Game")
  await page.getByTestId("covers").uncheck()
  await passOn()
  await expect(page.getByTestId("controls")).toContainText("Your turn, South")
  await expect(page.getByTestId("cover")).toHaveCount(0)
})

test("nothing is covered where all see the same", async ({ page }) => {
  await choose(page, "Chess")
  await turnTo(page, "Play")
  await cell(page, named("b1")).click()
  await cell(page, named("c3")).click()
  await expect(bar(page)).toContainText("Your turn, Black")
  await expect(page.getByTestId("cover")).toHaveCount(0)
})

test("what stands beside the table is a drawer where there is little room", async ({ page }) => {
  await turnTo(page, "Play")
  await expect(page.getByTestId("panel")).toBeVisible()
  await expect(page.getByTestId("drawer")).toHaveCount(0)
  await page.setViewportSize(PHONE)
  await expect(page.getByTestId("panel")).toHaveCount(0)
  await beside(page, "Log")
  await expect(page.getByTestId("log")).toBeVisible()
  await beside(page, "Game")
  await expect(page.getByTestId("seed")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("panel")).toHaveCount(0)
})

test("a line of the panel says who plays, and a click sits down there", async ({ page }) => {
  await turnTo(page, "Play")
  await page.getByTestId("player-O").selectOption("random")
  await cell(page, 4).click()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  await page.getByTestId("seats").getByRole("tab", { name: "O", exact: true }).click()
  await expect(bar(page)).toContainText("Waiting for X")
})

test("what the view holds besides is listed in Workshop only", async ({ page }) => {
  await choose(page, "Pig")
  // None values, such as the die, are left out.
  await expect(page.getByTestId("facts")).toHaveText("Target100")
  await turnTo(page, "Play")
  await expect(page.getByTestId("facts")).toHaveCount(0)
})

test("actions that have no room open upwards", async ({ page }) => {
  const names = Array.from({ length: 6 }, (_, at) => `press_the_button_${"abcdef"[at]}`)
  const offers = names.map(name => `        action ${name}\n`).join("")
  const handlers = names.map(name => `    on ${name} { G.active = other(R) }\n`).join("")
  await write(page, rules("tic-tac-toe", ["        for s in grid.cells", `${offers}        for s in grid.cells`], ["    on space(s: int) {", `${handlers}    on space(s: int) {`]))
  const last = page.getByTestId("actions").getByRole("button").last()
  await page.getByTestId("more-actions").click()
  await expect(last).toBeInViewport({ ratio: 1 })
  const [tray, below] = [(await last.boundingBox())!, (await bar(page).boundingBox())!]
  expect(tray.y + tray.height).toBeLessThanOrEqual(below.y + 1)
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("more-actions")).toHaveText(/^\d more$/)
})

const LOOKS = [SIZES[0]!, PHONE].flatMap(size => (["light", "dark"] as const).map(theme => ({ size, theme })))

for (const { size, theme } of share(2, LOOKS))
  test(`Play is accessible at ${size.width} × ${size.height}, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await choose(page, "Hearts")
    await turnTo(page, "Play")
    await page.setViewportSize(size)
    await beside(page, "Game")
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await choose(page, "Tic-tac-toe")
    // Another game closes the panels over the one before.
    if (size === PHONE) await expect(page.getByTestId("panel")).toHaveCount(0)
    await mark(page, 4, 0, 1, 3, 7)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })

test("a finger that rests on something sees its title, and does nothing else", async ({ page }) => {
  const since = page.getByTestId("since")
  const at = { pointerType: "touch", clientX: 60, clientY: 300, bubbles: true }
  const told = page.locator(".told-title")
  await page.getByTestId("follow").check()
  const observer = page.getByTestId("seats").getByRole("tab", { name: "Observer" })
  await observer.dispatchEvent("pointerdown", at)
  await expect(told).toContainText("A spectator")
  await observer.dispatchEvent("pointerup", at)
  await observer.dispatchEvent("click")
  await expect(observer).toHaveAttribute("aria-selected", "false")
  // It goes by itself.
  await expect(told).toHaveCount(0)
  // The next touch is as ever.
  await since.dispatchEvent("pointerdown", at)
  await since.dispatchEvent("pointerup", at)
  await expect(told).toHaveCount(0)
  await observer.dispatchEvent("pointerdown", at)
  await observer.dispatchEvent("pointerup", at)
  await observer.dispatchEvent("click")
  await expect(observer).toHaveAttribute("aria-selected", "true")
})

test("in a low panel the log shows the latest line of a game that goes on", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  for (const at of [4, 0, 1, 7, 2, 6, 3]) {
    await cell(page, at).click()
    const line = page.getByTestId("log").locator(".latest")
    await expect
      .poll(async () => {
        const [panel, box] = [await page.locator(".panel-part").boundingBox(), await line.boundingBox()]
        return box!.y >= panel!.y && box!.y + box!.height <= panel!.y + panel!.height
      })
      .toBe(true)
  }
})
