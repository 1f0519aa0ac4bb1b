// What the page does with what is odd: rules whose positions are not sound, tests that fail, an engine that is not there, names that
// objects have anyway, files that are no games, drawings that never ended.

import { zipSync, strToU8 } from "fflate"
import type { Page } from "@playwright/test"
import { bare, cell, choose, click, expect, rules, side, test, whole, write } from "./page.js"

async function ready(page: Page) {
  await expect(page.getByTestId("status")).toBeVisible()
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
}

test("one Tab leads to a board, and one away from it", async ({ page }) => {
  await choose(page, "Chess")
  const stops = page.getByTestId("board").locator('[tabindex="0"]')
  await expect(stops).toHaveCount(1)
  await expect(page.getByTestId("board").locator("[tabIndex]")).toHaveCount(64)
  await stops.focus()
  await page.keyboard.press("ArrowUp")
  await expect(stops).toHaveCount(1)
  await expect(stops).toBeFocused()
  await page.keyboard.press("Tab")
  expect(await page.evaluate(() => document.activeElement?.closest("svg.board") === null)).toBe(true)
  await page.keyboard.press("Shift+Tab")
  await expect(stops).toBeFocused()
})

test("the tests in the text are run, and one that fails is a problem at its step", async ({ page }) => {
  const tests = page.getByTestId("tests")
  await expect(tests).toHaveText(/^\d+ tests pass$/)
  const passed = Number.parseInt((await tests.textContent())!, 10)
  await write(page, rules("tic-tac-toe").replace('assert G.result == "X"', 'assert G.result == "O"'))
  await expect(tests).toHaveText(`${passed - 1} of ${passed} tests pass`)
  const problem = page.getByTestId("problem")
  await expect(problem).toContainText("fails: this is false: the left side is X, the right side is O")
  await problem.getByRole("button").first().click()
  await expect(page.locator(".cm-activeLine")).toContainText('assert G.result == "O"')
  await write(page, rules("tic-tac-toe"))
  await expect(tests).toHaveText(`${passed} tests pass`)
  await expect(page.getByTestId("status")).toHaveText("No problems")
})

test("a test without an end keeps nobody waiting", async ({ page }) => {
  test.slow()
  const endless = `${rules("tic-tac-toe")}\n${Array.from({ length: 60 }, (_, at) => `test "endless ${at}" {\n    setup\n    given { while len(G.board) > 0 { } }\n}\n`).join("")}`
  await write(page, endless)
  await expect(page.getByTestId("stale")).toBeEmpty()
  await click(page, 0, 1)
  await write(page, endless.replace("Place your mark.", "Meanwhile."))
  await expect(page.getByTestId("prompt")).toHaveText("Meanwhile.")
})

test("an invariant that does not hold is told after the move", async ({ page }) => {
  await write(page, `${rules("tic-tac-toe")}\ninvariant "there are few marks" {\n    assert len([m for m in G.board where m != none]) < 3\n}\n`)
  await click(page, 0, 1)
  await expect(page.getByTestId("broken-invariant")).toHaveCount(0)
  await click(page, 2)
  const told = page.getByTestId("broken-invariant")
  await expect(told).toContainText("An invariant of the rules is broken")
  await told.getByRole("button", { name: /Show line \d+/ }).click()
  await expect(page.locator(".cm-activeLine")).toContainText("assert len([m for m")
  await told.getByRole("button", { name: "Back one move" }).click()
  await expect(told).toHaveCount(0)
  await page.getByTestId("random-end").click()
  await expect(told).toBeVisible()
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
})

test("a dead end is told in words, with the way back", async ({ page }) => {
  const three = "len([m for m in G.board where m != none]) < 3"
  await write(page, rules("tic-tac-toe", ["where G.board[s] == none {", `where G.board[s] == none and ${three} {`]))
  await click(page, 0, 1, 2)
  const told = page.getByTestId("stuck")
  await expect(told).toContainText("Dead end: O can do nothing.")
  await told.getByRole("button", { name: "Back one move" }).click()
  await expect(told).toHaveCount(0)
  await write(page, rules("tic-tac-toe", ["G.active = other(R)", "G.active = none"]))
  await page.getByTestId("new-seed").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await click(page, 0)
  await expect(told).toContainText("nobody is active, and there is no result")
})

test("roles are called as they like", async ({ page }) => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
  for (const [first, second] of [names.slice(0, 2), names.slice(2)]) {
    await write(page, rules("tic-tac-toe").replaceAll(/\bX\b/g, first!).replaceAll(/\bO\b/g, second!))
    await expect(page.getByTestId("status")).toHaveText(/No problems|warning/)
    await expect(page.getByTestId("stale")).toBeEmpty()
    await page.getByTestId("new-seed").click()
    await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
    await click(page, 0)
    await expect(cell(page, 0)).toHaveAccessibleName(`row 1, column 1, ${first}`)
    await page.getByTestId(`player-${second}`).selectOption("easy")
    await expect(page.getByTestId("moves")).toHaveText("move 2 of 2")
    await side(page, "Lab")
    await page.getByTestId(`lab-player-${first}`).selectOption("random")
    await page.getByTestId("lab-games").selectOption("100")
    await page.getByTestId("lab-play").click()
    await expect(page.getByTestId("lab")).toContainText("100 games")
    await side(page, "Table")
  }
})

bare("an engine that cannot be loaded is not the fault of the rules", async ({ page }) => {
  await page.route("**/*.wasm", route => route.abort())
  await page.goto("/")
  await expect(page.getByTestId("unloaded")).toContainText("The engine could not be loaded")
  await expect(page.getByTestId("deadly")).toHaveCount(0)
  await page.unroute("**/*.wasm")
  await page.getByTestId("unloaded").getByRole("button", { name: "Try again" }).click()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await click(page, 0)
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("deadly")).toHaveCount(0)
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
})

bare("without a network the page still plays, and so does its lab", async ({ page, context }) => {
  await page.goto("/")
  await ready(page)
  await whole(page)
  await context.setOffline(true)
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab")).toContainText("100 of 100 games")
  await side(page, "Table")
  // An engine that dies is followed by another.
  for (const worker of page.workers())
    await worker
      .evaluate(
        () =>
          void setTimeout(() => {
            throw new Error("dead")
          }),
      )
      .catch(() => undefined)
  await click(page, 0)
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
})

bare("what did not come to its end the last time is opened, not run or drawn", async ({ page }) => {
  await page.goto("/")
  await ready(page)
  await click(page, 0)
  await page.waitForTimeout(1000)
  const mark = (what: string) =>
    page.evaluate(
      what =>
        new Promise<void>(done => {
          const opening = indexedDB.open("house-rules")
          opening.onsuccess = () => {
            const tx = opening.result.transaction("marks", "readwrite")
            tx.objectStore("marks").put({ id: "tic-tac-toe", what })
            tx.oncomplete = () => (opening.result.close(), done())
          }
        }),
      what,
    )
  await mark("draw")
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("undrawn")).toContainText("Drawing this game never finished last time.")
  await expect(page.getByTestId("board")).toHaveCount(0)
  await page.getByTestId("undrawn").getByRole("button", { name: "Draw table" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  // It has come to its end.
  await page.waitForTimeout(1000)
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")

  await mark("run")
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("deadly")).toContainText("Running these rules never finished last time.")
  await page.getByTestId("deadly").getByRole("button", { name: "Try again" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
})

bare("a drawing that never ends is marked while it is under way", async ({ page, context }) => {
  await page.goto("/")
  await ready(page)
  await click(page, 0)
  await page.waitForTimeout(1000)
  // As soon as the next move is drawn, nothing goes on.
  await page.evaluate(() => {
    const hang = new MutationObserver(() => {
      for (;;);
    })
    hang.observe(document.querySelector("[data-testid=moves]")!, { characterData: true, childList: true, subtree: true })
  })
  void cell(page, 1)
    .click()
    .catch(() => undefined)
  await page.waitForTimeout(4000)
  const next = await context.newPage()
  void page.close({ runBeforeUnload: false }).catch(() => undefined)
  await next.goto("/")
  await expect(next.getByTestId("undrawn")).toContainText("Drawing this game never finished last time.")
  await next.getByTestId("game-chooser").selectOption("nim")
  await expect(next.getByTestId("board")).toBeVisible()
})

bare("what cannot be drawn is told, and everything around it goes on", async ({ page }) => {
  await page.addInitScript(() => {
    const real = Document.prototype.createElementNS
    Document.prototype.createElementNS = function (this: Document, ...args: [string, string]) {
      if ((window as { broken?: boolean }).broken && args[0].endsWith("svg")) throw new Error("no such element")
      return real.apply(this, args)
    } as typeof real
  })
  await page.goto("/")
  await ready(page)
  await page.evaluate(() => Object.assign(window, { broken: true }))
  await cell(page, 0).click()
  const told = page.getByTestId("undrawable")
  await expect(told).toContainText("This position cannot be drawn: no such element.")
  await page.evaluate(() => Object.assign(window, { broken: false }))
  await told.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.getByTestId("game-chooser").selectOption("nim")
  await expect(page.getByTestId("board")).toBeVisible()
})

/** Drops files on an element. */
async function drop(page: Page, selector: string, files: [name: string, content: string][]) {
  await page.evaluate(
    ({ selector, files }) => {
      const dataTransfer = new DataTransfer()
      for (const [name, content] of files) dataTransfer.items.add(new File([content], name))
      for (const kind of ["dragenter", "dragover", "drop"]) document.querySelector(selector)!.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    },
    { selector, files },
  )
}

test("a file that is dropped is opened as a game of its own, wherever it falls", async ({ page }) => {
  for (const [at, selector] of [".cm-content", "[data-testid=table]"].entries()) {
    await drop(page, selector, [["game.rules", rules("tic-tac-toe", ["Tic-tac-toe", `Dropped ${at}`])]])
    await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText(`Dropped ${at}`)
  }
  await drop(page, ".cm-content", [["notes.txt", "none"]])
  await expect(page.getByTestId("drop-problem")).toContainText("notes.txt cannot be added")
  await choose(page, "Tic-tac-toe")
  await expect(page.getByTestId("draft")).toHaveText("Original")
})

test("a small file that unpacks to a large one is not opened", async ({ page }) => {
  const large = zipSync({ "game.rules": strToU8(rules("tic-tac-toe")), "map.json": new Uint8Array(200_000_000) }, { level: 9 })
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "large.zip", mimeType: "application/zip", buffer: Buffer.from(large) }])
  await expect(page.locator("#start .problem")).toHaveText("large.zip is larger than 32 MB, the most that can be opened.")
  const many = zipSync(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at}.json`, strToU8("1")])))
  await page.getByTestId("open-files").setInputFiles([{ name: "many.zip", mimeType: "application/zip", buffer: Buffer.from(many) }])
  await expect(page.locator("#start .problem")).toHaveText("many.zip holds more than 500 files, the most that can be opened.")
})

test("a title of any length is saved and exported under a short name", async ({ page }) => {
  await page.getByTestId("start").click()
  await page
    .getByTestId("open-files")
    .setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(rules("tic-tac-toe", ["Tic-tac-toe", "Long ".repeat(13_000)])) }])
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toContainText("more letters")
  await expect(page.getByTestId("game-chooser").locator("option:checked")).toContainText("Long")
  const exported = page.waitForEvent("download")
  await page.getByTestId("export").click()
  expect((await exported).suggestedFilename()).toMatch(/^long-[a-z-]{1,60}\.zip$/)
})

test("words without blanks widen nothing", async ({ page }) => {
  const word = "W".repeat(400)
  const text = `game "${word}"
roles A, B
setup { G.active = A; call play }
state play { prompt { prompt "${word}"; button go; button no if false else "${word}" } on go { finish "${word}", "${word}" } on no { } }
`
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(text) }])
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect(page.getByTestId("prompt")).toHaveText(word)
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toContainText("WWW")
  expect(await wider()).toBe(0)
  await page.getByTestId("table").getByRole("button", { name: "Go", exact: true }).click()
  await expect(page.getByTestId("result")).toBeVisible()
  expect(await wider()).toBe(0)
})
