// Shared by the specs: an open page that must not report errors, and helpers to use it.

import { type BrowserContext, expect, test as base, type Locator, type Page } from "@playwright/test"
import { readFileSync } from "node:fs"

/** Opens the page before each test; afterwards its console must be without errors. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on("console", message => message.type() === "error" && complaints.push(message.text()))
    page.on("pageerror", error => complaints.push(error.message))
    await page.goto(entry(page))
    await ready(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

/** The address of the first game, as the page opens one by itself: a narrow window opens in Play. */
export const entry = (page: Page, game = "tic-tac-toe") => `/#/${(page.viewportSize()?.width ?? 1280) < 700 ? "play" : "write"}/${game}`

/** For `test.use`: the page as it is at first, with random games in the background. */
export const AT_FIRST = { storageState: { cookies: [], origins: [] } }

/** A test whose page is not open yet. */
export const bare = base.extend({ page: async ({ context }, use) => use(await context.newPage()) })

/** All of them with `THOROUGH`; otherwise one in three, chosen by the caller's number: three callers cover them all. */
export function share<T>(which: number, all: readonly T[]): T[] {
  return process.env.THOROUGH ? [...all] : all.filter((_, at) => at % 3 === which)
}

/** Waits until the page can be used. */
export async function ready(page: Page) {
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
}

/** The parts that the page loads after the game are loaded. */
export async function whole(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-whole", "true")
}

/** A page that finds this in localStorage. */
export async function seeded(context: BrowserContext, stored: { [key: string]: unknown }): Promise<Page> {
  const page = await context.newPage()
  await page.route("**/seed", route => route.fulfill({ contentType: "text/html", body: "" }))
  await page.goto("/seed")
  await page.evaluate(stored => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(`house-rules:${key}`, typeof value === "string" ? value : JSON.stringify(value))
  }, stored)
  await page.goto("set:game" in stored ? "/" : entry(page))
  await ready(page)
  return page
}

/** The text of a shipped game, with changes: each place must be there exactly once. */
export function rules(game: string, ...changes: [from: string, to: string][]): string {
  const source = readFileSync(new URL(`../../playground/games/${game}/game.rules`, import.meta.url), "utf8")
  return changes.reduce((text, [from, to]) => {
    const parts = text.split(from)
    expect(parts, `"${from}" stands once in ${game}`).toHaveLength(2)
    return parts.join(to)
  }, source)
}

export const editor = (page: Page) => page.getByRole("textbox", { name: "Rules" })

/** Replaces the text of the editor, and waits until the table has answered it. */
export async function write(page: Page, text: string) {
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
  // The editor itself selects all: a selection of the page is lost if the editor then receives the previous text.
  await editor(page).press("ControlOrMeta+a")
  if (text === "") await page.keyboard.press("Delete")
  else await paste(editor(page), text)
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
}

/** Pastes a text, which takes a browser far less than typing it. */
async function paste(into: Locator, text: string) {
  await into.evaluate((it, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", text)
    it.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

export async function choose(page: Page, title: string) {
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption(title)
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText(title)
}

/** Switches to the table, or to a tab beside it. */
export const side = (page: Page, name: "Table" | "Lab" | "Flow" | "Reference") => page.getByTestId("sides").getByRole("tab", { name }).click()

export const cell = (page: Page, at: number) => page.locator(`[data-cell="${at}"]`)

/** Clicks one cell after the other, each when it can be clicked. */
export async function click(page: Page, ...cells: number[]) {
  for (const [at, to] of cells.entries()) {
    const made = await moves(page)
    await expect(cell(page, to), `move ${at + 1}`).toHaveAttribute("data-legal", "true")
    await cell(page, to).click()
    await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${made + 1} `))
  }
}

/** The number of a cell of a board of 8 rows and columns by its name. */
export function named(name: string): number {
  return (8 - Number(name[1])) * 8 + name.charCodeAt(0) - "a".charCodeAt(0)
}

/** One move on a board of 8 rows and columns: cell after cell, and then it is made. */
export async function take(page: Page, ...names: string[]) {
  const made = await moves(page)
  for (const name of names) {
    await expect(cell(page, named(name)), name).toHaveAttribute("data-legal", "true")
    await cell(page, named(name)).click()
  }
  await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${made + 1} `))
}

async function moves(page: Page): Promise<number> {
  const [, made] = /^move (\d+)/.exec((await page.getByTestId("moves").textContent()) ?? "") ?? []
  return Number(made)
}

/** Moves the focus there by Tab, or by Shift and Tab if it comes before; out of the editor by Escape, since Tab indents there. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses++) {
    const way = await target.evaluate(element => {
      const now = document.activeElement!
      if (now === element) return "there"
      const before = now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING && !now.contains(element) && !element.contains(now)
      return { back: before, writes: now.closest(".cm-editor") !== null }
    })
    if (way === "there") return expect(target).toBeInViewport()
    if (way.writes) await page.keyboard.press("Escape")
    await page.keyboard.press(way.back ? "Shift+Tab" : "Tab")
  }
  throw new Error("Tab does not lead there")
}

/** Goes there by Tab and presses keys; the focus is somewhere afterwards. */
export async function pressAt(page: Page, target: Locator, ...keys: string[]) {
  await tabTo(page, target)
  for (const key of keys) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

/** Switches to Play or Workshop with the tabs on top. */
export const turnTo = (page: Page, mode: "Play" | "Workshop") => page.getByTestId("modes").getByRole("tab", { name: mode }).click()

/** Opens part of the panel beside the table in Play, or of the drawer if there is no room for one. */
export async function beside(page: Page, part: "Log" | "Game") {
  const tabs = page.getByTestId("panel-parts")
  // A window that has just become narrow shows its panel for a moment still.
  await expect(async () => {
    if (!(await tabs.isVisible())) await page.getByTestId("drawer").click({ timeout: 1000 })
    await tabs.getByRole("tab", { name: part }).click({ timeout: 1000 })
  }).toPass()
}
