// Nothing overlaps: compares the boxes of all texts on the table with each other and with their containers.

import type { Page } from "@playwright/test"
import { games } from "houserules"
import { expect, share, test } from "./page.js"

const SIZES = [
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

/** Numbers of random moves to check after, and the end. */
const MOMENTS = [0, 10, 50]

/** Games are shared out to as many tests, which run beside each other. */
const PARTS = 2

/** Illegible texts: over another text, or outside of their box; also if there is no text. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The table is laid out again after the window has another size.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const root = document.querySelector('[data-testid="table"]')!
    const found: string[] = []
    const name = (text: Node) => `"${(text.textContent ?? "").trim().slice(0, 40)}"`
    const texts: { node: Text; parent: Element; boxes: DOMRect[] }[] = []
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const node = walk.currentNode as Text
      const parent = node.parentElement!
      if (node.data.trim() === "" || parent.closest(".unseen, title, option, details:not([open]) > :not(summary)")) continue
      const style = getComputedStyle(parent)
      if (style.visibility === "hidden" || style.display === "none") continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1)
      if (boxes.length > 0) texts.push({ node, parent, boxes })
    }
    if (texts.length < 5) found.push("there is no table to be seen")
    // An element that clips or scrolls covers nothing beyond it.
    const cut = (parent: Element, box: DOMRect): DOMRect | undefined => {
      let { left, top, right, bottom } = box
      for (let at: Element | null = parent; at && at !== root; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue
        const edge = at.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : undefined
    }
    // Out of its own block: buttons, cards, cells of tables and the like.
    for (const { node, parent, boxes } of texts) {
      const block = parent.closest("button, .card, .piece, .bit, .heap, td, th, dd, dt, li, p, h2, h3, section")
      if (!block || parent.closest("svg")) continue
      const edge = block.getBoundingClientRect()
      for (const box of boxes.flatMap(it => cut(parent, it) ?? []))
        if (box.left < edge.left - 2 || box.right > edge.right + 2) found.push(`${name(node)} runs out of its ${block.tagName.toLowerCase()}.${block.className}`)
    }
    // Letters are lower than their lines, and lines may be tight. A single figure is narrower than its box.
    const slack = (box: DOMRect, parent: Element) => {
      const beside = parent.closest(".mark.figure") ? box.width * 0.15 : 1
      return new DOMRect(box.x + beside, box.y + box.height * 0.2, Math.max(0, box.width - 2 * beside), box.height * 0.6)
    }
    const seen = texts.flatMap(({ node, parent, boxes }) => {
      const bar = parent.closest('[data-testid="controls"]')
      const fan = parent.closest(".fan .card")
      return boxes.flatMap(it => cut(parent, it) ?? []).map(box => ({ node, bar, fan, box: slack(box, parent) }))
    })
    seen.sort((a, b) => a.box.left - b.box.left)
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        if (other.box.left >= one.box.right) break
        if (one.node === other.node || one.bar !== other.bar) continue
        // A card of a fan lies on the one before it, and covers it.
        if (one.fan && other.fan && one.fan !== other.fan) continue
        if (one.box.top < other.box.bottom && other.box.top < one.box.bottom) found.push(`${name(one.node)} and ${name(other.node)} lie on each other`)
      }
    }
    return [...new Set(found)]
  })
}

/** Waits until all messages to the page are drawn: a window's new size is laid out in the frame after it. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })

/** Waits until no more moves come. */
async function played(page: Page) {
  let before = ""
  await expect(async () => {
    const now = (await page.getByTestId("moves").textContent())!
    const same = now === before && /^move [1-9]/.test(now)
    before = now
    expect(same).toBe(true)
  }).toPass({ intervals: [1000] })
}

for (let part = 0; part < PARTS; part++)
  test(`no text runs over another in any game, at any width: part ${part + 1}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: "reduce" })
    const all: string[] = []
    const some = share(
      2,
      games.filter(({ id, group }) => group !== "Tutorial" || id === "tutorial-7"),
    ).filter((_, at) => at % PARTS === part)
    for (const { id, title } of some) {
      await page.setViewportSize(SIZES[0]!)
      await page.getByTestId("game-chooser").selectOption(id)
      await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
      await expect(page.getByTestId("table")).toHaveAttribute("aria-busy", "false")
      // Clicks while the previous game is still displayed are lost with it.
      await expect(async () => {
        await page.getByTestId("random-end").dispatchEvent("click")
        await expect(page.getByTestId("moves")).toHaveText(/^move [1-9]/, { timeout: 5000 })
      }).toPass()
      await played(page)
      const slider = page.getByTestId("slider")
      const last = Number(await slider.getAttribute("max"))
      for (const moves of MOMENTS.filter(moves => moves === 0 || moves < last).concat(last)) {
        await slider.fill(String(moves))
        await expect(page.getByTestId("moves")).toHaveText(new RegExp(`^move ${moves} `))
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await drawn(page)
          all.push(...(await faults(page)).map(fault => `${title}, ${moves} moves, ${size.width} wide: ${fault}`))
        }
        await page.setViewportSize(SIZES[0]!)
      }
    }
    expect(all).toEqual([])
  })

test("texts that run over each other or out of what they are in are found", async ({ page }) => {
  expect(await faults(page)).toEqual([])
  await page.addStyleTag({ content: ".chance button { position: absolute; width: 20px; overflow: visible }" })
  expect(await faults(page)).toEqual(expect.arrayContaining([expect.stringContaining("lie on each other"), expect.stringContaining("runs out of its button")]))
})
