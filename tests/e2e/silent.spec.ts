// Workers that never answer: the page waits for a time, measured by a clock of the specs, and then reports it.

import type { Page } from "@playwright/test"
import { AT_FIRST, bare, cell, click, entry, expect, side } from "./page.js"

bare.use(AT_FIRST)

/** Time for a Worker to start, and for the lab's to answer. */
const START_MS = 30_000
const PATIENCE_MS = 60_000

interface Silence {
  silent: boolean
  /** For silent Workers: their number, the messages to them, and how many were terminated. */
  made: number
  heard: number
  ended: number
}

/** Workers that are made while `window.silent` is true say nothing. */
async function silence(page: Page, from: boolean) {
  await page.addInitScript(silent => {
    const now = Object.assign(window, { silent, made: 0, heard: 0, ended: 0 })
    const Real = Worker
    class Silent extends EventTarget {
      onmessage = null
      onerror = null
      postMessage() {
        now.heard += 1
      }
      terminate() {
        now.ended += 1
      }
    }
    window.Worker = new Proxy(Real, {
      construct(target, given: [string, WorkerOptions]) {
        if (!now.silent) return new target(...given)
        now.made += 1
        return new Silent()
      },
    })
  }, from)
}

const counts = (page: Page) =>
  page.evaluate(() => {
    const { made, heard, ended } = window as unknown as Silence
    return { made, heard, ended }
  })
const speak = (page: Page, silent: boolean) => page.evaluate(silent => void Object.assign(window, { silent }), silent)

bare("a Worker that never starts is told after half a minute, and tried again when somebody wants it", async ({ page }) => {
  await page.clock.install()
  await silence(page, true)
  await page.goto(entry(page))
  await expect.poll(async () => (await counts(page)).heard).toBeGreaterThan(0)
  // The one from its own file, and then the one from the page's script.
  const told = page.getByTestId("unloaded")
  await page.clock.fastForward(START_MS - 1000)
  await expect(told).toHaveCount(0)
  const { heard } = await counts(page)
  await page.clock.fastForward(2000)
  await expect.poll(async () => (await counts(page)).ended).toBe(1)
  await expect.poll(async () => (await counts(page)).heard).toBeGreaterThan(heard)
  await expect(told).toHaveCount(0)
  await page.clock.fastForward(START_MS + 1000)
  await expect(told).toContainText("The engine could not be loaded: its background worker did not start within 30 seconds.")
  await expect(page.getByRole("textbox", { name: "Rules" })).toBeEditable()
  await speak(page, false)
  await told.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await expect(told).toHaveCount(0)
  await click(page, 0)
})

bare("where the file of the Worker never comes, it starts from the page's own script", async ({ page }) => {
  await page.clock.install()
  let asked = 0
  await page.route("**/assets/worker-*.js", () => void asked++)
  await page.goto(entry(page))
  await expect.poll(() => asked).toBeGreaterThan(0)
  // The time begins when the engine's code is there.
  await expect(async () => {
    await page.clock.fastForward(START_MS + 1000)
    await expect(page.getByTestId("status")).toHaveText("No problems", { timeout: 5000 })
  }).toPass()
  await click(page, 4)
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
})

bare("a lab that says nothing is told after a minute, and begins anew", async ({ page }) => {
  await page.clock.install()
  await silence(page, false)
  await page.goto(entry(page))
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await side(page, "Lab")
  await speak(page, true)
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect.poll(async () => (await counts(page)).heard).toBeGreaterThan(1)
  const lab = page.getByTestId("lab")
  await page.clock.fastForward(PATIENCE_MS - 2000)
  await expect(lab).not.toContainText("stopped responding")
  await page.clock.fastForward(3000)
  await expect(lab).toContainText("The games failed: the background worker stopped responding")
  await speak(page, false)
  await page.getByTestId("lab-play").click()
  await expect(lab).toContainText("100 of 100 games")
  await expect(lab).not.toContainText("stopped responding")
})
