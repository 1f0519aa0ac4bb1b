// Marks beside lines of the text, in a gutter of their own.

import { type EditorState, type Extension, RangeSet, StateEffect, type StateEffectType, StateField, type Text } from "@codemirror/state"
import { type EditorView, gutter, GutterMarker } from "@codemirror/view"

export interface Mark {
  /** From 1. */
  line: number
  sign: string
  title: string
  /** A class beside that of the gutter. */
  kind?: string
}

/** A gutter, and the function that sets its marks: ascending by line, at most one in each line. */
export interface Marks {
  set: StateEffectType<Mark[]>
  extension: Extension
  /** The lines that have one. */
  lines(state: EditorState): number[]
}

class Marker extends GutterMarker {
  constructor(readonly mark: Mark) {
    super()
  }

  override eq({ mark }: Marker) {
    return mark.sign === this.mark.sign && mark.title === this.mark.title
  }

  override toDOM() {
    const { sign, title, kind = "" } = this.mark
    const dom = document.createElement("span")
    dom.title = title
    dom.setAttribute("role", "img")
    dom.setAttribute("aria-label", title)
    dom.className = kind
    dom.textContent = sign
    return dom
  }
}

function ranges(doc: Text, marks: Mark[]): RangeSet<GutterMarker> {
  return RangeSet.of(marks.filter(({ line }) => line <= doc.lines).map(mark => new Marker(mark).range(doc.line(mark.line).from)))
}

/** `stay`: `true` if marks move with their lines during changes, `false` if they disappear at the first change; `click`: called for a
 * click beside a line. */
export function marks(className: string, stay: boolean, click?: (view: EditorView, line: number) => void): Marks {
  const set = StateEffect.define<Mark[]>()
  const field = StateField.define<RangeSet<GutterMarker>>({
    create: () => RangeSet.empty,
    update(value, { docChanged, changes, effects, state }) {
      const given = effects.find(it => it.is(set))
      if (given) return ranges(state.doc, given.value as Mark[])
      if (!docChanged) return value
      return stay ? value.map(changes) : RangeSet.empty
    },
  })
  const mousedown = (view: EditorView, { from }: { from: number }) => {
    click?.(view, view.state.doc.lineAt(from).number)
    return click !== undefined
  }
  const lines = (state: EditorState) => {
    const found = new Set<number>()
    for (let it = state.field(field).iter(); it.value; it.next()) found.add(state.doc.lineAt(it.from).number)
    return [...found]
  }
  return { set, lines, extension: [field, gutter({ class: className, markers: view => view.state.field(field), domEventHandlers: { mousedown } })] }
}
