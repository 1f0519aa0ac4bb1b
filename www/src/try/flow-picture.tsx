// The picture of the flow. One stop for the Tab key; the arrow keys go from box to box.

import { useEffect, useRef, useState } from "preact/hooks"
import type { Place } from "houserules"
import { towards } from "houserules-table/src/geometry.ts"
import { sentenceOf, type Arrow, type Box, type Graph } from "./flow-graph"
import type { Area, Drawing } from "./flow-layout"

interface Props {
  graph: Graph
  drawing: Drawing
  title: string
  scale: number
  /** Boxes on the stack: the one on top first. */
  lit: number[]
  /** Extra labels of boxes and arrows. */
  told: { boxes: (string | undefined)[]; arrows: (string | undefined)[] }
  /** Goes to a place in the text; absent while it is another text. */
  jump?(place: Place): void
}

export function FlowPicture({ graph, drawing, title, scale, lit, told, jump }: Props) {
  const { boxes, arrows } = graph
  const [at, setAt] = useState(0)
  const stop = Math.min(at, boxes.length - 1)
  const svg = useRef<SVGSVGElement>(null)
  const top = lit[0]
  /** Number of clicks on each arrow: its places are shown in turn. */
  const turns = useRef(new Map<Arrow, number>())
  useEffect(() => {
    if (top !== undefined) svg.current?.querySelector(`[data-box="${top}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [drawing, top])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = towards(event.key, stop, drawing.boxes)
    const { place } = boxes[stop]!
    if (event.key === "Enter" || event.key === " ") place && jump?.(place)
    else if (to !== undefined) svg.current?.querySelector<SVGElement>(`[data-box="${to}"]`)?.focus()
    else return
    event.preventDefault()
  }
  const { width, height } = drawing
  const ways = arrows.map((arrow, at) => ({
    kind: arrow.kind,
    class: `way ${arrow.kind} ${jump ? "leads" : ""}`,
    drawn: drawing.arrows[at]!,
    children: sentences(sentenceOf(arrow, graph), arrow.labels.length > 0 && `In: ${arrow.labels.join(", ")}`, told.arrows[at], jump && linesOf(arrow.places)),
    onClick() {
      if (arrow.places.length === 0 || !jump) return
      const next = turns.current.get(arrow) ?? 0
      turns.current.set(arrow, next + 1)
      jump(arrow.places[next % arrow.places.length]!)
    },
  }))
  return (
    <svg
      ref={svg}
      class="flow-picture"
      viewBox={`0 0 ${width} ${height}`}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      role="group"
      aria-label={`Flow of ${title}`}
      data-testid="flow-picture"
      onKeyDown={onKeyDown}
    >
      {ways.map((way, at) => (
        <Way key={at} {...way} />
      ))}
      {ways.map((way, at) => (
        <Label key={at} {...way} />
      ))}
      {boxes.map((box, at) => {
        const { x, y, text, ...size } = drawing.boxes[at]!
        const now = lit.indexOf(at)
        const mark = now === 0 ? "now" : now > 0 ? "waits" : undefined
        const leads = arrows.filter(({ from }) => from === at).map(it => sentenceOf(it, graph).slice(box.name.length + 1))
        const name = [box.kind === "start" || box.kind === "over" ? `${box.name} of the game` : `${box.kind} ${box.name}`, mark, told.boxes[at], ...new Set(leads)]
        return (
          <g
            key={at}
            class={["box", box.kind, now === 0 && "now", now > 0 && "waits", box.place && jump && "leads"].filter(Boolean).join(" ")}
            transform={`translate(${x} ${y})`}
            role="button"
            tabindex={at === stop ? 0 : -1}
            aria-label={name.filter(Boolean).join(", ")}
            aria-current={now === 0 ? "step" : undefined}
            aria-disabled={!box.place || !jump}
            data-box={at}
            data-lit={mark}
            data-testid="flow-box"
            onClick={() => box.place && jump?.(box.place)}
            onFocus={() => setAt(at)}
          >
            <title>{sentences(box.name, told.boxes[at], box.place && jump && `Line ${box.place.line}`)}</title>
            <Shape kind={box.kind} {...size} />
            <text class="name" dy="0.34em">
              {text}
            </text>
            {mark && <Badge mark={mark} {...size} />}
          </g>
        )
      })}
    </svg>
  )
}

function sentences(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join("\n")
}

/** The outline shows the kind of box. */
export function Shape({ kind, width, height }: Pick<Box, "kind"> & Pick<Area, "width" | "height">) {
  const [right, bottom] = [width / 2, height / 2]
  const rect = { x: -right, y: -bottom, width, height }
  if (kind === "start" || kind === "unknown") return <ellipse class="outline" rx={right} ry={bottom} />
  if (kind === "over")
    return (
      <>
        <ellipse class="outline" rx={right} ry={bottom} />
        <ellipse class="inside" rx={right - 4} ry={bottom - 4} />
      </>
    )
  if (kind === "procedure")
    return (
      <>
        <rect class="outline" {...rect} />
        <path class="inside" d={`M${-right + 7} ${-bottom}v${height}M${right - 7} ${-bottom}v${height}`} />
      </>
    )
  return <rect class="outline" {...rect} rx={bottom} />
}

/** At the upper right. */
function Badge({ mark, width, height }: { mark: string } & Pick<Area, "width" | "height">) {
  const wide = mark.length * 7 + 12
  return (
    <g class="badge-of" transform={`translate(${width / 2 - 4} ${-height / 2})`}>
      <rect x={-wide / 2} y="-9" width={wide} height="18" rx="9" />
      <text dy="0.33em">{mark}</text>
    </g>
  )
}

/** A line that can be hit near by. */
function Way({ kind, drawn: { path, head }, children, ...rest }: { kind: string; drawn: Drawing["arrows"][number]; children: string; class: string; onClick(): void }) {
  return (
    <g {...rest} data-testid="flow-arrow" data-kind={kind} aria-hidden="true">
      <title>{children}</title>
      <path class="near" d={path} />
      <path class="line" d={path} />
      <Head {...head} />
    </g>
  )
}

function Label({ kind, drawn: { label }, children, ...rest }: { kind: string; drawn: Drawing["arrows"][number]; children: string; class: string; onClick(): void }) {
  if (!label) return null
  return (
    <g {...rest} data-testid="flow-label" data-kind={kind} aria-hidden="true">
      <title>{children}</title>
      {label.lines.map(({ text, y }) => (
        <text key={y} x={label.x} y={y} dy="0.34em">
          {text}
        </text>
      ))}
    </g>
  )
}

export function Head({ tail, tip }: Drawing["arrows"][number]["head"]) {
  const [right, down] = [(tip.x - tail.x) * 0.55, (tip.y - tail.y) * 0.55]
  const corners = [tip, { x: tail.x - down, y: tail.y + right }, { x: tail.x + down, y: tail.y - right }]
  return <polygon class="head" points={corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
}

function linesOf(places: Place[]): string | undefined {
  const all = [...new Set(places.map(({ line }) => line))]
  if (all.length === 0) return undefined
  return all.length === 1 ? `Line ${all[0]}` : `Lines ${all.join(", ")}. Click again for the next`
}
