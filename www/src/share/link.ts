// Links that carry a game in the fragment: no account and no server. Same game, same link.
//
// Invariant: a link of every version that was ever written is read. A version is the first letter of a link's data. Version 1:
// base64url of 4 bytes of checksum (FNV-1a, big-endian) and the JSON of a `Linked`, deflated.

import type { Record as GameRecord } from "houserules"
import { comesLater } from "../common/coming"
import { names, contentOf, type Text } from "../common/text"
import { isFiles, isLanguage, isObject, isRecord, isText } from "../store/kept"

const zip = () => import("fflate")
comesLater(zip)

/** A game as a link carries it. */
export interface Linked {
  /** A shipped game as it is shipped, with the `sumOf` its text. */
  game?: { id: string; sum: string }
  /** Any other rules, with all files. */
  text?: Text
  title?: string
  /** Setup and line of play; absent where the link is to the rules alone. */
  record?: GameRecord
  /** The seat at the table. */
  seat?: string
}

/** A link cannot be read. The message is a sentence for the user. */
export class BadLink extends Error {}

const VERSION = "1"

/** Largest game that a link is read to, in bytes. */
const MOST_BYTES = 8 * 1024 * 1024

export async function written({ game, text, title, record, seat }: Linked): Promise<string> {
  const { deflateSync } = await zip()
  // Always in this order: same game, same link.
  const plain = {
    game,
    text: text && { language: text.language, source: text.source, files: Object.fromEntries(Object.entries(text.files).sort()) },
    title,
    record: record && { format: record.format, seed: record.seed, scenario: record.scenario, options: record.options, moves: record.moves },
    seat,
  }
  const packed = deflateSync(new TextEncoder().encode(JSON.stringify(plain)), { level: 9 })
  const bytes = new Uint8Array(4 + packed.length)
  new DataView(bytes.buffer).setUint32(0, fnv(packed))
  bytes.set(packed, 4)
  const letters = Array.from({ length: Math.ceil(bytes.length / 3072) }, (_, at) => btoa(String.fromCharCode(...bytes.subarray(at * 3072, (at + 1) * 3072))))
  return VERSION + letters.join("").replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/** Reads the data of a link. Throws `BadLink`. */
export async function read(data: string): Promise<Linked> {
  if (!data.startsWith(VERSION))
    throw /^[2-9]/.test(data)
      ? new BadLink("This link was made by a newer version of this page. Reload the page, or open the link where it was made.")
      : new BadLink("This link is damaged: it does not begin as links of this page do.")
  const value = parsed(await unpacked(data.slice(1)))
  const { game, text, title, record, seat } = isObject(value) ? value : {}
  const linked: Linked = {}
  if (isObject(game) && isText(game.id) && isText(game.sum)) linked.game = { id: game.id, sum: game.sum }
  if (isObject(text) && isLanguage(text.language) && isText(text.source) && isFiles(text.files)) linked.text = { language: text.language, source: text.source, files: text.files }
  if (isText(title)) linked.title = title
  if (isRecord(record)) linked.record = record
  if (isText(seat)) linked.seat = seat
  const same = Object.keys(linked).length === Object.values({ game, text, title, record, seat }).filter(it => it !== undefined).length
  if (!same || (linked.game === undefined) === (linked.text === undefined)) throw new BadLink("This link is damaged: there is no game in it.")
  return linked
}

const DAMAGED = "This link is damaged or cut off. Copy all of it, to its last letter."

async function unpacked(letters: string): Promise<string> {
  const bytes = bytesOf(letters)
  const packed = bytes.subarray(4)
  if (bytes.length < 5 || new DataView(bytes.buffer).getUint32(0) !== fnv(packed)) throw new BadLink(DAMAGED)
  const { Inflate } = await zip()
  const parts: Uint8Array[] = []
  let room = MOST_BYTES
  const inflate = new Inflate(part => {
    parts.push(part)
    room -= part.length
  })
  // Little at a time: what is small may become very large.
  for (let at = 0; at < packed.length && room >= 0; at += 4096) {
    try {
      inflate.push(packed.subarray(at, at + 4096), at + 4096 >= packed.length)
    } catch {
      throw new BadLink(DAMAGED)
    }
  }
  if (room < 0) throw new BadLink(`The game in this link is larger than ${MOST_BYTES / 1024 / 1024} MB.`)
  return new Blob(parts as Uint8Array<ArrayBuffer>[]).text()
}

function bytesOf(letters: string): Uint8Array {
  try {
    return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), it => it.charCodeAt(0))
  } catch {
    throw new BadLink(DAMAGED)
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/** A short name of a text: two texts with one name are almost certainly the same. */
export function sumOf(text: Text): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify(
      names(text)
        .sort()
        .map(name => [name, contentOf(text, name)]),
    ),
  )
  return [0, 1].map(salt => fnv(bytes, salt).toString(36)).join("")
}

/** FNV-1a of bytes, 32 bits. */
function fnv(bytes: Uint8Array, salt = 0): number {
  let sum = 0x811c9dc5 ^ salt
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
