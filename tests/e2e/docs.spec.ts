// The documentation beside the page: its pages, its search, its use without a network.

import { AxeBuilder } from "@axe-core/playwright"
import { expect, test } from "@playwright/test"
import { bare, entry, ready } from "./page.js"
import { policed } from "./policed.js"

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"

test("the search finds a builtin, a message and a heading, by keys alone", async ({ page }) => {
  await page.goto("/docs/index.html")
  const found = page.locator("search .found")
  for (const [typed, address, shown] of [
    ["shuffle", "/docs/reference.html#word-shuffle", "shuffle(inout xs)"],
    ["HR0704", "/docs/messages.html#HR0704", "a number outside its type's range"],
  ] as const) {
    await page.keyboard.press("/")
    await page.keyboard.type(typed)
    await expect(found.getByRole("link").first()).toContainText(shown)
    await page.keyboard.press("ArrowDown")
    await expect(found.getByRole("link").first()).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.locator(":target")).toBeInViewport()
  }
  await page.keyboard.press("/")
  await page.keyboard.type("zyzzyva")
  await expect(found).toBeVisible()
  await expect(found).toHaveText("Nothing found")
  await page.keyboard.press("Escape")
  await expect(found).toBeHidden()
})

test("Escape ends a search whose index is still on its way", async ({ page }) => {
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  await page.route("**/index.json", async route => {
    await gate
    await route.continue()
  })
  await page.goto("/docs/index.html")
  await page.keyboard.press("/")
  await page.keyboard.type("shuffle")
  await page.keyboard.press("Escape")
  open()
  // Asked for later, it comes later.
  await page.evaluate(() => fetch("index.json").then(it => it.json()))
  await expect(page.locator("search .found")).toBeHidden()
})

test("every place of the index is in its page", async ({ page, request }) => {
  const index = await (await request.get("/docs/index.json")).json()
  expect(index.length).toBeGreaterThan(8)
  for (const { id, sections } of index) {
    await page.goto(`/docs/${id}.html`)
    const missing = await page.evaluate(
      ids => ids.filter((it: string) => !document.getElementById(it)),
      sections.flatMap((it: { id: string; entries?: { id: string }[] }) => [it.id, ...(it.entries ?? []).map(entry => entry.id)]),
    )
    expect(missing, id).toEqual([])
  }
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`pages are accessible and fit a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await policed(POLICY, async address => {
      for (const id of ["index", "exports", "package"]) {
        await page.goto(`${address}/docs/${id}.html`)
        await expect(page.getByRole("searchbox")).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        expect((await new AxeBuilder({ page }).analyze()).violations.map(it => it.id)).toEqual([])
      }
    })
  })
}

bare.describe("without a network", () => {
  bare.use({ serviceWorkers: "allow" })

  bare("the documentation is there after a visit of the page", async ({ page, context }) => {
    await page.goto(entry(page))
    await ready(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.goto("/docs/")
    await page.getByRole("link", { name: "Reference of the rules language" }).first().click()
    await page.getByRole("searchbox").fill("shuffle")
    await expect(page.locator("search .found")).toContainText("Shuffles a list")
  })
})
