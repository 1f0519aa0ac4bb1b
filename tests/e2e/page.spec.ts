// The page as such: its themes, its widths, without a network, and for those who do not see it.

import { AxeBuilder } from "@axe-core/playwright"
import { cell, choose, click, editor, expect, rules, share, side, test, whole, write } from "./page.js"

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

test("on a narrow screen, tabs turn from the rules to the table", async ({ page }) => {
  await page.setViewportSize(NARROW)
  await expect(page.getByTestId("board")).toBeVisible()
  await expect(editor(page)).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)

  await page.getByRole("tab", { name: "Rules" }).click()
  await expect(page.getByTestId("board")).toBeHidden()
  await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "G.bord[s] = R\n"]))
  await expect(page.getByRole("tab", { name: "Rules" })).toHaveText("Rules1")
  await page.getByTestId("fix").click()
  await expect(page.getByRole("tab", { name: "Rules" })).toHaveText("Rules")
  await page.getByRole("tab", { name: "Table" }).click()
  await click(page, 0, 1)

  // With text twice as large.
  await page.addStyleTag({ content: "html { font-size: 187.5% !important }" })
  for (const name of ["Back one move", "Forward one move", "Turn the board"]) await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 })
  await page.getByRole("tab", { name: "Rules" }).click()
  await expect(editor(page)).toHaveCSS("font-size", "27px")
  for (const tab of await page.getByTestId("panes").getByRole("tab").all()) await expect(tab).toBeInViewport({ ratio: 1 })
})

test("the theme is chosen, and kept", async ({ page }) => {
  await page.getByRole("button", { name: "Switch to the dark theme" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.getByRole("button", { name: "Switch to the light theme" })).toBeVisible()
})

test("the panes are widened with the keyboard", async ({ page }) => {
  const splitter = page.getByRole("separator", { name: "Width of the editor" })
  const before = (await splitter.boundingBox())!.x
  await splitter.focus()
  await page.keyboard.press("ArrowRight")
  await expect.poll(async () => (await splitter.boundingBox())!.x).toBeGreaterThan(before)
})

test("once loaded, it needs no network", async ({ page, context }) => {
  await whole(page)
  await context.setOffline(true)
  await click(page, 0, 3)
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Still here."]))
  await expect(page.getByTestId("prompt")).toHaveText("Still here.")
  await choose(page, "Connect Four")
  await click(page, 3)
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-status")).toContainText("100 of 100 games")
})

const LOOKS = Object.entries({ wide: WIDE, narrow: NARROW }).flatMap(([width, viewport]) => (["light", "dark"] as const).map(colorScheme => ({ width, viewport, colorScheme })))

for (const { width, viewport, colorScheme } of share(0, LOOKS))
  test(`no barriers that axe finds: ${width}, ${colorScheme}`, async ({ page }) => {
    test.slow()
    const check = async (what: string) => {
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ["violations"] })
        .analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)
      expect(found, what).toEqual([])
    }
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const turn = async (to: "Rules" | "Table") => {
      if (viewport === NARROW) await page.getByRole("tab", { name: to }).click()
    }
    await click(page, 0, 3, 4)
    await turn("Rules")
    await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "G.bord[s] = R\n"]))
    await expect(page.getByTestId("problem")).toBeVisible()
    await check("a problem")
    await write(page, rules("tic-tac-toe", ["where G.board[s] == none {", "where G.board[s] == none and s != 4 {"]))
    await turn("Table")
    await expect(page.getByTestId("notice")).toBeVisible()
    await check("a notice")
    await click(page, 1, 5, 2)
    await expect(page.getByTestId("result")).toHaveText("X wins")
    await check("a result")
    await choose(page, "Duel at the Crossing")
    await check("cards")
    await choose(page, "Hearts")
    await check("a hand")
    await choose(page, "Crossroads")
    await check("hexes")
    await choose(page, "Over the pass")
    await page.getByTestId("random-move").click()
    await check("a race")
    if (viewport === NARROW) await page.getByTestId("more-menu").click()
    await page.getByTestId("start").click()
    await expect(page.getByTestId("new-bbgel")).toBeVisible()
    await check("what can be begun and opened")
    await page.keyboard.press("Escape")
    await choose(page, "Chess")
    await cell(page, 52).click()
    await check("a piece that is picked")
  })

test("the page is sent compressed, kept by its hashes, and 404 where nothing is", async ({ page, request }) => {
  const sent = new Map<string, Record<string, string>>()
  page.on("response", response => {
    sent.set(new URL(response.url()).pathname, response.headers())
  })
  await page.goto("/")
  await expect(page.getByTestId("board")).toBeVisible()
  const paths = [...sent.keys()]
  const script = paths.find(it => /^\/assets\/page-.+\.js$/.test(it)) ?? ""
  const engine = paths.find(it => it.endsWith(".wasm")) ?? ""
  for (const path of [script, engine]) {
    expect(sent.get(path), path).toMatchObject({ "content-encoding": "br", "cache-control": "public, max-age=31536000, immutable" })
  }
  expect(sent.get("/")).toMatchObject({ "cache-control": "no-cache" })
  for (const path of ["/assets/nothing.wasm", "/nothing.html"]) expect((await request.get(path)).status(), path).toBe(404)
  expect(await (await request.get("/third-party.txt")).text()).toContain("@codemirror/state")
})
