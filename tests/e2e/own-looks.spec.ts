// Colours and font sizes set by the reader.

import { cell, choose, expect, named, test, turnTo } from "./page.js"

test("in forced colours, what can be played, what is chosen and how full something is can be told", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await turnTo(page, "Play")
  await choose(page, "Cullet")
  await expect(page.locator(".scene [data-legal=true]").nth(15)).toBeAttached()
  const looks = await page.evaluate(() =>
    [...document.querySelectorAll(".scene [data-legal]")].map(it => ({ legal: it.getAttribute("data-legal") === "true", outlined: getComputedStyle(it).outlineStyle !== "none" })),
  )
  expect(looks.filter(({ legal, outlined }) => legal !== outlined)).toEqual([])
  const filled = page.locator(".meter .bar > span").first()
  expect(await filled.evaluate(it => getComputedStyle(it).backgroundColor !== getComputedStyle(it.parentElement!).backgroundColor)).toBe(true)
  const chosen = page.getByTestId("modes").getByRole("tab", { name: "Play" })
  await expect(chosen).toHaveCSS("outline-style", "solid")
  await expect(page.getByTestId("modes").getByRole("tab", { name: "Workshop" })).toHaveCSS("outline-style", "none")

  // A board keeps its colours: they distinguish its pieces.
  await choose(page, "Chess")
  await cell(page, named("g1")).click()
  await expect(cell(page, named("f3")).locator(".hint")).toBeVisible()
  const ground = (name: string) =>
    cell(page, named(name))
      .locator(".square")
      .evaluate(it => getComputedStyle(it).fill)
  expect(await ground("g1")).not.toBe(await ground("c1"))
})

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const)
  test(`with letters twice as large, the bar has room for all that it says: ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await turnTo(page, "Play")
    for (const title of ["Hearts", "Cullet"]) {
      await choose(page, title)
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "187.5%"))
      const faults = () =>
        page.evaluate(() => {
          const bar = document.querySelector(".turn-bar")!.getBoundingClientRect()
          const out = [...document.querySelectorAll(".turn-bar :is(b, .prompt, .offers > *, .undo, .more-actions), .top > *")].filter(it => {
            const { top, bottom, height } = it.getBoundingClientRect()
            const within = it.closest(".top")?.getBoundingClientRect() ?? bar
            // In a row that wraps, everything below the row is behind "More".
            const hidden = it.closest(".offers") && top >= it.closest(".offers")!.getBoundingClientRect().bottom
            return height > 0 && !hidden && (top < within.top - 1 || bottom > within.bottom + 1 || it.scrollHeight > it.clientHeight + 8)
          })
          return [...out.map(it => `${it.className} ${it.textContent}`), document.documentElement.scrollWidth > innerWidth ? "wider than the window" : ""].filter(Boolean)
        })
      await expect.poll(faults, title).toEqual([])
      if (width > 700) expect((await page.getByTestId("log").boundingBox())!.height).toBeGreaterThan(60)
    }
  })
