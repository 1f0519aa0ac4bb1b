// Files beside the rules: tabs of the editor, problems that lead into them, drafts that keep them.

import type { Page } from "@playwright/test"
import { readFile } from "node:fs/promises"
import { cell, click, editor, expect, rules, test, write } from "./page.js"

const LINES = "[[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]"

/** Tic-tac-toe with its lines taken from elsewhere. */
function using(declaration: string): string {
  const [lines] = /^const LINES = [\s\S]*?^\]$/m.exec(rules("tic-tac-toe"))!
  return rules("tic-tac-toe", [lines, declaration])
}

const tab = (page: Page, name: string) => page.getByTestId("files").getByRole("tab", { name })
const status = (page: Page) => page.getByTestId("status")

async function add(page: Page, name: string, text: string) {
  await page.getByTestId("add-file").click()
  await page.getByTestId("file-name").fill(name)
  await page.keyboard.press("Enter")
  await expect(tab(page, name)).toHaveAttribute("aria-selected", "true")
  await expect(editor(page)).toHaveText("")
  await write(page, text)
}

test("data are taken from a file, and a mistake in it is shown there", async ({ page }) => {
  await write(page, using('data LINES: int[][] from "lines.json"'))
  await expect(page.getByTestId("problem")).toContainText('there is no file "lines.json"')
  await add(page, "lines.json", LINES.replace("0, 4, 8", '0, "4", 8'))
  await tab(page, "game.rules").click()
  // The cursor is where it was: at the end, where filling in a text puts it.
  await page.locator(".cm-scroller").evaluate(it => it.scrollTo(0, 0))
  await expect(editor(page)).toContainText('from "lines.json"')
  await expect(tab(page, "lines.json")).toHaveText("lines.json1")

  const problem = page.getByTestId("problem").filter({ hasText: "lines.json 1:" })
  await problem.getByRole("button").first().click()
  await expect(tab(page, "lines.json")).toHaveAttribute("aria-selected", "true")
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('"4"')
  await page.keyboard.type("4")
  await expect(status(page)).toHaveText("No problems")
  await expect(page.getByTestId("stale")).toBeEmpty()
  await click(page, 0, 1, 4, 2, 8)
  await expect(page.getByTestId("result")).toHaveText("X wins")

  await page.reload()
  await expect(page.getByTestId("result")).toHaveText("X wins")
  await tab(page, "lines.json").click()
  await expect(editor(page)).toHaveText(LINES)

  page.on("dialog", dialog => dialog.accept())
  await page.getByTestId("remove-file").click()
  await expect(page.getByTestId("problem")).toContainText('there is no file "lines.json"')
  await page.getByTestId("reset").click()
  await expect(status(page)).toHaveText("No problems")
  await expect(page.getByTestId("files")).toHaveCount(0)
})

test("rules are used from a file, which is highlighted, formatted, and undone by itself", async ({ page }) => {
  await write(page, using('use "more/lines.rules"'))
  await add(page, "more/lines.rules", `const  LINES = ${LINES}\n`)
  await expect(status(page)).toHaveText("No problems")
  await expect(page.locator(".cm-line .tok-keyword")).toHaveText("const")
  await page.getByTestId("format").click()
  await expect(page.locator(".cm-line").first()).toContainText("const LINES")

  await tab(page, "game.rules").click()
  // The cursor is where it was: at the end, where filling in a text puts it.
  await page.locator(".cm-scroller").evaluate(it => it.scrollTo(0, 0))
  await expect(editor(page)).toContainText('use "more/lines.rules"')
  await tab(page, "more/lines.rules").click()
  await editor(page).focus()
  await page.keyboard.press("Control+z")
  await expect(page.locator(".cm-line").first()).toContainText("const  LINES")
  await page.keyboard.press("Control+z")
  await expect(editor(page)).toHaveText("")
  await expect(status(page)).toHaveText(/error/)
})

test("names that cannot be mentioned, and names that are taken, are refused", async ({ page }) => {
  await page.getByTestId("add-file").click()
  const field = page.getByTestId("file-name")
  for (const name of ["../up.json", "notes.txt", "game.rules"]) {
    await field.fill(name)
    await page.keyboard.press("Enter")
    await expect(field, name).toHaveJSProperty("validity.customError", true)
  }
  await page.keyboard.press("Escape")
  await expect(page.getByTestId("files")).toHaveCount(0)
})

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

test("a picture from this machine is drawn on the table, and saved and opened again with its rules", async ({ page }) => {
  await page.getByTestId("add-file").click()
  await page.getByTestId("choose-files").setInputFiles({ name: "my cross.PNG", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") })
  await expect(tab(page, "my-cross.png")).toHaveAttribute("aria-selected", "true")
  await expect(page.getByTestId("picture-file").getByRole("img")).toHaveJSProperty("naturalWidth", 1)
  await expect(page.getByTestId("picture-file")).toContainText('symbols: { king: "my-cross.png" }')

  await tab(page, "game.rules").click()
  await write(page, rules("tic-tac-toe", ["show grid {", 'show grid { symbols: { X: "my-cross.png" },']))
  await expect(status(page)).toHaveText("No problems")
  await click(page, 0)
  const drawn = cell(page, 0).locator("image, img")
  await expect(drawn.first()).toHaveAttribute("href", `data:image/png;base64,${PNG}`)

  const saved = page.waitForEvent("download")
  await page.getByTestId("start").click()
  await page.getByTestId("save-text").click()
  const path = await (await saved).path()
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles({ name: "mine.zip", mimeType: "application/zip", buffer: await readFile(path) })
  await tab(page, "my-cross.png").click()
  await expect(page.getByTestId("picture-file").getByRole("img")).toHaveAttribute("src", `data:image/png;base64,${PNG}`)
})

test("a picture that is dropped stands beside the rules, made smaller where it is too large; what cannot stand there is told", async ({ page }) => {
  const drop = (name: string, side: number) =>
    page.evaluate(
      async ([name, side]) => {
        const canvas = new OffscreenCanvas(side as number, side as number)
        const context = canvas.getContext("2d")!
        const noise = context.createImageData(side as number, side as number)
        for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251
        context.putImageData(noise, 0, 0)
        const files = new DataTransfer()
        files.items.add(new File([await canvas.convertToBlob()], name as string))
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }))
      },
      [name, side],
    )
  await drop("map.png", 1800)
  const image = page.getByTestId("picture-file").getByRole("img")
  await expect(tab(page, "map.png")).toHaveAttribute("aria-selected", "true")
  await expect.poll(async () => (await image.getAttribute("src"))?.length ?? 0).toBeLessThanOrEqual(256 * 1024)
  await expect.poll(() => image.evaluate(it => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  await tab(page, "game.rules").click()
  await write(page, rules("tic-tac-toe", ["show grid {", 'show grid { picture: "map.png",']))
  await expect(status(page)).toHaveText("No problems")
  await drop("notes.gif", 2)
  await expect(page.getByTestId("drop-problem")).toContainText("notes.gif is not a game")
})
