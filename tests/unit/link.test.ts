// Links that carry a game, and addresses: what is written is read again, in every version there ever was.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { fragmentOf, placeOf, type Place } from "../../www/src/common/address"
import { BadLink, read, sumOf, written, type Linked } from "../../www/src/share/link"

const RECORD = {
  format: 1 as const,
  seed: 5,
  scenario: "Standard",
  options: { players: 3 },
  moves: [["X", "space", 4] as [string, string, number], ["O", "space", 0] as [string, string, number]],
}
const TEXT = { language: "rules" as const, source: 'game "Mine"\n// Grüße, 日本, 🎲\n', files: { "b.json": "[1]", "a/map.svg": "<svg/>" } }

const GAMES: { [name: string]: Linked } = {
  "a shipped game": { game: { id: "chess", sum: "abc" } },
  "rules with files": { text: TEXT, title: "Mine" },
  "a position": { text: TEXT, title: "Mine", record: RECORD, seat: "X" },
  "a position of a shipped game": { game: { id: "chess", sum: "abc" }, record: RECORD, seat: "Observer" },
}

for (const [name, game] of Object.entries(GAMES)) {
  test(`${name} goes into a link and out of it`, async () => {
    const link = await written(game)
    expect(link).toMatch(/^1[\w-]+$/)
    expect(await read(link)).toEqual(game)
  })
}

test("the same game has the same link, in whatever order its files and fields are", async () => {
  const turned = { language: "rules" as const, files: { "a/map.svg": "<svg/>", "b.json": "[1]" }, source: TEXT.source }
  expect(await written({ seat: "X", record: { ...RECORD }, title: "Mine", text: turned })).toBe(await written(GAMES["a position"]!))
  expect(sumOf(turned)).toBe(sumOf(TEXT))
  expect(sumOf({ ...TEXT, source: `${TEXT.source} ` })).not.toBe(sumOf(TEXT))
})

test("a long game survives", async () => {
  const moves = Array.from({ length: 5000 }, (_, at): [string, string, number] => ["X", "space", (at * 7919) % 64])
  const game = { text: { ...TEXT, source: "// x\n".repeat(100_000) }, record: { ...RECORD, moves } }
  expect(await read(await written(game))).toEqual(game)
})

// Links that were written once. They are never changed: one is added with each version.
const OLD: { [link: string]: Linked } = {}
OLD[
  "1bMw5ZUWOMQ6DQAwEvxK5viJRkoZPUKSJBBQWGHTScUbmiBIh_p51RWd7R-Pdqci3ULVT4jxtPAlVZFuSlQKtulnvh4lnubRUp6GlNiMZoxPVfhyBSizJIaRITHq1wYWj2sxQ3yASwemJoZfMFhX4q3AeGGggXUrU7D5aEv_EMN5hnvXjX5qG3t5mYZQJjy40VJ_7teuAruKvwB1_"
] = { text: { language: "rules", source: 'game "Old"\n', files: {} }, title: "Old", record: RECORD, seat: "X" }

for (const [link, game] of Object.entries(OLD)) {
  test(`a link of version ${link[0]} is read`, async () => expect(await read(link)).toEqual(game))
}

test("every damaged link says so", async () => {
  const link = await written(GAMES["a position"]!)
  const damaged = ["", "x", "0abc", "1", "1$$$", `${link}A`, link.slice(0, -1), link.slice(0, 20), `1${link.slice(2)}`]
  for (let at = 1; at < link.length; at += 3) damaged.push(link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1))
  for (const it of damaged) {
    // The last letter may carry bits that mean nothing.
    const back = await read(it).catch(error => error as unknown)
    if (!(back instanceof BadLink)) expect(back, it).toEqual(GAMES["a position"])
    else expect(back.message).toContain("damaged")
  }
  expect(await read(damaged[6]!).catch(error => (error as Error).message)).toContain("cut off")
})

test("a link of a version to come says so", async () => {
  await expect(read("2abcdef")).rejects.toThrow("newer version of this page")
})

test("a link that holds no game says so, whatever it holds", async () => {
  for (const game of [{}, { text: TEXT, game: { id: "a", sum: "b" } }, { text: { ...TEXT, language: "klingon" } }, { text: TEXT, record: { moves: [] } }, { text: TEXT, seat: 5 }])
    await expect(read(await written(game as Linked))).rejects.toThrow("no game in it")
})

test("a link that unpacks to more than a game is refused", async () => {
  await expect(read(await written({ text: { ...TEXT, source: " ".repeat(9 * 1024 * 1024) } }))).rejects.toThrow("larger than 8 MB")
})

test("addresses name places, and places addresses", () => {
  const places: Place[] = [
    { at: "home", part: "play" },
    { at: "home", part: "learn" },
    { at: "home", part: "make" },
    { at: "game", id: "chess", mode: "play" },
    { at: "game", id: "own-abc", mode: "workshop" },
    { at: "lesson", id: "2" },
    { at: "link", kind: "rules", data: "1abc" },
    { at: "link", kind: "at", data: "1abc" },
    { at: "link", kind: "table", data: "1abc" },
  ]
  for (const place of places) expect(placeOf(fragmentOf(place as Exclude<Place, { at: "door" | "unknown" }>))).toEqual(place)
  expect(placeOf("")).toEqual({ at: "door" })
  expect(placeOf("#")).toEqual({ at: "door" })
  for (const it of ["#x", "#/nothing", "#/play", "#/play/", "#/play/a/b", "#/constructor", "#/toString/a"]) expect(placeOf(it), it).toEqual({ at: "unknown" })
})
