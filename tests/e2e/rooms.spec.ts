// People at several screens play one game: by links, with the computer, away and back, under new rules, on a phone.

import { AxeBuilder } from "@axe-core/playwright"
import type { Browser, Page } from "@playwright/test"
import { bare as test, entry, expect, ready, rules } from "./page.js"

const PHONE = { width: 390, height: 844 }

/** Makes a room of a game by the page, and sits down. */
async function make(page: Page, game: string, name: string, role?: string) {
  await page.goto(entry(page, game))
  await ready(page)
  await page.getByTestId("share").click()
  await page.getByTestId("with-others").click()
  await expect(page.getByTestId("sit-down")).toBeVisible()
  await sit(page, name, role)
}

async function sit(page: Page, name: string, role?: string) {
  await page.getByTestId("name").fill(name)
  await (role ? page.getByTestId(`sit-${role}`) : page.getByTestId("sit-down").getByRole("button").first()).click()
  await expect(page.getByTestId("sit-down")).toBeHidden()
}

/** Another person, who opens a link. */
async function another(browser: Browser, link: string, viewport = { width: 1280, height: 720 }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  const complaints: string[] = []
  page.on("pageerror", error => complaints.push(error.message))
  await page.goto(link)
  await expect(page.getByTestId("room-board")).toBeVisible()
  expect(complaints).toEqual([])
  return page
}

const link = (page: Page, kind: "play" | "watch") => page.getByTestId(`link-${kind}`).inputValue()
const cell = (page: Page, at: number) => page.getByTestId("cell").nth(at)

test("two people play to the end by a link, one on a phone, and a third looks on", async ({ page, browser }) => {
  await make(page, "tic-tac-toe", "Ann", "X")
  const ben = await another(browser, await link(page, "play"), PHONE)
  const cleo = await another(browser, await link(page, "watch"))
  await sit(ben, "Ben")
  await expect(page.getByTestId("room-seats")).toContainText("Ben")
  await expect(page).toHaveTitle("● Your turn – Tic-tac-toe")
  await expect(ben).toHaveTitle("Tic-tac-toe")
  await expect(page.getByTestId("room-turn")).toHaveText("Your turn as X.")
  for (const it of [ben, cleo]) await expect(it.getByTestId("room-turn")).toHaveText("Ann (X) to move.")
  await expect(cleo.getByTestId("sit-down")).toHaveCount(0)
  // For a screen across the room: larger, and still all of it in sight.
  const height = async () => (await cleo.getByTestId("room-turn").boundingBox())!.height
  const before = await height()
  await cleo.getByTestId("large").check()
  await expect.poll(height).toBeGreaterThan(before * 1.1)
  await expect(cleo.getByTestId("cell").last()).toBeInViewport({ ratio: 1 })
  await cleo.reload()
  await expect(cleo.getByTestId("large")).toBeChecked()
  await expect(page.getByTestId("large")).toHaveCount(0)
  for (const [at, who] of [page, ben, page, ben].entries()) {
    await cell(who, [0, 3, 1, 4][at]!).click()
    await expect(cell(cleo, [0, 3, 1, 4][at]!)).toContainText(/[XO]/)
  }
  // The other's turn, and nobody's.
  await cell(ben, 8).click({ force: true })
  await cell(cleo, 8).click({ force: true })
  await cell(page, 2).click()
  for (const it of [page, ben, cleo]) await expect(it.getByTestId("result")).toContainText("X wins")
  await expect(cell(page, 8)).not.toContainText(/[XO]/)
  // The end is told by name, and what comes next is in sight.
  await expect(page.getByTestId("room-turn")).toHaveText("You win as X.")
  for (const it of [ben, cleo]) await expect(it.getByTestId("room-turn")).toHaveText("Ann (X) wins.")
  await expect(ben.getByTestId("again")).toBeInViewport()
  await expect(cleo.getByTestId("again")).toHaveCount(0)
  // Once more, with the seats turned.
  await ben.getByTestId("again").click()
  await expect(ben).toHaveTitle("● Your turn – Tic-tac-toe")
  await cell(ben, 4).click()
  await expect(cell(page, 4)).toContainText("X")
})

test("who leaves and comes back finds the seat, and the computer plays meanwhile", async ({ page, browser }) => {
  await make(page, "tic-tac-toe", "Ann", "X")
  const ben = await another(browser, await link(page, "play"))
  await sit(ben, "Ben")
  await cell(page, 4).click()
  await expect(cell(ben, 4)).toContainText("X")
  const address = ben.url()
  await ben.goto("about:blank")
  await expect(page.getByTestId("room-seats")).toContainText("away")
  await page.getByTestId("machine-O").click()
  await expect(page.getByTestId("room-seats")).toContainText("the computer for Ben")
  await expect(page).toHaveTitle("● Your turn – Tic-tac-toe")
  // The same link in the same browser.
  await ben.goto(address)
  await ben.getByTestId("machine-O").click()
  await expect(ben.getByTestId("room-seats")).not.toContainText("the computer")
  const free = await page.getByTestId("cell").evaluateAll(cells => cells.findIndex(it => !/[XO]/.test(it.textContent ?? "")))
  await cell(page, free).click()
  await expect(ben).toHaveTitle("● Your turn – Tic-tac-toe")
  // What happened meanwhile is told, once.
  await expect(ben.getByTestId("room-missed")).toContainText("While you were away: O takes")
  await ben.getByTestId("room-missed").getByRole("button").click()
  await expect(ben.getByTestId("room-missed")).toHaveCount(0)
  // Who has been there before is told what was said.
  await ben.getByTestId("say").fill("I am back")
  await ben.keyboard.press("Enter")
  await expect(page.getByTestId("talk")).toContainText("Ben: I am back")
  await page.reload()
  await expect(page.getByTestId("talk")).toContainText("Ben: I am back")
  await page.getByTestId("ask-back").click()
  await expect(ben.getByTestId("room-asked")).toContainText("Ann (X) wants to take back a move")
  await ben.getByTestId("agree").click()
  await expect(page).toHaveTitle("● Your turn – Tic-tac-toe")
  await expect(cell(ben, free)).not.toContainText(/[XO]/)
})

test("a seat makes its only move by itself, also while its page is closed", async ({ page, browser }) => {
  await make(page, "snakes-and-ladders", "Ann")
  const ben = await another(browser, await link(page, "play"))
  await sit(ben, "Ben")
  const roll = (it: Page) => it.getByTestId("actions").getByRole("button").first()
  await page.getByTestId("by-itself").selectOption("only")
  for (let turn = 0; turn < 2; turn++) {
    await expect(ben.getByTestId("room-turn")).toContainText("Your turn")
    await roll(ben).click()
  }
  await expect(ben.getByTestId("room-turn")).toContainText("Your turn")
  const address = page.url()
  await page.goto("about:blank")
  await roll(ben).click()
  await expect(ben.getByTestId("room-turn")).toContainText("Your turn")
  await page.goto(address)
  await expect(page.getByTestId("by-itself")).toHaveValue("only")
  await page.getByTestId("by-itself").selectOption("")
  await roll(ben).click()
  await expect(page.getByTestId("room-turn")).toContainText("Your turn")
  // An action of its own, until something else is asked.
  const [name] = (await page.getByTestId("by-itself").locator("option").nth(2).getAttribute("value"))!.split(" ").slice(1)
  await page.getByTestId("by-itself").selectOption(`repeat ${name}`)
  await expect(page.getByTestId("repeating")).toContainText("until you are asked something else")
  await expect(ben.getByTestId("room-turn")).toContainText("Your turn")
  await expect(ben.getByTestId("repeating")).toHaveCount(0)
  await page.getByTestId("repeating").getByRole("button").click()
  await expect(page.getByTestId("repeating")).toHaveCount(0)
})

test("the owner changes a rule: the game goes on, or somebody chooses", async ({ page, browser }) => {
  await make(page, "tic-tac-toe", "Ann", "X")
  const ben = await another(browser, await link(page, "play"))
  await sit(ben, "Ben")
  await cell(page, 0).click()
  await page.getByTestId("new-rules").locator("summary").click()
  const change = async (text: string, note = "") => {
    await page.getByTestId("rules-text").fill(text)
    await page.getByTestId("rules-note").fill(note)
    await page.getByTestId("rules-use").click()
  }
  await change(rules("tic-tac-toe", ["Place your mark.", "Put your mark somewhere."]), "another prompt")
  await expect(ben.getByTestId("prompt")).toHaveText("Put your mark somewhere.")
  await expect(ben.getByTestId("talk")).toContainText("The rules have changed: another prompt")
  await expect(cell(ben, 0)).toContainText("X")
  await change("game")
  await expect(page.getByTestId("rules-refused")).toContainText("The rules have a mistake")
  const centre = rules("tic-tac-toe", ["G.board[s] == none {\n            action", "G.board[s] == none and (s == 4 or G.board[4] != none) {\n            action"])
  await change(centre)
  await expect(page.getByTestId("rules-refused")).toContainText("only 0 of 1 moves can be replayed")
  await expect(cell(ben, 0)).toContainText("X")
  await page.getByTestId("rules-back").click()
  await expect(cell(ben, 0)).not.toContainText("X")
  // From the workshop too, where the game is written. What was begun here meanwhile stays.
  await page.getByTestId("rules-text").fill("begun here")
  const workshop = await page.context().newPage()
  await workshop.goto(entry(workshop))
  await ready(workshop)
  await workshop.getByTestId("share").click()
  await expect(workshop.getByTestId("own-room")).toBeVisible()
  await workshop.getByTestId("new-rules").locator("summary").click()
  await workshop.getByTestId("rules-note").fill("as it was")
  await workshop.getByTestId("rules-use").click()
  await expect(ben.getByTestId("prompt")).toHaveText("Waiting for X to place a mark.")
  await expect(ben.getByTestId("talk")).toContainText("The rules have changed: as it was")
  await workshop.close()
  await expect(page.getByTestId("rules-text")).toHaveValue("begun here")
  await page.getByTestId("rules-overtaken").getByRole("button").click()
  await expect(page.getByTestId("rules-text")).toHaveValue(rules("tic-tac-toe"))
  await expect(page.getByTestId("rules-overtaken")).toHaveCount(0)
  await cell(page, 4).click()
  await expect(cell(ben, 4)).toContainText("X")
})

test("a card game against computers shows one's own hand, and a wrong link says so", async ({ page, context }) => {
  await make(page, "hearts", "Ann")
  for (const role of (await page.getByTestId("room-seats").locator("b").allTextContents()).slice(1)) await page.getByTestId(`machine-${role}`).click()
  await expect(page).toHaveTitle(/Your turn/)
  const wrong = await context.newPage()
  await wrong.goto(page.url().replace(/#.*/, "#0123456789/abcdefghijklmnopqrstuvwxyz"))
  await expect(wrong.getByTestId("room-closed")).toHaveText("This room does not exist.")
  await wrong.goto("about:blank")
  await wrong.goto(page.url().replace(/#.*/, "#nonsense"))
  await expect(wrong.getByTestId("room-closed")).toHaveText("This link is incomplete. Ask for it again.")
})

test("axe finds nothing in a room, wide and narrow, light and dark", async ({ page, browser }) => {
  await make(page, "hearts", "Ann")
  const ben = await another(browser, await link(page, "play"), PHONE)
  const check = async (it: Page) => {
    const { violations } = await new AxeBuilder({ page: it }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([])
  }
  for (const colorScheme of ["light", "dark"] as const)
    for (const it of [page, ben]) {
      await it.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await check(it)
    }
  await sit(ben, "Ben")
  await check(ben)
})

test("who left a seat takes another one by the same link", async ({ page, browser }) => {
  await make(page, "tic-tac-toe", "Ann", "X")
  const ben = await another(browser, await link(page, "play"), PHONE)
  await sit(ben, "Ben")
  ben.on("dialog", dialog => dialog.accept())
  await ben.getByTestId("leave").click()
  await expect(ben.getByTestId("sit-down")).toBeVisible()
  await sit(ben, "Ben")
  await ben.getByTestId("leave").click()
  await expect(ben.getByTestId("sit-down")).toBeVisible()
  await ben.reload()
  await sit(ben, "Benjamin")
  await expect(page.getByTestId("room-seats")).toContainText("Benjamin")
})
