// Sites with a content security policy for their pages.

import { expect, test } from "@playwright/test"
import { choose, click, entry, side } from "./page.js"
import { policed } from "./policed.js"

const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"
const ENOUGH = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'"

for (const [policy, refused] of [
  [STRICT, ["style-src 'unsafe-inline'"]],
  [ENOUGH, []],
] as const) {
  test(`the page works under ${policy}, and says what is refused`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("house-rules:set:idle", "no"))
    await policed(policy, async address => {
      await page.goto(`${address}${entry(page)}`)
      await choose(page, "Connect Four")
      await click(page, 3, 2)
      await expect(page.getByTestId("policy").locator("code")).toHaveText([...refused])
      await side(page, "Lab")
      await page.getByTestId("lab-play").click()
      await expect(page.getByTestId("lab-hash")).toBeVisible()
    })
  })
}
