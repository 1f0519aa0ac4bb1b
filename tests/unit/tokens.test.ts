// Tokens as numbers in a row.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Token } from "houserules"
import { packed, tokensIn } from "../../www/src/common/tokens"

const TOKENS: Token[] = [
  { from: 0, to: 4, kind: "keyword" },
  { from: 5, to: 9, kind: "string" },
  { from: 9, to: 10, kind: "keyword" },
  { from: 12, to: 20, kind: "comment" },
]

test("tokens come out as they went in, those of a part of the text too", () => {
  const numbers = packed(TOKENS)
  expect([...tokensIn(numbers, 0, 20)]).toEqual(TOKENS)
  expect([...tokensIn(numbers, 4, 9)]).toEqual([TOKENS[1]])
  expect([...tokensIn(numbers, 8, 13)]).toEqual(TOKENS.slice(1))
  expect([...tokensIn(numbers, 10, 12)]).toEqual([])
  expect([...tokensIn(packed([]), 0, 5)]).toEqual([])
})
