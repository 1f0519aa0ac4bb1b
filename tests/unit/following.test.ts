// Follows a number through changes of its text.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { followed } from "../../www/src/common/following"

/** The texts with a mark before the number; without one where it is not to be found. */
function expectFollowed(before: string, after: string) {
  const [at, to] = [before.indexOf("|"), after.indexOf("|")]
  expect(followed(before.replace("|", ""), after.replace("|", ""), at)).toBe(to < 0 ? undefined : to)
}

test("lines that come and go before a number move it, those after it do not", () => {
  expectFollowed("a\nx = |30\nb", "new\na\nx = |30\nb")
  expectFollowed("a\n    x = |30\nb", "a\n    y = 30\n    x = |30\nb")
  expectFollowed("a\nx = |30\nb", "x = |30\nb")
  expectFollowed("a\nx = |30\nb", "a\nx = |30\nb\nc")
  expectFollowed("|30", "|30")
})

test("what is typed beside a number leaves it, and what is typed in it is its own", () => {
  expectFollowed("f(|30)", "f(\n|30)")
  expectFollowed("f(|30)", "f(|130)")
  expectFollowed("f(|30)", "f(|300)")
  expectFollowed("f(|30)", "f(|5)")
  expectFollowed("f(1, |30)", "f(1, 2, |30)")
})

test("of a text that is another at once it is where its words are, or its line", () => {
  expectFollowed("a {\nx=1\n  y = |30\n}", "a {\n    x = 1\n    y = |30\n}")
  expectFollowed("one\nx = |30\ntwo", "three\n  x = |30\nfour")
  expectFollowed("one\nx = 30\nx = |30\ntwo", "three\nx = 30\n\nx = |30\nfour")
  expectFollowed("one\nx = |30\ntwo", "three\nx = 30\nx = 30\nfour")
  expectFollowed("one\nx = |30\ntwo", "three\nfour")
})

test("what stands before a number in its line may get another name", () => {
  expectFollowed("const FIRST = |60\nif x < FIRST {", "const ODDS = |60\nif x < ODDS {")
  expectFollowed("const FIRST = |60 // of 100\nif x < FIRST {", "const ODDS = |60 // of 100\nif x < ODDS {")
  // Not with new lines, or with other text.
  expectFollowed("const FIRST = |60\nif x < FIRST {", "\nconst ODDS = 60\nif x < ODDS {")
  expectFollowed("const FIRST = |60\nif x < FIRST {", "const ODDS = 61\nif x < ODDS {")
  expectFollowed("f(FIRST, |6)\nFIRST", "f(ODDS16)\nODDS")
})
