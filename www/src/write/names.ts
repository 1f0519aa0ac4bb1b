// Names in the editor: renamed wherever they are used, and their uses and the parts of the file as lists to go from.

import { type EditorView, type KeyBinding, showDialog } from "@codemirror/view"
import type { Edit, Refusal, Section } from "houserules"
import { outline, renamed } from "./editing"
import { pick, type Pickable } from "./pick"

/** The word at the cursor. */
export function wordAt({ state }: EditorView): { name: string; from: number; to: number } | undefined {
  const word = state.wordAt(state.selection.main.head)
  return word ? { name: state.sliceDoc(word.from, word.to), from: word.from, to: word.to } : undefined
}

function say(view: EditorView, text: string) {
  const { close } = showDialog(view, {
    content() {
      const line = document.createElement("div")
      line.className = "cm-said"
      line.role = "status"
      line.textContent = text
      return line
    },
  })
  setTimeout(() => view.dispatch({ effects: close }), 6000)
}

function reason(refused: Refusal | Edit[]): string {
  return "refused" in refused ? refused.refused : "it is a word of the language, or not known here"
}

/** Asks for another name of what is at the cursor, and writes it wherever that is used. */
function rename(view: EditorView): boolean {
  const word = wordAt(view)
  if (!word) return true
  const { state } = view
  const { result, close } = showDialog(view, {
    label: `Rename ${word.name} to`,
    input: { value: word.name, name: "name", spellcheck: "false" },
    submitLabel: "Rename",
    focus: "input",
    top: true,
  })
  void result.then(async form => {
    view.dispatch({ effects: close })
    view.focus()
    const name = (form?.elements.namedItem("name") as HTMLInputElement | null)?.value.trim()
    if (!name || name === word.name || view.state.doc !== state.doc) return
    const edits = await renamed(state.doc.toString(), word.from, name)
    if (edits === null || view.state.doc !== state.doc) return
    if ("refused" in edits || edits.length === 0) return say(view, `${word.name} was not renamed: ${reason(edits)}.`)
    view.dispatch({ changes: edits, userEvent: "input.rename" })
  })
  return true
}

/** A name that nothing has: with it, an engine says where something is used. */
const NOBODYS = "nobody_s_name_0"

function uses(view: EditorView): boolean {
  const word = wordAt(view)
  if (!word) return true
  const { doc } = view.state
  void renamed(doc.toString(), word.from, NOBODYS).then(edits => {
    if (edits === null || view.state.doc !== doc) return
    if ("refused" in edits || edits.length === 0) return say(view, `The uses of ${word.name} are not known: ${reason(edits)}.`)
    const places = edits.map(({ from, to }): Pickable => {
      const line = doc.lineAt(from)
      return { place: { from, to }, label: line.text.trim(), detail: String(line.number) }
    })
    pick(`Uses of ${word.name}`, places)
  })
  return true
}

function parts(view: EditorView): boolean {
  const { doc } = view.state
  void outline(doc.toString()).then(sections => sections && pick("Parts of the rules", listed(sections, 0)))
  return true

  function listed(sections: Section[], depth: number): Pickable[] {
    return sections.flatMap(({ word, name, at, inner }) => [
      { place: at, label: `${word} ${name}`.trim(), detail: String(doc.lineAt(at.from).number), depth },
      ...listed(inner, depth + 1),
    ])
  }
}

export const names: KeyBinding[] = [
  { key: "F2", run: rename },
  { key: "Shift-F12", run: uses },
  { key: "Mod-Shift-o", run: parts, preventDefault: true },
]
