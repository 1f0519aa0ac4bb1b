// Files that the user takes away.

export function download(name: string, content: Blob) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** In letters, without the ending: no system takes names that are much longer. */
const LONGEST_NAME = 60

/** The file name of something with a title, without an ending. */
export function fileNameOf(title: string): string {
  return [...title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")].slice(0, LONGEST_NAME).join("").replaceAll(/^-|-$/g, "") || "game"
}
