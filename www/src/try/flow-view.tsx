// Transitions between states and procedures: a picture, with the stack marked in it, and the same in words.

import { effect } from "@preact/signals"
import type { LabReport } from "houserules"
import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { same } from "../common/text"
import { pane, side, table, text, unloaded } from "../session/state"
import { jumpTo } from "../write/going"
import { fatal, follow, known, laid, lay, saveFlow, stack, type Known } from "./flow"
import { standalone } from "./flow-file"
import { graphOf, isFrame, labelOf, litOf, takenOf, type Graph, type Taken } from "./flow-graph"
import { FlowPicture, Head, Shape } from "./flow-picture"
import { FlowWords } from "./flow-words"
import { number } from "./numbers"
import { run } from "./run"

/** More are not drawn: nobody could follow the lines, and laying them out takes long. */
const MOST_BOXES = 250
const MOST_ARROWS = 600

export function FlowView() {
  useEffect(() => effect(follow), [])
  const now = known.value
  return (
    <section class="flow" aria-label="Flow" data-testid="flow">
      {now ? (
        <Shown now={now} />
      ) : (
        <p class="quiet" role="status">
          {same(fatal.value, table.value?.text)
            ? "These rules are too large for a flow diagram."
            : table.value || unloaded.value === undefined
              ? "The flow is loading…"
              : "The engine could not be loaded."}
        </p>
      )}
    </section>
  )
}

function Shown({ now: { text: of, info, flow } }: { now: Known }) {
  const graph = useMemo(() => graphOf(flow), [flow])
  const { report, running, text: played } = run.value ?? {}
  const counted = report && !running && same(played, of) ? report : undefined
  const taken = useMemo(() => (counted ? takenOf(graph, counted) : []), [graph, counted])
  const told = useMemo(() => ({ boxes: graph.boxes.map(box => entered(box.name, isFrame(box), counted)), arrows: taken.map(sentence) }), [graph, counted, taken])
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
        {!present && <p class="stale">This shows the rules at the table. The text has changed since.</p>}
      </header>
      {drawn ? (
        <Picture graph={graph} title={info.title} taken={taken} lit={lit} told={told} jump={jump} mermaid={flow.mermaid} />
      ) : (
        <p data-testid="flow-large">
          {number(graph.boxes.length)} boxes and {number(graph.arrows.length)} arrows are too many to draw. Read them below, or save them as text for drawing programs:{" "}
          <Mermaid text={flow.mermaid} />
        </p>
      )}
      <Counts counted={counted} />
      <details open={!drawn}>
        <summary>In words</summary>
        <FlowWords graph={graph} lit={lit} told={told} jump={jump} />
      </details>
    </>
  )
}

function Mermaid({ text }: { text: string }) {
  return (
    <button data-testid="flow-mermaid" title="Save as Mermaid text, which many wikis and editors draw" onClick={() => saveFlow("mmd", text)}>
      Mermaid
    </button>
  )
}

function saveSvg() {
  const svg = document.querySelector<SVGSVGElement>(".flow-box .flow-picture")
  if (svg) saveFlow("svg", standalone(svg, getComputedStyle(document.documentElement).backgroundColor))
}

/** Numbers of states and procedures, with an explanation. */
function Size({ graph: { boxes } }: { graph: Graph }) {
  const [states, procedures] = (["state", "procedure"] as const).map(kind => boxes.filter(it => it.kind === kind).length) as [number, number]
  const all = [counted(states, "state"), procedures > 0 && counted(procedures, "procedure")].filter(Boolean).join(" and ")
  if (states + procedures === 0) return <p class="quiet">These rules have no states, so there is nothing to draw.</p>
  if (states + procedures === 1) return <p class="quiet">These rules have one {states > 0 ? "state" : "procedure"}, so there is little to draw.</p>
  return <p class="quiet">{all}. Click a box or an arrow to see its place in the rules.</p>
}

function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? "" : "s"}`
}

/** The current place of the game at the table. */
function Stands({ graph: { boxes }, lit }: { graph: Graph; lit: number[] }) {
  const [top, ...below] = lit.map(at => boxes[at]!)
  if (!top) return <>The game at the table is in no state.</>
  if (top.kind === "over") return <>The game at the table is over.</>
  return (
    <>
      The game at the table is in <code>{top.name}</code>
      {below.length > 0 && ", then returns to "}
      {below.map(({ name }, at) => (
        <span key={name}>
          {at > 0 && ", then "}
          <code>{name}</code>
        </span>
      ))}
      .
    </>
  )
}

/** Explanation of the numbers at arrows. */
function Counts({ counted }: { counted?: LabReport }) {
  return (
    <p class="quiet" data-testid="flow-counts">
      {counted ? (
        <>
          Numbers on arrows: times taken in {number(counted.games)} {counted.games === 1 ? "game" : "games"} of the lab. ≤ is an upper limit: the lines of the arrow do other things
          too.
        </>
      ) : (
        <>
          Play games in the <Lab /> to see how often each arrow is taken.
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

function sentence(taken: Taken | undefined): string | undefined {
  if (!taken) return undefined
  return taken.exact ? `taken ${times(taken.times)} in the lab` : `taken ${times(taken.times)} at most in the lab`
}

function times(count: number): string {
  return count === 1 ? "once" : `${number(count)} times`
}

type PictureProps = Omit<Parameters<typeof FlowPicture>[0], "drawing" | "scale"> & { taken: (Taken | undefined)[]; mermaid: string }

/** Letters stay large enough to be read, unless all is to be seen. */
const SMALLEST = 0.75
const STEP = 1.25

function Picture({ taken, mermaid, ...props }: PictureProps) {
  const { graph } = props
  const labels = useMemo(() => graph.arrows.map((it, at) => [labelOf(it), short(taken[at])].filter(Boolean)), [graph, taken])
  const shape = JSON.stringify([graph.boxes.map(({ kind, name }) => [kind, name]), graph.arrows.map(({ from, to, kind }) => [from, to, kind]), labels])
  const again = () => lay(shape, graph, labels)
  // Anew only where something in the picture is different.
  useEffect(() => {
    if (laid.peek()?.of !== shape) again()
  }, [shape])
  const { drawing, failed } = laid.value?.of === shape ? laid.value : {}
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const [wanted, want] = useState<number | "whole">()
  const whole = drawing && room ? Math.min(1, room.width / drawing.width, room.height / drawing.height) : 1
  const scale = wanted === "whole" ? whole : (wanted ?? Math.max(SMALLEST, whole))
  const zoom = (by: number) => want(Math.min(3, Math.max(Math.min(whole, 0.2), scale * by)))
  return (
    <>
      <Legend />

      <div class="flow-box" ref={box} aria-busy={!drawing && !failed} style={room && { maxHeight: `${room.height + 2}px` }}>
        {failed && (
          <p class="stale" role="alert">
            The diagram could not be drawn: {failed}. <button onClick={again}>Try again</button>
          </p>
        )}
        {drawing && room && <FlowPicture {...props} drawing={drawing} scale={scale} />}
      </div>
      <div class="flow-save">
        <span class="flow-size" role="group" aria-label="Zoom">
          <button aria-label="Smaller" title="Smaller" data-testid="flow-smaller" onClick={() => zoom(1 / STEP)}>
            −
          </button>
          <button aria-label="Larger" title="Larger" data-testid="flow-larger" onClick={() => zoom(STEP)}>
            +
          </button>
          <button aria-pressed={wanted === "whole"} title="Show the whole diagram" data-testid="flow-whole" onClick={() => want(wanted === "whole" ? undefined : "whole")}>
            Whole
          </button>
        </span>
        <span>Save as</span>
        <button data-testid="flow-svg" disabled={!drawing} onClick={saveSvg}>
          SVG
        </button>
        <Mermaid text={mermaid} />
      </div>
    </>
  )
}

function short(taken: Taken | undefined): string {
  return taken ? `${taken.exact ? "" : "≤ "}${number(taken.times)}×` : ""
}

/** Approximate height of everything above and below the picture; least height of the picture. */
const BESIDE = 290
const LEAST = 260

/** Maximum visible part of a box. */
function useRoom(box: { current: HTMLElement | null }) {
  const [room, setRoom] = useState<{ width: number; height: number }>()
  useEffect(() => {
    const outer = box.current
    if (!outer) return
    const section = outer.parentElement!
    const watch = new ResizeObserver(() => setRoom({ width: outer.clientWidth, height: Math.max(LEAST, section.clientHeight - BESIDE) }))
    watch.observe(outer)
    watch.observe(section)
    return () => watch.disconnect()
  }, [])
  return room
}

const KINDS = [
  { kind: "state", name: "state" },
  { kind: "procedure", name: "procedure" },
] as const

const WAYS = [
  { kind: "call", name: "calls" },
  { kind: "goto", name: "goes to" },
  { kind: "end", name: "returns to" },
] as const

/** Meaning of shapes and lines. */
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
    <ul class="flow-legend" aria-label="Legend">
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
