// Positions of boxes and arrows. It loads a library, so it has its own Worker (`flow-layout-worker.ts`).
//
// Invariant: the same graph and labels give the same picture.

import { Graph as Layers, layout } from "@dagrejs/dagre"
import { isRound, type Box, type Graph } from "./flow-graph"

export interface Point {
  x: number
  y: number
}

/** A place by its middle. */
export interface Area extends Point {
  width: number
  height: number
}

export interface Drawing {
  width: number
  height: number
  /** By box. `row` counts from the top. */
  boxes: (Area & { row: number; text: string })[]
  /** By arrow: a path, and where its head points from and to. `y` of a line is its middle. */
  arrows: { path: string; head: { tail: Point; tip: Point }; label?: Area & { lines: { text: string; y: number }[] } }[]
}

/** Of the letters that names are written in, which are all as wide. */
const LETTER = 7.9
const BOX_HEIGHT = 36
/** Distance of arrows at a box, which grows with them up to a number. */
const PORT = 15
const MOST_PORTS = 20
/** Of the letters at arrows. */
const SMALL_LETTER = 7.3
const SMALL_LINE = 16
/** No name is drawn longer. */
const LONGEST = 30
/** From the tip of a head to where its line ends. */
const HEAD = 8
const MARGIN = 20

/** `labels`: the lines at each arrow. */
export function drawingOf({ boxes, arrows }: Graph, labels: string[][]): Drawing {
  const layers = new Layers({ multigraph: true })
  layers.setGraph({ rankdir: "TB", nodesep: 26, edgesep: 16, ranksep: 50, marginx: MARGIN, marginy: MARGIN })
  for (const [at, box] of boxes.entries()) {
    const ends = arrows.filter(({ from, to }) => from !== to && (from === at || to === at)).length
    layers.setNode(String(at), { width: Math.max(widthOf(box), (Math.min(ends, MOST_PORTS) + 1) * PORT), height: BOX_HEIGHT })
  }
  for (const [at, { from, to, kind }] of arrows.entries()) {
    // An end leads up, to the caller: it pulls nothing below its start.
    const [upper, lower] = isBack(kind, boxes[to]!) ? [to, from] : [from, to]
    layers.setEdge(String(upper), String(lower), { ...sizeOf(labels[at]!), labelpos: "c", weight: kind === "end" ? 1 : 2 }, String(at))
  }
  layout(layers)
  const placed = boxes.map((box, at) => ({ ...(layers.node(String(at)) as Area), text: shortened(box.name) }))
  const rows = [...new Set(placed.map(({ y }) => y))].sort((a, b) => a - b)
  const edges = arrows.map(({ from, to, kind }, at) => {
    const [upper, lower] = isBack(kind, boxes[to]!) ? [to, from] : [from, to]
    return layers.edge(String(upper), String(lower), String(at)) as Area & { points: Point[] }
  })
  const ways = arrows.map(({ kind, to }, at) => (isBack(kind, boxes[to]!) ? edges[at]!.points.toReversed() : edges[at]!.points))
  const passed = ways.map((way, at) => between(way, labels[at]!.length > 0))
  const ports = portsOf({ boxes, arrows }, placed, ways, passed)
  const { width = 0, height = 0 } = layers.graph() as Partial<Area>
  return {
    width,
    height,
    boxes: placed.map(({ x, y, width, height, text }) => ({ x, y, width, height, text, row: rows.indexOf(y) })),
    arrows: arrows.map(({ from, to }, at) => {
      const way = ways[at]!
      const drawn = from === to ? loop(placed[from]!, way) : smooth([ports.get(`${at} from`)!, ...passed[at]!, ports.get(`${at} to`)!])
      return { ...drawn, label: labels[at]!.length > 0 ? labelAt(edges[at]!, labels[at]!) : undefined }
    }),
  }
}

function isBack(kind: string, to: Box): boolean {
  return kind === "end" && to.kind !== "end"
}

function widthOf({ kind, name }: Box): number {
  if (kind === "unknown") return BOX_HEIGHT
  return Math.max(kind === "end" ? 52 : 76, columns(shortened(name)) * LETTER + 32)
}

function sizeOf(lines: string[]): Pick<Area, "width" | "height"> {
  if (lines.length === 0) return { width: 0, height: 0 }
  return { width: Math.max(...lines.map(columns)) * SMALL_LETTER + 10, height: lines.length * SMALL_LINE + 4 }
}

function labelAt({ x, y }: Point, lines: string[]): Drawing["arrows"][number]["label"] {
  return { x, y, ...sizeOf(lines), lines: lines.map((text, at) => ({ text, y: y + (at - (lines.length - 1) / 2) * SMALL_LINE })) }
}

function shortened(name: string): string {
  const letters = [...name]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : name
}

/** Width of a text in columns: letters of some scripts take two. */
function columns(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u.test(letter) ? 2 : 1), 0)
}

/** Ends of arrows at their boxes: side by side at the upper and lower edge, in the order of their targets. */
function portsOf({ boxes, arrows }: Graph, placed: Area[], ways: Point[][], passed: Point[][]): Map<string, Point> {
  const sides = new Map<string, { key: string; towards: number; middle: number }[]>()
  for (const [at, { from, to }] of arrows.entries()) {
    if (from === to) continue
    const middle = ways[at]![(ways[at]!.length - 1) >> 1]!
    const falls = placed[from]!.y < placed[to]!.y
    const sort = (box: number, below: boolean, key: string, towards: number) => {
      const side = `${box} ${below}`
      sides.set(side, [...(sides.get(side) ?? []), { key, towards, middle: middle.x }])
    }
    sort(from, falls, `${at} from`, (passed[at]![0] ?? placed[to]!).x)
    sort(to, !falls, `${at} to`, (passed[at]!.at(-1) ?? placed[from]!).x)
  }
  const ports = new Map<string, Point>()
  for (const [side, all] of sides) {
    const [box, below] = side.split(" ")
    const area = placed[Number(box)]!
    all.sort((a, b) => a.towards - b.towards || a.middle - b.middle)
    for (const [at, { key }] of all.entries()) {
      const aside = (at - (all.length - 1) / 2) * Math.min(PORT, area.width / (all.length + 1))
      ports.set(key, { x: area.x + aside, y: area.y + (below === "true" ? 1 : -1) * rise(boxes[Number(box)]!, area, aside) })
    }
  }
  return ports
}

/** Distance of a box's edge from its centre line, at a horizontal offset. */
function rise(box: Box, { width, height }: Area, aside: number): number {
  if (isRound(box)) return (height / 2) * Math.sqrt(1 - ((2 * aside) / width) ** 2)
  const past = box.kind === "procedure" ? 0 : Math.max(0, Math.abs(aside) - (width - height) / 2)
  return Math.sqrt((height / 2) ** 2 - past ** 2)
}

/** The points that a line has to pass: beside boxes, and where its label is. Every other one lies between two rows of boxes. */
function between(way: Point[], labelled: boolean): Point[] {
  const middle = (way.length - 1) / 2
  return way.filter((_, at) => at > 0 && at < way.length - 1 && (at % 2 === 0 || (labelled && at === middle)))
}

/** A line through all points, upright at both ends, that never turns back between two of them. */
function smooth(points: Point[]): Pick<Drawing["arrows"][number], "path" | "head"> {
  const tip = points.at(-1)!
  const way = [...points.slice(0, -1), { x: tip.x, y: tip.y - Math.sign(tip.y - points.at(-2)!.y) * HEAD }]
  const slopes = way.map((point, at) => (at === 0 || at === way.length - 1 ? 0 : slope(way[at - 1]!, point, way[at + 1]!)))
  const steps = way.slice(1).map((to, at) => {
    const from = way[at]!
    const third = (to.y - from.y) / 3
    return `C${spot({ x: from.x + slopes[at]! * third, y: from.y + third })} ${spot({ x: to.x - slopes[at + 1]! * third, y: to.y - third })} ${spot(to)}`
  })
  return { path: `M${spot(way[0]!)}${steps.join("")}`, head: { tail: way.at(-1)!, tip } }
}

/** Slope in the middle of three points: sideways for each step down. */
function slope(before: Point, here: Point, after: Point): number {
  const [first, second] = [(here.x - before.x) / (here.y - before.y), (after.x - here.x) / (after.y - here.y)]
  return first * second > 0 ? (2 * first * second) / (first + second) : 0
}

/** From the right of a box back to it. */
function loop({ x, y, width, height }: Area, points: Point[]): Pick<Drawing["arrows"][number], "path" | "head"> {
  const out = Math.max(...points.map(it => it.x))
  const [right, aside] = [x + width / 2, height / 5]
  const [tail, tip] = [
    { x: right + HEAD, y: y + aside },
    { x: right, y: y + aside },
  ]
  return { path: `M${spot({ x: right, y: y - aside })}C${spot({ x: out, y: y - height })} ${spot({ x: out + HEAD, y: y + height })} ${spot(tail)}`, head: { tail, tip } }
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
