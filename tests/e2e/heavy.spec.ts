// Texts whose games are more than anybody can look at: they open, say how much is not drawn, and open again after a reload.

import type { Page } from "@playwright/test"
import { expect, test } from "./page.js"

/** A game with a button, and the code that makes it heavy. */
function game({ globals = "", setup = "", view = "", show = "", prompt = "", on = "", roles = "A, B" }): string {
  return `game "Heavy"
roles ${roles}
${show}
global { n: int
 ${globals} }
setup { G.active = A
 ${setup}
 call play }
view { V.n = G.n
 ${view} }
state play { prompt { button go
 ${prompt} }
 ${on}
 on go { G.n += 1 } }
`
}

const ROLES = ["A", "B", ...Array.from({ length: 998 }, (_, at) => `r${at}`)].join(", ")
const lists = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at)).join("\n")
const DOUBLED = "for i in 1 to 18 { s = s + s }"

const HEAVY: { [what: string]: string } = {
  "nine rows of 99,000 cards": game({ view: lists(9, at => `V.l${at} = [i for i in 1 to 99000]`), show: lists(9, at => `show cards { items: V.l${at} }`) }),
  "20,000 cards": game({ view: "V.l = [i for i in 1 to 20000]", show: "show cards { items: V.l }" }),
  "99,000 rows of a table": game({ view: "V.l = [i for i in 1 to 99000]", show: "show table { items: V.l }" }),
  "500 shows": game({ view: "V.l = [i for i in 1 to 1000]", show: lists(500, () => "show cards { items: V.l }") }),
  "two boards of 10,000 cells": game({ globals: "b: int[10000]", view: "V.b = G.b", show: "board grid = square(100, 100)\nshow grid { mark: V.b }\nshow grid { mark: V.b }" }),
  "a board of 10,000 cells that can all be clicked": game({
    globals: "b: int[10000]",
    view: "V.b = G.b",
    show: "board grid = square(100, 100)\nshow grid { mark: V.b, click: space }",
    prompt: "for s in grid.cells { action space(s) }",
    on: "on space(s: int) { G.b[s] = 1 }",
  }),
  "twenty boards of 900 cells": game({ globals: "b: int[900]", view: "V.b = G.b", show: lists(20, at => `board grid${at} = square(30, 30)\nshow grid${at} { mark: V.b }`) }),
  "fifty tracks of 1,000 fields": game({ view: "V.t = [0, 0]", show: lists(50, () => "show track { items: V.t, from: 1, to: 1000 }") }),
  "a log of 99,000 lines": game({ setup: "for i in 1 to 99000 { log `line ${i}` }" }),
  "lines of 786,000 letters": game({ setup: `let s = "ab "\n ${DOUBLED}\n ${lists(20, () => "log s")}` }),
  "10,000 offers": game({ prompt: "for i in 1 to 10000 { action pick(i) }", on: "on pick(i: int) { G.n = i }" }),
  "a text of 786,000 letters": game({ globals: "s: string", setup: `let s = "ab "\n ${DOUBLED}\n G.s = s`, view: "V.s = G.s", show: "show counter { items: V.s }" }),
  "facts of 99,000 items": game({ view: "V.l = [i for i in 1 to 99000]\n V.m = [`x${i}` for i in 1 to 99000]" }),
  "100 roles": game({ roles: `A, B, ${Array.from({ length: 98 }, (_, at) => `r${at}`).join(", ")}`, view: "V.l = [i for i in 1 to 2000]", show: "show cards { items: V.l }" }),
  "1,000 roles, all of them active": game({
    roles: ROLES,
    setup: `G.active = [${ROLES}]`,
    view: "V.h = [[j for j in 1 to 13] for i in 1 to 1000]",
    show: "show table { items: V.h }",
  }),
}

/** More than any of them needs, on however busy a machine; a page that draws all has hundreds of thousands. */
const MOST_NODES = 20_000
/** Each is a picture of its own to the browser, in every frame. */
const MOST_MOVING = 1000

for (const [what, source] of Object.entries(HEAVY))
  test(`${what}: opened, and again`, async ({ page }) => {
    await page.getByTestId("start").click()
    const buffer = Buffer.from(source)
    let start = Date.now()
    await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer }])
    const opened = await drawn(page, start)
    await page.getByTestId("table").getByRole("button", { name: "Go", exact: true }).click()
    await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
    start = Date.now()
    await page.reload()
    const again = await drawn(page, start)
    await expect(page.getByTestId("moves")).toHaveText("move 1 of 1")
    test.info().annotations.push({ type: "time", description: `${what}: opened ${opened.ms} ms, again ${again.ms} ms, ${again.nodes} nodes` })
    if (process.env.TIMES) console.log(what, "|", opened.ms, "|", again.ms, "|", again.nodes)
    for (const { nodes, moving } of [opened, again]) {
      expect(nodes).toBeLessThan(MOST_NODES)
      expect(moving).toBeLessThan(MOST_MOVING)
    }
    await expect(page.getByTestId("undrawn")).toHaveCount(0)
  })

/** Time until the table was drawn and the page responded. */
async function drawn(page: Page, start: number) {
  await expect(page.getByTestId("table").getByRole("heading", { level: 2 })).toHaveText("Heavy")
  const [nodes, moving] = await page.evaluate(
    () => new Promise<[number, number]>(done => requestAnimationFrame(() => setTimeout(() => done([document.querySelectorAll("*").length, document.getAnimations().length])))),
  )
  return { ms: Date.now() - start, nodes, moving }
}

test("a seat that was not told for want of time is, to whoever sits down there", async ({ page }) => {
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(HEAVY["nine rows of 99,000 cards"]!) }])
  await expect(page.getByTestId("cards")).toHaveCount(9)
  for (const seat of ["Observer", "B"]) {
    const tab = page.getByTestId("seats").getByRole("tab", { name: seat, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute("aria-selected", "true")
    await expect(page.getByTestId("cards")).toHaveCount(9)
  }
})

test("more is drawn for whoever asks", async ({ page }) => {
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(HEAVY["20,000 cards"]!) }])
  const cards = page.getByTestId("card")
  await expect(cards).toHaveCount(300)
  // Excess data is never sent to the page.
  await expect(page.getByTestId("more")).toContainText("and 19,700 more")
  await page.getByTestId("more").getByRole("button", { name: "Show 300 of them" }).click()
  await expect(cards).toHaveCount(600)
  await expect(page.getByTestId("more")).toContainText("and 19,400 more")
})

test("the latest of a long log is there, and what was before", async ({ page }) => {
  await page.getByTestId("start").click()
  await page.getByTestId("open-files").setInputFiles([{ name: "game.rules", mimeType: "text/plain", buffer: Buffer.from(HEAVY["a log of 99,000 lines"]!) }])
  const lines = page.getByTestId("log").locator("li")
  await expect(lines).toHaveCount(200)
  await expect(lines.last()).toHaveText("line 99000")
  await expect(page.getByTestId("log-before")).toContainText("98,800 earlier lines")
  await page.getByTestId("log-before").getByRole("button").click()
  await expect(lines).toHaveCount(400)
  await expect(lines.first()).toHaveText("line 98601")
})
