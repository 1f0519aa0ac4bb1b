// Files to take away: the text, and the game on its own.

import { signal } from "@preact/signals"
import { download, fileNameOf } from "../common/download"
import { about, contentOf, names } from "../common/text"
import { engine, play } from "../session/engine"
import { shipped, text } from "../session/state"
import { isOwn } from "../store/kept"
import { titleOf } from "./own"
import { packed } from "./packing"

/** The game that was exported last. */
export const exported = signal<string>()

/** The game on its own, as one file to unpack, or to hand to a site that takes games. */
export function exportGame() {
  play("The game could not be exported", async () => {
    const [files, { site }] = await Promise.all([engine.ask("export"), import("houserules-table/site")])
    // Sites that take games want the page at the top.
    download(`${fileName()}.zip`, await packed("", Object.entries(site(files))))
    exported.value = shipped.value.id
  })
}

/** The text as a file that can be opened again, packed with the files beside it if there are any. */
export async function saveText() {
  const all = names(text.value).map(name => [name, contentOf(text.value, name)] as [string, string])
  if (all.length === 1) download(`${fileName()}.${about(text.value.language).ending}`, new Blob([text.value.source], { type: "text/plain" }))
  else download(`${fileName()}-rules.zip`, await packed(fileName(), all))
}

/** File name of the game. */
export function fileName(): string {
  const { id } = shipped.value
  return isOwn(id) ? fileNameOf(titleOf(id) ?? id) : id
}
