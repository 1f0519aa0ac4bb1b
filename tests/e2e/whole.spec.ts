// Whole games, played only by mouse, fingers, keys or the typed table: picks things marked as playable, at random, until there is a result.
// A short game each time; with WHOLE=1 long ones too, and the duration of each is printed.

import type { ElementHandle, JSHandle, Page } from "@playwright/test"
import { compile, games, init, type Options } from "houserules"
import { bare, entry, expect, ready, seeded, turnTo } from "./page.js"

await init()

const WIDE = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }

/** Marks of playable things, of choices, and of further ones. */
const PLAYABLE = "#seat .shows [data-legal=true]"
const CHOICES = "[data-testid=choices] .choice"
const BUTTONS = "[data-testid=controls] .action:not([aria-disabled])"

type Element = ElementHandle<SVGElement | HTMLElement>
type Point = { x: number; y: number }

/** A point that hits a thing; undefined if it is covered or out of sight. */
function pointOf(thing: Element): Promise<Point | undefined> {
  return thing.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    for (const x of [0.5, 0.12, 0.88])
      for (const y of [0.5, 0.12, 0.88]) {
        const point = { x: left + x * width, y: top + y * height }
        const hit = document.elementFromPoint(point.x, point.y)
        if (hit && element.contains(hit)) return point
      }
    return undefined
  })
}

/** A way to take things, by one means of input. */
interface Means {
  take(page: Page, thing: Element): Promise<void>
}

/** Points at things, and scrolls to those inside scrolling elements, or behind More. */
function pointing(press: (page: Page, at: Point) => Promise<void>, swipe: (page: Page, at: Point, by: Point) => Promise<void>): Means {
  const take = async (page: Page, thing: Element) => {
    for (let tries = 0; tries < 4; tries++) {
      const at = await pointOf(thing)
      if (at) return press(page, at)
      const more = page.getByTestId("more-actions")
      if ((await thing.evaluate(it => it.matches(".action"))) && (await more.getAttribute("aria-expanded")) === "false") {
        await take(page, (await more.elementHandle()) as Element)
        continue
      }
      const strip = await thing.evaluate(element => {
        for (let around = element.parentElement; around; around = around.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(around)
          const box = around.getBoundingClientRect()
          const here = element.getBoundingClientRect()
          const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
          const by = { x: here.left + here.width / 2 - middle.x, y: here.top + here.height / 2 - middle.y }
          if (/auto|scroll/.test(overflowX) && around.scrollWidth > around.clientWidth + 1) return { middle, by: { x: by.x, y: 0 } }
          if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight + 1) return { middle, by: { x: 0, y: by.y } }
        }
        return undefined
      })
      if (!strip) break
      await swipe(page, strip.middle, strip.by)
    }
    throw new Error(`${await nameOf(thing)} can be taken, and cannot be pointed at`)
  }
  return { take }
}

const mouse = pointing(
  (page, { x, y }) => page.mouse.click(x, y),
  async (page, { x, y }, by) => {
    await page.mouse.move(x, y)
    await page.mouse.wheel(by.x, by.y)
    await page.waitForTimeout(200)
  },
)

const finger = pointing(
  (page, { x, y }) => page.touchscreen.tap(x, y),
  async (page, { x, y }, by) => {
    const client = await page.context().newCDPSession(page)
    await client.send("Input.synthesizeScrollGesture", { x, y, xDistance: -by.x, yDistance: -by.y, gestureSourceType: "touch" })
    await client.detach()
  },
)

const keys: Means = {
  async take(page, thing) {
    for (let presses = 0; presses < 150; presses++) {
      const way = await thing.evaluate(element => {
        const now = document.activeElement!
        if (now === element) return "Enter"
        if (now === document.body) return "Tab"
        const around = now.closest("svg.board, [data-list], .grid")
        const before = now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
        if (!around?.contains(element)) return before ? "Shift+Tab" : "Tab"
        // Within a board the next that can be chosen; in a list it lies somewhere.
        if (around.matches("svg")) return before ? "PageUp" : "PageDown"
        const [from, to] = [now.getBoundingClientRect(), element.getBoundingClientRect()]
        const [right, down] = [to.left - from.left, to.top - from.top]
        if (Math.abs(down) > Math.max(8, Math.abs(right))) return down > 0 ? "ArrowDown" : "ArrowUp"
        return right > 0 ? "ArrowRight" : "ArrowLeft"
      })
      await page.keyboard.press(way)
      if (way === "Enter") return
    }
    throw new Error(`${await nameOf(thing)} can be taken, and keys do not lead there`)
  },
}

const nameOf = (thing: Element) => thing.evaluate(it => `"${(it.getAttribute("aria-label") ?? it.textContent ?? "").trim() || it.className}"`)

/** Text and choices of the page: they differ after each step. */
function seen(page: Page): Promise<string> {
  return page.evaluate(
    ([playable, choices, buttons]) => {
      const text = (selector: string) => [...document.querySelectorAll(selector)].map(it => it.textContent).join()
      const marked = [...document.querySelectorAll(playable!)].map(it => it.getAttribute("data-cell") ?? it.getAttribute("data-card") ?? it.getAttribute("aria-label"))
      const picked = document.querySelectorAll(".picked, [aria-pressed=true]").length
      return JSON.stringify([text("[data-testid=moves]"), text("[data-testid=controls]"), text(choices!), text(buttons!), marked, picked])
    },
    [PLAYABLE, CHOICES, BUTTONS],
  )
}

const isOver = (page: Page) => page.getByTestId("result").isVisible()

/** Waits until it is a person's turn, or the game is over. */
async function settled(page: Page) {
  const ways = page.locator(`${PLAYABLE}, ${CHOICES}, ${BUTTONS}, [data-testid=uncover], [data-testid=result]`)
  await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
  await expect(ways.first()).toBeAttached({ timeout: 30_000 })
  // Waits until the table stops changing.
  for (let before = ""; ; await page.waitForTimeout(40)) {
    const now = await seen(page)
    if (now === before) return
    before = now
  }
}

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function elementsOf(lists: JSHandle<globalThis.Element[][]>, at: number): Promise<Element[]> {
  const list = await lists.evaluateHandle((all, at) => all[at]!, at)
  return [...(await list.getProperties()).values()].map(it => it.asElement() as Element)
}

/** The next thing to take: first among choices, then a button, then something not picked yet. */
async function next(page: Page, number: (below: number) => number): Promise<Element | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    await settled(page)
    if (await isOver(page)) return undefined
    // All at one moment: computers move meanwhile.
    const lists = await page.evaluateHandle(
      selectors => selectors.map(selector => [...document.querySelectorAll(selector)]),
      [CHOICES, BUTTONS, `${PLAYABLE}:not(.picked, [aria-pressed=true], section), section[data-legal=true] > .choose:not([aria-pressed=true])`],
    )
    const [choices, buttons, things] = await Promise.all([0, 1, 2].map(at => elementsOf(lists, at)))
    const all = choices!.length > 0 ? choices! : things!.length === 0 || (buttons!.length > 0 && number(2) === 0) ? buttons! : things!
    if (all.length > 0) return all[number(all.length)]!
    await page.waitForTimeout(50)
  }
  throw new Error("nothing can be taken")
}

/** Plays on until the game is over; gives how many steps that took. */
async function play(page: Page, { take }: Means): Promise<number> {
  const number = numbers(7)
  for (let steps = 0; steps < 4000; steps++) {
    await settled(page)
    if (await isOver(page)) return steps
    const uncover = page.getByTestId("uncover")
    const covered = await uncover.isVisible()
    const thing = covered ? ((await uncover.elementHandle()) as Element) : await next(page, number)
    if (!thing) return steps
    const stepper = page.getByTestId("stepper")
    if (!covered && (await stepper.isVisible()))
      for (let more = number(3); more > 0; more--) await take(page, (await stepper.getByRole("button", { name: "More" }).elementHandle()) as Element)
    const before = await seen(page)
    const name = await nameOf(thing)
    await take(page, thing)
    await expect.poll(() => seen(page), { message: `taking ${name} does something`, intervals: [20, 30, 50, 100] }).not.toBe(before)
    if (take === keys.take) await expect.poll(() => page.evaluate(() => document.activeElement !== document.body), `the focus is somewhere after ${name}`).toBe(true)
  }
  throw new Error("the game does not end")
}

/** The same by the line for typed moves, and its answers. */
async function type(page: Page): Promise<number> {
  const number = numbers(7)
  const line = page.getByTestId("typed-line")
  const last = page.getByTestId("heard").locator(".exchange").last()
  const ask = async (typed: string) => {
    await expect(line).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press("Enter")
  }
  const told = async (typed: string) => {
    await ask(typed)
    await expect(last.locator(".asked")).toHaveText(typed)
    return last.locator("li").allTextContents()
  }
  await page.keyboard.press("Alt+t")
  for (let steps = 0; steps < 4000; steps++) {
    await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
    if (await isOver(page)) return steps
    const uncover = page.getByTestId("typed-uncover")
    if (await uncover.isVisible()) {
      await expect(uncover).toBeFocused()
      await page.keyboard.press("Enter")
      continue
    }
    if (!(await page.getByTestId("controls").textContent())!.includes("Your turn")) {
      await page.waitForTimeout(50)
      continue
    }
    const moves = await page.getByTestId("moves").textContent()
    let choices = (await told("my moves")).filter(it => it !== "Undo")
    for (;;) {
      const at = number(choices.length)
      const holds = /: \d+ moves$/.test(choices[at]!)
      if (!holds) {
        await ask(choices[at]!)
        break
      }
      choices = await told(String(at + 1))
    }
    await expect(page.getByTestId("moves"), choices.join("; ")).not.toHaveText(moves!)
  }
  throw new Error("the game does not end")
}

const MEANS: { [name: string]: { how(page: Page): Promise<number>; device?: object; viewport: typeof WIDE } } = {
  "by mouse": { how: page => play(page, mouse), viewport: WIDE },
  "by finger": { how: page => play(page, finger), viewport: PHONE, device: { hasTouch: true, isMobile: true } },
  "by keys": { how: page => play(page, keys), viewport: WIDE },
  "by typing": { how: type, viewport: WIDE },
}

/** Prices, secret hands and a board: a number, a card, and a move of two clicks by turns. */
const FERRY = `game "The ferry"
roles Ann, Ben
enum Load { fish, grain, wool, salt }
board river = square(3, 4)
show river { mark: V.boats, click: sail(cell, cell), title: "River" }
show cards { items: V.hand, click: load, title: "Your hand" }
show table { items: V.earned }
global { boats: Role?[river], secret hand: Load[][Role], price: int, earned: int[Role] }
setup {
    G.hand = [[fish, salt], [grain, wool]]
    G.boats[0] = Ann
    G.boats[11] = Ben
    call main
}
view {
    V.boats = G.boats
    if R != none { V.hand = G.hand[R] }
    V.earned = G.earned
}
procedure main {
    while not empty(G.hand[Ben]) {
        for who in Role {
            G.active = who
            call offer
            call load
            call sail
        }
    }
    let best = if G.earned[Ann] > G.earned[Ben] then Ann else Ben
    finish best, \`\${best} has earned more.\`
}
state offer {
    prompt { prompt "Offer a price."; for n in 1 to 12 { action price(n) } }
    on price(n: int) { G.price = n; end }
}
state load {
    prompt { prompt "Load a card."; for i in indices(G.hand[R]) { action load(i) } }
    on load(i: int) {
        G.earned[R] += G.price * (1 + int(reveal(G.hand[R][i])))
        array_delete(G.hand[R], i)
        end
    }
}
state sail {
    prompt {
        prompt "Sail to a cell beside yours, or stay."
        for from in river.cells where G.boats[from] == R { for to in river.neighbours(from) where G.boats[to] == none { action sail(from, to) } }
        button stay
    }
    on sail(from: int, to: int) { G.boats[to] = R; G.boats[from] = none; end }
    on stay { end }
}
`

interface Long {
  id: string
  options?: Options
  /** The roles of the computer, with its strength. */
  machines?: { [role: string]: string }
}

/** At random nobody is ever mated: the computer does it. A match of Hearts is a short one. */
const LONG: Long[] = !process.env.WHOLE ? [] : [{ id: "chess", machines: { Black: "normal" } }, { id: "hearts", options: { limit: 20 } }, { id: "cullet" }, { id: "backgammon" }]

for (const [name, { how, viewport, device }] of Object.entries(MEANS))
  bare.describe(name, () => {
    bare.use({ ...device, viewport: WIDE, reducedMotion: "reduce" })

    bare("a game of prices, cards and boats is played to its end", async ({ page }) => {
      await page.goto(entry(page))
      await ready(page)
      await page.getByTestId("start").click()
      await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(FERRY) }])
      await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("The ferry")
      await turnTo(page, "Play")
      await page.setViewportSize(viewport)
      expect(await how(page)).toBeGreaterThan(8)
      await expect(page.getByTestId("result")).toContainText("wins")
    })

    for (const { id, options, machines = {} } of LONG)
      bare(`${id} is played to its end`, async ({ context }) => {
        bare.setTimeout(1_800_000)
        const { source, language, files, title } = games.find(game => game.id === id)!
        const rules = compile(source, { language, files }).rules!
        const { record } = rules.on_setup(7, undefined, options)
        rules.free()
        const page = await seeded(context, { [`draft:${id}`]: { format: 1, source, files, record, cursor: 0 } })
        await turnTo(page, "Play")
        await page.getByTestId("game-chooser").selectOption(id)
        await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
        for (const [role, strength] of Object.entries(machines)) await page.getByTestId(`player-${role}`).selectOption(strength)
        await page.setViewportSize(viewport)
        const began = Date.now()
        const steps = await how(page)
        const seconds = Math.round((Date.now() - began) / 1000)
        await page.setViewportSize(WIDE)
        const moves = await page.getByTestId("moves").textContent()
        const result = await page.getByTestId("result").textContent()
        console.log([title, name, moves, `${steps} steps`, `${seconds} s`, result].join(" | "))
      })
  })
