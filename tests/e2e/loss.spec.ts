// Nothing that is written is lost in silence: a browser is killed, there is no room, a Worker dies, two tabs have one game, garbage
// lies in storage. A few rounds of each; `ROUNDS=200` for as many.

import { chromium, type Page } from "@playwright/test"
import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bare, choose, click, editor, entry, expect, ready, rules, seeded, write } from "./page.js"

const ROUNDS = Number(process.env.ROUNDS ?? 3)

/** Time within which typed text is on disk. */
const ON_DISK_MS = 1000

/** The number that the text begins with. */
async function numbered(page: Page): Promise<number> {
  return Number(/^\/\/ (\d+)/.exec(await editor(page).innerText())?.[1] ?? 0)
}

// A browser that is killed

/** A browser with a profile of its own, as a process of its own. */
class Browser {
  private process: ChildProcess | undefined
  readonly profile = mkdtempSync(join(tmpdir(), "house-rules-"))

  async open(address: string): Promise<Page> {
    const port = join(this.profile, "DevToolsActivePort")
    rmSync(port, { force: true })
    const options = [
      "--headless=new",
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--window-size=1400,900",
      "--remote-debugging-port=0",
      `--user-data-dir=${this.profile}`,
      "about:blank",
    ]
    this.process = spawn("/usr/bin/chromium", options, { stdio: "ignore", detached: true })
    await expect.poll(() => existsSync(port) && readFileSync(port, "utf8").includes("\n"), { timeout: 30_000 }).toBe(true)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(port, "utf8").split("\n")[0]}`)
    const page = browser.contexts()[0]!.pages()[0] ?? (await browser.contexts()[0]!.newPage())
    await page.goto(address)
    await expect(page.getByTestId("home").or(page.getByTestId("table"))).toBeVisible()
    if (await page.getByTestId("home").isVisible()) await page.goto(address + entry(page).slice(1))
    await ready(page)
    return page
  }

  /** With all its processes, as if the power went. */
  async kill() {
    const ended = this.process
    if (!ended) return
    this.process = undefined
    const gone = new Promise(done => ended.once("exit", done))
    process.kill(-ended.pid!, "SIGKILL")
    await gone
  }

  remove() {
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

bare("a browser that is killed loses at most the last second", async ({ baseURL }) => {
  bare.setTimeout(60_000 + ROUNDS * 30_000)
  const browser = new Browser()
  let [last, worst] = [0, 0]
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.open(baseURL!)
      if (round === 0) await write(page, `// 0\n${rules("tic-tac-toe")}\n${"// padding of the text\n".repeat(2000)}`)
      // Typing continues until the end.
      const typed: number[] = []
      const until = Date.now() + 1500 + ((round * 977) % 2500)
      await editor(page).focus()
      while (Date.now() < until) {
        await page.keyboard.press("Control+Home")
        await page.keyboard.press("Shift+End")
        await page.keyboard.insertText(`// ${last + typed.length + 1}`)
        typed.push(Date.now())
      }
      const killed = Date.now()
      await browser.kill()
      const after = await browser.open(baseURL!)
      const kept = (await numbered(after)) - last
      const lost = kept >= typed.length ? 0 : killed - typed[kept]!
      worst = Math.max(worst, lost)
      expect(kept, `of ${typed.length} in round ${round}, the first that is lost ${lost} ms old`).toBeGreaterThanOrEqual(typed.filter(at => at < killed - ON_DISK_MS).length)
      expect(kept).toBeLessThanOrEqual(typed.length + 1)
      await expect(after.getByTestId("undrawn")).toHaveCount(0)
      await expect(after.getByTestId("deadly")).toHaveCount(0)
      last = await numbered(after)
      await browser.kill()
      if (process.env.ROUNDS) console.log(`killed ${round + 1}: ${typed.length} typed, ${lost} ms lost`)
    }
  } finally {
    await browser.kill().catch(() => undefined)
    browser.remove()
  }
  if (process.env.ROUNDS) console.log(`killed ${ROUNDS} times: what was lost was at most ${worst} ms old`)
})

// No room

/** From now on storage takes no more. */
async function refuse(page: Page, on: boolean) {
  await page.evaluate(on => Object.assign(window, { refuses: on }), on)
}

/** Storage that reports no room, on demand. */
function refusing() {
  for (const name of ["put", "add"] as const) {
    const real = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...args: Parameters<typeof real>) {
      if ((window as { refuses?: boolean }).refuses) throw new DOMException("no room", "QuotaExceededError")
      return real.apply(this, args)
    }
  }
}

bare("without room it is told, lastingly, and what was written is kept once there is", async ({ page }) => {
  bare.setTimeout(60_000 + ROUNDS * 20_000)
  await page.addInitScript(refusing)
  await page.goto(entry(page))
  await ready(page)
  const unsaved = page.getByTestId("unsaved")
  for (let round = 1; round <= ROUNDS; round++) {
    await refuse(page, true)
    await write(page, rules("tic-tac-toe", ["Place your mark.", `Round ${round}.`]))
    await expect(unsaved).toContainText("Not saved: the browser's storage is full.")
    await write(page, rules("tic-tac-toe", ["Place your mark.", `Round ${round}, again.`]))
    await expect(unsaved).toBeVisible()
    if (round === 1) {
      const saved = page.waitForEvent("download")
      await unsaved.getByRole("button", { name: "Save" }).click()
      expect(readFileSync(await (await saved).path(), "utf8")).toContain("Round 1, again.")
      // After another game and back, it is still there, and still reported.
      await page.getByTestId("game-chooser").selectOption("nim")
      await expect(page.getByTestId("prompt")).toContainText("Take")
      await page.getByTestId("game-chooser").selectOption("tic-tac-toe")
      await expect(page.getByTestId("prompt")).toHaveText("Round 1, again.")
      await expect(unsaved).toBeVisible()
    }
    await refuse(page, false)
    // An automatic retry may come before the manual one.
    await unsaved
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await expect(unsaved).toHaveCount(0)
    await page.reload()
    await ready(page)
    await expect(page.getByTestId("prompt")).toHaveText(`Round ${round}, again.`)
  }
})

bare("a disk that is full: the browser's own quota", async ({ page, baseURL }) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Storage.overrideQuotaForOrigin", { origin: baseURL!, quotaSize: 300_000 })
  await page.goto(entry(page))
  await ready(page)
  await page.getByTestId("start").click()
  const files = [
    { name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(rules("tic-tac-toe", ["Place your mark.", "Large."])) },
    { name: "map.json", mimeType: "text/plain", buffer: Buffer.from(`"${"x".repeat(3_000_000)}"`) },
  ]
  await page.getByTestId("open-files").setInputFiles(files)
  await expect(page.getByTestId("prompt")).toHaveText("Large.")
  await expect(page.getByTestId("unsaved")).toContainText("the browser's storage is full")
  await session.send("Storage.overrideQuotaForOrigin", { origin: baseURL! })
  await expect(page.getByTestId("unsaved")).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("prompt")).toHaveText("Large.")
  await expect(page.getByTestId("files")).toContainText("map.json")
})

bare("without any storage the page works, and says that nothing is kept", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["indexedDB", "localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("no", "SecurityError")
        },
      })
  })
  await page.goto(entry(page))
  await ready(page)
  await expect(page.getByTestId("unsaved")).toContainText("This browser does not save your work: this browser does not allow storage.")
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Mine."]))
  await expect(page.getByTestId("prompt")).toHaveText("Mine.")
  await page.getByTestId("start").click()
  await page.getByTestId("new-rules").click()
  await expect(page.getByTestId("game-chooser").locator("option", { hasText: "New game" })).toHaveCount(1)
  await page.getByTestId("game-chooser").selectOption("tic-tac-toe")
  await expect(page.getByTestId("prompt")).toHaveText("Mine.")
})

bare("files of megabytes are kept, and so is what is written beside them", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  await page.getByTestId("start").click()
  const files = [
    { name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(rules("tic-tac-toe")) },
    { name: "map.json", mimeType: "text/plain", buffer: Buffer.from(`"${"x".repeat(12_000_000)}"`) },
  ]
  await page.getByTestId("open-files").setInputFiles(files)
  await expect(page.getByTestId("files")).toContainText("map.json")
  await page.waitForTimeout(3 * ON_DISK_MS)
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Beside."]))
  await expect(page.getByTestId("prompt")).toHaveText("Beside.")
  await write(page, rules("tic-tac-toe", ["G.board[s] = R\n", "G.bord[s] = R\n"]))
  await page.waitForTimeout(ON_DISK_MS)
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("problem")).toContainText("G has no field bord")
  await expect(page.getByTestId("prompt")).toHaveText("Beside.")
  await page.getByTestId("files").getByRole("tab", { name: "map.json" }).click()
  await expect(editor(page)).toContainText("xxxx")
})

bare("a page that is left while somebody types loses nothing", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  for (let round = 1; round <= ROUNDS; round++) {
    await page.locator(".cm-line").first().click()
    await page.keyboard.press("Control+Home")
    await page.keyboard.type(`// ${round}\n`)
    await page.reload()
    await ready(page)
    expect(await numbered(page)).toBe(round)
  }
})

bare("the storage of a newer version is left alone, and that is told", async ({ page }) => {
  await page.goto("/icon.svg")
  await page.evaluate(
    () =>
      new Promise<void>(done => {
        const opening = indexedDB.open("house-rules", 99)
        opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" }).put({ id: "tic-tac-toe", format: 9, newer: true })
        opening.onsuccess = () => (opening.result.close(), done())
      }),
  )
  await page.goto(entry(page))
  await ready(page)
  await expect(page.getByTestId("unsaved")).toContainText("This browser does not save your work: a newer version of this page has saved here.")
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Mine."]))
  await page.goto("/icon.svg")
  const left = await page.evaluate(
    () =>
      new Promise(done => {
        const opening = indexedDB.open("house-rules")
        opening.onsuccess = () => {
          const reading = opening.result.transaction("games").objectStore("games").getAll()
          reading.onsuccess = () => done(reading.result)
        }
      }),
  )
  expect(left).toEqual([{ id: "tic-tac-toe", format: 9, newer: true }])
})

// A Worker that dies

bare("a Worker that dies takes nothing with it", async ({ page }) => {
  bare.setTimeout(60_000 + ROUNDS * 20_000)
  await page.goto(entry(page))
  await ready(page)
  await write(page, rules("tic-tac-toe", ["Place your mark.", "Mine."]))
  await expect(page.getByTestId("prompt")).toHaveText("Mine.")
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 4 === 0 && round > 0) {
      await page.getByTestId("play-again").or(page.getByTestId("new-seed")).first().click()
      await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
    }
    const made = round % 4
    await click(page, made * 2)
    for (const worker of page.workers())
      await worker
        .evaluate(() => {
          setTimeout(() => {
            throw new Error("dead")
          })
        })
        .catch(() => undefined)
    await expect(page.getByTestId("moves")).toHaveText(`move ${made + 1} of ${made + 1}`)
    await page.getByTestId("back").click()
    await expect(page.getByTestId("moves")).toHaveText(`move ${made} of ${made + 1}`)
    await page.getByTestId("forward").click()
    await expect(page.getByTestId("moves")).toHaveText(`move ${made + 1} of ${made + 1}`)
    await expect(page.getByTestId("prompt")).toHaveText("Mine.")
    await expect(page.getByTestId("deadly")).toHaveCount(0)
  }
  await page.reload()
  await ready(page)
  await expect(page.getByTestId("prompt")).toHaveText("Mine.")
})

// Two tabs

bare("of two tabs one keeps the game; the other says so, and can go on with it", async ({ context }) => {
  bare.setTimeout(60_000 + ROUNDS * 20_000)
  const tabs = [await context.newPage(), await context.newPage()] as [Page, Page]
  await tabs[0].goto(entry(tabs[0]))
  await ready(tabs[0])
  await tabs[1].goto("/")
  await ready(tabs[1])
  await expect(tabs[1].getByTestId("elsewhere")).toContainText("This game is open in another tab")
  await expect(editor(tabs[1])).toHaveAttribute("aria-readonly", "true")
  let [keeper, other] = tabs
  for (let round = 1; round <= ROUNDS; round++) {
    await write(keeper, rules("tic-tac-toe", ["Place your mark.", `Round ${round}.`]))
    await expect(keeper.getByTestId("prompt")).toHaveText(`Round ${round}.`)
    await other.getByRole("button", { name: "Edit here" }).click()
    await expect(other.getByTestId("elsewhere")).toHaveCount(0)
    await expect(other.getByTestId("prompt")).toHaveText(`Round ${round}.`)
    await expect(keeper.getByTestId("elsewhere")).toBeVisible()
    ;[keeper, other] = [other, keeper]
  }
  await write(keeper, rules("tic-tac-toe", ["Place your mark.", "The last."]))
  await expect(keeper.getByTestId("prompt")).toHaveText("The last.")
  await other.close()
  await keeper.reload()
  await ready(keeper)
  await expect(keeper.getByTestId("elsewhere")).toHaveCount(0)
  await expect(keeper.getByTestId("prompt")).toHaveText("The last.")
  await expect(keeper.getByTestId("asides")).toHaveCount(0)
})

bare("where tabs cannot speak to each other, who comes second is told, and nothing is lost", async ({ context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "locks", { value: undefined })
    Object.assign(window, { BroadcastChannel: undefined })
  })
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const page of [first, second]) {
    await page.goto(entry(page))
    await ready(page)
    await page.waitForTimeout(ON_DISK_MS)
  }
  await write(first, rules("tic-tac-toe", ["Place your mark.", "The first."]))
  await first.waitForTimeout(ON_DISK_MS)
  await write(second, rules("tic-tac-toe", ["Place your mark.", "The second."]))
  await expect(second.getByTestId("elsewhere")).toContainText("Another tab changed this game at the same time.")
  await second.getByTestId("start").click()
  await expect(second.getByTestId("asides")).toContainText("another tab changed this game at the same time")
  await second.keyboard.press("Escape")
  await second.getByRole("button", { name: "Use the other version" }).click()
  await expect(second.getByTestId("prompt")).toHaveText("The first.")
  await second.getByTestId("start").click()
  await second.getByTestId("asides").getByRole("button", { name: "Open as a game" }).click()
  await expect(second.getByTestId("prompt")).toHaveText("The second.")
})

bare("new games in two tabs at once are two games", async ({ context }) => {
  const tabs = [await context.newPage(), await context.newPage()]
  for (const page of tabs) {
    await page.goto(entry(page))
    await ready(page)
  }
  await Promise.all(
    tabs.map(async (page, at) => {
      await page.getByTestId("start").click()
      await page.getByTestId("new-rules").click()
      await expect(page.getByTestId("game-chooser").locator("option:checked")).toHaveText("New game")
      await write(page, rules("tic-tac-toe", ["Tic-tac-toe", `Tab ${at}`]))
      await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText(`Tab ${at}`)
    }),
  )
  const third = await context.newPage()
  for (const page of [...tabs, third]) {
    await page.waitForTimeout(ON_DISK_MS)
    await page.goto(entry(page))
    await ready(page)
    for (const at of [0, 1]) await expect(page.getByTestId("game-chooser").locator("option", { hasText: `Tab ${at}` })).toHaveCount(1)
  }
})

bare("a new game is in the list all the time, by its name, whatever another tab says meanwhile", async ({ page }) => {
  await page.goto(entry(page))
  await ready(page)
  // Another tab repeatedly announces changed games, while the game waits for its lock, as in a busy browser; the selection is checked in
  // every frame.
  await page.evaluate(() => {
    const { locks } = navigator
    const request = locks.request.bind(locks) as (...all: unknown[]) => Promise<unknown>
    const late = async (...all: unknown[]) => {
      await new Promise(done => setTimeout(done, 300))
      return request(...all)
    }
    Object.assign(locks, { request: late })
    const other = new BroadcastChannel("house-rules")
    setInterval(() => other.postMessage({ changed: true }), 5)
    const chooser = document.querySelector<HTMLSelectElement>("[data-testid=game-chooser]")!
    const seen: string[] = []
    const look = () => {
      const now = chooser.selectedOptions[0]?.textContent ?? ""
      if (seen.at(-1) !== now) seen.push(now)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  await page.getByTestId("start").click()
  await page.getByTestId("new-rules").click()
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("New game")
  await page.waitForTimeout(ON_DISK_MS)
  await write(page, rules("tic-tac-toe", ["Tic-tac-toe", "Mine"]))
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("Mine")
  await page.waitForTimeout(ON_DISK_MS)
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(["Tic-tac-toe", "New game", "Mine"])
})

// Garbage

const RECORD = {
  format: 1,
  seed: 5,
  scenario: "Standard",
  options: {},
  moves: [
    ["X", "space", 4],
    ["O", "space", 0],
  ],
}
const MINE = { id: "own-1", title: "Mine", summary: "", group: "Your games", language: "rules", source: rules("tic-tac-toe", ["Tic-tac-toe", "Mine"]), files: {} }
const TEXT = rules("tic-tac-toe", ["Place your mark.", "Kept."])

/** In localStorage, as earlier versions of the page had it; and whether something of it is put aside. */
const EARLIER: [what: string, draft: unknown, own: unknown, aside: boolean][] = [
  ["a whole draft", { format: 1, source: TEXT, files: {}, record: RECORD, cursor: 1 }, [MINE], false],
  ["a draft that is no JSON", "{", [MINE], true],
  ["a draft of format 0", { format: 0, source: TEXT }, [MINE], true],
  ["a draft of format 2", { format: 2, source: TEXT }, [MINE], true],
  ["a text that is none", { format: 1, source: 5, record: RECORD }, [MINE], true],
  ["files that are none", { format: 1, source: TEXT, files: null, record: RECORD }, [MINE], true],
  ["a record without moves", { format: 1, source: TEXT, record: { ...RECORD, moves: null } }, [MINE], true],
  ["a seed that is none", { format: 1, source: TEXT, record: { ...RECORD, seed: "x" } }, [MINE], true],
  ["a seed beyond all", { format: 1, source: TEXT, record: { ...RECORD, seed: 1e300 } }, [MINE], true],
  ["moves that are none", { format: 1, source: TEXT, record: { ...RECORD, moves: [[], [{}], null] } }, [MINE], true],
  ["playedFiles null", { format: 1, source: `${TEXT} `, played: TEXT, playedFiles: null, record: RECORD }, [MINE], true],
  ["one bad entry among the games", { format: 1, source: TEXT, record: RECORD }, [{ ...MINE, files: null }, MINE, { ...MINE, language: "python" }], true],
  ["a list that is none", { format: 1, source: TEXT, record: RECORD }, 5, true],
]

bare("what earlier versions kept is taken over, and what is not understood is put aside", async ({ browser, baseURL }) => {
  bare.setTimeout(60_000 + EARLIER.length * 20_000)
  for (const [what, draft, own, aside] of EARLIER)
    await bare.step(what, async () => {
      const page = await seeded(await browser.newContext({ baseURL }), { "draft:tic-tac-toe": draft, "set:own": own, "set:game": "tic-tac-toe" })
      await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("Tic-tac-toe")
      const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith("house-rules:draft") || key === "house-rules:set:own"))
      await expect.poll(left).toEqual([])
      if (Array.isArray(own)) await expect(page.getByTestId("game-chooser").locator("option", { hasText: /^Mine$/ })).toHaveCount(1)
      await expect(page.getByTestId("aside")).toHaveCount(aside ? 1 : 0)
      if (aside) {
        await page.getByTestId("aside").getByRole("button").click()
        await expect(page.getByTestId("asides").getByRole("button", { name: "Save" }).first()).toBeVisible()
        await page.keyboard.press("Escape")
      }
      const readText = typeof draft === "object" && (draft as { format: number }).format === 1 && typeof (draft as { source: unknown }).source === "string"
      if (readText) await expect(page.getByTestId("prompt")).toHaveText(/Kept|Waiting|wins/)
      await click(page, 8)
      await page.reload()
      await ready(page)
      if (readText) await expect(page.getByTestId("prompt")).toHaveText(/Kept|Waiting|wins/)
      await expect(page.getByTestId("aside")).toHaveCount(0)
      if (Array.isArray(own)) await choose(page, "Mine")
      await page.context().close()
    })
})

/** Changes the stored data of Tic-tac-toe, behind the page's back. */
async function tamper(page: Page, change: { [field: string]: unknown } | null) {
  await page.goto("/icon.svg")
  await page.evaluate(
    change =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("house-rules")
        opening.onsuccess = () => {
          const tx = opening.result.transaction(["games", "contents"], "readwrite")
          const games = tx.objectStore("games")
          const reading = games.get("tic-tac-toe")
          reading.onsuccess = () => games.put(change ? { ...reading.result, ...change } : { id: "tic-tac-toe" })
          tx.oncomplete = () => (opening.result.close(), resolve())
          tx.onerror = () => reject(tx.error)
        }
      }),
    change,
  )
  await page.goto(entry(page))
  await ready(page)
}

const TAMPERED: ({ [field: string]: unknown } | null)[] = [
  null,
  { format: 3 },
  { format: "x" },
  { revision: "x" },
  { language: "python" },
  { text: 5 },
  { text: [["game.rules", 99]] },
  { record: {} },
  { record: { ...RECORD, seed: -1 } },
  { cursor: "x" },
  { played: [[1, 2]] },
  { deadly: "yes" },
]

bare("garbage in storage is put aside, and the page goes on", async ({ page }) => {
  bare.setTimeout(60_000 + Math.max(ROUNDS, TAMPERED.length) * 20_000)
  await page.goto(entry(page))
  await ready(page)
  for (let round = 0; round < Math.max(ROUNDS, TAMPERED.length); round++) {
    const change = TAMPERED[round % TAMPERED.length]!
    const told = `${round}: ${JSON.stringify(change)}`
    await write(page, rules("tic-tac-toe", ["Place your mark.", `Round ${round}.`]))
    await expect(page.getByTestId("prompt")).toHaveText(`Round ${round}.`)
    await page.waitForTimeout(ON_DISK_MS)
    await tamper(page, change)
    await expect(page.getByTestId("aside"), told).toContainText("Nothing is lost")
    await expect(page.getByTestId("table").getByRole("heading", { level: 2 }), told).toHaveText("Tic-tac-toe")
    await page.getByTestId("aside").getByRole("button").click()
    const latest = page.getByTestId("asides").locator("li").first()
    const saved = page.waitForEvent("download")
    await latest.getByRole("button", { name: "Save" }).click()
    expect(readFileSync(await (await saved).path(), "utf8"), told).toContain(`Round ${round}.`)
    await page.keyboard.press("Escape")
    // A dialog that closes restores the focus: text typed meanwhile would go elsewhere.
    await expect(page.getByTestId("asides")).toBeHidden()
  }
  // All of it is there, as a game.
  await page.getByTestId("start").click()
  await page.getByTestId("asides").getByRole("button", { name: "Open as a game" }).first().click()
  await expect(page.getByTestId("prompt")).toContainText("Round ")
})
