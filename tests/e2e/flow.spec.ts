// The flow: a picture of states and procedures, the current place in it, and links to the text.

import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { readFileSync } from "node:fs"
import { choose, click, editor, expect, rules, side, tabTo, test } from "./page.js"

const box = (page: Page, name: string) => page.getByTestId("flow-box").filter({ has: page.locator("text.name", { hasText: new RegExp(`^${name}$`) }) })
const picture = (page: Page) => page.getByTestId("flow-picture")

/** The line of the editor with the cursor. */
const line = (page: Page) => page.locator(".cm-activeLine")

test("states and procedures are drawn, what is on the stack is lit, and a click leads to the text", async ({ page }) => {
  await choose(page, "Hearts")
  await side(page, "Flow")
  await expect(page.getByTestId("flow-box")).toHaveCount(11)
  await expect(box(page, "choose_passed")).toHaveAttribute("data-lit", "now")
  await expect(box(page, "main")).toHaveAttribute("data-lit", "waits")
  await expect(page.getByTestId("flow-now")).toHaveText("The game at the table is in choose_passed, then returns to main.")
  await expect(box(page, "play_trick")).toHaveAccessibleName("procedure play_trick, returns to main, calls take_trick, calls play_card")
  await box(page, "take_trick").click()
  await expect(line(page)).toContainText("take_trick")
  await expect(editor(page)).toBeFocused()
  await page.getByTestId("flow-label").filter({ hasText: "card" }).click()
  await expect(line(page)).toContainText("end")
})

test("where the game stands follows its moves, to the end", async ({ page }) => {
  await side(page, "Flow")
  await expect(page.getByTestId("flow")).toContainText("These rules have one state")
  await expect(box(page, "place")).toHaveAttribute("data-lit", "now")
  await side(page, "Table")
  await click(page, 0, 3, 1, 4, 2)
  await side(page, "Flow")
  await expect(box(page, "over")).toHaveAttribute("data-lit", "now")
  await expect(page.getByTestId("flow-now")).toHaveText("The game at the table is over.")
})

test("by keyboard: one stop, arrows go from box to box, Enter leads to the text", async ({ page }) => {
  await choose(page, "Hearts")
  await side(page, "Flow")
  await expect(picture(page).locator("[tabindex='0']")).toHaveCount(1)
  await tabTo(page, box(page, "start"))
  await page.keyboard.press("ArrowDown")
  await expect(box(page, "main")).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  const name = await page.evaluate(() => document.activeElement?.querySelector("text.name")?.textContent)
  expect(["over", "take_trick", "play_card"]).toContain(name)
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await expect(editor(page)).toBeFocused()
  await expect(line(page)).toContainText(/state|procedure/)
})

test("the same in words, each place with a button", async ({ page }) => {
  await choose(page, "Battleship")
  await side(page, "Flow")
  await page.getByText("In words").click()
  const words = page.getByTestId("flow-words")
  await expect(words.locator("dt")).toHaveCount(5)
  await expect(words).toContainText("returns to main in ready, line")
  await words.getByRole("button").first().click()
  await expect(line(page)).toContainText("call main")
})

test("counts of the lab stand at the arrows while they are of these rules", async ({ page }) => {
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab-status")).toHaveAttribute("data-running", "false", { timeout: 60_000 })
  await side(page, "Flow")
  const labels = page.getByTestId("flow-label").locator("text")
  await expect(labels).toHaveText(["100×", "space", "100×"])
  await editor(page).fill(rules("tic-tac-toe", ["Place your mark.", "Your mark."]))
  await expect(labels).toHaveText(["space"])
})

test("the picture follows the text; while that has problems, it is of the rules at the table", async ({ page }) => {
  await side(page, "Flow")
  await expect(page.getByTestId("flow-box")).toHaveCount(3)
  const more = '\nstate rest {\n    prompt { action wait }\n    on wait { goto place }\n}\n\ninvariant "the marks'
  await editor(page).fill(rules("tic-tac-toe", ['\ninvariant "the marks', more], ["G.active = other(R)\n    }\n}", "G.active = other(R)\n        goto rest\n    }\n}"]))
  await expect(page.getByTestId("flow-box")).toHaveCount(4)
  await expect(page.getByTestId("flow-arrow")).toHaveCount(4)
  await editor(page).fill("game")
  await expect(page.getByTestId("flow").getByText("the text has changed since")).toBeInViewport()
  await expect(page.getByTestId("flow-box")).toHaveCount(4)
  await expect(box(page, "place")).toHaveAttribute("aria-disabled", "true")
})

test("a picture of its own, and Mermaid", async ({ page }) => {
  await choose(page, "Over the pass")
  await side(page, "Flow")
  await expect(picture(page)).toBeVisible()
  const saved = async (id: string) => {
    const download = page.waitForEvent("download")
    await page.getByTestId(id).click()
    const file = await download
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") }
  }
  const svg = await saved("flow-svg")
  expect(svg.name).toBe("over-the-pass-flow.svg")
  expect(svg.text).not.toMatch(/class=|var\(|tabindex|aria-/)
  expect(svg.text).toContain('stroke-dasharray="5px, 4px"')
  await page.setContent(`<img alt="" src="data:image/svg+xml;utf8,${encodeURIComponent(svg.text)}">`)
  const size = await page.locator("img").evaluate(async it => {
    const image = it as HTMLImageElement
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  expect(size).toEqual([...svg.text.matchAll(/^<svg[^>]*? width="(\d+)" height="(\d+)"/g)].flatMap(it => [Number(it[1]), Number(it[2])]))
  await page.goto("/")
  await choose(page, "Over the pass")
  await side(page, "Flow")
  const mermaid = await saved("flow-mermaid")
  expect([mermaid.name, mermaid.text.split("\n")[0]]).toEqual(["over-the-pass-flow.mmd", "flowchart TD"])
})

test("a hundred states are drawn, and scroll or fit; more are told in words", async ({ page }) => {
  const many = (count: number) => {
    const states = Array.from({ length: count }, (_, at) => `state s${at} { prompt { action go }\non go { ${at + 1 < count ? `goto s${at + 1}` : 'finish "Draw", "Over."'} } }\n`)
    return `game "Many"\nroles A, B\nsetup { G.active = A; call s0 }\n${states.join("")}`
  }
  await side(page, "Flow")
  await editor(page).fill(many(100))
  await expect(page.getByTestId("flow-box")).toHaveCount(102)
  const room = () => page.locator(".flow-box").evaluate(it => it.scrollHeight - it.clientHeight)
  expect(await room()).toBeGreaterThan(1000)
  await page.getByTestId("flow-whole").click()
  await expect.poll(room).toBeLessThanOrEqual(0)
  await editor(page).fill(many(300))
  await expect(page.getByTestId("flow-large")).toContainText("302 boxes")
  await expect(page.getByTestId("flow-words").locator("dt")).toHaveCount(150)
})

test("games of every language say what there is to see", async ({ page }) => {
  await side(page, "Flow")
  for (const title of ["Noughts and crosses", "Tic-tac-toe in TGDL"]) {
    await page.getByTestId("game-chooser").selectOption({ label: title })
    await expect(page.getByTestId("flow").getByRole("heading", { level: 2 })).toHaveText(`Flow of ${title.replace(" in TGDL", "")}`)
    await expect(page.getByTestId("flow")).toContainText("These rules have one state")
    await expect(page.getByTestId("flow-box")).toHaveCount(3)
  }
})

for (const [viewport, colorScheme] of [
  [{ width: 1280, height: 720 }, "light"],
  [{ width: 390, height: 844 }, "dark"],
] as const)
  test(`axe finds nothing, and nothing is wider than the window: ${viewport.width}, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await choose(page, "Hearts")
    await page
      .getByTestId(viewport.width < 800 ? "panes" : "sides")
      .getByRole("tab", { name: "Flow" })
      .click()
    await expect(picture(page)).toBeVisible()
    await page.getByText("In words").click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ["violations"] })
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([])
  })
