// What the editor can do, for any text: which language it is, only the engine knows.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { bracketMatching, indentOnInput, indentService, indentUnit } from "@codemirror/language"
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint"
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search"
import { EditorState, type Extension } from "@codemirror/state"
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view"
import { coverage } from "./coverage"
import { help } from "./help"
import { highlight } from "./highlight"

const UNIT = 4

/** A line stands as the one before it, deeper after an opening bracket, back at a closing one. */
const indent = indentService.of((context, at) => {
  const before = lastLine(context.state.sliceDoc(0, context.simulatedBreak ?? at))
  const opens = /[{([]\s*(\/\/.*)?$/.test(before) ? UNIT : 0
  const closes = /^\s*[})\]]/.test(context.textAfterPos(at)) ? UNIT : 0
  return Math.max(0, before.search(/\S/) + opens - closes)
})

/** The last that is not blank. */
function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)!
}

const language = EditorState.languageData.of(() => [
  { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, indentOnInput: /^\s*[})\]]$/ },
])

export const setup: Extension = [
  lineNumbers(),
  lintGutter(),
  coverage,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of(" ".repeat(UNIT)),
  indent,
  language,
  highlight,
  help,
  keymap.of([
    { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
    indentWithTab,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", tabindex: "0" }),
]
