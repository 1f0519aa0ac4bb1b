// Rules as machine code: random games, chance at the table, and the game on its own.
import { createServer, type Server } from "node:http"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { unzipSync } from "fflate"
import { choose, click, expect, rules, side, test, write } from "./page.js"

test("A thousand random games tell how the game ends", async ({ page }) => {
  await side(page, "Lab")
  await page.getByRole("button", { name: "1,000 random games" }).click()
  await expect(page.getByTestId("trial")).toHaveText(/^1,000 games in /)
  const trial = page.getByRole("region", { name: "Random games" })
  await expect(trial.getByRole("rowheader")).toHaveText(["X", "O", "Draw"])
  const shares = await trial.getByRole("cell").filter({ hasText: "%" }).allTextContents()
  expect(Math.abs(Number.parseFloat(shares[0]!) - 58.5)).toBeLessThan(6)
  await expect(trial).toContainText(/\d moves per game, 9 at most\./)
  await expect(page.getByTestId("broken")).toHaveCount(0)
  // The game at the table goes on as if nothing were.
  await side(page, "Table")
  await click(page, 4)
})

test("Random games show where rules get stuck, and those of other rules are gone", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["where G.board[s] == none {", "where G.board[s] == none and s != 8 {"]))
  await side(page, "Lab")
  await page.getByTestId("try").click()
  await expect(page.getByTestId("trial")).toHaveText(/^1,000 games/)
  await expect(page.getByTestId("broken")).toContainText(/games went wrong.*Seed \d+, after 8 moves: a dead end: X can do nothing/)
  await page.getByTestId("open-wrong").first().click()
  await expect(page.getByTestId("moves")).toHaveText("move 8 of 8")
  await expect(page.locator('[data-legal="true"]')).toHaveCount(0)
  await side(page, "Lab")
  await expect(page.getByTestId("trial")).toHaveText(/^1,000 games/)
  await side(page, "Table")
  await choose(page, "Connect Four")
  await side(page, "Lab")
  await expect(page.getByTestId("trial")).toHaveCount(0)
})

test("A random game whose move fails is shown before that move, with the fault", async ({ page }) => {
  await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "G.board[s + 1 - 1 % (9 - s)] = R\n"]))
  await side(page, "Lab")
  await page.getByTestId("try").click()
  await expect(page.getByTestId("broken")).toContainText("went wrong")
  await page.getByTestId("open-wrong").first().click()
  await expect(page.getByTestId("notice")).toContainText("fails")
})

test("Random games can be stopped, and played while the table is used", async ({ page }) => {
  await choose(page, "Chess")
  await side(page, "Lab")
  await page.getByTestId("try").click()
  await expect(page.getByTestId("trial")).toHaveText(/^\d+ games? in /)
  await side(page, "Table")
  await page.getByTestId("random-move").click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await side(page, "Lab")
  await page.getByTestId("stop-trial").click()
  await expect(page.getByTestId("try")).toBeEnabled()
})

test("Chance makes a move, or plays to the end; each move is in the record", async ({ page }) => {
  await page.getByRole("button", { name: "Random move" }).click()
  await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
  await page.getByRole("button", { name: "Play to the end" }).click()
  await expect(page.getByTestId("result")).toHaveText(/wins|Draw/)
  await expect(page.getByRole("button", { name: "Random move" })).toBeDisabled()
  const made = Number(/of (\d+)/.exec((await page.getByTestId("moves").textContent())!)![1])
  expect(made).toBeGreaterThanOrEqual(5)
  await page.getByRole("button", { name: "Back one move" }).click()
  await expect(page.getByTestId("moves")).toHaveText(`move ${made - 1} of ${made}`)
  await expect(page.getByRole("button", { name: "Random move" })).toBeEnabled()
})

test("An exported game is played to the end from a plain page, and by a Worker", async ({ page }) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()])
  expect(download.suggestedFilename()).toBe("tic-tac-toe.zip")
  const files = unzipSync(readFileSync(await download.path()))
  expect(Object.keys(files).sort()).toEqual([
    "alone.html",
    "game.d.ts",
    "game.js",
    "game.wasm",
    "index.html",
    "info.js",
    "lists.js",
    "messages.js",
    "page.js",
    "rules.js",
    "shapes.js",
    "table.js",
  ])
  const worker = `import { load } from "./game.js"
    const game = (await load()).on_setup(1)
    const moves = game.playout(1)
    postMessage([moves, game.active.length, game.result])`
  const server = await serve({ ...files, "worker.js": new TextEncoder().encode(worker) })
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tic-tac-toe")
    // Before a move there is nothing to play again, and nothing in the log.
    await expect(page.getByTestId("play-again")).toHaveText("New game")
    await expect(page.getByRole("heading", { name: "Log" })).toHaveCount(0)
    for (const space of [0, 3, 1, 4, 2]) await page.locator(`[data-cell="${space}"]`).click()
    await expect(page.getByTestId("result")).toHaveText("X wins")
    await page.getByRole("button", { name: "Play again" }).click()
    await expect(page.getByTestId("prompt")).toHaveText("Place your mark.")
    // The computer plays a seat, and the table stays with the other.
    await page.getByTestId("player-O").selectOption("computer")
    const marks = (name: string) => page.getByRole("button", { name: new RegExp(`, ${name}$`) })
    for (const made of [1, 2]) {
      await page.locator('[data-legal="true"]').first().click()
      await expect(marks("X")).toHaveCount(made)
      await expect(marks("O")).toHaveCount(made)
      await expect(page.getByRole("tab", { name: "X" })).toHaveAttribute("aria-selected", "true")
    }
    await page.getByTestId("player-X").selectOption("computer")
    await expect(page.getByTestId("result")).toBeVisible()
    const [moves, active, result] = await page.evaluate(
      () => new Promise<[number, number, string]>(resolve => (new Worker("worker.js", { type: "module" }).onmessage = ({ data }) => resolve(data))),
    )
    expect(moves).toBeGreaterThanOrEqual(5)
    expect(active).toBe(0)
    expect(["X", "O", "Draw"]).toContain(result)
  } finally {
    server.close()
  }
})

const TYPES: { [ending: string]: string } = { css: "text/css", html: "text/html", js: "text/javascript", wasm: "application/wasm" }

function serve(files: { [name: string]: Uint8Array }): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const content = files[url!.slice(1)]
    response.writeHead(content ? 200 : url === "/favicon.ico" ? 204 : 404, { "content-type": TYPES[url!.split(".").at(-1)!] ?? "text/plain" })
    response.end(content)
  })
  return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server)))
}
