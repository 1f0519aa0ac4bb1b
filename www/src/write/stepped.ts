// Marks of a step-through in the text: the next statement, the lines that ran, and breakpoints beside the lines.

import { Prec, StateEffect, type StateEffectType, StateField, type Extension, type Range as Ranged, type Text } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, type KeyBinding } from "@codemirror/view"
import type { Place } from "houserules"
import { toggle } from "../travel/breakpoints"
import { file } from "../session/state"
import { type Mark, marks } from "./marks"

interface Walked {
  at?: Place
  ran: Place[]
}

const LIT = Decoration.mark({ class: "cm-lit" })
const LIT_LINE = Decoration.line({ class: "cm-lit-line" })
const RAN = Decoration.line({ class: "cm-ran" })

function decorations(doc: Text, { at, ran }: Walked): DecorationSet {
  const lines = [...new Set(ran.map(({ line }) => line))].filter(line => line <= doc.lines)
  const all: Ranged<Decoration>[] = lines.map(line => RAN.range(doc.line(line).from))
  if (at && at.from < at.to && at.to <= doc.length) all.push(LIT_LINE.range(doc.lineAt(at.from).from), LIT.range(at.from, at.to))
  return Decoration.set(all, true)
}

const set: StateEffectType<Walked> = StateEffect.define<Walked>()

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { docChanged, effects, state }) {
    const given = effects.find(it => it.is(set))
    if (given) return decorations(state.doc, given.value as Walked)
    return docChanged ? Decoration.none : value
  },
  provide: it => Prec.lowest(EditorView.decorations.from(it)),
})

/** The statement and the lines; gone at the first change of the text. */
export const walked: { set: typeof set; extension: Extension } = { set, extension: field }

/** A click beside a line sets a breakpoint there, or takes it away. */
export const breaks = marks("cm-breaks", true, (_, line) => toggle(file.peek(), line))

export const breakHere: KeyBinding = {
  key: "F9",
  run({ state }) {
    toggle(file.peek(), state.doc.lineAt(state.selection.main.head).number)
    return true
  },
}

export function breakMark(line: number): Mark {
  return { line, sign: "●", title: "Breakpoint" }
}
