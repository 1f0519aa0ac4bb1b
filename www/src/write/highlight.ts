// Highlighting by the engine's own tokens. Between a keystroke and the next answer they move with the text.

import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state"
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view"
import type { Token, TokenKind } from "house-rules"

export const setTokens = StateEffect.define<Token[]>()

const marks = new Map<TokenKind, Decoration>()

function mark(kind: TokenKind): Decoration {
  let decoration = marks.get(kind)
  if (!decoration) marks.set(kind, (decoration = Decoration.mark({ class: `tok-${kind}` })))
  return decoration
}

function decorate(tokens: Token[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, kind } of tokens) builder.add(from, to, mark(kind))
  return builder.finish()
}

export const highlight = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { changes, effects }) => effects.reduce((now, effect) => (effect.is(setTokens) ? decorate(effect.value) : now), decorations.map(changes)),
  provide: field => EditorView.decorations.from(field),
})
