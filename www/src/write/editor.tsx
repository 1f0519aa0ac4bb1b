// The editor. Its document and the `content` of the `file` that is open are the same text, whichever of the two changes.

import { isolateHistory, undo } from "@codemirror/commands"
import { setDiagnostics, type Diagnostic as Lint } from "@codemirror/lint"
import { type ChangeSet, Compartment, EditorState, type ChangeSpec, type StateEffect, type Text as Doc } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { effect, signal } from "@preact/signals"
import { render } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Diagnostic } from "houserules"
import { Prose } from "../common/prose"
import { checked, content, file, readOnly, shipped, text } from "../session/state"
import { linesIn, place as placeBreaks } from "../travel/breakpoints"
import { followed, lit } from "../travel/walk"
import { edit, format, isIn } from "./editing"
import { problems } from "./found"
import { languageOf, mainOf, replacement, same } from "../common/text"
import { neverReached } from "./coverage"
import { goal, openFile } from "./going"
import { coverage, passed, testMark, unreached } from "./gutters"
import { setTokens } from "./highlight"
import { follow } from "./habits"
import { setup } from "./setup"
import { breakMark, breaks, walked } from "./stepped"
import { tests } from "./tests"

let view: EditorView | undefined

/** Makes it read-only. */
const lock = new Compartment()

/** The name of the file that the document is; the effects that mark it wait for it. */
const turned = signal(file.peek())

export function Editor() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const editor = (view = new EditorView({ parent: host.current! }))
    const turn = turner(editor)
    /** The last requested place. */
    let arrived = followed.peek()
    const endings = [
      effect(() => {
        // Another file has a state of its own.
        if (turned.value) return follow(editor)
      }),
      effect(() => {
        turn(shipped.value.id, file.value)
        replace(editor, content.value)
      }),
      effect(() => {
        const [locked] = [readOnly.value, turned.value]
        editor.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(locked)) })
      }),
      effect(() => {
        const tokens = checked.value?.tokens[turned.value]
        if (tokens && isChecked()) editor.dispatch({ effects: setTokens.of(tokens) })
      }),
      effect(() => {
        const lints = problems.value.filter(it => isIn(it, turned.value)).map(asLint)
        if (isChecked()) editor.dispatch(setDiagnostics(editor.state, lints))
      }),
      effect(() => {
        const { text: played, lines = [] } = neverReached.value ?? {}
        const name = turned.value === mainOf(text.value) ? undefined : turned.value
        const here = same(played, text.value) ? lines.filter(({ file }) => file === name) : []
        editor.dispatch({ effects: coverage.set.of(here.map(({ line }) => unreached(line))) })
      }),
      effect(() => {
        const { text: tested, results = [] } = tests.value ?? {}
        const here = results.filter(it => isIn(it, turned.value))
        if (!tested || same(tested, text.value)) editor.dispatch({ effects: passed.set.of(here.map(testMark)) })
      }),
      effect(() => {
        const lines = linesIn(turned.value)
        if (String(lines) !== String(breaks.lines(editor.state))) editor.dispatch({ effects: breaks.set.of(lines.map(breakMark)) })
      }),
      effect(() => {
        const { text: played, at, ran = [] } = lit.value ?? {}
        const name = turned.value
        const here = same(played, text.value)
        const effects: StateEffect<unknown>[] = [walked.set.of({ at: here && at && isIn(at, name) ? at : undefined, ran: here ? ran.filter(it => isIn(it, name)) : [] })]
        const goal = followed.value
        if (goal && goal !== arrived && isIn(goal.place, name)) {
          arrived = goal
          if (here && editor.dom.offsetParent) effects.push(EditorView.scrollIntoView(goal.place.from, { y: "nearest", yMargin: 60 }))
        }
        editor.dispatch({ effects })
      }),
      effect(() => {
        if (goal.value) requestAnimationFrame(() => select(editor))
      }),
    ]
    return () => {
      for (const end of endings) end()
      editor.destroy()
    }
  }, [])
  return <div class="editor" id="editor" data-testid="editor" ref={host} />
}

/** Takes back the last change of a file, and turns to it. */
export function undoEdit(name: string) {
  file.value = name
  if (view && !readOnly.value) undo(view)
}

/** Selects the place where somebody goes, and brings it in sight. */
function select(editor: EditorView) {
  if (!goal.value) return
  const { from, to } = goal.value
  const { length } = editor.state.doc
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) }
  goal.value = undefined
  editor.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) })
  editor.focus()
}

/** Applies a fix to the text, unless it has changed since the problem was found. */
export function apply({ edits }: Diagnostic["fixes"][number]) {
  if (!view || !isChecked() || readOnly.value) return
  for (const name of new Set(edits.map(({ file }) => file))) {
    const changes = edits.filter(({ file }) => file === name)
    openFile(changes[0]!)
    view.dispatch({ changes, userEvent: "input.fix" })
  }
  view.focus()
}

/** Turns the editor to a file of a game. Each file keeps its history, and where it was scrolled to, while its game is there. */
function turner(editor: EditorView) {
  const states = new Map<string, { state: EditorState; scrolled: StateEffect<unknown> }>()
  let present = ""
  return (game: string, name: string) => {
    if (game !== present) states.clear()
    else if (name === turned.peek()) return
    else states.set(turned.peek(), { state: editor.state, scrolled: editor.scrollSnapshot() })
    present = game
    const before = states.get(name)
    editor.setState(before?.state ?? begin(name, content.peek()))
    if (before) editor.dispatch({ effects: before.scrolled })
    else editor.scrollDOM.scrollTo(0, 0)
    turned.value = name
  }
}

function begin(name: string, doc: string): EditorState {
  const listener = EditorView.updateListener.of(({ docChanged, changes, startState, view }) => {
    if (!docChanged) return
    placeBreaks(name, breaks.lines(view.state))
    strings.set(view.state.doc, spliced(written(startState.doc), changes))
    edit(name, written(view.state.doc))
  })
  const run = () => {
    format()
    return true
  }
  return EditorState.create({ doc, extensions: [lock.of(EditorState.readOnly.of(readOnly.peek())), setup(languageOf(name)), listener, keymap.of([{ key: "Shift-Alt-f", run }])] })
}

/** A change from outside is one step of the history, so that undoing brings the old text back. */
function replace(editor: EditorView, insert: string) {
  const before = written(editor.state.doc)
  if (before === insert) return
  editor.dispatch({ changes: respaced(before, insert) ?? replacement(before, insert), annotations: isolateHistory.of("full") })
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

/** Documents as strings. Joining one with many lines takes long, so changes are made in the string, too. */
const strings = new WeakMap<Doc, string>()

function written(doc: Doc): string {
  const text = strings.get(doc) ?? doc.toString()
  strings.set(doc, text)
  return text
}

function spliced(before: string, changes: ChangeSet): string {
  let [text, at] = ["", 0]
  changes.iterChanges((from, to, _from, _to, inserted) => {
    text += before.slice(at, from) + inserted.toString()
    at = to
  })
  return text + before.slice(at)
}

/** `true` if the last compilation was of this very text. */
function isChecked(): boolean {
  return same(checked.value?.text, text.peek())
}

function asLint({ from, to, severity, code, message, help, fixes }: Diagnostic): Lint {
  const actions = fixes.map(fix => ({ name: fix.title.replaceAll("`", ""), apply: () => apply(fix) }))
  const renderMessage = () => {
    const lines = document.createElement("div")
    render(
      [message, help ?? ""].map(text => (
        <p key={text}>
          <Prose text={text} />
        </p>
      )),
      lines,
    )
    return lines
  }
  return { from, to, severity, source: code, message, renderMessage, actions }
}
