// Migrates data of earlier versions of the page from localStorage. A key is deleted once its data is stored elsewhere on disk: as a game,
// or put aside. So an earlier version that is opened again finds nothing to overwrite, and its data is migrated too.

import type { ShippedGame } from "houserules"
import type { Database } from "./database"
import { alike, begun, fresh, moved, OWN, readDraft, readOwn, told, type Draft } from "./kept"
import * as local from "./local"

/** The data of a game that a draft needs. */
export type Shipped = Pick<ShippedGame, "title" | "language">

const DRAFT = "draft:"
const LIST = "set:own"

/** An id that no other game has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return OWN + [...bytes].map(byte => byte.toString(36).padStart(2, "0")).join("")
}

/** Returns `true` if there was anything. Fails, with the rest left in place, if it cannot be written. */
export async function migrate(database: Database, shippedOf: (id: string) => Shipped | undefined, by: string): Promise<boolean> {
  const drafts = local.keys(DRAFT)
  const list = local.load(LIST)
  if (list === null && drafts.length === 0) return false
  await ownGames(database, list, by)
  for (const key of local.keys(DRAFT)) await draftOf(database, key, shippedOf(key.slice(DRAFT.length)), by)
  return true
}

async function ownGames(database: Database, list: string | null, by: string) {
  if (list === null) return
  const { games, rest } = readOwn(list)
  for (const { id: old, title, text } of games) {
    const key = DRAFT + old
    const json = local.load(key)
    const read = json === null ? undefined : readDraft(json, text.language)
    if (json !== null && !read?.whole) await database.putAside(title, "a draft from an earlier version of this page, which cannot be read", json)
    const id = newId()
    const draft = { ...read?.draft, title }
    await database.write(moved(fresh(id, text.language), draft, by, begun(id, title, text, Date.now())))
    if (local.load("set:game") === old) local.store("set:game", id)
    local.drop(key)
  }
  for (const value of rest) if (value !== null) await database.putAside("One of your games", "an entry from an earlier version of this page, which cannot be read", value)
  local.drop(LIST)
}

async function draftOf(database: Database, key: string, game: Shipped | undefined, by: string) {
  const json = local.load(key)
  if (json === null) return
  const id = key.slice(DRAFT.length)
  const title = game?.title ?? id
  const read = game && readDraft(json, game.language)
  if (!read) await database.putAside(title, "a draft from another version of this page, which cannot be read", json)
  else {
    if (!read.whole) await database.putAside(title, "a draft from an earlier version of this page, part of which cannot be read", json)
    const there = await database.load(id, title)
    if (!there) await database.write(moved(fresh(id, game.language), read.draft, by))
    else if (isWorth(read.draft) && !alike(read.draft, told(there).draft))
      await database.putAside(title, "an earlier version of this page wrote it, and a newer one has saved another", json)
  }
  local.drop(key)
}

/** `true` if anybody would miss it. */
function isWorth({ text, record }: Draft): boolean {
  return text !== undefined || (record?.moves.length ?? 0) > 0
}
