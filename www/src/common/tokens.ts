// The tokens of a file, as numbers in a row: those of a file of megabytes come from the Worker without a wait that way.

import type { Token, TokenKind } from "houserules"

export interface Tokens {
  kinds: TokenKind[]
  /** For each token its start, its end, and its index in the kinds; ascending. */
  numbers: Uint32Array
}

const EACH = 3

export function packed(tokens: Token[]): Tokens {
  const kinds: TokenKind[] = []
  const numbers = new Uint32Array(tokens.length * EACH)
  const numberOf = new Map<TokenKind, number>()
  for (const [at, { from, to, kind }] of tokens.entries()) {
    if (!numberOf.has(kind)) numberOf.set(kind, kinds.push(kind) - 1)
    numbers.set([from, to, numberOf.get(kind)!], at * EACH)
  }
  return { kinds, numbers }
}

/** The tokens that are in a part of the text, or reach into it. */
export function* tokensIn({ kinds, numbers }: Tokens, start: number, end: number): Generator<Token> {
  let [first, last] = [0, numbers.length / EACH]
  while (first < last) {
    const middle = (first + last) >> 1
    if (numbers[middle * EACH + 1]! <= start) first = middle + 1
    else last = middle
  }
  for (let at = first * EACH; at < numbers.length && numbers[at]! < end; at += EACH) yield { from: numbers[at]!, to: numbers[at + 1]!, kind: kinds[numbers[at + 2]!]! }
}
