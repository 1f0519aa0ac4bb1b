// Every shipped game on its own, in a browser: its page is drawn, and it is played to the end by its own script.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { compile, games, init } from "houserules"
import { site } from "houserules-table/site"
import { expect, test } from "./page.js"

test("Every exported game is drawn by its page, and played to the end by its script", async ({ page }) => {
  test.slow()
  await init()
  const files: { [path: string]: string | Uint8Array } = {}
  const titles: [id: string, title: string][] = []
  for (const { id, source, files: beside, language } of games) {
    const rules = compile(source, { files: beside, language }).rules!
    titles.push([id, rules.info.title])
    for (const [name, content] of Object.entries(site(rules.export()))) files[`${id}/${name}`] = content
  }
  const server = await serve(files)
  try {
    for (const [id, title] of titles) {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}/index.html`)
      await expect(page.getByRole("heading", { level: 1 }), id).toHaveText(title)
      await expect(page.getByTestId("prompt").or(page.getByTestId("result")).first(), id).toBeVisible()
      const [made, active] = await page.evaluate(async () => {
        const game = (await (await import(new URL("game.js", location.href).href)).load()).on_setup(3)
        return [game.playout(3), game.active.length]
      })
      expect(made, id).toBeGreaterThan(0)
      expect(active, id).toBe(0)
    }
  } finally {
    server.close()
  }
})

const TYPES: { [ending: string]: string } = { css: "text/css", html: "text/html", js: "text/javascript", wasm: "application/wasm" }

function serve(files: { [path: string]: string | Uint8Array }): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const content = files[url!.slice(1)]
    response.writeHead(content ? 200 : url === "/favicon.ico" ? 204 : 404, { "content-type": TYPES[url!.split(".").at(-1)!] ?? "text/plain" })
    response.end(content)
  })
  return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server)))
}
