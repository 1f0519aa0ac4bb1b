// How states and procedures lead to one another: a picture, what stands on the stack in it, and the same in words.

import { effect } from "@preact/signals"
import type { LabReport } from "house-rules"
import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { same } from "../common/text"
import { pane, side, table, text, unloaded } from "../session/state"
import { jumpTo } from "../write/editor"
import { fatal, follow, known, library, load, saveFlow, stack, type Known } from "./flow"
import { standalone } from "./flow-file"
import { graphOf, isFrame, labelOf, litOf, reachedOf, type Graph, type Reached } from "./flow-graph"
import { FlowPicture, Head, Shape } from "./flow-picture"
import { FlowWords } from "./flow-words"
import { number } from "./numbers"
import { run } from "./run"

/** More are not drawn: nobody could follow the lines, and laying them out takes long. */
const MOST_BOXES = 250
const MOST_ARROWS = 600

export function FlowView() {
  useEffect(() => {
    load()
    return effect(follow)
  }, [])
  const now = known.value
  return (
    <section class="flow" aria-label="Flow" data-testid="flow">
      {now ? (
        <Shown now={now} />
      ) : (
        <p class="quiet" role="status">
          {same(fatal.value, table.value?.text)
            ? "These rules are too large for a picture of their flow."
            : table.value || unloaded.value === undefined
              ? "The flow of the rules is looked up."
              : "The engine is not there."}
        </p>
      )}
    </section>
  )
}

function Shown({ now: { text: of, info, flow } }: { now: Known }) {
  const graph = useMemo(() => graphOf(flow), [flow])
  const { report, running, text: played } = run.value ?? {}
  const counted = report && !running && same(played, of) ? report : undefined
  const reached = useMemo(() => (counted ? reachedOf(graph, counted.lines) : []), [graph, counted])
  const told = useMemo(() => ({ boxes: graph.boxes.map(box => entered(box.name, isFrame(box), counted)), arrows: reached.map(sentence) }), [graph, counted, reached])
  const lit = litOf(graph, stack.value, table.value?.position.result !== undefined)
  const present = same(of, text.value)
  const jump = present ? jumpTo : undefined
  const drawn = graph.boxes.length <= MOST_BOXES && graph.arrows.length <= MOST_ARROWS
  return (
    <>
      <header>
        <h2>Flow of {info.title}</h2>
        <Size graph={graph} />
        <p role="status" data-testid="flow-now">
          <Stands graph={graph} lit={lit} />
        </p>
        {!present && <p class="stale">This is of the rules at the table; the text has changed since.</p>}
      </header>
      {drawn ? (
        <Picture graph={graph} title={info.title} reached={reached} lit={lit} told={told} jump={jump} />
      ) : (
        <p data-testid="flow-large">
          {number(graph.boxes.length)} boxes with {number(graph.arrows.length)} arrows are too many for a picture. Here they are in words.
        </p>
      )}
      <Counts counted={counted} />
      <p class="files">
        Save as
        {drawn && library.value && !("failed" in library.value) && (
          <button data-testid="flow-svg" onClick={saveSvg}>
            SVG
          </button>
        )}
        <button data-testid="flow-mermaid" title="Text that many wikis and editors draw as a flowchart" onClick={() => saveFlow("mmd", flow.mermaid)}>
          Mermaid
        </button>
      </p>
      <details open={!drawn}>
        <summary>In words</summary>
        <FlowWords graph={graph} lit={lit} told={told} jump={jump} />
      </details>
    </>
  )
}

function saveSvg() {
  const svg = document.querySelector<SVGSVGElement>(".flow-box .flow-picture")
  if (svg) saveFlow("svg", standalone(svg, getComputedStyle(document.documentElement).backgroundColor))
}

/** How many there are, and what they are for. */
function Size({ graph: { boxes } }: { graph: Graph }) {
  const [states, procedures] = (["state", "procedure"] as const).map(kind => boxes.filter(it => it.kind === kind).length) as [number, number]
  const all = [counted(states, "state"), procedures > 0 && counted(procedures, "procedure")].filter(Boolean).join(" and ")
  if (states + procedures === 0) return <p class="quiet">These rules have no states, so there is no flow to see.</p>
  if (states + procedures === 1)
    return <p class="quiet">These rules have one {states > 0 ? "state" : "procedure"}: the game stays in it from beginning to end, so there is little to see.</p>
  return <p class="quiet">{all}, and how they lead to one another. A box or an arrow leads to its place in the rules.</p>
}

function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? "" : "s"}`
}

/** Where the game at the table is. */
function Stands({ graph: { boxes }, lit }: { graph: Graph; lit: number[] }) {
  const [top, ...below] = lit.map(at => boxes[at]!)
  if (!top) return <>The game at the table is in none of them.</>
  if (top.kind === "over") return <>The game at the table is over.</>
  return (
    <>
      The game at the table is in <code>{top.name}</code>
      {below.length > 0 && ", and goes back to "}
      {below.map(({ name }, at) => (
        <span key={name}>
          {at > 0 && ", then to "}
          <code>{name}</code>
        </span>
      ))}
      .
    </>
  )
}

/** What the numbers at arrows are. */
function Counts({ counted }: { counted?: LabReport }) {
  return (
    <p class="quiet" data-testid="flow-counts">
      {counted ? (
        <>
          Numbers at arrows: how often their lines were reached in {number(counted.games)} {counted.games === 1 ? "game" : "games"} of the lab; ≤ where a line does more than that.
        </>
      ) : (
        <>
          After games in the <Lab /> the arrows tell how often their lines were reached.
        </>
      )}
    </p>
  )
}

function Lab() {
  const turn = () => {
    side.value = "lab"
    if (pane.value !== "rules") pane.value = "lab"
  }
  return (
    <button class="line" onClick={turn}>
      Lab
    </button>
  )
}

function entered(name: string, frame: boolean, report: LabReport | undefined): string | undefined {
  const found = frame && report?.frames.find(it => it.name === name)
  return found ? `entered ${times(found.entered)} in the lab` : undefined
}

function sentence(reached: Reached | undefined): string | undefined {
  if (!reached) return undefined
  return reached.exact ? `reached ${times(reached.times)} in the lab` : `its lines, which do more than that, were reached ${times(reached.times)} in the lab`
}

function times(count: number): string {
  return count === 1 ? "once" : `${number(count)} times`
}

type PictureProps = Omit<Parameters<typeof FlowPicture>[0], "drawing" | "scale"> & { reached: (Reached | undefined)[] }

/** Letters stay large enough to be read, unless all is to be seen. */
const SMALLEST = 0.62
const STEP = 1.25

function Picture({ reached, ...props }: PictureProps) {
  const { graph } = props
  const labels = useMemo(() => graph.arrows.map((it, at) => [labelOf(it), short(reached[at])].filter(Boolean)), [graph, reached])
  const layout = library.value
  const shape = JSON.stringify([graph.boxes.map(({ kind, name }) => [kind, name]), graph.arrows.map(({ from, to, kind }) => [from, to, kind]), labels])
  // Laid out anew only where something in the picture is different.
  const drawing = useMemo(() => (layout && !("failed" in layout) ? layout.drawingOf(graph, labels) : undefined), [layout, shape])
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const [wanted, want] = useState<number | "whole">()
  if (layout && "failed" in layout)
    return (
      <p class="stale" role="alert">
        The picture could not be laid out: {layout.failed}. <button onClick={load}>Try again</button>
      </p>
    )
  const whole = drawing && room ? Math.min(1, room.width / drawing.width, room.height / drawing.height) : 1
  const scale = wanted === "whole" ? whole : (wanted ?? Math.max(SMALLEST, whole))
  const zoom = (by: number) => want(Math.min(3, Math.max(Math.min(whole, 0.2), scale * by)))
  return (
    <>
      <div class="flow-bar">
        <Legend />
        <span class="buttons" role="group" aria-label="Size of the picture">
          <button aria-label="Smaller" title="Smaller" data-testid="flow-smaller" onClick={() => zoom(1 / STEP)}>
            −
          </button>
          <button aria-label="Larger" title="Larger" data-testid="flow-larger" onClick={() => zoom(STEP)}>
            +
          </button>
          <button aria-pressed={wanted === "whole"} title="All of it at once" data-testid="flow-whole" onClick={() => want(wanted === "whole" ? undefined : "whole")}>
            Whole
          </button>
        </span>
      </div>
      <div class="flow-box" ref={box} aria-busy={drawing === undefined}>
        {drawing && room && <FlowPicture {...props} drawing={drawing} scale={scale} />}
      </div>
    </>
  )
}

function short(reached: Reached | undefined): string {
  return reached ? `${reached.exact ? "" : "≤ "}${number(reached.times)}×` : ""
}

/** How much of a box can be seen at once, at most. */
function useRoom(box: { current: HTMLElement | null }) {
  const [room, setRoom] = useState<{ width: number; height: number }>()
  useEffect(() => {
    const outer = box.current
    if (!outer) return
    const measure = () => setRoom({ width: outer.clientWidth, height: Number.parseFloat(getComputedStyle(outer).maxHeight) })
    const watch = new ResizeObserver(measure)
    watch.observe(outer)
    watch.observe(outer.parentElement!)
    return () => watch.disconnect()
  }, [])
  return room
}

const KINDS = [
  { kind: "state", name: "state" },
  { kind: "procedure", name: "procedure" },
] as const

const WAYS = [
  { kind: "call", name: "calls, and waits" },
  { kind: "goto", name: "goes to" },
  { kind: "end", name: "ends, back to" },
] as const

/** What shapes and lines mean. */
function Legend() {
  const entry = (name: string, kind: string, picture: ComponentChildren) => (
    <li key={name}>
      <svg class="flow-picture" width="40" height="18" viewBox="-21 -10 42 20" aria-hidden="true">
        <g class={kind}>{picture}</g>
      </svg>
      {name}
    </li>
  )
  return (
    <ul class="flow-legend" aria-label="What shapes and lines mean">
      {KINDS.map(({ kind, name }) => entry(name, `box ${kind}`, <Shape kind={kind} width={38} height={17} />))}
      {WAYS.map(({ kind, name }) =>
        entry(
          name,
          `way ${kind}`,
          <>
            <path class="line" d="M-19 0H9" />
            <Head tail={{ x: 10, y: 0 }} tip={{ x: 19, y: 0 }} />
          </>,
        ),
      )}
    </ul>
  )
}
