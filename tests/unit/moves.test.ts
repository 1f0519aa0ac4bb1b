// Names of moves.

import { test } from "node:test"
import { expect } from "@playwright/test"
import type { Json } from "houserules"
import { labelOf } from "../../playground/table/src/moves"

test("a move is called by its own words, whatever its argument is", () => {
  const labels = {
    go: "Go on",
    put: [
      [1, "one"],
      ["1", "a text"],
      [[2, null], "two"],
    ] as [Json, string][],
  }
  expect(labelOf({ labels }, "go", null)).toBe("Go on")
  expect(labelOf({ labels }, "put", 1)).toBe("one")
  expect(labelOf({ labels }, "put", "1")).toBe("a text")
  expect(labelOf({ labels }, "put", [2, null])).toBe("two")
  expect(labelOf({ labels }, "put", 3)).toBeUndefined()
  expect(labelOf({ labels }, "constructor", 3)).toBeUndefined()
  expect(labelOf({}, "put", 1)).toBeUndefined()
})

test("the words of many moves are looked through once, not once a move", () => {
  let looks = 0
  const count = 1000
  const all = Array.from({ length: count }, (_, at): [Json, string] => [at, `move ${at}`])
  const put = new Proxy(all, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) looks++
      return Reflect.get(target, key)
    },
  })
  for (let at = 0; at < count; at++) expect(labelOf({ labels: { put } }, "put", at)).toBe(`move ${at}`)
  expect(looks).toBeLessThanOrEqual(count)
})
