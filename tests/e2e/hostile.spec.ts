// Exported games of hostile texts and names, opened under a strict policy: they play, and nothing else runs.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "@playwright/test"
import { compile, init } from "houserules"
import { site } from "houserules-table/site"
import { hostile } from "../npm/hostile.js"

/** Values set by an exported game, or by code that should not run. */
interface Alone {
  exports: { roles: string[]; setup(seed: number, scenario: undefined, options: object): { L: object } }
  PWNED?: unknown
}

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
const TYPES: { [ending: string]: string } = { css: "text/css", html: "text/html", js: "text/javascript", svg: "image/svg+xml", wasm: "application/wasm" }

/** A page that loads the framework's rules as its own script, as its server's pages do. */
const FRAMEWORK = `<!doctype html><meta charset="utf-8"><script src="before.js"></script><script src="rules.js"></script><p>loaded</p>`

test("Exported games of hostile texts play under a strict policy, and nothing else runs", async ({ page }) => {
  test.slow()
  await init()
  const files: { [path: string]: string | Uint8Array } = {}
  const games = hostile.flatMap(({ source, language, title }, i) => {
    const { rules } = compile(source, { language })
    if (!rules) return []
    for (const [name, content] of Object.entries(site(rules.export()))) files[`/${i}/${name}`] = content
    files[`/${i}/framework.html`] = FRAMEWORK
    files[`/${i}/before.js`] = "var exports = {}"
    const lab = rules.lab()
    lab.join(lab.play(0, 5))
    files[`/${i}/lab.svg`] = lab.picture()
    return [{ i, title, rules }]
  })
  expect(games.length).toBeGreaterThan(hostile.length - 12)
  const server = await serve(files)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const complaints: string[] = []
  page.on("console", it => it.type() === "error" && complaints.push(it.text()))
  page.on("pageerror", it => complaints.push(it.message))
  page.on("dialog", it => void complaints.push(it.message()))
  page.on("request", it => !it.url().startsWith(address) && complaints.push(it.url()))
  try {
    for (const { i, title, rules } of games) {
      await page.goto(`${address}/${i}/index.html`)
      await expect(page.getByTestId("play-again")).toBeVisible()
      // A title of thousands of letters is shortened, with a note.
      if (title !== undefined) expect((await page.locator("h1").textContent())!.replace(/… ?\([\d,]+ more letters\)$/, "")).toBe(title.slice(0, 200))
      const moves = page.getByTestId("actions").locator("button:not([aria-disabled=true]):not(:disabled)")
      for (let n = 0; n < 5 && (await moves.count()) > 0; n++) await moves.first().click()
      await page.goto(`${address}/${i}/framework.html`)
      expect(await page.evaluate(() => (globalThis as unknown as Alone).exports.roles)).toEqual(rules.info.roles)
      expect(await page.evaluate(() => typeof (globalThis as unknown as Alone).exports.setup(1, undefined, {}).L)).toBe("object")
      await page.goto(`${address}/${i}/lab.svg`)
      expect(await page.evaluate(() => [document.documentElement.localName, document.querySelectorAll("script, parsererror, [onload], [onerror]").length])).toEqual(["svg", 0])
      expect(await page.evaluate(() => (globalThis as unknown as Alone).PWNED)).toBeUndefined()
      expect(complaints).toEqual([])
    }
  } finally {
    server.close()
  }
})

function serve(files: { [path: string]: string | Uint8Array }): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const content = files[url!]
    const type = TYPES[url!.split(".").at(-1)!] ?? "text/plain"
    response.writeHead(content !== undefined ? 200 : url === "/favicon.ico" ? 204 : 404, {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
    })
    response.end(content)
  })
  return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server)))
}
