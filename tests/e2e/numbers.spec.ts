// A number of many is one field with steps, not a hundred buttons.

import { expect, test, turnTo, write } from "./page.js"

const BID = `game "A bid"
roles White, Black
global { bid: int }
setup { G.active = White; call main }
view { V.bid = G.bid }
state main {
    prompt { prompt "Bid."; for n in 0 to 100 { if n % 10 != 5 { action bid(n) } } button pass }
    on bid(n: int) { G.bid = n; log \`\${R} bids \${n}.\`; G.active = other(R) }
    on pass { finish R, "passed" }
}
`

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`a number is stepped to, typed, and made a move by keys too: ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    await write(page, BID)
    await page.setViewportSize(viewport)
    await turnTo(page, "Play")
    const stepper = page.getByTestId("stepper")
    const field = stepper.getByRole("spinbutton", { name: "Bid" })
    const inBar = await page.getByTestId("controls").boundingBox()
    for (const part of [...(await stepper.getByRole("button").all()), field, page.getByRole("button", { name: "Pass", exact: true })]) {
      const box = (await part.boundingBox())!
      expect([box.x >= inBar!.x, box.x + box.width <= inBar!.x + inBar!.width, box.y >= inBar!.y, box.y + box.height <= inBar!.y + inBar!.height]).toEqual([true, true, true, true])
    }
    await expect(field).toHaveValue("0")
    await stepper.getByRole("button", { name: "More" }).click()
    await expect(field).toHaveValue("1")
    await field.press("PageUp")
    await field.press("ArrowUp")
    await expect(stepper.getByRole("button", { name: /^Bid/ })).toHaveText("Bid 13")
    // Numbers that are not offered are skipped.
    await field.press("ArrowUp")
    await field.press("ArrowUp")
    await expect(field).toHaveValue("16")
    // A half-typed number stays, though 4 becomes 42 and 5 is not offered.
    await field.fill("")
    await field.pressSequentially("52")
    await expect(field).toHaveValue("52")
    await field.press("Enter")
    await expect(page.getByTestId("controls")).toContainText("Your turn, Black")
    await field.fill("100")
    await stepper.getByRole("button", { name: "Bid 100" }).click()
    await expect(page.getByTestId("controls")).toContainText("Your turn, White")
    await field.fill("101")
    await field.press("Enter")
    await expect(page.getByTestId("controls")).toContainText("Your turn, White")
    await turnTo(page, "Workshop")
    await expect(page.getByTestId("log")).toContainText("Black bids 100.")
    await expect(page.getByTestId("log")).toContainText("White bids 52.")
  })
