// The browser's storage: saved games, data put aside, and marks of failures. A write is complete when its promise resolves.
//
// Invariant: a write happens whole or not at all, and only over the revision it is based on; data that is not understood is never
// overwritten or removed without a copy in `aside`.

import { openDB, type DBSchema, type IDBPDatabase } from "idb"
import type { Text } from "../common/text"
import { readGame, salvaged, told, type Contents, type Held, type KeptGame, type Plan } from "./kept"

const NAME = "house-rules"
/** Of the storage as a whole. An older page does not open a newer one. */
const VERSION = 1
/** Longer than any browser takes that is well. */
const OPEN_MS = 4000

/** Something that could not be used, or was in the way of something newer. */
export interface Aside {
  /** Given by the storage. */
  number?: number
  when: number
  /** Its origin, and the reason it is here, in words. */
  what: string
  why: string
  /** All of it, unchanged. */
  value: unknown
  /** The text that is in it, if one can be found. */
  text?: Text
}

/** An operation of a game that took long, or never finished. */
export interface Mark {
  id: string
  what: "run" | "draw"
  /** In seconds; absent if it never finished. */
  took?: number
}

interface Schema extends DBSchema {
  /** `unknown`, because any version of the page may have written it. */
  games: { key: string; value: { id: string } }
  /** By game and number. */
  contents: { key: [game: string, number: number]; value: unknown }
  aside: { key: number; value: Aside }
  marks: { key: string; value: Mark }
}

/** Somebody else wrote the game meanwhile. */
export class Overtaken extends Error {}

/** Opens it. Fails if there is none, if it is newer than this page, or if the browser does not answer. */
export async function open(closed: (why: string) => void): Promise<Database> {
  let late: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error("the browser does not answer")), OPEN_MS)
  })
  const opening = openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("games", { keyPath: "id" })
      db.createObjectStore("contents")
      db.createObjectStore("aside", { keyPath: "number", autoIncrement: true })
      db.createObjectStore("marks", { keyPath: "id" })
    },
    blocking(_, __, event) {
      ;(event.target as IDBDatabase).close()
      closed("a newer version of this page is open in another tab")
    },
    terminated: () => closed("the browser closed its storage"),
  })
  try {
    return new Database(await Promise.race([opening, patience]))
  } finally {
    clearTimeout(late)
  }
}

const STRICT = { durability: "strict" } as const

export class Database {
  constructor(private readonly db: IDBPDatabase<Schema>) {}

  /** Everything that is kept of games, understood or not, without contents. */
  games(): Promise<unknown[]> {
    return this.db.getAll("games")
  }

  /** The stored data of a game, with its title. Unusable parts have been put aside. */
  async load(id: string, title: string): Promise<Held | undefined> {
    const tx = this.db.transaction(["games", "contents"])
    const [value, numbers, texts] = await Promise.all([
      tx.objectStore("games").get(id) as Promise<unknown>,
      tx.objectStore("contents").getAllKeys(range(id)),
      tx.objectStore("contents").getAll(range(id)),
    ])
    await tx.done
    if (value === undefined) return undefined
    const contents: Contents = new Map(numbers.flatMap(([, number], at) => (typeof texts[at] === "string" ? [[number, texts[at]] as const] : [])))
    const found = readGame(value)
    if (found?.whole && told({ game: found.game, contents }).whole) return { game: found.game, contents }
    const raw = { game: value, contents: Object.fromEntries(numbers.map(([, number], at) => [number, texts[at]])) }
    const why = found ? "part of it cannot be read" : "it cannot be read; another version of this page may have written it"
    await this.putAside(titleOf(value) ?? title, why, raw, found ? undefined : id)
    return found && { game: found.game, contents }
  }

  /** Writes a plan over the revision it was made for; returns the stored game. */
  async write({ game, add, drop }: Plan): Promise<void> {
    const tx = this.db.transaction(["games", "contents"], "readwrite", STRICT)
    const done = tx.done
    try {
      const [games, contents] = [tx.objectStore("games"), tx.objectStore("contents")]
      // All requests are sent at once, in order: a result may still undo the following ones.
      const found = games.get(game.id).then(value => {
        if ((readGame(value)?.game.revision ?? 0) !== game.revision - 1) throw new Overtaken("another tab changed this game")
      })
      const writes: Promise<unknown>[] = [found, ...add.map(([number, content]) => contents.put(content, [game.id, number]))]
      for (const number of drop) writes.push(contents.delete([game.id, number]))
      writes.push(games.put(game))
      await Promise.all(writes)
      await done
    } catch (error) {
      done.catch(() => undefined)
      try {
        tx.abort()
      } catch {
        // It is finished.
      }
      throw tx.error ?? error
    }
  }

  async remove(id: string): Promise<void> {
    const tx = this.db.transaction(["games", "contents", "marks"], "readwrite", STRICT)
    await Promise.all([tx.objectStore("games").delete(id), tx.objectStore("contents").delete(range(id)), tx.objectStore("marks").delete(id), tx.done])
  }

  /** Keeps something that cannot be used where it is; `taken`: the game whose place it leaves. */
  async putAside(what: string, why: string, value: unknown, taken?: string): Promise<void> {
    const tx = this.db.transaction(["games", "contents", "aside"], "readwrite", STRICT)
    const writes: Promise<unknown>[] = [tx.objectStore("aside").add({ when: Date.now(), what, why, value, text: salvagedFrom(value) })]
    if (taken !== undefined) writes.push(tx.objectStore("games").delete(taken), tx.objectStore("contents").delete(range(taken)))
    await Promise.all([...writes, tx.done])
  }

  asides(): Promise<Aside[]> {
    return this.db.getAll("aside")
  }

  async dropAside(number: number): Promise<void> {
    await this.db.delete("aside", number)
  }

  mark(id: string): Promise<Mark | undefined> {
    return this.db.get("marks", id)
  }

  async setMark(mark: Mark): Promise<void> {
    await this.db.put("marks", mark)
  }

  async dropMark(id: string): Promise<void> {
    await this.db.delete("marks", id)
  }
}

function range(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Infinity])
}

function titleOf(value: unknown): string | undefined {
  const { title } = (value ?? {}) as { title?: unknown }
  return typeof title === "string" ? title : undefined
}

/** The text in data put aside: in itself, or the largest of the contents beside it. */
function salvagedFrom(value: unknown): Text | undefined {
  const { game, contents } = (typeof value === "object" && value !== null ? value : {}) as { game?: Partial<KeptGame>; contents?: object }
  if (!contents) return salvaged(value)
  // The rules are the first of a text; where nothing says so, they are the largest.
  const named: unknown = Array.isArray(game?.text) ? Object.entries(contents).find(([number]) => Number(number) === game!.text![0]?.[1])?.[1] : undefined
  const texts = Object.values(contents).filter((it): it is string => typeof it === "string")
  const source = typeof named === "string" ? named : texts.sort((a, b) => b.length - a.length)[0]
  return salvaged({ source, language: game?.language })
}
