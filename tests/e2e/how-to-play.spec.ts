// *How to play*: at the table, and in an exported game.
import { AxeBuilder } from "@axe-core/playwright"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { compile, games, init } from "houserules"
import { site } from "houserules-table/site"
import { choose, expect, rules, test, write } from "./page.js"

for (const colorScheme of ["light", "dark"] as const) {
  test(`how to play is told over the table, and axe finds nothing: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await choose(page, "Cullet")
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
      [390, 420],
    ] as const) {
      await page.setViewportSize({ width, height })
      const button = page.getByTestId("how-to-play")
      await button.click()
      const told = page.getByRole("dialog", { name: "How to play Cullet" })
      await expect(told).toBeVisible()
      await expect(told.locator("p")).toHaveText([/^2 to 4 players: Ada, Bruno, Celia, Dario$/, /^You run a glass workshop/, /^Wares bring points/])
      // All of it is in the window, or a scroll of its own away.
      const { x, y, width: wide, height: high } = (await told.boundingBox())!
      expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).toEqual([true, true, true, true])
      expect(await told.evaluate(it => it.scrollWidth - it.clientWidth)).toBe(0)
      expect((await new AxeBuilder({ page }).include(".how-to-play").analyze()).violations).toEqual([])
      // The focus is in it, and returns afterwards.
      await expect(told.getByRole("button", { name: "Close" })).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(told).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
}

test("it says what the rules say now, and nothing where they say nothing", async ({ page }) => {
  const bare = rules("tic-tac-toe").replace(/^about `[^`]*`\n/m, "")
  await write(page, bare)
  await expect(page.getByTestId("how-to-play")).toHaveCount(0)
  await write(page, `${bare}\nabout "Two <b>players</b>.\\n\\nThree in a row."\n`)
  await page.getByTestId("how-to-play").click()
  const told = page.getByTestId("how-to-play-text")
  await expect(told.locator("p")).toHaveText(["2 players: X, O", "Two <b>players</b>.", "Three in a row."])
  await told.getByRole("button", { name: "Close" }).click()
  await expect(told).toBeHidden()
})

test("an exported game tells it, too", async ({ page }) => {
  await init()
  const { source } = games.find(({ id }) => id === "hearts")!
  const files: { [path: string]: string | Uint8Array } = site(compile(source).rules!.export())
  const types: { [ending: string]: string } = { css: "text/css", html: "text/html", js: "text/javascript", wasm: "application/wasm" }
  const server = createServer(({ url }, response) => {
    const name = url!.slice(1)
    response.writeHead(files[name] ? 200 : 204, { "content-type": types[name.split(".").at(-1)!] ?? "text/plain" })
    response.end(files[name])
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("button", { name: "How to play" }).click()
    const told = page.getByRole("dialog", { name: "How to play Hearts" })
    await expect(told).toContainText("4 players: North, East, South, West")
    await expect(told).toContainText("the fewest points win")
    expect((await new AxeBuilder({ page }).include({ fromShadowDom: ["house-rules-table", ".how-to-play"] }).analyze()).violations).toEqual([])
  } finally {
    server.close()
  }
})
