// Highlighting by the engine's own tokens. Between a keystroke and the next answer they move with the text.
//
// Invariant: only visible text is processed, since a text may have a million tokens.

import { type ChangeDesc, ChangeSet, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view"
import type { TokenKind } from "houserules"
import { type Tokens, tokensIn } from "../common/tokens"

export const setTokens = StateEffect.define<Tokens>()

const marks = new Map<TokenKind, Decoration>()

function mark(kind: TokenKind): Decoration {
  let decoration = marks.get(kind)
  if (!decoration) marks.set(kind, (decoration = Decoration.mark({ class: `tok-${kind}` })))
  return decoration
}

/** The tokens of a text, and its changes since. */
interface Told {
  tokens: Tokens
  since: ChangeDesc
}

const field = StateField.define<Told | undefined>({
  create: () => undefined,
  update(told, { changes, docChanged, effects, newDoc }) {
    const given = effects.find(it => it.is(setTokens))
    if (given) return { tokens: given.value as Tokens, since: ChangeSet.empty(newDoc.length) }
    return told && docChanged ? { ...told, since: told.since.composeDesc(changes.desc) } : told
  },
})

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const told = state.field(field)
  if (!told) return Decoration.none
  const { tokens, since } = told
  const back = since.invertedDesc
  const builder = new RangeSetBuilder<Decoration>()
  let done = 0
  for (const range of visibleRanges) {
    for (const token of tokensIn(tokens, back.mapPos(range.from, -1), back.mapPos(range.to, 1))) {
      if (token.from < done || token.to > since.length) continue
      done = token.to
      const [from, to] = [since.mapPos(token.from, 1), since.mapPos(token.to, -1)]
      if (from < to) builder.add(from, to, mark(token.kind))
    }
  }
  return builder.finish()
}

class Colours {
  decorations: DecorationSet

  constructor(view: EditorView) {
    this.decorations = decorate(view)
  }

  update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
    if (docChanged || viewportChanged || startState.field(field) !== state.field(field)) this.decorations = decorate(view)
  }
}

export const highlight: Extension = [field, ViewPlugin.fromClass(Colours, { decorations: it => it.decorations })]
