// By keys alone: each board and each list of a table is one stop of the Tab key, and the arrow keys reach everything in it.

import type { Page } from "@playwright/test"
import { compile, games, init } from "houserules"
import { beside, expect, share, test, turnTo } from "./page.js"

/** Faults of the table's tab stops, in words. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    // Renders follow in microtasks.
    const drawn = async () => {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    }
    const keys = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]
    for (const list of document.querySelectorAll<HTMLElement | SVGElement>(".scene :is(.board[role=group], .grid, ul[data-list], ol, .columns)")) {
      const things = [...list.querySelectorAll<HTMLElement | SVGElement>(list.matches(".board") ? "[data-cell][tabindex]" : "button")].filter(it => it.checkVisibility())
      if (things.length === 0) continue
      const what = `${list.closest("[aria-label]")?.getAttribute("aria-label")} (${things.length})`
      const stops = things.filter(it => it.tabIndex >= 0)
      if (stops.length !== 1) found.push(`${what} has ${stops.length} stops`)
      // On large boards only nearby cells.
      if (!stops[0] || things.length > 130) continue
      const reached = new Set<Element>(stops)
      for (const from of reached)
        for (const key of keys) {
          ;(from as HTMLElement).focus()
          await drawn()
          from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
          await drawn()
          if (list.contains(document.activeElement)) reached.add(document.activeElement!)
        }
      const missed = things.filter(it => !reached.has(it))
      if (missed.length > 0) found.push(`${what}: no arrow leads to ${missed.map(it => it.getAttribute("aria-label") ?? it.textContent).join("; ")}`)
    }
    return found
  })
}

/** Two tests, that they run beside each other. */
for (const half of [0, 1])
  test(`every shipped game has one stop for each board and list, and arrows within, ${half + 1} of 2`, async ({ page }) => {
    test.slow()
    await turnTo(page, "Play")
    await init()
    for (const { id, title, source, language, files } of share(0, games).filter((_, at) => at % 2 === half)) {
      await page.getByTestId("game-chooser").selectOption(id)
      await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText(compile(source, { language, files }).rules!.info.title)
      expect(await faults(page), title).toEqual([])
      await beside(page, "Game")
      for (let move = 0; move < 5; move++) if (!(await page.getByTestId("random-move").getAttribute("aria-disabled"))) await page.getByTestId("random-move").click()
      await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
      expect(await faults(page), `${title}, played on`).toEqual([])
    }
  })
