// Stored data of games, and its writing: the part of the page's store that touches no storage.

import { test } from "node:test"
import { expect } from "@playwright/test"
import {
  alike,
  begun,
  fresh,
  idle,
  lastWords,
  moved,
  planned,
  readDraft,
  readGame,
  readLastWords,
  readOwn,
  salvaged,
  told,
  written,
  type Draft,
  type Held,
} from "../../www/src/store/kept"
import { Writer, type WriterState } from "../../www/src/store/writer"

const text = (source: string, files: { [name: string]: string } = {}) => ({ language: "rules" as const, source, files })
const RECORD = { format: 1 as const, seed: 5, scenario: "Standard", options: {}, moves: [["X", "space", 4]] as [string, string, number][] }

/** A game after storing and loading: copied as by the browser. */
function stored(held: Held): Held {
  const found = readGame(structuredClone(held.game))
  expect(found?.whole).toBe(true)
  return { game: found!.game, contents: held.contents }
}

function after(held: Held, draft: Draft): Held {
  return stored(written(held, planned(held, draft, "me", 7)))
}

test("a draft comes back as it was kept", () => {
  const drafts: Draft[] = [
    {},
    { record: RECORD, cursor: 0 },
    {
      record: RECORD,
      branches: [
        { at: 0, moves: [["X", "space", 2]] },
        { at: 1, moves: [["O", "space", 3]] },
      ],
      cursor: 1,
    },
    { text: text("a", { "map.json": "[1]", "__proto__.json": "{}" }), record: RECORD, cursor: 1 },
    { text: text("", {}), played: text("a"), deadly: true },
    {
      text: text("a"),
      positions: [
        { name: "Early", state: '{"n":1}' },
        { name: "Late", state: '{"n":2}' },
      ],
    },
    {
      text: text("c"),
      versions: [
        { at: 1, text: text("a") },
        { at: 2, text: text("b", { "map.json": "[1]" }) },
      ],
    },
  ]
  let held = fresh("tic-tac-toe", "rules")
  for (const draft of drafts) {
    held = after(held, draft)
    expect(alike(told(held).draft, draft)).toBe(true)
  }
  expect(held.game.revision).toBe(drafts.length)
})

test("a content is kept once, however many texts have it, and goes with the last", () => {
  const large = "x".repeat(100_000)
  const began = begun("own-a", "Mine", text("a", { "map.json": large }), 1)
  let held = stored(written(fresh("own-a", "rules"), began))
  const edit = planned(held, { text: text("b", { "map.json": large }), played: text("a", { "map.json": large }) }, "me")
  expect(edit.add.map(([, content]) => content)).toEqual(["b"])
  held = stored(written(held, edit))
  const next = planned(held, { text: text("c", { "map.json": large }) }, "me")
  expect(next.add.map(([, content]) => content)).toEqual(["c"])
  expect(next.drop.map(number => held.contents.get(number))).toEqual(["b"])
  expect(told(written(held, next)).began).toEqual(text("a", { "map.json": large }))
})

test("what changes nothing is not written; what changes anything is", () => {
  const draft = { text: text("a"), record: RECORD, cursor: 1 }
  const held = after(fresh("nim", "rules"), draft)
  expect(idle(held, planned(held, draft, "another"))).toBe(true)
  for (const other of [
    { ...draft, cursor: 0 },
    { ...draft, text: text("b") },
    { ...draft, deadly: true },
    { record: RECORD, cursor: 1 },
  ])
    expect(idle(held, planned(held, other, "me")), JSON.stringify(other)).toBe(false)
})

test("a game of the user's own that is taken over is one write", () => {
  const plan = moved(fresh("own-a", "rules"), { text: text("b"), title: "Mine" }, "me", begun("own-a", "Mine", text("a"), 1))
  expect(plan.game.revision).toBe(1)
  const held = stored(written(fresh("own-a", "rules"), plan))
  expect(told(held)).toMatchObject({ began: text("a"), draft: { text: text("b"), title: "Mine" }, whole: true })
})

test("a game whose contents are missing is not taken for whole", () => {
  const held = after(fresh("nim", "rules"), { text: text("a") })
  expect(told({ game: held.game, contents: new Map() }).whole).toBe(false)
})

const GARBAGE = [undefined, null, 5, "x", "", [], {}, [1, null], { a: {} }, NaN, -1, 1.5, 1e300, true, [[]], [["a"]], [["a", -1]], [["a", 0.5]]]

test("garbage in any field of a kept game is found, and never used", () => {
  const whole = after(written(fresh("own-a", "rules"), begun("own-a", "Mine", text("a"), 1)), {
    text: text("b"),
    played: text("c"),
    record: RECORD,
    cursor: 1,
    positions: [{ name: "Early", state: "d" }],
  }).game
  let understood = 0
  for (const field of Object.keys(whole))
    for (const value of GARBAGE) {
      const found = readGame({ ...whole, [field]: value })
      if (!found) continue
      understood++
      const held = {
        game: found.game,
        contents: new Map([
          [1, "a"],
          [2, "b"],
          [3, "c"],
          [4, "d"],
        ]),
      }
      // All data that is read can be used, kept and read again.
      told(held)
      expect(readGame(structuredClone(planned(held, told(held).draft, "me").game))?.whole).toBe(true)
      // Beyond the moves there are none.
      if (found.whole && value !== undefined && field !== "cursor") expect(found.game[field as keyof typeof found.game], field).toEqual(value)
    }
  expect(understood).toBeGreaterThan(50)
  for (const value of GARBAGE) expect(readGame(value)).toBe(undefined)
  for (const format of [0, 1, 3, "2"]) expect(readGame({ ...whole, format })).toBe(undefined)
})

test("garbage in any field of a draft of an earlier version is found, and never used", () => {
  const whole = { format: 1, source: "a", files: { "a.json": "1" }, played: "b", playedFiles: {}, record: RECORD, cursor: 1, deadly: false }
  expect(readDraft(JSON.stringify(whole), "rules")).toEqual({
    whole: true,
    draft: { text: text("a", { "a.json": "1" }), played: text("b"), record: RECORD, cursor: 1, deadly: false },
  })
  for (const field of Object.keys(whole).slice(1))
    for (const value of [null, 5, {}, [], [1], { a: 1 }, "x".repeat(3)]) {
      const read = readDraft(JSON.stringify({ ...whole, [field]: value }), "rules")!
      const kept = planned(fresh("nim", "rules"), read.draft, "me").game
      expect(readGame(kept)?.whole, `${field}: ${JSON.stringify(value)}`).toBe(true)
    }
  expect(readDraft(JSON.stringify({ ...whole, source: 5 }), "rules")).toMatchObject({ whole: false, draft: { record: RECORD } })
  for (const record of [
    { ...RECORD, seed: "x" },
    { ...RECORD, seed: -1 },
    { ...RECORD, seed: 1e300 },
    { ...RECORD, moves: null },
    { ...RECORD, moves: [[]] },
    { ...RECORD, format: 9 },
  ])
    expect(readDraft(JSON.stringify({ ...whole, record }), "rules")).toMatchObject({ whole: false, draft: { text: text("a", { "a.json": "1" }), record: undefined } })
  for (const json of ["", "{", "null", "5", "[]", JSON.stringify({ ...whole, format: 2 })]) expect(readDraft(json, "rules")).toBe(undefined)
})

test("one bad entry does not take the other games with it", () => {
  const mine = { id: "own-1", title: "Mine", language: "rules", source: "a", files: {} }
  const bad = [null, 5, { ...mine, id: "__proto__" }, { ...mine, id: "tic-tac-toe" }, { ...mine, language: "python" }, { ...mine, files: 5 }, mine]
  expect(readOwn(JSON.stringify([mine, ...bad]))).toEqual({ games: [{ id: "own-1", title: "Mine", text: text("a") }], rest: bad })
  expect(readOwn("{")).toEqual({ games: [], rest: ["{"] })
})

test("last words are used whole or not at all, and do not say again what is large", () => {
  const large = "x".repeat(1_000_000)
  const held = after(fresh("nim", "rules"), { text: text("a", { "map.json": large }) })
  const draft = { text: text("b", { "map.json": large }), record: RECORD, cursor: 0 }
  const words = lastWords(held, draft, "me")
  expect(JSON.stringify(words).length).toBeLessThan(2000)
  const read = readLastWords(JSON.stringify(words), held.contents)!
  expect(read).toMatchObject({ revision: 1, by: "me" })
  expect(alike(told(read.held).draft, draft)).toBe(true)
  // Something else was written before they were read, with a content of the same number.
  const other = after(held, { text: text("c", { "map.json": large }) })
  expect(told(readLastWords(JSON.stringify(words), other.contents)!.held).draft.text?.source).toBe("b")
  expect(readLastWords(JSON.stringify(words), new Map())).toBe(undefined)
  for (const bad of [{ ...words, format: 1 }, { ...words, by: 5 }, { ...words, add: [[1, 2]] }, { ...words, game: { ...words.game, record: {} } }, 5])
    expect(readLastWords(JSON.stringify(bad), held.contents)).toBe(undefined)
  // A new game says everything.
  const first = begun("own-a", "Mine", text("a", { "map.json": large }), 1)
  const unwritten = written(fresh("own-a", "rules"), first)
  expect(readLastWords(JSON.stringify(lastWords(unwritten, { title: "Mine" }, "me", first)), new Map())).toBeDefined()
})

test("a text is found in what is not understood", () => {
  expect(salvaged(JSON.stringify({ format: 9, source: "a", language: "ludl" }))).toEqual({ language: "ludl", source: "a", files: {} })
  expect(salvaged({ text: { source: "b", files: { "a.json": "1" } } })).toEqual(text("b", { "a.json": "1" }))
  for (const value of GARBAGE) expect(salvaged(value)).toBe(undefined)
})

/** A writer, its writes and its reports. */
function scribe(write: (value: number) => Promise<void>) {
  const wrote: number[] = []
  const told: WriterState["state"][] = []
  const writer = new Writer<number>(
    async value => {
      await write(value)
      wrote.push(value)
    },
    ({ state }) => told.push(state),
  )
  return { writer, wrote, told }
}

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))

test("the newest is written, one write at a time, and soon", async () => {
  let at = 0
  const { writer, wrote, told } = scribe(async () => {
    expect(++at).toBe(1)
    await wait(20)
    at--
  })
  for (let value = 1; value <= 50; value++) {
    writer.put(value)
    await wait(10)
  }
  await writer.flush()
  expect(wrote.at(-1)).toBe(50)
  expect(wrote.length).toBeGreaterThanOrEqual(2)
  expect(wrote).toEqual([...wrote].sort((a, b) => a - b))
  expect(told.at(-1)).toBe("kept")
  expect(writer.pending).toBe(undefined)
})

test("a write that fails stays told, and is tried again with the next", async () => {
  let full = true
  const { writer, wrote, told } = scribe(async () => {
    if (full) throw new Error("full")
  })
  writer.put(1)
  await writer.flush()
  expect(told).toEqual(["pending", "failed"])
  writer.put(2)
  await writer.flush()
  expect(told.at(-1)).toBe("failed")
  expect(writer.pending).toBe(2)
  full = false
  await expect.poll(() => wrote, { timeout: 8000 }).toEqual([2])
  expect(told.at(-1)).toBe("kept")
})

test("a write that never ends is told as one that fails", async () => {
  const { writer, told } = scribe(() => new Promise(() => undefined))
  writer.put(1)
  await expect.poll(() => told.at(-1), { timeout: 8000 }).toBe("failed")
  expect(writer.pending).toBe(1)
})
