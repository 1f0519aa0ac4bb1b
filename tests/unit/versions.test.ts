// Versions of a game's text: how many are kept, and how they differ from what is there now.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { difference, withVersion } from "../../www/src/write/versions"

const text = (source: string, files: { [name: string]: string } = {}) => ({ language: "rules" as const, source, files })

test("of more than fifty versions the oldest go, and the same text is one version", () => {
  let all = withVersion([], { at: 1, text: text("1") })
  expect(withVersion(all, { at: 2, text: text("1") })).toBe(all)
  for (let at = 2; at <= 51; at++) all = withVersion(all, { at, text: text(String(at)) })
  expect(all.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, it) => it + 2))
})

test("a difference counts lines, however often they are there, in all files", () => {
  expect(difference(text("a\nb\nb"), text("a\nb\nb"))).toEqual({ gone: 0, fresh: 0 })
  expect(difference(text("a\nb\nb"), text("a\nb\nc\nd"))).toEqual({ gone: 1, fresh: 2 })
  expect(difference(text("a", { "x.json": "1\n2" }), text("a", { "y.json": "1" }))).toEqual({ gone: 2, fresh: 1 })
})
