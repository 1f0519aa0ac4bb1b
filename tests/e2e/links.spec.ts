// Links that carry a game, and a game as a part of another page.

import type { Page } from "@playwright/test"
import { bare, cell, click, editor, entry, expect, pressAt, ready, rules, whole, write } from "./page.js"

const hash = (page: Page) => page.evaluate(() => location.hash)
const MINE: [string, string] = ["Place your mark.", "Mine."]

/** The link that the page makes of the game at hand. */
async function shared(page: Page, ...choices: ("rules" | "table" | "position")[]): Promise<string> {
  await page.getByTestId("share").click()
  for (const it of choices) await page.getByTestId(`share-${it}`).check()
  const link = page.getByTestId("share-link")
  await expect(link).toHaveValue(/^http/)
  const made = await link.inputValue()
  await page.keyboard.press("Escape")
  return made
}

bare("a link to the rules opens them as a game of one's own, once", async ({ page, browser, baseURL }) => {
  await page.goto(entry(page))
  await ready(page)
  expect(await shared(page)).toBe(`${baseURL}/#/write/tic-tac-toe`)
  await write(page, rules("tic-tac-toe", MINE))
  const link = await shared(page)
  expect(link).toContain("/#/rules/1")
  expect(await shared(page)).toBe(link)

  const guest = await (await browser.newContext({ baseURL })).newPage()
  await guest.goto(link)
  await ready(guest)
  await expect(guest.getByTestId("prompt")).toHaveText("Mine.")
  expect(await hash(guest)).toMatch(/^#\/write\/own-/)
  await click(guest, 4)
  // What the guest changes stays, and the link says so.
  await write(guest, rules("tic-tac-toe", ["Place your mark.", "Yours."]))
  await guest.goto("/#/play/chess")
  await ready(guest)
  await guest.goto(link)
  await expect(guest.getByTestId("link-note")).toContainText("You have changed this game")
  await expect(guest.getByTestId("prompt")).toHaveText("Yours.")
  await expect(guest.getByTestId("moves")).toHaveText("move 1 of 1")
  await guest.getByTestId("home-link").click()
  await expect(guest.getByTestId("own-games").getByRole("link")).toHaveCount(1)
})

bare("a link to a position has rules, seed, moves and seat", async ({ page, browser, baseURL }) => {
  await page.goto(entry(page, "hearts"))
  await ready(page)
  for (let move = 0; move < 4; move++) await page.getByTestId("random-move").click()
  await expect(page.getByTestId("moves")).toHaveText("move 4 of 4")
  await page.getByTestId("seats").getByRole("tab", { name: "South" }).click()
  const link = await shared(page, "position")
  expect(link).toContain("/#/at/1")
  // A shipped game as it is goes by its name.
  expect(link.length).toBeLessThan(600)
  const shown = await page.getByTestId("table").locator(".laid").innerText()

  const guest = await (await browser.newContext({ baseURL })).newPage()
  await guest.goto(link)
  await expect(guest.getByTestId("moves")).toHaveText("move 4 of 4")
  await expect(guest.getByTestId("seats").getByRole("tab", { selected: true })).toContainText("South")
  expect(await guest.getByTestId("table").locator(".laid").innerText()).toBe(shown)
  expect(await guest.getByTestId("seed").inputValue()).toBe(await page.getByTestId("seed").inputValue())
  // It is a game as any other: it goes on, and is there again.
  await guest.getByTestId("random-move").click()
  await expect(guest.getByTestId("moves")).toHaveText("move 5 of 5")
  await guest.reload()
  await ready(guest)
  await expect(guest.getByTestId("moves")).toHaveText("move 5 of 5")
})

for (const [language, game] of Object.entries({ rules: "duel", bbgel: "over-the-pass", ludl: "last-card", tgdl: "thirty" }))
  bare(`changed rules in ${language} go by a link, with the position`, async ({ page, browser, baseURL }) => {
    await page.goto(entry(page, game))
    await ready(page)
    const comment = { rules: "//", tgdl: "//", bbgel: "//", ludl: "#" }[language]
    await editor(page).press("ControlOrMeta+Home")
    await page.keyboard.insertText(`${comment} Mine.\n`)
    await expect(page.getByTestId("draft")).toContainText("Edited")
    await ready(page)
    await expect(page.getByTestId("status")).toHaveText("No problems")
    for (let move = 0; move < 3; move++) await page.getByTestId("random-move").click()
    await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
    const link = await shared(page, "position")
    const guest = await (await browser.newContext({ baseURL })).newPage()
    await guest.goto(link)
    await expect(guest.getByTestId("moves")).toHaveText("move 3 of 3")
    await expect(guest.getByTestId("log")).toHaveText((await page.getByTestId("log").textContent())!)
    // A move is taken back, and made again.
    await guest.getByRole("button", { name: "Back one move" }).click()
    await expect(guest.getByTestId("moves")).toHaveText("move 2 of 3")
  })

bare("an address that leads nowhere closes no lesson, and gives a guest no editor", async ({ page }) => {
  await page.goto("/#/lesson/1")
  await expect(page.getByTestId("lesson").getByRole("heading", { level: 2 })).toHaveText("A board")
  for (const nowhere of ["#/lesson/99", "#/play/nothing", "#/rules/1broken", "#/nowhere"]) {
    await page.evaluate(to => (location.hash = to), nowhere)
    await expect(page.getByTestId("link-note")).toBeVisible()
    await expect(page.getByTestId("lesson")).toBeVisible()
    expect(await hash(page)).toBe("#/lesson/1")
    await page.getByTestId("link-note").getByRole("button", { name: "Close" }).click()
  }
  await page.goto(entry(page, "lesson-8"))
  await ready(page)
  const link = await shared(page, "table", "position")
  await page.goto("about:blank")
  await page.goto(link)
  await ready(page)
  await expect(page.getByTestId("modes")).toHaveCount(0)
  await page.evaluate(() => (location.hash = "#/nowhere"))
  await expect(page.getByTestId("link-note")).toBeVisible()
  await expect(page.getByTestId("modes")).toHaveCount(0)
  expect(page.url()).toBe(link)
})

bare("a file that is dropped on a lesson is a game, and the lesson is closed", async ({ page }) => {
  await page.goto("/#/lesson/1")
  await ready(page)
  const data = await page.evaluateHandle(
    text => {
      const data = new DataTransfer()
      data.items.add(new File([text], "mine.rules"))
      return data
    },
    rules("tic-tac-toe", MINE),
  )
  await page.locator("body").dispatchEvent("drop", { dataTransfer: data })
  await expect(page.getByTestId("prompt")).toHaveText("Mine.")
  await expect(page.getByTestId("lesson")).toHaveCount(0)
  expect(await hash(page)).toMatch(/^#\/write\/own-/)
})

bare("a link to a position loses no game that is open", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  await click(page, 4, 0)
  const link = await shared(page, "position")
  await page.getByTestId("new-seed").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await click(page, 8)
  await page.goto("about:blank")
  await page.goto(link)
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
  // The game that was open is among the earlier ones.
  await expect(page.getByTestId("earlier-game").filter({ hasText: "1 move" })).toHaveCount(1)
})

for (const [name, width, height] of [
  ["wide", 1280, 720],
  ["narrow", 390, 844],
] as const) {
  bare(`a link to the table alone has no editor: ${name}`, async ({ page, browser, baseURL }) => {
    await page.goto(entry(page))
    await ready(page)
    await write(page, rules("tic-tac-toe", MINE))
    const link = await shared(page, "table")
    expect(link).toContain("/#/table/1")
    const guest = await (await browser.newContext({ baseURL, viewport: { width, height } })).newPage()
    await guest.goto(link)
    await ready(guest)
    await expect(guest.getByTestId("prompt")).toHaveText("Mine.")
    for (const it of ["modes", "game-chooser", "share"]) await expect(guest.getByTestId(it)).toHaveCount(0)
    await expect(editor(guest)).toHaveCount(0)
    await guest.keyboard.press("Alt+P")
    await expect(editor(guest)).toHaveCount(0)
    await cell(guest, 4).click()
    await expect(cell(guest, 4)).toHaveAccessibleName("row 2, column 2, X")
    // The address stays the link, to be sent on.
    expect(guest.url()).toBe(link)
    await guest.reload()
    await ready(guest)
    await expect(cell(guest, 4)).toHaveAccessibleName("row 2, column 2, X")
  })
}

bare("by keys alone a link is made, and copied where the browser allows", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto(entry(page))
  await ready(page)
  await pressAt(page, page.getByTestId("share"), "Enter")
  await pressAt(page, page.getByTestId("share-rules"), "ArrowDown")
  await expect(page.getByTestId("share-table")).toBeChecked()
  await pressAt(page, page.getByTestId("share-copy").first(), "Enter")
  await expect(page.getByTestId("share-copy").first()).toHaveText("Copied")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.getByTestId("share-link").inputValue())
})

bare("a long link says so and offers a file; a damaged one and one from the future lose nothing", async ({ page }) => {
  await page.goto(entry(page, "cullet"))
  await ready(page)
  await write(page, `${rules("cullet")}\n// mine\n`)
  await page.getByTestId("share").click()
  await expect(page.getByTestId("share-long")).toContainText("Some chats and mail programs cut links after 2,000")
  const download = page.waitForEvent("download")
  await page.getByTestId("share-save").click()
  expect((await download).suggestedFilename()).toBe("cullet-rules.zip")
  const link = await page.getByTestId("share-link").inputValue()
  await page.keyboard.press("Escape")
  const note = page.getByTestId("link-note")
  for (const [it, says] of [
    [link.slice(0, -40), "damaged or cut off"],
    [link.replace("/rules/1", "/rules/2"), "newer version of this page"],
    [link.replace("/rules/1", "/rules/x"), "damaged"],
  ] as const) {
    await page.evaluate(to => (location.href = to), it)
    await expect(note).toContainText(says)
    await expect(page.getByTestId("game-chooser")).toHaveValue("cullet")
    await expect(editor(page)).toContainText("// mine")
    await note.getByRole("button", { name: "Close" }).click()
  }
})

bare("a game that is too long for a link is offered as a file", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  let noise = 1
  const random = Array.from({ length: 140_000 }, () => String.fromCharCode(97 + ((noise = (noise * 48271) % 2147483647) % 26))).join("")
  await write(page, `${rules("tic-tac-toe")}\n// ${random}\n`)
  await page.getByTestId("share").click()
  await expect(page.getByTestId("share-too-long")).toContainText("too long for a link")
  await expect(page.getByTestId("share-link")).toHaveCount(0)
})

/** A page of somebody else with the game in it, and what the game has told it. */
async function host(page: Page, source: string) {
  await page.route("**/host", route =>
    route.fulfill({
      contentType: "text/html",
      body: `<script>told = []; addEventListener("message", ({ data }) => told.push(data))</script><iframe src="${source}" title="game" width="900" height="600"></iframe>`,
    }),
  )
  await page.goto("/host")
  const frame = page.frameLocator("iframe")
  await expect(frame.getByTestId("table")).toHaveAttribute("aria-busy", "false")
  const told = (type: string) => page.evaluate(type => (window as unknown as { told: { type: string }[] }).told.filter(it => it.type === `house-rules:${type}`), type)
  const say = (message: object) => page.evaluate(message => document.querySelector("iframe")!.contentWindow!.postMessage(message, "*"), message)
  return { frame, told, say }
}

bare("embedded: the table alone, told of and steered by messages, and nothing is kept", async ({ page }) => {
  const { frame, told, say } = await host(page, "/?embed&theme=dark#/play/tic-tac-toe")
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark")
  for (const it of ["modes", "game-chooser", "share", "start"]) await expect(frame.getByTestId(it)).toHaveCount(0)
  expect(await told("ready")).toEqual([{ type: "house-rules:ready", title: "Tic-tac-toe", roles: ["X", "O"] }])
  await frame.locator('[data-cell="4"]').click()
  await expect.poll(async () => (await told("moved")).at(-1)).toEqual({ type: "house-rules:moved", moves: 1, active: ["O"], result: null })
  expect((await told("size")).length).toBeGreaterThan(0)
  await say({ type: "house-rules:theme", theme: "light" })
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "light")
  await say({ type: "house-rules:open", link: "https://elsewhere.example/#/play/nim" })
  await expect.poll(async () => (await told("ready")).at(-1)).toMatchObject({ title: "Nim" })
  await say({ type: "house-rules:open", link: "#/rules/1broken" })
  await expect.poll(async () => (await told("problem")).at(-1)).toMatchObject({ message: expect.stringContaining("damaged") })
  for (const nonsense of [null, 5, "house-rules:restart", {}, { type: 5 }, { type: "house-rules:seat", seat: {} }, { type: "house-rules:open" }]) await say(nonsense as object)
  await frame.getByTestId("embed-reset").click()
  await page.goto("/host")
  await expect(frame.locator('[data-cell="4"]')).toHaveAccessibleName("row 2, column 2, empty")
  await page.goto("/")
  await expect(page.getByTestId("home")).toBeVisible()
  await expect(page.getByTestId("go-on")).toHaveCount(0)
})

bare("embedded: rules beside the table, or rules alone that can only be read", async ({ page }) => {
  const both = await host(page, "/?embed&panes=both#/write/tic-tac-toe")
  const text = both.frame.getByRole("textbox", { name: "Rules" })
  await expect(text).toBeVisible()
  await expect(both.frame.getByTestId("board")).toBeVisible()
  await text.press("ControlOrMeta+End")
  await page.keyboard.type("§")
  await expect.poll(async () => (await both.told("checked")).at(-1)).toEqual({ type: "house-rules:checked", errors: 1 })
  await page.unroute("**/host")
  const alone = await host(page, "/?embed&panes=rules&readonly#/write/tic-tac-toe")
  await expect(alone.frame.getByRole("textbox", { name: "Rules" })).toHaveAttribute("aria-readonly", "true")
  await expect(alone.frame.getByTestId("board")).toBeHidden()
  await expect(alone.frame.getByTestId("modes")).toHaveCount(0)
})

bare("the snippet that is offered shows the game", async ({ page, baseURL }) => {
  await page.goto(entry(page, "nim"))
  await ready(page)
  await whole(page)
  await page.getByTestId("share").click()
  await page.getByTestId("share-table").check()
  await page.getByText("Put it on a page of your own").click()
  const snippet = await page.getByTestId("share-snippet").inputValue()
  expect(snippet).toContain(`<iframe src="${baseURL}/?embed#/table/1`)
  await page.route("**/mine", route => route.fulfill({ contentType: "text/html", body: snippet }))
  await page.goto("/mine")
  await expect(page.frameLocator("iframe").getByTestId("board")).toBeVisible()
})
