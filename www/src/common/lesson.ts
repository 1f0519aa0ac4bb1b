// The prose of a lesson, read from its Markdown: paragraphs, then steps under headings, each with what says that it is done.
//
// A step has paragraphs; one may begin with `Hint:`, one with `Not yet:`. Its fenced blocks: `diff` is what "Show me" changes, one
// block for each place; `test` is a test that holds once the step is done; `done` lists what must have happened at the table.

/** Lines of the rules, some of them taken out and some put in. */
export interface Change {
  before: string[]
  after: string[]
}

export interface Step {
  title: string
  prose: string[]
  hint?: string
  /** The reason why the step is not done yet. */
  missing?: string
  changes: Change[]
  /** A test in the rules language. */
  test?: string
  /** Conditions: moves, `ROLE ACTION`, or `ROLE *` for any of them, or other names of `Facts`. */
  done: string[]
}

export interface Prose {
  title: string
  /** The game of the shelf it begins with, unless it has rules of its own. */
  start?: string
  rules?: string
  /** The changes that make the beginning of that game. */
  prepare: Change[]
  prose: string[]
  steps: Step[]
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm
const LABEL = /^(Start|Hint|Not yet): /

export function readProse(markdown: string): Prose {
  const [head, ...rest] = markdown.split(/^## /m)
  const [title, beginning] = split(head!.replace(/^# /, ""))
  const { prose, labels, blocks } = parts(beginning)
  return { title, start: labels.Start, rules: blocks.rules[0], prepare: blocks.diff.map(change), prose, steps: rest.map(step) }
}

function step(text: string): Step {
  const [title, body] = split(text)
  const { prose, labels, blocks } = parts(body)
  const done = blocks.done.flatMap(it => it.trim().split("\n"))
  return { title, prose, hint: labels.Hint, missing: labels["Not yet"], changes: blocks.diff.map(change), test: blocks.test[0], done }
}

/** The heading, and what is below it. */
function split(text: string): [string, string] {
  const end = text.indexOf("\n")
  return [text.slice(0, end), text.slice(end + 1)]
}

function parts(text: string) {
  const blocks: { [kind in "diff" | "test" | "done" | "rules"]: string[] } = { diff: [], test: [], done: [], rules: [] }
  const bare = text.replaceAll(FENCE, (_, kind: keyof typeof blocks, block: string) => {
    blocks[kind].push(block)
    return ""
  })
  const labels: { [label: string]: string } = {}
  const prose: string[] = []
  for (const paragraph of bare.split(/\n{2,}/).map(it => it.trim().replaceAll("\n", " "))) {
    const label = LABEL.exec(paragraph)?.[1]
    if (label) labels[label] = paragraph.slice(label.length + 2)
    else if (paragraph) prose.push(paragraph)
  }
  return { prose, labels, blocks }
}

function change(block: string): Change {
  const lines = block.trimEnd().split("\n")
  const of = (sign: string) => lines.filter(it => it[0] !== sign).map(it => it.slice(1))
  return { before: of("+"), after: of("-") }
}

/** The rules with changes; undefined if a place is not there. Blanks around a line make no difference. */
export function changed(rules: string, changes: Change[]): string | undefined {
  let lines: string[] | undefined = rules.split("\n")
  for (const it of changes) lines = lines && replaced(lines, it)
  return lines?.join("\n")
}

function replaced(lines: string[], { before, after }: Change): string[] | undefined {
  const at = lines.findIndex((_, from) => before.every((line, i) => lines[from + i]?.trim() === line.trim()))
  return at < 0 ? undefined : [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)]
}

/** The rules as the lesson has them after so many steps, from those of the game it begins with. */
export function rulesAfter({ rules: own, prepare, steps }: Prose, start: string, count: number): string {
  const rules = changed(own ?? start, [...prepare, ...steps.slice(0, count).flatMap(it => it.changes)])
  if (rules === undefined) throw new Error("a change of the lesson has no place in its rules")
  return rules
}

/**
 * The rules with the changes of a step; where one of them has no place, those of the lesson after that step. `start`: the rules that the
 * lesson begins with, as `rulesAfter(…, 0)` gives them.
 */
export function shown(prose: Prose, start: string, at: number, rules: string): string {
  const { changes } = prose.steps[at]!
  return (
    changed(rules, changes) ??
    changed(
      start,
      prose.steps.slice(0, at + 1).flatMap(it => it.changes),
    )!
  )
}

/** The name of the test of each step. */
export const NAME = "lesson"

/** Facts about the rules and the game at the table. */
export interface Facts {
  moves: readonly (readonly [role: string, action: string, ...rest: unknown[]])[]
  /** The game is over. */
  over: boolean
  /** The rules have neither errors nor warnings. */
  clean: boolean
  /** There are tests in the rules, and all of them pass. */
  tested: boolean
  /** Records are drawn as cards. */
  face: boolean
  /** The rules say how to play. */
  about: boolean
  /** The lab has played games of these rules. */
  lab: boolean
  /** The game has been exported. */
  export: boolean
}

/** Returns whether all conditions hold: the moves were made one after another, with any others in between. */
export function happened(wanted: string[], facts: Facts): boolean {
  let from = 0
  return wanted.every(it => {
    if (!it.includes(" ")) return facts[it as Exclude<keyof Facts, "moves">]
    const at = facts.moves.findIndex(([role, action], at) => at >= from && (it === `${role} ${action}` || it === `${role} *`))
    from = at + 1
    return at >= 0
  })
}
