// Marks beside the lines that no game of the lab reached.

import { RangeSet, StateEffect, StateField, type Text } from "@codemirror/state"
import { gutter, GutterMarker } from "@codemirror/view"
import { signal } from "@preact/signals"
import type { Text as Rules } from "../common/text"

/** Lines of a text that were never reached, by file. Who plays many games says so. */
export const neverReached = signal<{ text: Rules; lines: { file?: string; line: number }[] }>()

/** The numbers of the lines in the document, ascending. */
export const setUnreached = StateEffect.define<number[]>()

class Unreached extends GutterMarker {
  override toDOM() {
    const mark = document.createElement("span")
    mark.title = "No game of the lab reached this line"
    mark.textContent = "○"
    return mark
  }
}

const mark = new Unreached()

function marks(doc: Text, lines: number[]): RangeSet<GutterMarker> {
  return RangeSet.of(lines.filter(line => line <= doc.lines).map(line => mark.range(doc.line(line).from)))
}

const unreached = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, { docChanged, effects, state }) {
    const set = effects.find(it => it.is(setUnreached))
    if (set) return marks(state.doc, set.value as number[])
    // What was counted is of another text now.
    return docChanged ? RangeSet.empty : value
  },
})

export const coverage = [unreached, gutter({ class: "cm-unreached", markers: view => view.state.field(unreached) })]
