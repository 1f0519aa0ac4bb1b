import type { Page } from "@playwright/test"
import { choose, expect, tabTo, test } from "./page.js"

const area = (page: Page, name: string) => page.locator(`[data-area="${name}"]`)
const moves = (page: Page) => page.getByTestId("moves")
const refused = (page: Page) => page.getByTestId("refused")
const seat = (page: Page, name: string) => page.getByRole("tab", { name, exact: true })

/** They are folded where something else can be done. */
const unfold = (page: Page) => page.getByTestId("messages").evaluate(it => void ((it as HTMLDetailsElement).open = true))

async function say(page: Page, line: string) {
  await unfold(page)
  await page.getByTestId("words").fill(line)
  await page.getByTestId("words").press("Enter")
}

test("a message is sent as a form and as words; who is refused is told so, and nobody else", async ({ page }) => {
  await choose(page, "Noughts and crosses")
  await expect(page.getByTestId("words")).toBeHidden()
  await unfold(page)
  await page.getByRole("textbox", { name: "Position" }).fill("00")
  await page.getByTestId("send").click()
  await expect(moves(page)).toHaveText(/^move 1 /)
  await expect(area(page, "00")).toHaveAccessibleName("00: ✕")

  await expect(seat(page, "o")).toHaveAttribute("aria-selected", "true")
  await say(page, "place_token 00")
  await expect(refused(page)).toHaveText("There is a token already.")
  await expect(moves(page)).toHaveText("move 1 of 1")
  await seat(page, "x").click()
  await expect(refused(page)).toHaveText("")
  await expect(page.getByTestId("log")).not.toContainText("already")
  await expect(page.getByTestId("fault")).toHaveCount(0)
  await seat(page, "o").click()
  await expect(refused(page)).toHaveText("There is a token already.")

  await say(page, 'place_token "11"')
  await expect(moves(page)).toHaveText("move 2 of 2")
  await expect(area(page, "11")).toHaveAccessibleName("11: ○")
  await expect(refused(page)).toHaveText("")
})

test("who is not active may speak too, and words that are none are told before they are sent", async ({ page }) => {
  await choose(page, "Noughts and crosses")
  await seat(page, "o").click()
  await say(page, "place_token 00")
  await expect(refused(page)).toHaveText("It is not your turn.")
  await say(page, "put 00")
  await expect(refused(page)).toHaveText("There is no message put. Use place_token.")
  await say(page, "place_token 0 0")
  await expect(refused(page)).toHaveText("place_token takes one word: position.")
  await expect(moves(page)).toHaveText("move 0 of 0")
  await seat(page, "Observer").click()
  await expect(page.getByTestId("messages")).toHaveCount(0)
})

test("areas are clicked: what is offered is lit, what is not is refused", async ({ page }) => {
  await choose(page, "Noughts and crosses")
  await expect(page.locator('[data-testid="area"][data-legal="true"]')).toHaveCount(9)
  await expect(area(page, "x_tokens")).toHaveAccessibleName("X: 5, ✕ on top")
  await area(page, "11").click()
  await expect(moves(page)).toHaveText(/^move 1 /)
  await expect(area(page, "11")).toHaveAttribute("data-legal", "false")
  await area(page, "11").click()
  await expect(refused(page)).toHaveText("There is a token already.")

  await tabTo(page, area(page, "11"))
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("End")
  await expect(area(page, "02")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(moves(page)).toHaveText(/^move 2 /)
  await expect(area(page, "02")).toHaveAccessibleName("02: ○")
  await expect(area(page, "o_tokens")).toHaveAccessibleName("O: 3, ○ on top")
})

test("cards lie face down for all but those who may see them", async ({ page }) => {
  await choose(page, "Last card")
  await expect(seat(page, "Anna")).toHaveAttribute("aria-selected", "true")
  await unfold(page)
  await expect(page.getByRole("textbox", { name: "Card" })).toBeVisible()
  const hand = area(page, "hand_Anna").last().getByTestId("token")
  await expect(hand).toHaveCount(5)
  await expect(area(page, "hand_Ben")).toHaveAccessibleName("Ben: 5, face down on top")
  await expect(area(page, "deck")).toHaveAccessibleName(/face down on top$/)
  const odd = hand.locator("visible=true").and(page.locator('[data-legal="false"]')).first()
  await odd.click()
  await expect(refused(page)).toHaveText("That card has neither the suit nor the rank of the one on the pile.")
  await seat(page, "Observer").click()
  await expect(area(page, "hand_Anna").first()).toHaveAccessibleName("Anna: 5, face down on top")
  await expect(page.getByTestId("token")).toHaveCount(0)
})

test("a whole game by messages comes to its end", async ({ page }) => {
  await choose(page, "Noughts and crosses")
  for (const [at, cell] of ["00", "10", "01", "11", "02"].entries()) {
    await say(page, `place_token ${cell}`)
    await expect(moves(page)).toHaveText(at === 4 ? /^move 5 / : `move ${at + 1} of ${at + 1}`)
  }
  await expect(page.getByTestId("result")).toHaveText("x wins")
  await expect(page.getByTestId("messages")).toHaveCount(0)
})
