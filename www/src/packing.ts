// Files that leave the page and come in: several are packed as one.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"

export interface NamedFile {
  name: string
  content: string
}

/** Files in a folder, as one. */
export function packed(folder: string, files: [name: string, content: string | Uint8Array][]): Blob {
  const bytes = zipSync(Object.fromEntries(files.map(([name, content]) => [`${folder}/${name}`, typeof content === "string" ? strToU8(content) : content])))
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" })
}

/** A file as it is, or what is packed in it; the folder that holds everything is left out. Throws if it cannot be unpacked. */
export async function unpacked(file: File): Promise<NamedFile[]> {
  if (!file.name.endsWith(".zip")) return [{ name: file.name, content: await file.text() }]
  const entries = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))).filter(([name]) => !name.endsWith("/"))
  const [folder] = /^[^/]*\//.exec(entries[0]?.[0] ?? "") ?? [""]
  const shared = entries.every(([name]) => name.startsWith(folder)) ? folder.length : 0
  return entries.map(([name, bytes]) => ({ name: name.slice(shared), content: strFromU8(bytes) }))
}

export function download(name: string, content: Blob) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
