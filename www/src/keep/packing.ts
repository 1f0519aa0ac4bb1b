// Files that leave the page and come in: several are packed as one.

import { comesLater } from "../common/coming"
import { imageType } from "../common/text"
import { imageText } from "./images"

const zip = () => import("fflate")
comesLater(zip)

export interface NamedFile {
  name: string
  content: string
}

/** Files in a folder, or in none, as one. */
export async function packed(folder: string, files: [name: string, content: string | Uint8Array][]): Promise<Blob> {
  const { zipSync } = await zip()
  const bytes = zipSync(Object.fromEntries(files.map(([name, content]) => [folder ? `${folder}/${name}` : name, bytesOf(name, content)])))
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" })
}

function bytesOf(name: string, content: string | Uint8Array): Uint8Array {
  if (typeof content !== "string") return content
  const image = imageType(name) && /^data:[^,]*;base64,(.*)$/s.exec(content)?.[1]
  return image ? Uint8Array.from(atob(image), it => it.charCodeAt(0)) : new TextEncoder().encode(content)
}

/** Maximum number of files, and maximum bytes in total: more than any game has. */
const MOST_FILES = 500
const MOST_BYTES = 32 * 1024 * 1024

/** Something exceeds the maximum size. */
export class TooLarge extends Error {}

/** Plain files unchanged, archives unpacked; a folder that contains everything is removed. Throws `TooLarge`, and if a file cannot be
 * unpacked. */
export async function unpacked(files: File[]): Promise<NamedFile[]> {
  const room = { files: MOST_FILES, bytes: MOST_BYTES }
  for (const file of files) claim(room, file.size, file.name)
  room.bytes = MOST_BYTES
  const all = await Promise.all(files.map(file => contents(file, room)))
  return all.flat()
}

async function contents(file: File, room: Room): Promise<NamedFile[]> {
  if (!file.name.endsWith(".zip")) return [{ name: file.name, content: await contentOf(file.name, file) }]
  // The declared size of a file is the maximum to unpack.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    claim(room, originalSize, file.name)
    return !name.endsWith("/")
  }
  const { unzipSync } = await zip()
  const entries = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()), { filter }))
  const [folder] = /^[^/]*\//.exec(entries[0]?.[0] ?? "") ?? [""]
  const shared = entries.every(([name]) => name.startsWith(folder)) ? folder.length : 0
  const content = (name: string, bytes: Uint8Array) => contentOf(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
  return Promise.all(entries.map(async ([name, bytes]) => ({ name: name.slice(shared), content: await content(name, bytes) })))
}

/** The content of a file as a text; its name shows if it is an image. */
function contentOf(name: string, file: Blob): Promise<string> {
  const type = imageType(name)
  return type ? imageText(new Blob([file], { type })) : file.text()
}

interface Room {
  files: number
  bytes: number
}

function claim(room: Room, bytes: number, name: string) {
  room.files -= 1
  room.bytes -= bytes
  if (room.files < 0) throw new TooLarge(`${name} holds more than ${MOST_FILES} files, the most that can be opened.`)
  if (room.bytes < 0) throw new TooLarge(`${name} is larger than ${MOST_BYTES / 1024 / 1024} MB, the most that can be opened.`)
}
