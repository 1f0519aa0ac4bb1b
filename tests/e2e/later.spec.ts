// A game goes on when its rules change under it; and tables that are pasted.

import { cell, click, editor, expect, rules, test, write } from "./page.js"

const CHANGED = () => rules("tic-tac-toe", ["where G.board[s] == none", "where G.board[s] == none and s != 3"]).split('test "')[0]!

test("the position is kept where the new rules refuse a move, and the line it was is a branch", async ({ page }) => {
  await click(page, 0, 3, 1)
  await write(page, CHANGED())
  const notice = page.getByTestId("notice")
  await expect(notice).toContainText("Move 2")
  await expect(page.getByTestId("moves")).toHaveText(/^move 1 /)
  // Another change in between does not lose it.
  await write(page, `${CHANGED()}\n`)
  await notice.getByRole("button", { name: "Keep position" }).click()
  await expect(notice).toHaveCount(0)
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
  await expect(cell(page, 1)).toHaveAccessibleName("row 1, column 2, X")
  await click(page, 4, 2)
  await page.reload()
  await expect(cell(page, 2)).toHaveAccessibleName("row 1, column 3, X")
  await expect(cell(page, 3)).toHaveAccessibleName("row 2, column 1, O")
})

test("what may mean something else is told", async ({ page }) => {
  await click(page, 0, 3)
  await write(page, rules("tic-tac-toe", ["square(3, 3)", "square(3, 4)"]).split('test "')[0]!)
  await expect(page.getByTestId("carried")).toContainText("may now mean another cell")
})

test("a table that is copied from a spreadsheet becomes a file", async ({ page }) => {
  const table = "name\tcost\nWolf, grey\t2\n"
  await write(page, `${rules("tic-tac-toe")}\nrecord Card { name: string, cost: int }\ndata CARDS: Card[] from "cards.tsv"\ninvariant "cards" { assert len(CARDS) == 1 }\n`)
  await expect(page.getByTestId("problem").first()).toContainText('there is no file "cards.tsv"')
  const paste = (text: string) =>
    page.getByTestId("file-name").evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", pasted)
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await page.getByTestId("add-file").click()
  await page.getByTestId("file-name").fill("cards.tsv")
  await paste(table)
  const tab = (name: string) => page.getByTestId("files").getByRole("tab", { name })
  await expect(tab("cards.tsv")).toHaveAttribute("aria-selected", "true")
  await expect(editor(page)).toContainText("Wolf, grey")
  await expect(page.getByTestId("status")).toHaveText("No problems")
  // Without a name it gets one.
  await page.getByTestId("add-file").click()
  await paste(table)
  await expect(tab("table.tsv")).toHaveAttribute("aria-selected", "true")
})
