// Zoom controls around a board: buttons, a small map, and the number of clickable things out of sight.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { counted } from "./common/bounded"
import { type Camera, CLOSER } from "./camera"
import { pointOf } from "./dragging"
import { CELL, type Frame, type Spot } from "./geometry"
import { BEYOND, type Point, spread } from "./view"

/** `over`: on the board, which has no room beside it. While they are not needed, their room is reserved. */
export function Tools({ camera: { view, small, zoom, fit }, over }: { camera: Camera; over: boolean }) {
  return (
    <div class={`board-tools ${over ? "over" : ""} ${view || small ? "" : "later"}`} role="group" aria-label="Size of the board" data-testid="board-tools">
      <button type="button" aria-label="Smaller" title="Smaller (−)" aria-disabled={!view} onClick={() => zoom(1 / CLOSER)}>
        −
      </button>
      <button type="button" aria-label="Whole board" title="Whole board (0)" aria-disabled={!view} onClick={fit}>
        ⤢
      </button>
      <button type="button" aria-label="Larger" title="Larger (+)" onClick={() => zoom(CLOSER)}>
        +
      </button>
    </div>
  )
}

const CORNERS = ["right below", "right above", "left below", "left above"]

/** The first corner in which the small map covers nothing of this. */
function free(open: Point[], { seen, view }: Camera): string {
  const extent = BEYOND / (view?.scale ?? 1)
  const covered = ({ x, y }: Point, corner: string) => {
    if (!seen) return false
    const [across, down] = [corner.includes("left") ? x - seen.x : seen.x + seen.width - x, corner.includes("above") ? y - seen.y : seen.y + seen.height - y]
    return Math.max(across, down) < extent + CELL / 2 && Math.min(across, down) > -CELL / 2
  }
  return CORNERS.find(corner => !open.some(spot => covered(spot, corner))) ?? CORNERS[0]!
}

/** No side of the small map is longer, in pixels. */
const MAP = 92

/** A map of the whole board with the visible part; a click looks there. `open`: cells that it must not cover. */
export function SmallMap({ whole, camera, open, children }: { whole: Frame; camera: Camera; open: Point[]; children: ComponentChildren }) {
  const scale = MAP / Math.max(whole.width, whole.height)
  const size = { width: `${whole.width * scale}px`, height: `${whole.height * scale}px` }
  // It is above the map, so that its movement does not redraw the map.
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    camera.sees.current = ({ x, y, width, height }) => {
      if (!frame.current) return
      const at = `translate(${(x - whole.x) * scale}px, ${(y - whole.y) * scale}px)`
      Object.assign(frame.current.style, { transform: at, width: `${width * scale}px`, height: `${height * scale}px` })
    }
    if (camera.seen) camera.sees.current(camera.seen)
  })
  return (
    <div class={`small-map ${free(open, camera)}`} style={size} data-testid="small-map">
      <svg class="board" viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`} aria-hidden="true" onClick={event => camera.turnTo(pointOf(event.currentTarget, event))}>
        <rect class="frame" {...whole} rx="22" />
        {children}
      </svg>
      <i class="seen" ref={frame} />
    </div>
  )
}

const ARROWS = { left: "◂", right: "▸", above: "▴", below: "▾" }
type Side = keyof typeof ARROWS

/** The side of the visible part on which a cell lies; undefined inside it. */
function sideOf({ x, y }: Spot, seen: Frame): Side | undefined {
  const out: [number, Side][] = [
    [seen.x - x, "left"],
    [x - seen.x - seen.width, "right"],
    [seen.y - y, "above"],
    [y - seen.y - seen.height, "below"],
  ]
  const [far, side] = out.reduce((best, one) => (one[0] > best[0] ? one : best))
  return far > 0 ? side : undefined
}

/** At each edge, how many cells beyond it can be chosen; a click brings the nearest. */
export function Beyond({ open, all, camera: { seen, bring } }: { open: number[]; all: Spot[]; camera: Camera }) {
  if (!seen) return null
  const sides = new Map<Side, number[]>()
  for (const cell of open) {
    const side = sideOf(all[cell]!, seen)
    if (side) (sides.get(side) ?? sides.set(side, []).get(side)!).push(cell)
  }
  const far = (cell: number) => Math.hypot(all[cell]!.x - seen.x - seen.width / 2, all[cell]!.y - seen.y - seen.height / 2)
  return (
    <>
      {[...sides].map(([side, cells]) => (
        <button
          key={side}
          type="button"
          class={`beyond ${side}`}
          tabIndex={-1}
          aria-label={`${counted(cells.length)} more to choose ${side === "left" || side === "right" ? `on the ${side}` : side}`}
          onClick={() => bring(spread([all[cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best))]!])!)}
        >
          {ARROWS[side]} {counted(cells.length)}
        </button>
      ))}
    </>
  )
}
