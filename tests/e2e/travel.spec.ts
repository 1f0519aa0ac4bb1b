// Other moments and other lines of a game.

import type { Page } from "@playwright/test"
import { cell, choose, click, expect, rules, test, write } from "./page.js"

const moves = (page: Page) => page.getByTestId("moves")
const slider = (page: Page) => page.getByTestId("slider")
const line = (page: Page, at: number) => page.locator(`[data-line="${at}"]`)

/** Points at a moment of the slider. */
async function pointAt(page: Page, at: number, total: number) {
  const { x, y, width, height } = (await slider(page).boundingBox())!
  await page.mouse.move(x + 8 + ((width - 16) * at) / total, y + height / 2)
}

test("pointing at the slider shows a moment, leaving it the game as it stands", async ({ page }) => {
  await click(page, 0, 3, 1, 4)
  await pointAt(page, 1, 4)
  await expect(moves(page)).toHaveText("move 1 of 4")
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, empty")
  await pointAt(page, 3, 4)
  await expect(moves(page)).toHaveText("move 3 of 4")
  await page.getByTestId("prompt").hover()
  await expect(moves(page)).toHaveText("move 4 of 4")
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, O")
})

test("a click on the slider goes there, and the arrow keys step", async ({ page }) => {
  await click(page, 0, 3, 1, 4)
  await pointAt(page, 2, 4)
  await page.mouse.down()
  await page.mouse.up()
  await page.mouse.move(5, 5)
  await expect(moves(page)).toHaveText("move 2 of 4")
  // Drawn away and back, it leaves the game where it is, and to be played.
  const { x, y, width, height } = (await slider(page).boundingBox())!
  const place = (at: number) => [x + 8 + ((width - 16) * at) / 4, y + height / 2] as const
  await page.mouse.move(...place(2))
  await page.mouse.down()
  await page.mouse.move(...place(4), { steps: 5 })
  await expect(moves(page)).toHaveText("move 4 of 4")
  await page.mouse.move(place(2)[0], y + 100, { steps: 5 })
  await page.mouse.up()
  await expect(moves(page)).toHaveText("move 2 of 4")
  await page.mouse.move(5, 5)
  await expect(cell(page, 8)).toHaveAttribute("data-legal", "true")
  await slider(page).focus()
  await page.keyboard.press("ArrowRight")
  await expect(moves(page)).toHaveText("move 3 of 4")
  await page.keyboard.press("Home")
  await expect(moves(page)).toHaveText("move 0 of 4")
  await page.keyboard.press("End")
  await expect(moves(page)).toHaveText("move 4 of 4")
})

test("the log shows a moment where it is pointed at, goes there with a click, and steps with the arrow keys", async ({ page }) => {
  await click(page, 0, 3, 1, 4)
  const lines = await page.locator("[data-line]").count()
  await line(page, lines - 4).hover()
  await expect(moves(page)).toHaveText("move 1 of 4")
  await line(page, lines - 3).click()
  await page.getByTestId("prompt").hover()
  await expect(moves(page)).toHaveText("move 2 of 4")
  // Moves taken back are still listed, marked, and reachable.
  await expect(page.locator("[data-line].ahead")).toHaveCount(2)
  await page.getByTestId("log").focus()
  await page.keyboard.press("ArrowUp")
  await expect(moves(page)).toHaveText("move 1 of 4")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(moves(page)).toHaveText("move 3 of 4")
  await line(page, lines - 1).click()
  await page.getByTestId("prompt").hover()
  await expect(moves(page)).toHaveText("move 4 of 4")
})

test("a move from an earlier point keeps the old line as a branch, over a reload and changes of the rules", async ({ page }) => {
  await click(page, 0, 3, 1, 4)
  await page.getByTestId("back").click()
  await page.getByTestId("back").click()
  await expect(moves(page)).toHaveText("move 2 of 4")
  const bar = page.getByTestId("controls")
  await expect(bar).toContainText("Earlier: move 2 of 4")
  await page.getByTestId("to-last").click()
  await expect(moves(page)).toHaveText("move 4 of 4")
  await expect(bar).toContainText("Your turn")
  await page.getByTestId("back").click()
  await page.getByTestId("back").click()
  await click(page, 8)
  await expect(moves(page)).toHaveText("move 3 of 3")
  const branch = page.getByTestId("branch")
  await expect(branch).toHaveText(["3. X: Space row 1, column 24 moves in all"])
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Go on."]))
  await expect(branch).toHaveCount(1)
  await page.reload()
  await expect(moves(page)).toHaveText("move 3 of 3")
  await branch.click()
  await expect(moves(page)).toHaveText("move 4 of 4")
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, O")
  await expect(branch).toHaveText(["3. X: Space row 3, column 33 moves in all"])
  // The move of a branch leads onto it.
  await page.getByTestId("back").click()
  await page.getByTestId("back").click()
  await expect(moves(page)).toHaveText("move 2 of 4")
  await click(page, 8)
  await expect(moves(page)).toHaveText("move 3 of 3")
  await expect(branch).toHaveText(["3. X: Space row 1, column 24 moves in all"])
  await page.getByTestId("forget-branch").click()
  await expect(branch).toHaveCount(0)
  await page.reload()
  await expect(moves(page)).toHaveText("move 3 of 3")
  await expect(page.getByTestId("branches")).toHaveCount(0)
})

test("a restart keeps the game before it as a branch; a new seed begins another game", async ({ page }) => {
  await click(page, 0, 3)
  await page.getByTestId("restart").click()
  await expect(moves(page)).toHaveText("move 0 of 0")
  await page.getByTestId("branch").click()
  await expect(moves(page)).toHaveText("move 2 of 2")
  await page.getByTestId("new-seed").click()
  await expect(moves(page)).toHaveText("move 0 of 0")
  await expect(page.getByTestId("branches")).toHaveCount(0)
})

test("what a seat may not see is not shown by travelling", async ({ page }) => {
  await choose(page, "Battleship")
  await page.getByTestId("follow").uncheck()
  await page.getByTestId("seats").getByRole("tab", { name: "Blue" }).click()
  await page.getByTestId("random-end").click()
  await expect(page.getByTestId("result")).toBeVisible()
  const total = Number(/of (\d+)/.exec((await moves(page).textContent())!)![1])
  // At every position of the pointer, the seat and the displayed panes stay.
  for (const part of [0.1, 0.4, 0.7]) {
    await pointAt(page, Math.round(total * part), total)
    await expect(moves(page)).not.toHaveText(`move ${total} of ${total}`)
    await expect(page.getByTestId("seats").getByRole("tab", { name: "Blue" })).toHaveAttribute("aria-selected", "true")
    await expect(page.getByRole("group", { name: "Your waters" })).toHaveCount(1)
  }
})

/** A board that is written on a thousand times. */
const LONG = `game "Long"
roles X, O

board grid = square(8, 8)
show grid { mark: V.board, click: space }

global {
    board: Role?[64]
    made: int
}

setup {
    G.active = X
    call place
}

view {
    V.board = G.board
}

state place {
    prompt {
        prompt "Go on."
        for s in grid.cells {
            action space(s)
        }
    }

    on space(s: int) {
        G.board[s] = R
        log "One more."
        G.made += 1
        if G.made == 1000 { finish "Done" }
        G.active = other(R)
    }
}
`

test("a game of a thousand moves is travelled without a wait", async ({ page }) => {
  test.slow()
  await write(page, LONG)
  await expect(page.getByTestId("prompt")).toHaveText("Go on.")
  await page.getByTestId("random-end").click()
  await expect(moves(page)).toHaveText("move 1000 of 1000")
  await pointAt(page, 500, 1000)
  await expect(moves(page)).not.toHaveText("move 1000 of 1000")
  const { tasks, shown } = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>("[data-testid=slider]")!
    const box = input.getBoundingClientRect()
    const seen = new Set<string>()
    const tasks: number[] = []
    const observer = new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    observer.observe({ entryTypes: ["longtask"] })
    for (let step = 0; step <= 120; step++) {
      const clientX = box.left + 8 + ((box.width - 16) * step) / 120
      input.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY: box.top + 5, bubbles: true, pointerType: "mouse" }))
      await new Promise(done => requestAnimationFrame(done))
      seen.add(document.querySelector("[data-testid=moves]")!.textContent!)
    }
    observer.disconnect()
    return { tasks, shown: seen.size }
  })
  const long = tasks.filter(it => it >= 400)
  console.log(`longest task while scrubbing: ${Math.max(0, ...tasks)} ms, ${shown} moments shown`)
  // A busy machine causes a few long tasks; waiting at moments would cause up to 121.
  expect(long.length, `tasks of ${long.join(", ")} ms`).toBeLessThan(20)
  expect(shown).toBeGreaterThan(20)
})

test("a game that another takes the place of is one of the earlier games, with its lines, also after a reload", async ({ page }) => {
  const games = page.getByTestId("earlier-game")
  await click(page, 4, 0, 8)
  await page.getByTestId("new-seed").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await expect(games).toHaveText([/^3 movesseed \d+$/])
  await click(page, 2)
  await page.reload()
  await games.click()
  await expect(page.getByTestId("moves")).toHaveText("move 3 of 3")
  await expect(cell(page, 8)).toContainText("X")
  // The other one is kept in its turn.
  await expect(games).toHaveText([/^1 moveseed \d+$/])
  await games.click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.getByTestId("forget-earlier-game").click()
  await expect(games).toHaveCount(0)
})

test("Play again keeps the game that is over", async ({ page }) => {
  await click(page, 0, 3, 1, 4, 2)
  await page.getByTestId("play-again").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await expect(page.getByTestId("earlier-game")).toContainText("5 moves")
})

for (const how of ["and a click on Restart", "and a click on New seed", "Tab", "Enter"]) {
  test(`a number of players counts that is typed: ${how}`, async ({ page }) => {
    await choose(page, "Cullet")
    const seats = page.getByTestId("table").getByRole("tab")
    const players = page.getByTestId("option-players")
    const before = await players.inputValue()
    const wanted = before === "3" ? 4 : 3
    await players.fill(String(wanted))
    if (how.endsWith("Restart")) await page.getByTestId("restart").click()
    else if (how.endsWith("seed")) await page.getByTestId("new-seed").click()
    else await players.press(how)
    // And the observer's.
    await expect(seats).toHaveCount(wanted + 1)
    await expect(players).toHaveValue(String(wanted))
  })
}

test("branches are called by what is clicked, or by the author's words", async ({ page }) => {
  await choose(page, "Connect Four")
  const stack = async (column: number, made: string) => {
    await cell(page, column).click()
    await expect(page.getByTestId("moves")).toHaveText(made)
  }
  const branch = page.getByTestId("branch")
  await stack(2, "move 1 of 1")
  await stack(5, "move 2 of 2")
  await page.getByTestId("back").click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 2")
  await stack(3, "move 2 of 2")
  await expect(branch).toContainText("2. Yellow: Drop column 6")
  await write(page, rules("connect-four", ["            action drop(column)\n", "            action drop(column) `Let one fall into ${column + 1}`\n"]))
  await expect(branch).toContainText("2. Yellow: Let one fall into 6")
})
