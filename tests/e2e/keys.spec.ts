// Keys of the editor and the page: other names, uses, parts, the list of keys, and what can be chosen for the editor.

import { editor, expect, rules, test, write } from "./page.js"

const SMALL = `roles A, B
global { n: int = 1 }
setup { G.active = A; call main }
function twice(n: int): int { return 2 * n }
state main {
    prompt { button step }
    on step {
        G.n = twice(G.n)
        if G.n > twice(9) { finish R, "There." }
    }
}
`

test("a name is changed wherever it is used", async ({ page }) => {
  await write(page, SMALL)
  await page.locator(".cm-line", { hasText: "function twice" }).getByText("twice").dblclick()
  await page.keyboard.press("F2")
  await page.getByRole("textbox", { name: "Rename twice to" }).fill("doubled")
  await page.keyboard.press("Enter")
  await expect(page.locator(".cm-line", { hasText: "function doubled" })).toBeVisible()
  await expect(page.locator(".cm-line", { hasText: "G.n = doubled(G.n)" })).toBeVisible()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(editor(page)).toBeFocused()
  // One step takes all of it back.
  await page.keyboard.press("ControlOrMeta+z")
  await expect(page.locator(".cm-line", { hasText: "G.n = twice(G.n)" })).toBeVisible()
})

test("a name that is taken is refused, and why is said", async ({ page }) => {
  await page.locator(".cm-line", { hasText: "board grid" }).getByText("grid").dblclick()
  await page.keyboard.press("F2")
  await page.getByRole("textbox", { name: "Rename grid to" }).fill("LINES")
  await page.keyboard.press("Enter")
  await expect(page.locator(".cm-said")).toContainText("grid was not renamed")
})

test("uses and parts are listed, filtered, and gone to", async ({ page }) => {
  await write(page, SMALL)
  await page.locator(".cm-line", { hasText: "function twice" }).getByText("twice").dblclick()
  await page.keyboard.press("Shift+F12")
  const list = page.getByRole("dialog", { name: "Uses of twice" })
  await expect(list.getByRole("option")).toHaveCount(3)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(list).toHaveCount(0)
  await expect(editor(page)).toBeFocused()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("twice")

  await page.keyboard.press("ControlOrMeta+Shift+O")
  const parts = page.getByRole("dialog", { name: "Parts of the rules" })
  await expect(parts.getByRole("option", { name: "state main" })).toBeVisible()
  await page.keyboard.type("on st")
  await expect(parts.getByRole("option")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(editor(page)).toBeFocused()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("step")
})

test("a question mark lists the keys, but not where it is written", async ({ page }) => {
  await write(page, `${rules("tic-tac-toe")}// why`)
  await page.keyboard.press("ControlOrMeta+End")
  await page.keyboard.type("?")
  await expect(page.locator(".cm-line", { hasText: "// why?" })).toBeVisible()
  const keys = page.getByRole("dialog", { name: "Keys" })
  await expect(keys).toHaveCount(0)
  await page.getByTestId("status").click()
  await page.keyboard.press("Escape")
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press("?")
  await expect(keys).toBeVisible()
  await expect(keys).toContainText("Go to the declaration")
  await page.keyboard.press("Escape")
  await expect(keys).toBeHidden()
})

test("lines wrap, and the keys of vim come, when that is chosen, and the next time too", async ({ page }) => {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press("?")
  await page.getByTestId("wrap").check()
  await page.getByTestId("vim").check()
  await page.keyboard.press("Escape")
  await expect(page.locator(".cm-lineWrapping")).toBeVisible()
  await expect(page.locator(".cm-vimMode")).toBeVisible()
  await page.reload()
  await expect(page.locator(".cm-lineWrapping")).toBeVisible()
  await expect(page.locator(".cm-vimMode")).toBeVisible()
  await page.locator(".cm-line", { hasText: "board grid" }).click()
  await page.keyboard.type("dd")
  await expect(page.locator(".cm-line", { hasText: "board grid" })).toHaveCount(0)
  await page.keyboard.type("u")
  await expect(page.locator(".cm-line", { hasText: "board grid" })).toBeVisible()
})
