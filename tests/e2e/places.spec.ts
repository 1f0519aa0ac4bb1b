// The places of a board, set by clicks on its picture and written into the rules.

import type { Page } from "@playwright/test"
import { cell, editor, expect, test, write } from "./page.js"

/** Sea and two islands, twice as wide as high. */
const MAP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600"><rect width="1200" height="600" fill="#bcd9e4"/><ellipse cx="350" cy="300" rx="300" ry="230" fill="#dfd3a4"/><ellipse cx="900" cy="300" rx="240" ry="200" fill="#cfdba8"/></svg>`

const RULES = `game "Islands"
roles Red, Blue
board map = graph {
    Home at (200, 300) // where all begins
    Port at (600, 550)
}
global {
    owner: Role?[map]
}
view { V.owner = G.owner }
show map { mark: V.owner, click: take, picture: "map.svg" }
setup {
    G.active = Red
    call turn
}
state turn {
    prompt {
        for c in map.cells { if G.owner[c] == none { action take(c) } }
    }
    on take(c: map.cell) {
        G.owner[c] = R
        G.active = next(R)
        goto turn
    }
}
`

const places = (page: Page) => page.getByTestId("places")
const spot = (page: Page, name: string) => places(page).getByRole("button", { name, exact: true })
const text = (page: Page) => page.locator(".cm-content").evaluate(it => [...it.querySelectorAll(".cm-line")].map(line => line.textContent).join("\n"))

/** A point of the picture on the screen. */
async function pointOf(page: Page, x: number, y: number) {
  const box = (await places(page).locator("image").boundingBox())!
  return { x: box.x + (x / 1200) * box.width, y: box.y + (y / 600) * box.height }
}

async function clickAt(page: Page, x: number, y: number) {
  const at = await pointOf(page, x, y)
  await page.mouse.click(at.x, at.y)
}

async function dragTo(page: Page, name: string, x: number, y: number) {
  const box = (await spot(page, name).locator("circle").boundingBox())!
  const to = await pointOf(page, x, y)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

test("a map is made by clicks, and the game on it goes on", async ({ page }) => {
  await page.getByTestId("add-file").click()
  await page.getByTestId("choose-files").setInputFiles({ name: "map.svg", mimeType: "image/svg+xml", buffer: Buffer.from(MAP) })
  await page.getByTestId("files").getByRole("tab", { name: "game.rules" }).click()
  await write(page, RULES)
  await cell(page, 0).click()
  await page.getByTestId("set-places").click()

  // A click prompts for a name; the next click confirms it.
  await clickAt(page, 400, 200)
  await page.getByTestId("place-name").fill("North_Cape")
  await page.keyboard.press("Enter")
  await clickAt(page, 400, 450)
  await clickAt(page, 800, 300)
  await page.keyboard.press("Enter")
  await expect(spot(page, "place5")).toBeVisible()
  await expect
    .poll(() => text(page))
    .toMatch(/Home at \(200, 300\) \/\/ where all begins\n {4}Port at \(600, 550\)\n {4}North_Cape at \((399|400|401), (199|200|201)\)\n {4}place4 at .*\n {4}place5 at .*\n}/)

  // Two clicks link; so does a drag from one to the other, and the way goes on.
  await spot(page, "Home").click()
  await spot(page, "North_Cape").click()
  await expect.poll(() => text(page)).toContain("\n    Home - North_Cape\n}")
  await dragTo(page, "North_Cape", 800, 300)
  await expect.poll(() => text(page)).toContain("\n    Home - North_Cape - place5\n}")
  await spot(page, "place5").click()
  await spot(page, "North_Cape").click()
  await expect.poll(() => text(page)).toContain("\n    Home - North_Cape\n}")

  // A drag moves, and so do arrow keys.
  await dragTo(page, "place5", 1000, 100)
  await expect.poll(() => text(page)).toMatch(/place5 at \((999|1000|1001), (99|100|101)\)/)
  const before = /place4 at \((\d+), (\d+)\)/
    .exec(await text(page))!
    .slice(1)
    .map(Number)
  await spot(page, "place4").focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowUp")
  await expect.poll(() => text(page)).toContain(`place4 at (${before[0]! + 24}, ${before[1]! - 12})`)

  // By keys alone: linked, renamed, removed.
  await page.keyboard.press("Enter")
  await spot(page, "place5").focus()
  await page.keyboard.press("Enter")
  await expect.poll(() => text(page)).toContain("place4 - place5")
  await page.keyboard.press("F2")
  await page.keyboard.type("Far")
  await page.keyboard.press("Enter")
  await expect.poll(() => text(page)).toContain("place4 - Far")
  await spot(page, "place4").focus()
  await page.keyboard.press("Delete")
  await expect.poll(() => text(page)).not.toContain("place4")

  // Each change is a step of the editor's history.
  await page.getByTestId("undo-place").click()
  await expect.poll(() => text(page)).toContain("place4 - Far")
  await page.getByTestId("undo-place").click()
  await expect.poll(() => text(page)).toContain("place4 - place5")

  await page.getByTestId("places-done").click()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(cell(page, 0)).toHaveAttribute("aria-label", /Red/)
  await cell(page, 4).click()
  await expect(cell(page, 4)).toHaveAttribute("aria-label", /Blue/)
})

test("places that the rules use stay, and a board with an error is not changed", async ({ page }) => {
  await write(page, RULES.replace(', picture: "map.svg"', "").replace("// where all begins", "").replace("setup {", "setup {\n    G.owner[map.Port] = Blue"))
  await page.getByTestId("set-places").click()
  await spot(page, "Port").focus()
  await page.keyboard.press("Delete")
  await expect(page.getByTestId("places-told")).toHaveText("Not changed: the rules use `Port`.")
  await write(page, (await text(page)).replace("Port at", "Port - Port; Port at"))
  const broken = await text(page)
  await spot(page, "Port").focus()
  await page.keyboard.press("ArrowUp")
  await expect(page.getByTestId("places-told")).toContainText("Not changed: the board has an error")
  expect(await text(page)).toBe(broken)
  await page.getByTestId("places-done").click()

  // Play has no such switch.
  await expect(page.getByTestId("set-places")).toBeVisible()
  await editor(page).press("ControlOrMeta+z")
  await page.getByTestId("modes").getByRole("tab", { name: "Play" }).click()
  await expect(page.getByTestId("set-places")).toHaveCount(0)
})

test("a board is made on a picture that was dropped", async ({ page }) => {
  await write(page, "roles Red\nsetup {\n    G.active = Red\n    call wait\n}\nstate wait {\n    prompt { button pass }\n    on pass { goto wait }\n}\n")
  await page.getByTestId("add-file").click()
  await page.getByTestId("choose-files").setInputFiles({ name: "map.svg", mimeType: "image/svg+xml", buffer: Buffer.from(MAP) })
  await page.getByTestId("make-board").click()
  await expect(spot(page, "place1")).toBeVisible()
  await clickAt(page, 300, 300)
  await page.keyboard.press("Enter")
  await expect.poll(() => text(page)).toMatch(/board map = graph \{ place1 at \(600, 300\); place2 at \((299|300|301), (299|300|301)\) \}\n\nshow map \{ picture: "map.svg" \}/)
})

test("a board in a file of its own is changed there, and what another file uses stays", async ({ page }) => {
  const board = /board map = graph \{\n(.*\n){2}\}\n/
  await write(page, RULES.replace(board, 'use "islands.rules"\n').replace(', picture: "map.svg"', "").replace("setup {", "setup {\n    G.owner[map.Port] = Blue"))
  await page.getByTestId("add-file").click()
  await page.getByTestId("file-name").fill("islands.rules")
  await page.keyboard.press("Enter")
  await write(page, "board map = graph { Home at (0, 0); Port at (4, 2) }\n")
  await page.getByTestId("files").getByRole("tab", { name: "game.rules" }).click()
  await page.getByTestId("set-places").click()
  await spot(page, "Port").click()
  await page.getByTestId("remove-place").click()
  await expect(page.getByTestId("places-told")).toHaveText("Not changed: another file uses Port.")
  await spot(page, "Home").click()
  await spot(page, "Port").click()
  await expect(page.getByTestId("files").getByRole("tab", { name: "islands.rules" })).toHaveAttribute("aria-selected", "true")
  await expect.poll(() => text(page)).toBe("board map = graph { Home at (0, 0); Port at (4, 2); Home - Port }\n")
  await page.getByTestId("undo-place").click()
  await expect.poll(() => text(page)).toBe("board map = graph { Home at (0, 0); Port at (4, 2) }\n")
})
