// Races in bbgel: begun, opened, written, played and kept; the language goes with the name of the text.

import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { choose, editor, expect, side, test, write } from "./page.js"

const FERRY = `game "The ferry" { maxDiceValue 1 }
2 players { int gold {15} = 3 }

tile board {
    path 1 to 6
    1 "Inn": game_start()
    2: if choose_bool("Take the ferry?") then goto 5 else gold++ end
    5 => 3
    6: force; game_end()
}
`

/** A world of three fields, as the editor of the original saves it. */
const ROAD = JSON.stringify({
  allTiles: [
    {
      guid: "a",
      tileSettings: { displayName: "road" },
      fieldShapes: [
        { id: 1, cmdText: "game_start()\ncontrol goto 2", x: 0, y: 0 },
        { id: 2, cmdText: "control goto 3\ngoto 1", x: 100, y: 0 },
        { id: 3, cmdText: "force\ngame_end()", x: 200, y: 0 },
      ],
      topBorderPoints: [],
      botBorderPoints: [],
      leftBorderPoints: [],
      rightBorderPoint: [],
    },
  ],
  worldTiles: [{ x: 0, y: 0, tileGuid: "a" }],
  worldSettings: { worldCmdText: "game {\nmaxDiceValue 3\n}\n2 players {\n}" },
})

const token = (page: Page, role: string) => page.getByTestId("race").getByRole("img", { name: new RegExp(`^${role}\\b`) })
const roll = (page: Page) => page.getByTestId("actions").getByRole("button", { name: "Roll" })

async function begin(page: Page, language: "rules" | "bbgel") {
  await page.getByTestId("start").click()
  await page.getByTestId(`new-${language}`).click()
  await expect(page.getByTestId("status")).toHaveText("No problems")
}

async function files(page: Page, ...all: { name: string; text: string | Buffer }[]) {
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles(all.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })))
}

/** Name and content of a file saved with `Save`. */
async function save(page: Page) {
  await page.getByTestId("start").click()
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-text").click()])
  return { name: saved.suggestedFilename(), text: readFileSync(await saved.path()) }
}

test("Snakes and ladders: the token walks up a ladder, and somebody wins", async ({ page }) => {
  await choose(page, "Snakes and ladders")
  await page.getByRole("combobox", { name: "Dice" }).selectOption("original")
  await page.getByRole("spinbutton", { name: "Seed" }).fill("42")
  await page.getByRole("button", { name: "Restart" }).click()
  await expect(token(page, "player1")).toHaveAccessibleName("player1, not on the board yet")
  await expect(page.locator(".race .square")).toHaveCount(100)
  await expect(page.locator(".race .ladder")).toHaveCount(9)
  await expect(page.locator(".race .snake")).toHaveCount(10)

  await expect(page.getByTestId("prompt")).toHaveText("Roll the die.")
  await roll(page).click()
  await expect(page.getByTestId("log")).toContainText("player1 rolls 1.")
  await expect(token(page, "player1")).toHaveAccessibleName("player1 on field 1")
  // A four: from where it waits over 1, 2 and 3 to field 4, and up to 14.
  await page.evaluate(() => {
    const animate = SVGElement.prototype.animate
    SVGElement.prototype.animate = function (places, ...rest) {
      document.body.dataset.walked = String((places as Keyframe[]).length)
      return animate.call(this, places, ...rest)
    }
  })
  await roll(page).click()
  await expect(token(page, "player2")).toHaveAccessibleName("player2 on field 14")
  await expect(page.locator("body")).toHaveAttribute("data-walked", "6")
  await expect(page.getByTestId("dice").getByRole("img", { name: "4" })).toBeVisible()

  await page.getByTestId("random-end").click()
  await expect(page.getByTestId("result")).toHaveText(/^player[12] wins$/)
  await expect(page.getByTestId("log")).toContainText(/player[12] has won\./)
})

test("a new race is written, with its mistakes, words and colours", async ({ page }) => {
  await begin(page, "bbgel")
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("New race")
  await expect(page.locator(".cm-line .tok-keyword").first()).toHaveText("game")

  await write(page, FERRY.replace("game_end", "game_over"))
  await expect(page.getByTestId("problem").first()).toBeVisible()
  await expect(page.getByTestId("stale")).toHaveText("Playing the last version without errors")
  await write(page, FERRY.replace("    2:", "  2:"))
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await page.getByTestId("format").click()
  await expect(editor(page)).toContainText("    2: if choose_bool")

  await editor(page).press("Control+End")
  await page.keyboard.type("til")
  await page.keyboard.press("Control+Space")
  await expect(page.locator(".cm-tooltip-autocomplete").getByRole("option", { name: "tile" })).toBeVisible()
})

test("a question is a prompt with yes and no, at a pace of fields", async ({ page }) => {
  await begin(page, "bbgel")
  await write(page, FERRY)
  await page.getByRole("combobox", { name: "Pace" }).selectOption("field")
  const press = async (name: string, prompt: string) => {
    await page.getByTestId("actions").getByRole("button", { name }).click()
    await expect(page.getByTestId("prompt")).toHaveText(prompt)
  }
  await press("Roll", "Roll the die.")
  await press("Roll", "Roll the die.")
  await press("Roll", "Take the ferry?")
  await expect(page.getByTestId("actions").getByRole("button")).toHaveText(["Yes", "No"])
  await press("Yes", "Roll the die.")
  await expect(token(page, "player1")).toHaveAccessibleName("player1 on field 5")
  await press("Roll", "Take the ferry?")
  await press("No", "Roll the die.")
  await expect(token(page, "player2")).toHaveAccessibleName("player2 on field 2")
  await expect(page.getByTestId("zone-middle")).toContainText("player24")
  await page.getByTestId("actions").getByRole("button", { name: "Roll" }).click()
  await expect(page.getByTestId("result")).toHaveText("player1 wins")
})

test("a game of one's own is kept, with its language and its name, and removed", async ({ page }) => {
  await begin(page, "bbgel")
  await write(page, FERRY)
  const chooser = page.getByRole("combobox", { name: "Game" })
  await expect(chooser.locator("option:checked")).toHaveText("The ferry")
  await roll(page).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.reload()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await expect(editor(page)).toContainText('game "The ferry"')

  await begin(page, "rules")
  await expect(page.locator("[data-testid=cell]")).toHaveCount(9)
  await choose(page, "The ferry")
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")

  page.on("dialog", dialog => dialog.accept())
  await page.getByTestId("versions").click()
  await page.getByTestId("remove-game").click()
  await page.getByTestId("go-on").click()
  await expect(chooser.locator("option:checked")).toHaveText("Tic-tac-toe")
  await expect(chooser.locator("option", { hasText: "The ferry" })).toHaveCount(0)
  await expect(chooser.locator("option", { hasText: "New game" })).toHaveCount(1)
})

test("files are opened by the endings of their names, and saved", async ({ page }) => {
  await files(page, { name: "ferry.bbgel", text: FERRY })
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("The ferry")
  const saved = await save(page)
  expect({ ...saved, text: String(saved.text) }).toEqual({ name: "the-ferry.bbgel", text: FERRY })

  await files(page, { name: "game.rules", text: 'use "names.rules"\nroles A\nsetup { finish NAME }\n' }, { name: "names.rules", text: 'const NAME = "Opened"\n' })
  await expect(page.getByTestId("result")).toHaveText("Opened")

  // Several are packed as one, and opened so.
  await page.getByTestId("files").getByRole("tab", { name: "names.rules" }).click()
  await write(page, 'const NAME = "Packed"\n')
  await expect(page.getByTestId("result")).toHaveText("Packed")
  const both = await save(page)
  expect(both.name).toMatch(/-rules\.zip$/)
  await page.getByTestId("versions").click()
  await page.getByTestId("reset").click()
  await expect(page.getByTestId("result")).toHaveText("Opened")
  await files(page, both)
  await expect(page.getByTestId("result")).toHaveText("Packed")

  await files(page, { name: "odd.zip", text: "no archive" })
  await expect(page.getByRole("alert")).toHaveText("This file cannot be unpacked.")
  await page.keyboard.press("Escape")
  await files(page, { name: "notes.txt", text: "" })
  await expect(page.getByRole("alert")).toHaveText("No rules among these files. Rules end in .rules, .bbgel, .ludl, .tgdl or .world.")
})

test("a saved world of the original is opened as a text", async ({ page }) => {
  await files(page, { name: "road.world", text: ROAD })
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(editor(page)).toContainText('tile "road"')
  await expect(page.locator(".race .snake")).toHaveCount(1)
  await page.getByTestId("random-end").click()
  await expect(page.getByTestId("result")).toHaveText(/wins$/)

  await files(page, { name: "broken.world", text: "{}" })
  await expect(page.getByRole("alert")).toHaveText("broken.world is not a saved world.")
})

test("a text takes in a saved world that lies beside it", async ({ page }) => {
  await begin(page, "bbgel")
  await write(page, 'game "Two roads" { maxDiceValue 2 }\nuse "road.world"\n')
  await expect(page.getByTestId("problem")).toContainText('there is no file "road.world"')
  await page.getByTestId("add-file").click()
  await page.getByTestId("file-name").fill("road.world")
  await page.keyboard.press("Enter")
  await expect(editor(page)).toHaveText("")
  await write(page, ROAD)
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(page.getByTestId("format")).toBeDisabled()
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("Two roads")
  await expect(page.locator(".race .square")).toHaveCount(3)
  await page.reload()
  await page.getByTestId("files").getByRole("tab", { name: "road.world" }).click()
  await expect(editor(page)).toHaveText(ROAD)
})

test("a race is exported", async ({ page }) => {
  await choose(page, "Over the pass")
  const [made] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()])
  expect(made.suggestedFilename()).toBe("over-the-pass.zip")
})

test("a thousand random races keep the dice and the pace", async ({ page }) => {
  await choose(page, "Snakes and ladders")
  await side(page, "Lab")
  await page.getByTestId("try").click()
  await expect(page.getByTestId("trial")).toHaveText(/^1,000 games/)
  await expect(page.getByRole("table", { name: "Results of random games" }).getByRole("row")).toHaveCount(2)
  await expect(page.getByTestId("broken")).toHaveCount(0)
})
