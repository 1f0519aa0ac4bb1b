// The flow of rules: what counts as one arrow, the lab's counts for it, and the positions of boxes and arrows.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { graphOf, labelOf, litOf, sentenceOf, takenOf } from "../../www/src/try/flow-graph"
import { drawingOf } from "../../www/src/try/flow-layout"

type Flow = Parameters<typeof graphOf>[0]
type Report = Parameters<typeof takenOf>[1]

const place = (line: number) => ({ from: line * 10, to: line * 10 + 5, line, column: 1 })

function flow(nodes: string[], edges: [from: number, to: number | null, kind: Flow["edges"][number]["kind"], label: string, ...lines: number[]][]): Flow {
  const kinds = { start: "start", over: "over" } as const
  return {
    nodes: nodes.map((name, at) => ({
      name,
      kind: kinds[name as "start"] ?? (name.startsWith("p") ? "procedure" : "state"),
      ...(name in kinds ? {} : { place: place(100 + at) }),
    })),
    edges: edges.map(([from, to, kind, label, ...lines]) => ({ from, to, kind, label, places: lines.map(place) })),
    mermaid: "",
  } as Flow
}

const TURNS = flow(
  ["start", "pmain", "turn", "over"],
  [
    [0, 1, "call", "", 1],
    [1, 2, "call", "", 2, 3],
    [2, 1, "end", "roll", 5],
    [2, 1, "end", "pass", 6],
    [2, 3, "finish", "roll", 7],
    [1, 3, "finish", "", 8],
    [1, null, "goto", "", 9],
  ],
)

test("ways of one kind between the same two are one arrow, and a name that is worked out has a box of its own", () => {
  const { boxes, arrows } = graphOf(TURNS)
  expect(boxes.map(({ kind }) => kind)).toEqual(["start", "procedure", "state", "over", "unknown"])
  expect(arrows.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual(["0 call 1", "1 call 2", "2 end 1", "2 finish 3", "1 finish 3", "1 goto 4"])
  expect([labelOf(arrows[2]!), arrows[2]!.places.length]).toEqual(["roll, pass", 2])
  expect(arrows.map(it => sentenceOf(it, { boxes, arrows }))).toEqual([
    "start calls pmain",
    "pmain calls turn",
    "turn returns to pmain",
    "turn finishes the game",
    "pmain finishes the game",
    "pmain goes to a state named by a value",
  ])
})

test("many labels are counted", () => {
  const { arrows } = graphOf(
    flow(
      ["start", "a", "over"],
      ["b", "c", "d", "e"].map(label => [1, 2, "finish", label, 1]),
    ),
  )
  expect(labelOf(arrows[0]!)).toBe("b, c +2")
})

test("what is on the stack is lit, and at the end that", () => {
  const graph = graphOf(TURNS)
  expect([litOf(graph, ["turn", "pmain"], false), litOf(graph, [], true), litOf(graph, ["gone"], false)]).toEqual([[2, 1], [3], []])
})

test("an arrow was taken as often as what it alone leads to was entered, or as its lines were reached", () => {
  const { nodes, edges } = TURNS
  const graph = graphOf({ nodes, edges: edges.slice(0, 6), mermaid: "" })
  const report: Report = {
    ended: 4,
    frames: [
      { name: "pmain", kind: "procedure", entered: 4 },
      { name: "turn", kind: "state", entered: 30 },
    ],
    lines: [1, 2, 3, 5, 6, 7, 8].map(line => ({ line, least: line === 7 ? 2 : 10, most: 10 })),
  }
  expect(takenOf(graph, report)).toEqual([
    { times: 4, exact: true },
    { times: 30, exact: true },
    { times: 20, exact: true },
    { times: 10, exact: false },
    { times: 10, exact: true },
  ])
  // Anything may be entered by a computed name.
  expect(takenOf(graphOf(TURNS), report)[1]).toEqual({ times: 20, exact: true })
  expect(takenOf(graphOf(TURNS), { ...report, lines: [] })).toEqual(Array(6).fill(undefined))
})

test("boxes do not touch, all lies in the picture, and arrows end at their boxes", () => {
  const names = ["start", ...Array.from({ length: 98 }, (_, at) => `${at % 3 === 0 ? "p" : "s"}${"x".repeat(at % 40)}${at}`), "over"]
  const edges = names.flatMap((_, at): Parameters<typeof flow>[1] => {
    const to = Math.min(98, at + 2 + (at % 3))
    return at === 99
      ? []
      : [
          [at === 98 ? 98 : at >> 2, at + 1, at === 98 ? "finish" : "call", "", at],
          [at, Math.max(1, to), "goto", "press", at],
          [at, Math.max(1, (at - 1) >> 2), "end", "", at],
        ]
  })
  const graph = graphOf(flow(names, edges))
  const labels = graph.arrows.map(it => (it.labels.length > 0 ? [labelOf(it), "12×"] : []))
  const { boxes, arrows, width, height } = drawingOf(graph, labels)
  expect(drawingOf(graph, labels).arrows).toEqual(arrows)
  for (const [at, a] of boxes.entries()) {
    expect(a.x - a.width / 2 >= 0 && a.y - a.height / 2 >= 0 && a.x + a.width / 2 <= width && a.y + a.height / 2 <= height).toBe(true)
    for (const b of boxes.slice(at + 1)) expect(Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2).toBe(true)
  }
  for (const [at, { path, head }] of arrows.entries()) {
    const box = boxes[graph.arrows[at]!.to]!
    expect(Math.abs(head.tip.x - box.x) <= box.width / 2 + 0.1 && Math.abs(head.tip.y - box.y) <= box.height / 2 + 0.1).toBe(true)
    expect(path).toMatch(/^M[\d. -]+C[\d.C -]+$/)
  }
})

test("a box that leads to itself has a loop beside it", () => {
  const graph = graphOf(
    flow(
      ["start", "a"],
      [
        [1, 1, "goto", "again", 1],
        [0, 1, "call", "", 2],
      ],
    ),
  )
  const { arrows, boxes, width } = drawingOf(graph, [["again"], []])
  expect(arrows[0]!.head.tail.x).toBeGreaterThan(boxes[1]!.x + boxes[1]!.width / 2)
  expect(arrows[0]!.label!.x).toBeLessThan(width)
})
