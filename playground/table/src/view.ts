// Position of a board in its box: fitted, or zoomed. Numbers only; gestures and the document are in `camera.ts`.
//
// Invariant: the whole board can be reached from everywhere, and no gesture leaves it.

import { CELL, type Frame } from "./geometry"

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** Pixels per unit of the board, and position of its upper left corner in the box. */
export interface View {
  scale: number
  x: number
  y: number
}

/** A cell is magnified to this where a finger could not meet it, in pixels. */
export const TOUCHED = 44
/** Smallest size for a mouse. */
export const POINTED = 28
/** Fitted cells that are smaller are magnified by the first tap. Whoever taps wants to play: larger ones are met by most fingers. */
export const LOUPE = 24
/** Maximum magnification: cells reach this size, and any board three times its fitted size. */
const LARGEST = 150
/** Extra range at the lower right, where the small map is. */
export const BEYOND = 116

/** All of it, in the middle. */
export function fitted(whole: Frame, box: Size): View {
  return centred(Math.min(box.width / whole.width, box.height / whole.height), whole, box)
}

function centred(scale: number, whole: Frame, box: Size): View {
  return { scale, x: (box.width - whole.width * scale) / 2, y: (box.height - whole.height * scale) / 2 }
}

export function isFitted(view: View, whole: Frame, box: Size): boolean {
  return view.scale <= fitted(whole, box).scale * 1.001
}

/** Larger or smaller, so that the content at a point of the box stays there. */
export function zoomed(view: View, scale: number, at: Point, whole: Frame, box: Size): View {
  const least = fitted(whole, box).scale
  const to = Math.max(least, Math.min(scale, Math.max(LARGEST / CELL, 3 * least)))
  const by = to / view.scale
  return held({ scale: to, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, whole, box)
}

/** Keeps the board within the box. */
export function held({ scale, x, y }: View, whole: Frame, box: Size): View {
  const middle = centred(scale, whole, box)
  if (isFitted(middle, whole, box)) return middle
  const hold = (at: number, among: number, extent: number, pixels: number) => (extent <= pixels ? among : Math.min(0, Math.max(pixels - extent - BEYOND, at)))
  return { scale, x: hold(x, middle.x, whole.width * scale, box.width), y: hold(y, middle.y, whole.height * scale, box.height) }
}

/** The part of the board in the box, with a margin of `more` times the box. */
export function sight({ scale, x, y }: View, whole: Frame, box: Size, more = 0): Frame {
  const [width, height] = [box.width / scale, box.height / scale]
  return { x: whole.x - x / scale - more * width, y: whole.y - y / scale - more * height, width: width * (1 + 2 * more), height: height * (1 + 2 * more) }
}

export function isIn(inner: Frame, outer: Frame): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
}

/** Around these points, with half a cell on each side. */
export function spread(points: Point[]): Frame | undefined {
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b)) - CELL / 2
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b)) + CELL / 2
  return { x: least(xs), y: least(ys), width: most(xs) - least(xs), height: most(ys) - least(ys) }
}

/** Moved as little as brings a part of the board into the box; if it is larger than the box, its middle. */
export function bringing(part: Frame, view: View, whole: Frame, box: Size): View {
  const now = sight(view, whole, box)
  const along = (from: number, extent: number, seenFrom: number, seen: number) =>
    extent > seen ? from + extent / 2 - (seenFrom + seen / 2) : Math.min(0, from - seenFrom) + Math.max(0, from + extent - (seenFrom + seen))
  const [right, down] = [along(part.x, part.width, now.x, now.width), along(part.y, part.height, now.y, now.height)]
  return held({ scale: view.scale, x: view.x - right * view.scale, y: view.y - down * view.scale }, whole, box)
}
