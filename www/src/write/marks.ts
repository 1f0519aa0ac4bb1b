// Marks beside lines of the text, in a gutter of their own.

import { type Extension, RangeSet, StateEffect, type StateEffectType, StateField, type Text } from "@codemirror/state"
import { gutter, GutterMarker } from "@codemirror/view"

export interface Mark {
  /** From 1. */
  line: number
  sign: string
  title: string
  /** A class beside that of the gutter. */
  kind?: string
}

/** A gutter, and what sets its marks: ascending by line, one a line. */
export interface Marks {
  set: StateEffectType<Mark[]>
  extension: Extension
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

/** `stay`: whether marks go with their lines while somebody writes, or are gone at the first change. */
export function marks(className: string, stay: boolean): Marks {
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
  return { set, extension: [field, gutter({ class: className, markers: view => view.state.field(field) })] }
}
