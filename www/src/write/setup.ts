// Features of the editor, for any text. All it knows of a language is how comments begin and which lines are indented.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { bracketMatching, indentOnInput, indentService, indentUnit } from "@codemirror/language"
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint"
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search"
import { EditorState, type Extension } from "@codemirror/state"
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, type KeyBinding, keymap, lineNumbers, scrollPastEnd, ViewPlugin } from "@codemirror/view"
import type { Language, LanguageInfo } from "houserules"
import { about, USUAL } from "../common/text"
import { coverage, passed } from "./gutters"
import { breakHere, breaks, walked } from "./stepped"
import { help } from "./help"
import { habits } from "./habits"
import { highlight } from "./highlight"
import { names } from "./names"

const UNIT = 4

interface Habits {
  /** A line after which the next one is indented more. */
  opens: RegExp
  /** A line that is indented less than those before it. */
  closes: RegExp
}

const OPENS = { braces: "[{([]", words: "[{([:]" }
const CLOSES = { braces: /^\s*[})\]]/, words: /^\s*([})\]]|END_\w+|ELSE:)/ }

function habitsOf({ comments, blocks }: LanguageInfo): Habits {
  const comment = comments.line.replaceAll(/\W/g, "\\$&")
  return { opens: new RegExp(`${OPENS[blocks]}\\s*(${comment}.*)?$`), closes: CLOSES[blocks] }
}

/** A line is indented like the previous one, except for openers and closers. */
function indent({ opens, closes }: Habits): Extension {
  return indentService.of((context, at) => {
    const before = lastLine(context.state.sliceDoc(0, context.simulatedBreak ?? at))
    const deeper = (opens.test(before) ? UNIT : 0) - (closes.test(context.textAfterPos(at)) ? UNIT : 0)
    return Math.max(0, before.search(/\S/) + deeper)
  })
}

/** The last that is not blank. */
function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)!
}

/** The extensions for a text in a language. */
export function setup(language: Language | undefined): Extension {
  const info = language ? about(language) : USUAL
  const own = habitsOf(info)
  const indentOnInput = new RegExp(`${own.closes.source}$`)
  return [habits(), common, indent(own), EditorState.languageData.of(() => [{ commentTokens: info.comments, indentOnInput }])]
}

/** Time after Escape in which the Tab key leaves the editor, even if Escape ended a selection. */
const LEAVE_MS = 2000

const leave: KeyBinding = {
  key: "Escape",
  run(view) {
    view.setTabFocusMode(LEAVE_MS)
    return false
  },
}

/** The list of problems, which lies over the lower end of the editor. */
function listOver(view: EditorView): HTMLElement | null {
  return view.dom.closest(".rules")?.querySelector<HTMLElement>(".problems > ul") ?? null
}

/** The line that is written stays in sight where problems come to lie over it; nothing else moves. */
const inSight = ViewPlugin.define(view => {
  let before = 0
  const watch = new ResizeObserver(() => {
    const free = view.scrollDOM.clientHeight - (listOver(view)?.offsetHeight ?? 0)
    const head = view.state.selection.main.head
    const below = (view.coordsAtPos(head)?.bottom ?? 0) - view.scrollDOM.getBoundingClientRect().top
    if (view.hasFocus && below > free && below <= before) view.dispatch({ effects: EditorView.scrollIntoView(head) })
    before = free
  })
  watch.observe(view.scrollDOM)
  const list = listOver(view)
  if (list) watch.observe(list)
  return { destroy: () => watch.disconnect() }
})

const common: Extension = [
  breaks.extension,
  walked.extension,
  lineNumbers(),
  lintGutter(),
  passed.extension,
  coverage.extension,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of(" ".repeat(UNIT)),
  highlight,
  help,
  inSight,
  // The last line can be scrolled above the list of problems.
  scrollPastEnd(),
  EditorView.scrollMargins.of(view => ({ bottom: listOver(view)?.offsetHeight ?? 0 })),
  keymap.of([breakHere, ...names, { key: "F8", run: nextDiagnostic, shift: previousDiagnostic }, indentWithTab, ...searchKeymap, ...historyKeymap, leave, ...defaultKeymap]),
  EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", tabindex: "0" }),
]
