// Files that are opened: chosen, or dropped anywhere on the page.

import { signal } from "@preact/signals"
import { isRules, openFiles } from "./games"
import { languages } from "houserules/languages"
import { BESIDE, IMPORTS } from "../common/text"
import { type NamedFile, TooLarge, unpacked } from "./packing"

/** What can be opened, as a file dialog wants it: texts, what becomes one, what stands beside one, and all of it packed. */
export const OPENED = [...new Set([...[...languages, ...IMPORTS].map(({ ending }) => ending), ...BESIDE, "zip"])].map(it => `.${it}`).join(",")

/** Why what was dropped last was not opened. */
export const dropProblem = signal("")

/** Puts files beside the rules at hand; why not, or "". */
export type Adds = (files: NamedFile[]) => string

/** Opens them as a game of the user's own. Without rules among them they are added to the game at hand, if they can be. Why not, or "". */
export async function opened(files: File[], add?: Adds): Promise<string> {
  try {
    const all = await unpacked(files)
    return add && !all.some(isRules) ? add(all) : await openFiles(all)
  } catch (error) {
    if (error instanceof TooLarge) return error.message
    return files.some(({ name }) => name.endsWith(".zip")) ? "This file cannot be unpacked." : "This picture cannot be read."
  }
}

/** A dropped file is a game to open, or is added beside one, wherever it is dropped: it is never inserted into the text, nor opened as a
 * page. */
export function openDropped(add: Adds) {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false
  addEventListener("dragover", event => {
    if (hasFiles(event)) event.preventDefault()
  })
  const drop = async (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    dropProblem.value = await opened([...event.dataTransfer!.files], add)
  }
  addEventListener("drop", drop, { capture: true })
}
