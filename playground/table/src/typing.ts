// Words as people type them, and how well they call a name. No game is known here.
//
// Invariant: the display name of a thing matches better than anything shorter or in another order.

/** Signs that no keyboard has. */
const SUITS: { [sign: string]: string } = { "♠": "spades", "♤": "spades", "♥": "hearts", "♡": "hearts", "♦": "diamonds", "♢": "diamonds", "♣": "clubs", "♧": "clubs" }

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

/** One word with the number or letter after it; the pairs may come in any order. */
const JOINED = new Set(["row", "column", "number"])

const SAME: { [word: string]: string } = { rank: "row", file: "column" }

/** Words that need not be typed, and are ignored in typed texts. */
const FILLERS = new Set("a an the of to on onto in into at from with and then my your i it please".split(" "))

/** Words for making a move, where the rules have none of that name. */
const VERBS = new Set("play choose make do select go move".split(" "))

/** The words of a text: lower case, without accents, punctuation and plurals, numbers in figures. */
export function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[♠♤♥♡♦♢♣♧]/g, sign => ` ${SUITS[sign]} `)
    .replace(/(?<![\p{L}\p{N}])-(?=\d)/gu, "minus ")
  const out: string[] = []
  for (const found of plain.match(/[\p{L}\p{N}]+|\p{S}/gu) ?? []) {
    const last = out.at(-1)
    const number = NUMBERS.indexOf(found)
    const word = number >= 0 ? String(number) : found
    if (last !== undefined && JOINED.has(last) && /^(\d+|[a-z])$/.test(word)) out[out.length - 1] = `${last} ${word}`
    else {
      const single = singular(word)
      out.push(SAME[single] ?? single)
    }
  }
  return out
}

function singular(word: string): string {
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /..[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

export function bare(words: string[]): string[] {
  return words.filter(it => !FILLERS.has(it))
}

export function sameWords(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at])
}

/** Verbs that are not among these words mean nothing by themselves. */
export function idleVerbs(known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...VERBS].filter(it => !known.has(it)))
}

/** Grades of a match between typed words and a name: exact, in full but for fillers, some words in order, in any order, none. */
export const FIT = { none: 0, words: 1, order: 2, full: 3, exact: 4 }

export function fit(typed: string[], name: string[], idle: ReadonlySet<string>): number {
  if (sameWords(typed, name)) return FIT.exact
  if (sameWords(bare(typed), bare(name))) return FIT.full
  const asked = typed.filter(it => name.includes(it) || !(FILLERS.has(it) || idle.has(it)))
  // An article or two call nothing.
  if (bare(asked).length === 0) return FIT.none
  if (isInOrder(asked, name)) return FIT.order
  const left = [...name]
  const all = asked.every(word => {
    const same = left.indexOf(word)
    const at = same >= 0 ? same : left.findIndex(it => calls(word, it))
    if (at < 0) return FILLERS.has(word)
    left.splice(at, 1)
    return true
  })
  return all ? FIT.words : FIT.none
}

function isInOrder(asked: string[], name: string[]): boolean {
  let from = 0
  return asked.every(word => {
    const at = name.findIndex((it, place) => place >= from && calls(word, it))
    if (at < 0) return false
    from = at + 1
    return true
  })
}

/** "4" calls "column 4". */
function calls(word: string, name: string): boolean {
  return word === name || name.endsWith(` ${word}`)
}

/** Words that were typed without a blank between them, as "e2e4", where both are known. */
export function apart(typed: string[], known: ReadonlySet<string>): string[] {
  return typed.flatMap(word => {
    if (known.has(word)) return [word]
    for (let at = 1; at < word.length; at++) {
      const [first, second] = [word.slice(0, at), word.slice(at)]
      if (/\d/.test(first) && /\d/.test(second) && known.has(first) && known.has(second)) return [first, second]
    }
    return [word]
  })
}

/** Number of typed words in a name, allowing a mistake of one letter. */
export function nearness(typed: string[], name: string[]): number {
  return bare(typed).filter(word => name.some(it => calls(word, it) || isMistyped(word, it))).length
}

function isMistyped(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= (a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start] ? 2 : 1)
}
