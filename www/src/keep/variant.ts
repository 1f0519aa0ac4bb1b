// A variant of the game that is open: a text that says what differs, and the rules of the original beside it.

import { NAME } from "../common/text"
import { shipped, text } from "../session/state"
import { fileName } from "./files"
import { openOwn } from "./games"
import { titleOf } from "./own"

/** Begins a variant, as a game of the user's own. The game that is open must be in the rules language. */
export function startVariant() {
  const { source, files, language } = text.value
  const title = `${titleOf(shipped.value.id)}, a variant`
  // One name more than there are files, so one of them is free.
  const names = [fileName(), "original", ...Object.keys(files).map((_, at) => `original-${at + 2}`)].map(it => `${it}.rules`)
  const original = names.find(it => NAME.test(it) && !(it in files))!
  const begins = `variant of "${original}"

game ${JSON.stringify(title)}

// Write only what differs. Each part replaces
// the part of the same name in ${original}.
`
  openOwn(title, { language, source: begins, files: { ...files, [original]: source } })
}
