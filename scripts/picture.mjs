// Takes the picture of the page that the README shows, from the page as built, to www/picture.png:
//   bash scripts/build.sh && node scripts/picture.mjs

import { chromium } from "@playwright/test"
import { preview } from "vite"

const MOVES = [3, 3, 2, 4, 2, 2, 4, 1, 1]

const server = await preview({ root: "www", preview: { host: "127.0.0.1", port: 5175 } })
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
const page = await browser.newPage({
  viewport: { width: 1440, height: 810 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
  reducedMotion: "reduce",
})
await page.goto(server.resolvedUrls.local[0])
await page.getByRole("combobox", { name: "Game" }).selectOption("Connect Four")
await page.getByTestId("seed").fill("1871")
await page.getByTestId("restart").click()
for (const [made, column] of MOVES.entries()) {
  await page.locator(`[data-cell="${column}"][data-legal="true"]`).click()
  await page.getByText(`move ${made + 1} of ${made + 1}`).waitFor()
}
await page.locator('[data-cell="4"]').hover()
await page.waitForTimeout(300)
await page.screenshot({ path: "www/picture.png" })
await browser.close()
await server.close()
