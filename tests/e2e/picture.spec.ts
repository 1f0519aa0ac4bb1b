// The README's picture, www/picture.png, shows the page as it is: what can be read in the page is what could be read when the picture was
// taken, www/picture.txt. `npm run picture` takes it anew and writes both.

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "@playwright/test"
import { AT_FIRST, bare, entry, expect, ready, whole } from "./page.js"

const MOVES = [3, 3, 2, 4, 2, 2, 4, 1, 1]
const path = (name: string) => fileURLToPath(new URL(`../../www/${name}`, import.meta.url))

bare.use({ ...AT_FIRST, viewport: { width: 1440, height: 810 }, deviceScaleFactor: 1.5, colorScheme: "light", reducedMotion: "reduce" })

bare("the README's picture is no older than the page", async ({ page }) => {
  await page.goto(entry(page, "connect-four"))
  await ready(page)
  await whole(page)
  await page.getByTestId("seed").fill("1871")
  await page.getByTestId("restart").click()
  for (const [made, column] of MOVES.entries()) {
    await page.locator(`[data-cell="${column}"][data-legal="true"]`).click()
    await page.getByText(`move ${made + 1} of ${made + 1}`).waitFor()
  }
  await page.locator('[data-cell="4"]').hover()
  await page.getByText("3 tests pass").waitFor()
  if (process.env.UPDATE) {
    await page.screenshot({ path: path("picture.png") })
    writeFileSync(path("picture.txt"), await names(page))
  }
  const taken = readFileSync(path("picture.txt"), "utf8")
  await expect(async () => expect(await names(page), "`npm run picture` takes it anew").toBe(taken)).toPass({ timeout: 10_000 })
})

/** Roles and names of everything in the page, but not how many random games there were so far. */
async function names(page: Page): Promise<string> {
  const all = await page.locator("body").ariaSnapshot()
  return `${all.replace(/(?<=random games) [\d.,]+\w?/g, "")}\n`
}
