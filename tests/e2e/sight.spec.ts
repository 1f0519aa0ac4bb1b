// Everything that can be clicked now is in sight, in Play: in every shipped game, at moments of a random game of it.

import type { Page } from "@playwright/test"
import { compile, games, init } from "houserules"
import { bare, expect, seeded, share, turnTo } from "./page.js"

await init()

const MOMENTS = [0, 10, 50, 200]
const SEED = 7
const CLICKABLE = "#seat .shows [data-legal=true], [data-testid=controls] :is(.action:not([aria-disabled]), .more-actions)"

/** Games of many moves, as earlier versions of the page kept them, so that they are there at once. */
const drafts = Object.fromEntries(
  games.map(({ id, source, language, files }) => {
    const rules = compile(source, { language, files }).rules!
    const record = rules.random_record(SEED, MOMENTS.at(-1))
    rules.free()
    return [`draft:${id}`, { format: 1, source, files, record, cursor: 0 }]
  }),
)

/** Goes to a moment of the game, or to its end; gives how many moves are made there. */
async function goTo(page: Page, moment: number): Promise<number> {
  const slider = page.getByTestId("slider")
  const at = Math.min(moment, (await slider.isEnabled()) ? Number(await slider.getAttribute("max")) : 0)
  await slider.evaluate((it: HTMLInputElement, at) => {
    it.value = String(at)
    it.dispatchEvent(new Event("change", { bubbles: true }))
  }, at)
  await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${at} of `))
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
  const toAct = page
    .getByTestId("seats")
    .getByRole("tab")
    .filter({ has: page.locator(".active") })
  if ((await toAct.count()) > 0) await toAct.first().click()
  // The players take turns at this screen.
  if (await page.getByTestId("uncover").isVisible()) await page.getByTestId("uncover").click()
  return at
}

/** Clickable things out of sight, in words; and whether the page or a zone scrolls. */
function outOfSight(clickable: string) {
  const found: string[] = []
  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`the page is ${scrollWidth} × ${scrollHeight}`)
  const isWithin = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  const isHit = (thing: Element, { left, top, width, height }: DOMRect) => {
    for (const x of [0.5, 0.1, 0.9])
      for (const y of [0.5, 0.1, 0.9]) {
        const hit = document.elementFromPoint(left + x * width, top + y * height)
        // A click hits it, or the clickable thing around it.
        if (hit && (thing.contains(hit) || hit.closest("[data-legal=true]")?.contains(thing))) return true
      }
    return false
  }
  const scene = (document.querySelector("#seat .shows") ?? document.body).getBoundingClientRect()
  const more = document.querySelector("[data-testid=more-actions]")?.getBoundingClientRect()
  for (const thing of document.querySelectorAll(clickable)) {
    const box = thing.getBoundingClientRect()
    const name = thing.getAttribute("aria-label") ?? thing.textContent ?? thing.tagName
    const [strip, bar] = [thing.closest(".strip"), thing.closest("[data-testid=controls]")]
    // One swipe away in its strip, or in the panel of "More".
    if (strip && !isWithin(box, strip.getBoundingClientRect())) continue
    if (more && thing.matches(".action") && !isWithin(box, bar!.getBoundingClientRect())) continue
    if (!isWithin(box, bar ? bar.getBoundingClientRect() : scene)) found.push(`${name} sticks out`)
    else if (!isHit(thing, box)) found.push(`${name} is covered`)
  }
  return found
}

const WIDE = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }

for (const [viewport, device] of [
  [WIDE, {}],
  [PHONE, { hasTouch: true, isMobile: true }],
] as const)
  bare.describe(`${viewport.width} × ${viewport.height}`, () => {
    bare.use({ ...device, viewport: WIDE, reducedMotion: "reduce" })

    bare("everything that can be clicked is in sight", async ({ context }) => {
      bare.setTimeout(300_000)
      const page = await seeded(context, drafts)
      await turnTo(page, "Play")
      let clickable = 0
      const some = share(1, games)
      for (const { id, title } of some) {
        await page.getByTestId("game-chooser").selectOption(id)
        await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
        for (const moment of MOMENTS) {
          const at = await goTo(page, moment)
          await page.setViewportSize(viewport)
          await expect(async () => expect(await page.evaluate(outOfSight, CLICKABLE)).toEqual([]), `${title} after ${at} moves`).toPass({ timeout: 10_000 })
          clickable += await page.locator(CLICKABLE).count()
          await page.setViewportSize(WIDE)
          if (at < moment) break
        }
      }
      expect(clickable).toBeGreaterThan(some.length * 8)
    })
  })
