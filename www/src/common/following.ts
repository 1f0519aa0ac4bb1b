// Follows a number in a text through an edit.

/** Two texts without their common start and end: one middle part replaced the other. */
interface Change {
  from: number
  /** In the text before, and in the one after. */
  to: number
  now: number
}

/** Offset of a number in the edited text; undefined if it is not found. */
export function followed(before: string, after: string, at: number): number | undefined {
  if (before === after) return at
  const { from, to, now } = changeOf(before, after)
  if (at < from) return at
  // Text typed at its start may belong to it.
  const [shifted, stayed] = [at + now - to, from === at && begins(after, at) ? at : undefined]
  if (at >= to) return begins(after, shifted) ? shifted : stayed
  const [old, put] = [before.slice(from, to), after.slice(from, now)]
  if (stayed !== undefined && !`${old}${put}`.includes("\n")) return stayed
  return respaced(old, put, at - from, from) ?? inItsLine(before, after, at) ?? behind(before, after, at)
}

function changeOf(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++
  let end = 0
  while (end < most - from && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++
  return { from, to: before.length - end, now: after.length - end }
}

/** `true` if a number begins there. */
function begins(text: string, at: number): boolean {
  return /\d/.test(text.charAt(at)) && !/[\w.]/.test(text.charAt(at - 1))
}

/** If only blanks differ: after the same number of other characters. */
function respaced(old: string, put: string, at: number, from: number): number | undefined {
  if (old.replaceAll(/\s/g, "") !== put.replaceAll(/\s/g, "")) return undefined
  const before = old.slice(0, at).replaceAll(/\s/g, "").length
  const found = [...put.matchAll(/\S/g)][before]
  return found && from + found.index
}

/** In the line that says the same: the only one, or of as many the one in the same place among them. */
function inItsLine(before: string, after: string, at: number): number | undefined {
  const start = before.lastIndexOf("\n", at - 1) + 1
  const line = lines(before).find(it => it.start === start)
  if (!line) return undefined
  const [old, now] = [before, after].map(text => lines(text).filter(({ said }) => said === line.said)) as [Line[], Line[]]
  const found = now.length === old.length ? now[old.findIndex(it => it.start === start)] : now.length === 1 ? now[0] : undefined
  return found && found.start + found.indent + (at - start - line.indent)
}

/** In the same line, if the rest of the line is unchanged: the text before it was renamed. */
function behind(before: string, after: string, at: number): number | undefined {
  const [old, now] = [before, after].map(lines) as [Line[], Line[]]
  const place = old.findLastIndex(({ start }) => start <= at)
  if (old.length !== now.length || place < 0) return undefined
  const end = (text: string, { start }: Line) => (text + "\n").indexOf("\n", start)
  const rest = before.slice(at, end(before, old[place]!))
  const found = end(after, now[place]!) - rest.length
  return found >= now[place]!.start && after.startsWith(rest, found) && begins(after, found) ? found : undefined
}

interface Line {
  start: number
  indent: number
  /** Without the blanks around it. */
  said: string
}

function lines(text: string): Line[] {
  let start = 0
  return text.split("\n").map(line => {
    const found = { start, indent: line.length - line.trimStart().length, said: line.trim() }
    start += line.length + 1
    return found
  })
}
