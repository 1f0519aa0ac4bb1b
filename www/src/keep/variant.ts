// A variant of the game that is open: a text that says what differs, and the rules of the original beside it.

import { NAME } from "../common/text"
import { shipped, text } from "../session/state"
import { fileName } from "./files"
import { openOwn } from "./games"
import { known } from "./own"

/** Title of the game that is open. */
export function openTitle(): string {
  return known().find(({ id }) => id === shipped.value.id)?.title ?? "this game"
}

/** Begins a variant, as a game of the user's own. The game that is open must be in the rules language. */
export function startVariant() {
  const { source, files, language } = text.value
  const title = `${openTitle()}, a variant`
  const original = freeFile(fileName(), name => !NAME.test(name) || name in files)
  const begins = `variant of "${original}"

game ${JSON.stringify(title)}

// Write only what differs. It takes the place
// of what has the same name in ${original}.
`
  openOwn(title, { language, source: begins, files: { ...files, [original]: source } })
}

function freeFile(name: string, isTaken: (name: string) => boolean): string {
  const names = [name, "original", ...Array.from({ length: 99 }, (_, at) => `original-${at + 2}`)].map(it => `${it}.rules`)
  return names.find(it => !isTaken(it)) ?? "original.rules"
}
