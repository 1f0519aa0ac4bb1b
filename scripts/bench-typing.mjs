// Measures latency while typing in a long file: from a key to the paint, and from a key to the problems of the new text.
//
//   node scripts/bench-typing.mjs [--lines 5000 | --megabytes 5] [--profile FILE]
//
// The page must be built. Runs with and without random games in the background. For a text given by its size, only the paints are measured,
// since the engine does not accept rules of megabytes. `--profile` saves a profile of the time while typing.
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { chromium } from "@playwright/test"
import { preview } from "vite"

const { lines, megabytes, profile } = parseArgs({
  options: { lines: { type: "string", default: "5000" }, megabytes: { type: "string" }, profile: { type: "string" } },
}).values
const KEYS = 100
const MISTAKES = 30

function text() {
  const game = readFileSync(new URL("../playground/games/tic-tac-toe/game.rules", import.meta.url), "utf8")
  const more = at => `function f${at}(n: int): int {\n    let m = n + ${at}\n    return m * 2\n}\n\n`
  const count = megabytes ? Math.ceil((Number(megabytes) * 1e6 - game.length) / more(10_000).length) : Math.ceil((Number(lines) - game.split("\n").length) / 5)
  return game + Array.from({ length: count }, (_, at) => more(at)).join("")
}

function told(times) {
  const sorted = times.sort((a, b) => a - b)
  const at = share => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))])
  return `median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms`
}

const server = await preview({ root: "www", preview: { port: 5998 }, logLevel: "error" })
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
for (const idle of [false, true]) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    window.paints = []
    addEventListener("keydown", () => {
      const start = performance.now()
      requestAnimationFrame(() => setTimeout(() => window.paints.push(performance.now() - start)))
    }, true)
  })
  await page.goto("http://localhost:5998/")
  await page.getByTestId("idle").waitFor()
  await page.getByTestId("idle").setChecked(idle)
  const editor = page.getByRole("textbox", { name: "Rules" })
  await page.getByTestId("open-files").setInputFiles({ name: "long.rules", mimeType: "text/plain", buffer: Buffer.from(text()) })
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("Tic-tac-toe"))
  const wrong = wanted => page.waitForFunction(wanted => /error/.test(document.querySelector("[data-testid=status]").textContent) === wanted, wanted, { polling: "raf" })
  await page.waitForTimeout(2000)
  await editor.press("Control+End")
  await page.keyboard.type("// ")
  await page.waitForTimeout(3000)
  await page.evaluate(() => (window.paints.length = 0))
  const profiler = profile && (await page.context().newCDPSession(page))
  await profiler?.send("Profiler.enable")
  await profiler?.send("Profiler.start")
  await page.keyboard.type("a word and ".repeat(KEYS / 11 + 1).slice(0, KEYS), { delay: 90 })
  if (profiler) writeFileSync(profile, JSON.stringify((await profiler.send("Profiler.stop")).profile))
  const paints = await page.evaluate(() => window.paints)
  if (megabytes) {
    console.log(`${megabytes} MB, ${idle ? "with" : "without"} random games: key to paint ${told(paints)}`)
    await page.close()
    continue
  }
  await page.keyboard.press("Enter")
  const answers = []
  for (let at = 0; at < MISTAKES; at++) {
    for (const [key, fails] of [[")", true], ["Backspace", false]]) {
      await page.waitForTimeout(250)
      const start = performance.now()
      await page.keyboard.press(key)
      await wrong(fails)
      answers.push(performance.now() - start)
    }
  }
  console.log(`${lines} lines, ${idle ? "with" : "without"} random games: key to paint ${told(paints)}; key to problems ${told(answers)}`)
  await page.close()
}
await browser.close()
await server.close()
