// Addresses of rooms.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { addressOf, newToken, roomOf } from "../../www/src/room/place"

test("an address of a room is read as it was written, whoever it is for", () => {
  const [token, join, watch] = [newToken(), newToken(), newToken()]
  for (const place of [
    { code: "0123456789", token },
    { code: "abcdef0123", token, join, watch },
  ]) {
    const address = addressOf(place, "http://example.com/a/index.html#/play/chess")
    expect(address.startsWith("http://example.com/a/room.html#")).toBe(true)
    expect(roomOf(new URL(address).hash)).toEqual(place)
  }
  expect(new Set([token, join, watch]).size).toBe(3)
})

test("an address that is not whole leads nowhere", () => {
  const token = newToken()
  for (const hash of [
    "",
    "#",
    "#0123456789",
    `#0123456789/${token.slice(0, 21)}`,
    `#0123456789/${token}/${token}`,
    `#012345678/${token}`,
    `#0123456789/${token}/a/b`,
    `#0123456789/${[token, token, token, token].join("/")}`,
    `#0123456789/${token}?`,
  ]) {
    expect(roomOf(hash)).toBeUndefined()
  }
})
