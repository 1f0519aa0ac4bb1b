// The package in a page: objects that are made many times over are freed, or shared.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { bare, expect } from "./page.js"

const dist = new URL("../../playground/npm/dist/", import.meta.url)
const TYPES: { [ending: string]: string } = { js: "text/javascript", wasm: "application/wasm" }

/** A page of its own that can import the package from `/package/`. */
async function guest(page: Page) {
  await page.route("**/package/**", route => {
    const name = new URL(route.request().url()).pathname.replace("/package/", "")
    if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html>" })
    return route.fulfill({ contentType: TYPES[name.split(".").at(-1) ?? ""], body: readFileSync(join(dist.pathname, name)) })
  })
  await page.goto("/package/")
}

bare("ten thousand games of machine code are there at once, and go on", async ({ page }) => {
  await guest(page)
  const seen = await page.evaluate(async () => {
    const path = "/package/index.js"
    const { init, compile, games } = await import(path)
    await init()
    const kinds: { on_setup(seed: number): { playout(seed: number, most: number): number; state: object; active: string[] } }[] = []
    for (const id of ["tic-tac-toe", "pig", "nim"]) {
      const { source, language } = games.find((it: { id: string }) => it.id === id)
      kinds.push(await compile(source, { language }).rules.machine_code())
    }
    const all = Array.from({ length: 10_000 }, (_, n) => kinds[n % 3].on_setup(n + 1))
    for (const [n, game] of all.entries()) game.playout(n + 1, 3)
    const moved = all.map(game => JSON.stringify(game.state))
    const others = all.slice(0, 1000).filter((game, n) => JSON.stringify(game.state) !== moved[n]).length
    return { there: all.length, others, states: new Set(moved).size }
  })
  expect(seen).toMatchObject({ there: 10_000, others: 0 })
  expect(seen.states).toBeGreaterThan(3_000)
})

const [compiles, refusals] = process.env.THOROUGH ? [10_000, 1_000] : [500, 60]

bare("what was compiled is given back when it is freed, and texts that are no rules leave nothing", async ({ page }) => {
  await guest(page)
  const sizes = await page.evaluate(
    async ([compiles, refusals]) => {
      const [entry, own] = ["/package/index.js", "/package/engine.js"]
      const { init, compile, games } = await import(entry)
      await init()
      const { memory } = (await import(own)).initSync()
      const { source } = games.find((it: { id: string }) => it.id === "tic-tac-toe")
      const hostile = ["{".repeat(2_000), "§$%&/()=".repeat(2_000), "roles A\n".repeat(1_000), `view { V.x = ${"(".repeat(500)} }`]
      const compiled = (times: number) => {
        for (let n = 0; n < times; ++n) {
          const { rules } = compile(source)
          rules.on_setup(n + 1).free()
          rules.free()
        }
        return memory.buffer.byteLength
      }
      const refused = (times: number) => {
        for (let n = 0; n < times; ++n) if (compile(hostile[n % hostile.length]).rules) throw new Error("these are rules")
        return memory.buffer.byteLength
      }
      return [compiled(100), compiled(compiles), refused(20), refused(refusals)]
    },
    [compiles, refusals] as const,
  )
  expect(sizes[1]).toBe(sizes[0])
  expect(sizes[3]).toBe(sizes[2])
})
