// The text being written: its changes, and the engine's results about the file in the editor.

import { batch, computed } from "@preact/signals"
import type { Language, Range } from "houserules"
import { BESIDE, contentOf, languageOf, listed, mainOf, NAME, names, same, shippedText, withContent, without, type Text } from "../common/text"
import { Died } from "../engine/client"
import type { NamedFile } from "../keep/packing"
import { bury, engine, enqueue, recompileIn, save } from "../session/engine"
import type { Version } from "../store/kept"
import { checked, file, killer, openings, readOnly, shipped, text, versions } from "../session/state"
import { withVersion } from "./versions"

const COMPILE_AFTER_MS = 70

/** A change after a longer pause begins a sitting, in milliseconds. */
const SITTING_MS = 5 * 60_000

/** Changes the content of a file; a missing one is added. */
export function edit(name: string, content: string) {
  if (readOnly.value) return
  if (names(text.value).includes(name) && contentOf(text.value, name) === content) return
  change(withContent(text.value, name, content))
}

/** Puts files beside the rules, and turns to the last; why not, or "". */
export function addFiles(files: NamedFile[]): string {
  if (readOnly.value) return "This game is open in another tab, so no file can be added here."
  const taken = (name: string) => name.replaceAll(/[^\w./-]+/g, "-").replace(/\.\w+$/, ending => ending.toLowerCase())
  const named = files.map(({ name, content }) => ({ name: taken(name), content }))
  const odd = named.find(({ name }) => !NAME.test(name) || languageOf(name))
  const beside = BESIDE.filter(ending => !languageOf(`.${ending}`))
  if (odd) return `${odd.name} cannot be added. Files of a game end in ${listed(beside)}.`
  change(named.reduce((text, { name, content }) => withContent(text, name, content), text.value))
  file.value = named.at(-1)?.name ?? file.value
  return ""
}

export function removeFile(name: string) {
  change(without(text.value, name))
}

/** Restores the shipped text. */
export function reset() {
  change(shippedText(shipped.value), true)
}

/** Back to a version. */
export function takeBack({ text: version }: Version) {
  if (!readOnly.value) change(version, true)
}

/** When this game was last changed. */
let changed = 0

openings.subscribe(() => {
  changed = 0
})

/** A change that begins a sitting keeps the text from before it as a version, and so does one that `leaps` to another text altogether. */
function change(to: Text, leaps = false) {
  const now = Date.now()
  if (leaps || now - changed > SITTING_MS) versions.value = withVersion(versions.value, { at: now, text: text.value })
  changed = now
  batch(() => {
    text.value = to
    if (!names(to).includes(file.value)) file.value = mainOf(to)
  })
  save()
  recompileIn(COMPILE_AFTER_MS)
}

/** `true` if the file in the editor is rules, and has no known errors that prevent reading. */
export const readable = computed(
  () => checked.value !== undefined && languageOf(file.value) !== undefined && !checked.value.diagnostics.some(it => it.code.startsWith("HR01") && isIn(it, file.value)),
)

/** Puts the file in the editor in style, unless it cannot be read or changes meanwhile. */
export async function format() {
  const [before, name] = [text.value, file.value]
  const content = contentOf(before, name)
  const formatted = await askOf(name, content, language => engine.ask("format", content, language))
  if (formatted && same(text.value, before)) edit(name, formatted)
}

/** Completions at an offset of the file in the editor. */
export function complete(content: string, offset: number) {
  return askOf(file.value, content, language => engine.ask("complete", content, offset, language, beside()))
}

/** Description of the name at an offset of the file in the editor. */
export function hover(content: string, offset: number) {
  return askOf(file.value, content, language => engine.ask("hover", content, offset, language, beside()))
}

/** The rules that the file in the editor may use. */
function beside() {
  return Object.fromEntries(Object.entries(text.value.files).filter(([name]) => name !== file.value && languageOf(name)))
}

/** The parts of the file in the editor. */
export function outline(content: string) {
  return askOf(file.value, content, language => engine.ask("outline", content, language))
}

/** The edits that rename the thing at an offset, or the reason why it keeps its name. */
export function renamed(content: string, offset: number, name: string) {
  return askOf(file.value, content, language => engine.ask("rename", content, offset, name, language))
}

/** Requests something about a file from the engine; null if the file has changed by then, or is not to be analysed. */
export function askOf<T>(name: string, content: string, ask: (language: Language) => Promise<T>): Promise<T | null> {
  return new Promise(resolve =>
    enqueue(async () => {
      const before = text.value
      const language = languageOf(name)
      if (!language || contentOf(before, name) !== content || same(killer.value?.text, before)) return resolve(null)
      try {
        resolve(await ask(language))
      } catch (error) {
        resolve(null)
        if (!(error instanceof Died)) throw error
        await bury(before, error)
      }
    }),
  )
}

/** `true` if a range is in the file of that name. */
export function isIn(range: Range, name: string): boolean {
  return (range.file ?? mainOf(text.value)) === name
}
