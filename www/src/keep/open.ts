// Files that are opened: chosen, or dropped anywhere on the page.

import { signal } from "@preact/signals"
import { TooLarge, unpacked } from "./packing"
import { openFiles } from "./games"

/** Why what was dropped last was not opened. */
export const dropProblem = signal("")

/** Opens them as a game of the user's own; why not, or "". */
export async function opened(files: File[]): Promise<string> {
  try {
    return await openFiles(await unpacked(files))
  } catch (error) {
    return error instanceof TooLarge ? error.message : "This cannot be unpacked."
  }
}

/** A file that is dropped is a game to open, wherever that is: never a part of the text under it, nor a page to go to. */
export function openDropped() {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false
  addEventListener("dragover", event => {
    if (hasFiles(event)) event.preventDefault()
  })
  const drop = async (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    dropProblem.value = await opened([...event.dataTransfer!.files])
  }
  addEventListener("drop", drop, { capture: true })
}
