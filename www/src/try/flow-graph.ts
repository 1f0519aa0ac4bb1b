// States and procedures as boxes, and transitions as arrows: for drawing, and in words.

import type { Flow, LabReport, Place } from "houserules"

/** `unknown`: a name computed while the game runs; `end`: an end without a frame to go back to. */
export interface Box {
  kind: Flow["nodes"][number]["kind"] | "unknown" | "end"
  name: string
  place?: Place
}

/** All transitions of one kind from a box to another. */
export interface Arrow {
  from: number
  to: number
  kind: Flow["edges"][number]["kind"]
  /** Causes of the transition: actions, `begin`; empty in a procedure. */
  labels: string[]
  places: Place[]
}

/** The boxes that are nodes come first, in their order. */
export interface Graph {
  boxes: Box[]
  arrows: Arrow[]
}

export function graphOf({ nodes, edges }: Flow): Graph {
  const boxes: Box[] = nodes.map(({ kind, name, place }) => ({ kind, name, place }))
  const stubs = new Map<string, number>()
  const stub = (from: number, kind: Arrow["kind"]) => {
    const box: Box = kind === "end" ? { kind: "end", name: "end" } : { kind: "unknown", name: "?" }
    const key = `${from} ${box.kind}`
    if (!stubs.has(key)) stubs.set(key, boxes.push(box) - 1)
    return stubs.get(key)!
  }
  const arrows = new Map<string, Arrow>()
  for (const { from, to, kind, label, places } of edges) {
    const target = to ?? stub(from, kind)
    const key = `${from} ${target} ${kind}`
    const arrow = arrows.get(key) ?? { from, to: target, kind, labels: [], places: [] }
    arrows.set(key, arrow)
    if (label) arrow.labels.push(label)
    arrow.places.push(...places.filter(it => !arrow.places.some(other => samePlace(it, other))))
  }
  return { boxes, arrows: [...arrows.values()] }
}

function samePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a?.from === b?.from && a?.to === b?.to && a?.file === b?.file
}

/** Boxes of the stack, the top one first. `over`: the game has ended. */
export function litOf({ boxes }: Graph, stack: string[], over: boolean): number[] {
  if (over) return boxes.flatMap(({ kind }, at) => (kind === "over" ? [at] : []))
  const found = stack.map(name => boxes.findIndex(box => box.name === name && isFrame(box)))
  return found.filter((at, index) => at >= 0 && found.indexOf(at) === index)
}

export function isFrame({ kind }: Box): boolean {
  return kind === "state" || kind === "procedure"
}

/** `true` for a round box. */
export function isRound({ kind }: Box): boolean {
  return kind === "start" || kind === "over" || kind === "unknown"
}

/**
 * Number of times an arrow was taken, as far as known. If not `exact`, its lines were reached that often, but also do other things, or
 * belong to several arrows.
 */
export interface Taken {
  times: number
  exact: boolean
}

/** By arrow; none if the report has no count. */
export function takenOf({ boxes, arrows }: Graph, { frames, lines, ended }: Pick<LabReport, "frames" | "lines" | "ended">): (Taken | undefined)[] {
  const key = ({ file = "", line }: { file?: string; line: number }) => `${line} ${file}`
  const counts = new Map(lines.map(it => [key(it), it]))
  const places = arrows.map(arrow => new Set(arrow.places.map(key)))
  const users = new Map<string, number>()
  for (const line of places.flatMap(it => [...it])) users.set(line, (users.get(line) ?? 0) + 1)
  const entered = ({ kind, name }: Box) => (kind === "over" ? ended : frames.find(it => it.name === name && it.kind === kind)?.entered)
  return arrows.map((arrow, at) => {
    const { from, to, kind, places: all } = arrow
    // A box with a single incoming arrow was entered by it.
    const alone =
      kind !== "end" && arrows.every(it => it === arrow || it.to !== to || it.kind === "end") && !arrows.some(it => it.kind !== "end" && boxes[it.to]!.kind === "unknown")
    const times = alone ? entered(boxes[to]!) : undefined
    if (times !== undefined) return { times, exact: true }
    const found = [...places[at]!].map(line => counts.get(line))
    // A procedure that ends because it is over has no statement for that.
    const silent = all.some(it => samePlace(it, boxes[from]!.place))
    if (silent || found.length === 0 || found.includes(undefined)) return undefined
    const own = [...places[at]!].every(line => users.get(line) === 1)
    return {
      times: found.reduce((sum, it) => sum + it!.most, 0),
      exact: own && found.every(it => it!.least === it!.most),
    }
  })
}

/** Names beyond these are counted. */
const NAMED = 2

/** The causes of an arrow, in short. */
export function labelOf({ labels }: Arrow): string {
  const rest = labels.length - NAMED
  return rest > 1 ? `${labels.slice(0, NAMED).join(", ")} +${rest}` : labels.join(", ")
}

/** The effect of an arrow, as a predicate of its source. */
export function verbOf({ kind }: Arrow, to: Box): string {
  if (kind === "end") return to.kind === "end" ? "ends" : "returns to"
  if (kind === "finish") return "finishes the game"
  if (to.kind === "unknown") return kind === "call" ? "calls a state or procedure named by a value" : "goes to a state named by a value"
  return kind === "call" ? "calls" : "goes to"
}

/** The effect of an arrow, as a sentence without its full stop. */
export function sentenceOf(arrow: Arrow, { boxes }: Graph): string {
  const [from, to] = [boxes[arrow.from]!, boxes[arrow.to]!]
  return [from.name, verbOf(arrow, to), to.place && to.name].filter(Boolean).join(" ")
}
