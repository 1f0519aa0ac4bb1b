// The last view of each of the user's games, for its picture in the list. A storage of its own: losing it loses no work, and it never
// stands in the way of a game that is written.

import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import type { Json, RulesInfo } from "houserules"

const NAME = "house-rules-views"
/** Views of another version are dropped. */
const VERSION = 1
/** Letters of a view as JSON; a larger one is not kept, so that no list takes long to draw. */
const MOST = 200_000

/** The view of a seat at one moment: enough to draw the table again. */
export interface LastView {
  info: RulesInfo
  role: string
  fields: { [field: string]: Json }
  /** Number of omitted items, by field. */
  missing: Map<string, number>
  /** Rotation of the boards. */
  turn: 0 | 90 | 180 | 270
  quarter: 90 | 270
}

interface Schema extends DBSchema {
  views: { key: string; value: LastView }
}

let database: Promise<IDBPDatabase<Schema>> | undefined

function opened(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name)
      db.createObjectStore("views")
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
  return database
}

/** The last view of a game. Absent if there is none, or if it cannot be read. */
export async function viewOf(id: string): Promise<LastView | undefined> {
  try {
    return await (await opened()).get("views", id)
  } catch {
    return undefined
  }
}

/** Keeps the view of a game in place of the one before. Without one, or with one that is too large, there is none afterwards. */
export async function keepView(id: string, view: LastView | undefined): Promise<void> {
  try {
    const db = await opened()
    if (view && JSON.stringify([view.info, view.fields]).length <= MOST) await db.put("views", view, id)
    else await db.delete("views", id)
  } catch {
    // Then the game has no picture.
  }
}

/** Drops the views of all games but these. */
export async function keepViewsOf(ids: ReadonlySet<string>): Promise<void> {
  try {
    const db = await opened()
    for (const id of await db.getAllKeys("views")) if (!ids.has(id)) await db.delete("views", id)
  } catch {
    // They are dropped another time.
  }
}
