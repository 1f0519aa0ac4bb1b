// The engine's knowledge of names: completions while typing, and descriptions under the pointer.

import {
  acceptCompletion,
  autocompletion,
  insertCompletionText,
  pickedCompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete"
import type { Extension } from "@codemirror/state"
import { type EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view"
import type { Completion, NameKind, Range } from "houserules"
import { render } from "preact"
import { Prose } from "../common/prose"
import { lookUp } from "../session/wanted"
import { wordAt } from "./names"
import { complete, hover } from "./editing"

const WORD = /\$?[\p{L}_][\p{L}\p{N}_]*/u
/** A name is being written, or a dot was put behind one. */
const BEGUN = /(\$|[\p{L}_])[\p{L}\p{N}_]*$|[\p{L}\p{N}_)\]!]\.$/u

/** Priorities among names that match equally well. */
const NEAR: { [kind in NameKind]?: number } = { variable: 3, field: 2, action: 2, keyword: 1, builtin: -1 }

async function completions(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  if (!context.explicit && !BEGUN.test(before)) return null
  // Requests all completions, with any prefix: the list grows again when letters are deleted.
  const word = /\$?[\p{L}\p{N}_]*$/u.exec(before)![0]
  const found = await complete(state.doc.toString(), pos - word.length)
  if (!found) return null
  return { from: found.from, options: found.items.map(option), validFor: new RegExp(`^(${WORD.source})?$`, "u") }
}

function option(item: Completion): Option {
  const { name, kind, text } = item
  const detail = text.startsWith(name) ? text.slice(name.length) : ""
  const called = (kind === "builtin" || kind === "function") && text.includes("(")
  return { label: name, detail, type: kind, boost: NEAR[kind], info: () => explained(item), apply: called ? insertCall : undefined }
}

/** Puts the name in and a pair of brackets after it, unless they are there, and the cursor between them. */
function insertCall(view: EditorView, option: Option, from: number, to: number) {
  const bracketed = view.state.sliceDoc(to, to + 1) === "("
  const insert = bracketed ? option.label : `${option.label}()`
  const change = insertCompletionText(view.state, insert, from, to)
  const selection = { anchor: from + option.label.length + 1 }
  view.dispatch({ ...change, selection, annotations: pickedCompletion.of(option) })
}

async function meaning(view: EditorView, at: number): Promise<Tooltip | null> {
  const found = await hover(view.state.doc.toString(), at)
  if (!found) return null
  const { from, to, declared } = found
  const elsewhere = declared && (declared.from !== from ? declared : undefined)
  return { pos: from, end: to, above: true, create: () => ({ dom: explained(found, elsewhere && (() => goTo(view, elsewhere))) }) }
}

function explained({ kind, text, doc, example }: Pick<Completion, "kind" | "text" | "doc" | "example">, show?: () => void): HTMLElement {
  const box = document.createElement("div")
  box.className = "explained"
  const parts = (
    <>
      <code>{text}</code>
      {doc && (
        <p>
          <Prose text={doc} />
        </p>
      )}
      {example && <code class="example">{example}</code>}
      <small>
        {kind}
        {show && (
          <button type="button" class="link" onClick={show}>
            Go to declaration
          </button>
        )}
      </small>
    </>
  )
  render(parts, box)
  return box
}

function goTo(view: EditorView, { from, to }: Range) {
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
  view.focus()
}

/** Goes where the name at the cursor is declared. */
function goToDeclaration(view: EditorView): boolean {
  const { doc, selection } = view.state
  void hover(doc.toString(), selection.main.head).then(found => {
    if (found?.declared && view.state.doc === doc) goTo(view, found.declared)
  })
  return true
}

/** Looks up the word at the cursor in the reference. */
function lookUpWord(view: EditorView): boolean {
  lookUp(wordAt(view)?.name ?? "")
  return true
}

export const help: Extension = [
  autocompletion({ override: [completions] }),
  hoverTooltip(meaning),
  keymap.of([
    { key: "Tab", run: acceptCompletion },
    { key: "F12", run: goToDeclaration },
    { key: "F1", run: lookUpWord },
  ]),
]
