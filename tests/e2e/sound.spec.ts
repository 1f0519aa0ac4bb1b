// Sound: off at first, remembered, and never before the user has done something.

import type { Page } from "@playwright/test"
import { cell, choose, click, expect, take, test, turnTo } from "./page.js"

/** Has the page note each tone instead of playing it, and each time that audio is begun. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: number[] = []
    const begun: number[] = []
    Object.assign(window, { heard, begun })
    class Wave extends OscillatorNode {
      start(when?: number) {
        heard.push(this.frequency.value)
        super.start(when)
      }
    }
    const Real = AudioContext
    window.AudioContext = class extends Real {
      constructor() {
        super()
        begun.push(performance.now())
      }
      createOscillator() {
        return new Wave(this)
      }
    }
  })
  await page.reload()
  await expect(page.getByTestId("board")).toBeVisible()
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard.splice(0))
const begun = (page: Page) => page.evaluate(() => (window as unknown as { begun: number[] }).begun.length)

const MOVE = [330]
const LOSS = [247, 165]
const TURN = [523, 659]
const END = [392, 523, 659, 784]

test("nothing sounds until it is turned on; then moves do, one's turn after a computer's, and the end", async ({ page }) => {
  await listen(page)
  await click(page, 0, 1)
  expect(await begun(page)).toBe(0)
  await page.getByRole("button", { name: "Turn sound on" }).click()
  expect(await heard(page)).toEqual(TURN)
  await click(page, 3)
  await expect.poll(() => heard(page)).toEqual(MOVE)
  await page.getByTestId("player-O").selectOption("Computer: beginner")
  await expect(page.getByTestId("moves")).toHaveText("move 4 of 4")
  await expect.poll(() => heard(page)).toEqual([...MOVE, ...TURN])
  await page.getByTestId("player-O").selectOption("you")
  // Going back is no move.
  await page.getByTestId("back").click()
  await page.getByTestId("back").click()
  await expect(page.getByTestId("moves")).toHaveText("move 2 of 4")
  expect(await heard(page)).toEqual([])
  await click(page, 3, 4, 6)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  expect(await heard(page)).toEqual([...MOVE, ...MOVE, ...END])
  await page.getByRole("button", { name: "Turn sound off" }).click()
  await page.getByTestId("play-again").click()
  await expect(page.getByTestId("moves")).toHaveText("move 0 of 0")
  await click(page, 0)
  expect(await heard(page)).toEqual([])
})

test("a capture sounds lower", async ({ page }) => {
  await listen(page)
  await page.getByTestId("sound").click()
  await choose(page, "Chess")
  await heard(page)
  await take(page, "e2", "e4")
  await take(page, "d7", "d5")
  expect(await heard(page)).toEqual([...MOVE, ...MOVE])
  await take(page, "e4", "d5")
  expect(await heard(page)).toEqual(LOSS)
})

test("it is remembered, and silent until the user does something", async ({ page }) => {
  await listen(page)
  await page.getByTestId("sound").click()
  await page.getByTestId("player-O").selectOption("Computer: beginner")
  await page.getByTestId("player-X").selectOption("Computer: beginner")
  await expect(page.getByTestId("result")).toBeVisible()
  await page.getByTestId("play-again").click()
  await page.reload()
  // Computers play on by themselves.
  await expect(page.getByTestId("result")).toBeVisible()
  expect(await begun(page)).toBe(0)
  await turnTo(page, "Play")
  await page.getByTestId("more-menu").click()
  await expect(page.getByRole("button", { name: "Turn sound off" })).toContainText("Turn sound off")
  await page.keyboard.press("Escape")
  await page.getByTestId("play-again").click()
  await expect.poll(() => heard(page)).toEqual(expect.arrayContaining(END))
  await expect(cell(page, 0)).toBeVisible()
})
