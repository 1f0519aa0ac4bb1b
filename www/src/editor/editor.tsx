// The editor. The session's `source` and the document are the same text, whichever of the two changes.

import { isolateHistory } from "@codemirror/commands"
import { setDiagnostics, type Diagnostic as Lint } from "@codemirror/lint"
import { EditorState, type ChangeSpec } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { effect } from "@preact/signals"
import { render } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Diagnostic, Range } from "house-rules"
import { Prose } from "../prose"
import { checked, edit, format, pane, problems, shipped, source } from "../session"
import { setTokens } from "./highlight"
import { setup } from "./setup"

let view: EditorView | undefined

export function Editor() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const editor = (view = new EditorView({ parent: host.current! }))
    const endings = [
      effect(() => {
        shipped.value
        editor.setState(begin(source.peek()))
      }),
      effect(() => replace(editor, source.value)),
      effect(() => {
        if (isChecked(editor)) editor.dispatch({ effects: setTokens.of(checked.value!.tokens) })
      }),
      effect(() => {
        const lints = problems.value.map(asLint)
        if (isChecked(editor)) editor.dispatch(setDiagnostics(editor.state, lints))
      }),
    ]
    return () => {
      for (const end of endings) end()
      editor.destroy()
    }
  }, [])
  return <div class="editor" data-testid="editor" ref={host} />
}

/** Selects the place, and brings it in sight. */
export function jumpTo({ from, to }: Range) {
  pane.value = "rules"
  requestAnimationFrame(() => {
    if (!view) return
    const { length } = view.state.doc
    const selection = { anchor: Math.min(from, length), head: Math.min(to, length) }
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) })
    view.focus()
  })
}

/** Mends the text, unless it has changed since the problem was found. */
export function apply({ edits }: Diagnostic["fixes"][number]) {
  if (!view || !isChecked(view)) return
  view.dispatch({ changes: edits, userEvent: "input.fix" })
  view.focus()
}

function begin(doc: string): EditorState {
  const listener = EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) edit(text(view))
  })
  const run = () => {
    format()
    return true
  }
  return EditorState.create({ doc, extensions: [setup, listener, keymap.of([{ key: "Shift-Alt-f", run }])] })
}

/** A change from outside is one step of the history, so that undoing brings the old text back. */
function replace(editor: EditorView, insert: string) {
  const before = text(editor)
  if (before === insert) return
  const whole = { from: 0, to: before.length, insert }
  editor.dispatch({ changes: respaced(before, insert) ?? whole, annotations: isolateHistory.of("full") })
}

/** The changes, where only blanks and needless `;` differ: the cursor stays in its word. */
function respaced(before: string, after: string): ChangeSpec[] | undefined {
  const changes: ChangeSpec[] = []
  let [from, at] = [0, 0]
  while (from < before.length || at < after.length) {
    if (before.charAt(from) === after.charAt(at)) {
      from++
      at++
      continue
    }
    const [start, begin] = [from, at]
    while (/\s/.test(before.charAt(from))) from++
    while (/\s/.test(after.charAt(at))) at++
    if (from === start && at === begin) {
      if (before.charAt(from) !== ";") return undefined
      from++
    }
    changes.push({ from: start, to: from, insert: after.slice(begin, at) })
  }
  return changes
}

function text(editor: EditorView): string {
  return editor.state.doc.toString()
}

/** Whether the last compile was of this very text. */
function isChecked(editor: EditorView): boolean {
  return checked.value?.source === text(editor)
}

function asLint({ from, to, severity, code, message, help, fixes }: Diagnostic): Lint {
  const actions = fixes.map(fix => ({ name: fix.title.replaceAll("`", ""), apply: () => apply(fix) }))
  const renderMessage = () => {
    const lines = document.createElement("div")
    render([message, help ?? ""].map(text => <p key={text}><Prose text={text} /></p>), lines)
    return lines
  }
  return { from, to, severity, source: code, message, renderMessage, actions }
}
