// A second visit: without a network, and to a new version of the page.

import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import { bare, cell, click, entry, expect, ready, side, whole } from "./page.js"

bare.use({ serviceWorkers: "allow" })

bare("a second visit needs no network: the game, the editor, the lab, a reload", async ({ page, context }) => {
  await page.goto(entry(page))
  await ready(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await click(page, 4)
  await context.setOffline(true)
  await page.reload()
  await ready(page)
  await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
  await click(page, 0)
  await expect(page.getByTestId("status")).toHaveText("No problems")
  await side(page, "Lab")
  await page.getByTestId("lab-games").selectOption("100")
  await page.getByTestId("lab-play").click()
  await expect(page.getByTestId("lab")).toContainText("100 of 100 games")
  await page.reload()
  await whole(page)
  // Files beside the page are not the page.
  await context.setOffline(false)
  await page.goto("/third-party.txt")
  await expect(page.getByText("@codemirror/state").first()).toBeVisible()
})

bare("a new version is offered, and comes when it is wanted", async ({ page }) => {
  const dist = fileURLToPath(new URL("../../www/dist/", import.meta.url))
  let script = readFileSync(`${dist}offline.js`, "utf8")
  const files = sirv(dist, { brotli: true })
  const server = createServer((request, response) => {
    if (request.url === "/offline.js") response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" }).end(script)
    else files(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${entry(page)}`)
    await ready(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await ready(page)
    await whole(page)
    await click(page, 4)
    script = script.replace('"house-rules ', '"house-rules next ')
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const offered = page.getByTestId("update")
    await expect(offered).toBeVisible()
    await offered.getByRole("button").click()
    await expect(offered).toHaveCount(0)
    await ready(page)
    await expect(cell(page, 4)).toHaveAccessibleName("row 2, column 2, X")
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/^house-rules next /)])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
