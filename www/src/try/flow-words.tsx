// The flow in words: every box, and where it leads. All that the picture shows can be read and reached here.

import type { Place } from "houserules"
import { FIRST, useBound } from "houserules-table/src/common/bounded.tsx"
import { verbOf, type Graph } from "./flow-graph"

interface Props {
  graph: Graph
  lit: number[]
  told: { boxes: (string | undefined)[]; arrows: (string | undefined)[] }
  jump?(place: Place): void
}

/** Of the places of an arrow. */
const PLACES = 12

export function FlowWords({ graph: { boxes, arrows }, lit, told, jump }: Props) {
  const named = boxes.flatMap((box, at) => (box.kind === "unknown" || box.kind === "end" ? [] : [{ box, at }]))
  const { shown, more } = useBound(named.length, FIRST / 2)
  const link = (place: Place) => (
    <button key={`${place.file} ${place.from}`} class="line" disabled={!jump} onClick={() => jump?.(place)}>
      {place.file && `${place.file}:`}
      {place.line}
    </button>
  )
  return (
    <>
      <dl class="flow-words" data-testid="flow-words">
        {named.slice(0, shown).map(({ box, at }) => {
          const leads = arrows.flatMap((arrow, index) => (arrow.from === at ? [{ arrow, index }] : []))
          const now = lit.indexOf(at)
          return (
            <div key={at}>
              <dt>
                <code>{box.name}</code>{" "}
                <span class="quiet">
                  {box.kind === "start" ? "start" : box.kind === "over" ? "end" : box.kind}
                  {box.place && <>, line {link(box.place)}</>}
                  {now === 0 ? ", current" : now > 0 ? ", waiting" : ""}
                  {told.boxes[at] && `, ${told.boxes[at]}`}
                </span>
              </dt>
              {leads.map(({ arrow, index }) => {
                const to = boxes[arrow.to]!
                return (
                  <dd key={index}>
                    {verbOf(arrow, to)} {(to.kind === "state" || to.kind === "procedure") && <code>{to.name}</code>}
                    {arrow.labels.length > 0 && <span class="quiet"> in {arrow.labels.join(", ")}</span>}
                    {arrow.places.length > 0 && <>, line {arrow.places.slice(0, PLACES).map(link)}</>}
                    {arrow.places.length > PLACES && ` and ${arrow.places.length - PLACES} more`}
                    {told.arrows[index] && <span class="quiet"> {told.arrows[index]}</span>}
                  </dd>
                )
              })}
            </div>
          )
        })}
      </dl>
      {more}
    </>
  )
}
