// A token on its way: it goes from field to field as the ways lead, and along a jump at the end.

import type { BoardInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { isMotionReduced } from "./motion"

/** Ways that are longer are not walked: the token goes straight there. */
const LONGEST = 20
const FIELD_MS = 130
/** Maximum duration of a walk. */
const WALK_MS = 1500

export interface Ways {
  /** By field, the fields that a step leads to. */
  steps: number[][]
  jumps: number[][]
  /** By field, those that lead to it. */
  back: number[][]
}

/** Steps and jumps of a board; a link with the weight `jump` or more is a jump. */
export function waysOf({ cells, links }: BoardInfo, jump: number): Ways {
  const ways: Ways = { steps: cells.map(() => []), jumps: cells.map(() => []), back: cells.map(() => []) }
  for (const { from, to, weight } of links) {
    ways[weight >= jump ? "jumps" : "steps"][from]!.push(to)
    if (weight < jump) ways.back[to]!.push(from)
  }
  return ways
}

/** The fields on the shortest walk from one to another, perhaps with a jump at its end, or back; only the last if there is none. */
export function walk({ steps, jumps, back }: Ways, from: number, to: number): number[] {
  const ends = (way: number[], at: number) => (at === to ? way : jumps[at]!.includes(to) ? [...way, to] : undefined)
  return shortest(steps, from, ends) ?? shortest(back, from, (way, at) => (at === to ? way : undefined)) ?? [to]
}

function shortest(leads: number[][], from: number, ends: (way: number[], at: number) => number[] | undefined): number[] | undefined {
  const seen = new Set([from])
  let open: number[][] = [[from]]
  for (let length = 0; length <= LONGEST && open.length > 0; length++) {
    for (const way of open) {
      const found = ends(way, way.at(-1)!)
      if (found && length > 0) return found.slice(1)
    }
    open = open.flatMap(way =>
      leads[way.at(-1)!]!.flatMap(next => {
        if (seen.has(next)) return []
        seen.add(next)
        return [[...way, next]]
      }),
    )
  }
  return undefined
}

interface Props {
  /** The number of its field; none while it waits. */
  at?: number
  /** Its position there. */
  place: { x: number; y: number; scale: number }
  /** Positions of the fields. */
  spots: { x: number; y: number }[]
  ways: Ways
  label: string
  name?: string
  children: ComponentChildren
}

export function Walker({ at, place, spots, ways, label, name, children }: Props) {
  const self = useRef<SVGGElement>(null)
  const before = useRef({ at, transform: transform(place) })
  const now = transform(place)
  useLayoutEffect(() => {
    const last = before.current
    before.current = { at, transform: now }
    if (last.at === at || at === undefined || isMotionReduced()) return
    // A token that enters the board passes the first field.
    const passed = last.at === undefined ? [0, ...(at > 0 ? walk(ways, 0, at) : [])] : walk(ways, last.at, at)
    const between = passed.slice(0, -1).map(field => transform({ ...spots[field]!, scale: place.scale }))
    const running = self.current!.animate(
      [last.transform, ...between, now].map(transform => ({ transform })),
      Math.min(WALK_MS, FIELD_MS * (between.length + 2)),
    )
    return () => running.cancel()
  }, [at])
  return (
    <g class="walker" role="img" aria-label={label} data-testid="token" data-field={name} ref={self} style={{ transform: now }}>
      <title>{label}</title>
      {children}
    </g>
  )
}

function transform({ x, y, scale }: Props["place"]): string {
  return `translate(${x}px, ${y}px) scale(${scale})`
}
