// Where boxes and arrows lie. It brings the library for that, so it is loaded when a picture is asked for.
//
// What must stay true: the same graph and labels give the same picture.

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
const LETTER = 8.5
const BOX_HEIGHT = 38
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
  layers.setGraph({ rankdir: "TB", nodesep: 40, edgesep: 22, ranksep: 34, marginx: MARGIN, marginy: MARGIN })
  for (const [at, box] of boxes.entries()) layers.setNode(String(at), { width: widthOf(box), height: BOX_HEIGHT })
  for (const [at, { from, to, kind }] of arrows.entries()) {
    // An end leads up, to what has called: it pulls nothing below where it comes from.
    const [upper, lower] = isBack(kind, boxes[to]!) ? [to, from] : [from, to]
    layers.setEdge(String(upper), String(lower), { ...sizeOf(labels[at]!), labelpos: "c", weight: kind === "end" ? 1 : 2 }, String(at))
  }
  layout(layers)
  const placed = boxes.map((box, at) => ({ ...(layers.node(String(at)) as Area), text: shortened(box.name) }))
  const rows = [...new Set(placed.map(({ y }) => y))].sort((a, b) => a - b)
  const { width = 0, height = 0 } = layers.graph() as Partial<Area>
  return {
    width,
    height,
    boxes: placed.map(({ x, y, width, height, text }) => ({ x, y, width, height, text, row: rows.indexOf(y) })),
    arrows: arrows.map(({ from, to, kind }, at) => {
      const back = isBack(kind, boxes[to]!)
      const [upper, lower] = back ? [to, from] : [from, to]
      const { points, ...rest } = layers.edge(String(upper), String(lower), String(at)) as Area & { points: Point[] }
      const way = clipped(back ? points.toReversed() : points, boxes[from]!, placed[from]!, boxes[to]!, placed[to]!)
      return { ...curve(way), label: labels[at]!.length > 0 ? labelAt(rest, labels[at]!) : undefined }
    }),
  }
}

function isBack(kind: string, to: Box): boolean {
  return kind === "end" && to.kind !== "end"
}

function widthOf({ kind, name }: Box): number {
  if (kind === "unknown") return BOX_HEIGHT
  return Math.max(kind === "end" ? 56 : 84, columns(shortened(name)) * LETTER + 36)
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

/** How many letters wide a text is: those of some scripts are twice as wide. */
function columns(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u.test(letter) ? 2 : 1), 0)
}

/** The library takes all boxes as rectangles: at round ones a way goes on to the rim. */
function clipped(points: Point[], from: Box, start: Area, to: Box, end: Area): Point[] {
  const way = [...points]
  if (isRound(from)) way[0] = onRim(start, way[1]!)
  if (isRound(to)) way[way.length - 1] = onRim(end, way.at(-2)!)
  return way
}

/** Where the line from the middle of an ellipse to a point leaves it. */
function onRim({ x, y, width, height }: Area, towards: Point): Point {
  const [right, down] = [towards.x - x, towards.y - y]
  const far = Math.hypot(right / (width / 2), down / (height / 2)) || 1
  return { x: x + right / far, y: y + down / far }
}

/** A smooth line near the points, from the first to a little before the last. */
function curve(points: Point[]): Pick<Drawing["arrows"][number], "path" | "head"> {
  const tip = points.at(-1)!
  const before = points.findLast(it => Math.hypot(it.x - tip.x, it.y - tip.y) > 1) ?? tip
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1
  const tail = { x: tip.x - ((tip.x - before.x) / length) * HEAD, y: tip.y - ((tip.y - before.y) / length) * HEAD }
  const way = [...points.slice(0, -1), tail]
  const steps = way.slice(1, -1).map((point, at) => {
    const next = way[at + 2]!
    const to = at + 3 === way.length ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${spot(point)} ${spot(to)}`
  })
  return { path: `M${spot(way[0]!)}${steps.length > 0 ? steps.join("") : `L${spot(tail)}`}`, head: { tail, tip } }
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
