// Looking closer at a board: by wheel, by two fingers, by keys and by dragging its ground.
//
// Invariant: during movement, only a transform of one layer changes; the board is redrawn when movement stops.

import type { RefObject } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { CELL, type Frame, turned, type Turn } from "./geometry"
import { isMotionReduced } from "./motion"
import { isTouched } from "./room"
import { bringing, fitted, held, isFitted, isIn, LOUPE, type Point, POINTED, sight, type Size, TOUCHED, type View, zoomed } from "./view"

/** Time from the last turn of the wheel until the board rests. */
const RESTS_MS = 140
const GLIDE_MS = 200
/** Time in which the page does not scroll by the rest of a turn of the wheel. */
const SWALLOWED_MS = 400
/** A press that moves this far, in pixels, is no click. */
const FAR = 7
/** Boards that shrink below this part of their drawn size are redrawn at once: the current drawing is far too large. */
const SHRUNK = 0.5
/** Zoom factor of a key or a button. */
export const CLOSER = 1.5
/** Margin drawn around the visible part, relative to its size; a full size for few visible cells. */
const AROUND = 0.25
const FEW = 400
/** Cells that the board moves by before the next ones are drawn: few at a time, so that no frame waits for many. */
const STEP = 2

/** The view's position: the centre of the visible part, on the unturned board. */
interface Look {
  scale: number
  x: number
  y: number
}

export type { Size }

export interface Camera {
  /** The box of the board, and the layer in it that moves. */
  box: RefObject<HTMLDivElement | null>
  layer: RefObject<HTMLDivElement | null>
  /** Receives the part that is in the box, as it changes. */
  sees: RefObject<((seen: Frame) => void) | null>
  /** Looking closer; undefined: the whole board is fitted. */
  view: View | undefined
  /** Pixels per unit of the board; undefined before it is on the screen. */
  scale: number | undefined
  /** Fitted cells are too small for a finger, or for a mouse where there is one. */
  small: boolean
  /** The visible part; undefined: all. */
  seen: Frame | undefined
  /** The visible part and its surroundings: the part to draw. */
  drawn: Frame | undefined
  /** Last target of a zoom, in the box: nothing should cover it. */
  aim: Point | undefined
  /** Position of a point of the board in the box, from 0 to 1 across and down. */
  at(point: Point): Point
  /** Larger or smaller around a point of the board, or the middle. */
  zoom(factor: number, at?: Point): void
  fit(): void
  /** Brings a part of the board into the box, if somebody looks closer. */
  bring(part: Frame): void
  /** Looks at a point of the board. */
  turnTo(at: Point): void
  handlers: {
    onWheel(event: WheelEvent): void
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(event: PointerEvent): void
    onTouchMove(event: TouchEvent): void
    onClickCapture(event: MouseEvent): void
  }
}

interface Props {
  box: Camera["box"]
  size: Size | undefined
  whole: Frame
  by: Turn
  /** `true` if a press there grabs a piece. */
  grabs(event: PointerEvent): boolean
  /** Drops the dragged thing: a second finger has come. */
  letGo(): void
}

export function useCamera({ box, size, whole, by, grabs, letGo }: Props): Camera {
  const [look, setLook] = useState<Look>()
  const layer = useRef<HTMLDivElement>(null)
  const sees = useRef<(seen: Frame) => void>(null)
  const fits = size && fitted(whole, size)
  const view = look && size ? viewOf(look, whole, size, by) : undefined
  /** The view as drawn, and the view as displayed during a movement. */
  const rests = view ?? fits
  const now = useRef<View>(undefined)
  const moving = useRef<{ fingers: Map<number, Point>; from?: Point; view?: View; apart?: number; pans: boolean; clicks: boolean; timer?: number; wheel: number; by: string }>({
    fingers: new Map(),
    pans: false,
    clicks: true,
    wheel: 0,
    by: "mouse",
  })
  const aim = useRef<Point>(undefined)
  const drawn = view && size ? sight(view, whole, size, (9 * size.width * size.height) / (view.scale * CELL) ** 2 <= FEW ? 1 : AROUND) : undefined

  const place = (to: View | undefined) => {
    now.current = to
    if (!to || !rests || !size || !layer.current) return
    const by = to.scale / rests.scale
    // A fitted drawing is already in the middle of the layer.
    const [x, y] = view ? [to.x, to.y] : [to.x - rests.x * by, to.y - rests.y * by]
    layer.current.style.transform = !view && to === rests ? "" : `translate(${x}px, ${y}px) scale(${by})`
    sees.current?.(sight(to, whole, size))
  }
  useLayoutEffect(() => {
    if (layer.current) layer.current.style.transition = ""
    place(moving.current.pans && now.current?.scale === rests?.scale ? now.current : rests)
  }, [view?.scale, view?.x, view?.y, size, whole])

  const rest = (to: View | undefined = now.current) => {
    clearTimeout(moving.current.timer)
    if (to && size) setLook(isFitted(to, whole, size) ? undefined : lookOf(to, whole, size, by))
  }
  const restLater = (ms: number) => {
    clearTimeout(moving.current.timer)
    moving.current.timer = setTimeout(rest, ms) as unknown as number
  }
  useEffect(() => () => clearTimeout(moving.current.timer), [])
  const isShrunk = (to: View) => rests !== undefined && to.scale < rests.scale * SHRUNK
  const glide = (to: View, at?: Point) => {
    aim.current = at

    if (isMotionReduced() || !layer.current || isShrunk(to)) return rest(to)
    if (layer.current.style.transform === "") layer.current.style.transform = "translate(0px, 0px) scale(1)"
    layer.current.getBoundingClientRect()
    layer.current.style.transition = `transform ${GLIDE_MS}ms ease-out`
    place(to)
    restLater(GLIDE_MS)
  }
  const start = () => {
    clearTimeout(moving.current.timer)
    if (layer.current) layer.current.style.transition = ""
    return (now.current ??= rests)
  }
  const inBox = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = box.current!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const onBox = ({ x, y }: Point, on: View): Point => ({ x: (x - whole.x) * on.scale + on.x, y: (y - whole.y) * on.scale + on.y })
  const isCloser = () => size !== undefined && now.current !== undefined && !isFitted(now.current, whole, size)

  const zoom = (factor: number, at?: Point) => {
    const from = start()
    const point = at && from && onBox(at, from)
    if (from && size) glide(zoomed(from, from.scale * factor, point ?? { x: size.width / 2, y: size.height / 2 }, whole, size), point)
  }
  const bring = (part: Frame) => {
    // The target of a glide in progress counts, not its start.
    const from = now.current
    if (!from || !size || !isCloser()) return
    const to = bringing(part, from, whole, size)
    if (Math.hypot(to.x - from.x, to.y - from.y) > 1) glide(to)
  }

  const onWheel = (event: WheelEvent) => {
    const { current } = moving
    // Without Ctrl it is the page that scrolls, until somebody looks closer.
    if (!event.ctrlKey && !isCloser() && event.timeStamp - current.wheel > SWALLOWED_MS) return
    event.preventDefault()
    const from = start()
    if (!from || !size) return
    current.wheel = event.timeStamp
    aim.current = inBox(event)
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1
    const by = Math.max(-100, Math.min(100, event.deltaY * lines))
    // Two fingers on a pad send smaller steps than a wheel.
    const to = zoomed(from, from.scale * Math.exp(-by * (event.ctrlKey && !Number.isInteger(event.deltaY) ? 0.01 : 0.003)), aim.current, whole, size)
    place(to)
    if (isShrunk(to)) rest(to)
    else restLater(RESTS_MS)
  }
  const onPointerDown = (event: PointerEvent) => {
    const { current } = moving
    if (event.isPrimary) current.fingers.clear()
    current.clicks = true
    current.by = event.pointerType
    const presses = event.button === 1 || (event.button === 0 && !grabs(event))
    if (current.fingers.size > 1 || (current.fingers.size === 0 && !presses && event.pointerType === "mouse")) return
    if (event.button === 1) event.preventDefault()
    current.fingers.set(event.pointerId, inBox(event))
    const view = start()
    if (current.fingers.size === 2) letGo()
    const [a, b] = [...current.fingers.values()]
    // One finger on a piece takes it; another one beside it looks closer.
    Object.assign(current, { view, pans: false, from: b ? middle(a!, b) : presses ? a : undefined, apart: b && far(a!, b) })
  }
  const onPointerMove = (event: PointerEvent) => {
    const { current } = moving
    if (!current.fingers.has(event.pointerId) || !current.view || !size) return
    current.fingers.set(event.pointerId, inBox(event))
    const [a, b] = [...current.fingers.values()]
    if (!current.from) return
    const to = b ? middle(a!, b) : a!
    if (!current.pans) {
      if (!b && (far(to, current.from) < FAR || !isCloser())) return
      current.pans = true
      current.clicks = false
      for (const id of current.fingers.keys()) if (box.current!.isConnected) capture(box.current!, id)
    }
    const moved = { ...current.view, x: current.view.x + to.x - current.from.x, y: current.view.y + to.y - current.from.y }
    const next = b ? zoomed(moved, (moved.scale * far(a!, b)) / current.apart!, to, whole, size) : held(moved, whole, size)
    place(next)
    // Cells that come into sight must be drawn.
    const isAway = () => far(next, view!) > STEP * CELL * next.scale || !isIn(sight(next, whole, size), drawn!)
    if (isShrunk(next) || (next.scale === view?.scale && isAway())) rest(next)
  }
  const onPointerUp = (event: PointerEvent) => {
    const { current } = moving
    if (!current.fingers.delete(event.pointerId)) return
    const [left] = current.fingers.values()
    if (current.pans && !left) rest()
    // One of two fingers goes on.
    Object.assign(current, { from: left, view: now.current, pans: current.pans && left !== undefined })
  }
  const onClickCapture = (event: MouseEvent) => {
    const { current } = moving
    if (!current.clicks) {
      current.clicks = true
      return event.stopPropagation()
    }
    // A finger cannot meet so small a cell: it is brought closer first.
    if (current.by === "mouse" || event.detail === 0 || !fits || !size || view || fits.scale * CELL >= LOUPE) return
    event.stopPropagation()
    glide(zoomed(fits, TOUCHED / CELL, inBox(event), whole, size), inBox(event))
  }
  return {
    box,
    layer,
    sees,
    view,
    scale: rests?.scale,
    small: fits !== undefined && fits.scale * CELL < (isTouched() ? TOUCHED : POINTED),
    seen: view && size && sight(view, whole, size),
    drawn,
    aim: view && aim.current && { x: (aim.current.x - view.x) / view.scale + whole.x, y: (aim.current.y - view.y) / view.scale + whole.y },
    at: point => {
      if (!rests || !size) return { x: (point.x - whole.x) / whole.width, y: (point.y - whole.y) / whole.height }
      const { x, y } = onBox(point, rests)
      return { x: x / size.width, y: y / size.height }
    },
    zoom,
    fit: () => fits && (start(), glide(fits)),
    bring,
    turnTo: at => {
      if (view && size) rest(held({ ...view, x: size.width / 2 - (at.x - whole.x) * view.scale, y: size.height / 2 - (at.y - whole.y) * view.scale }, whole, size))
    },
    handlers: {
      onWheel,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      // The page neither scrolls nor grows under two fingers, nor under one that moves the board.
      onTouchMove: event => (event.touches.length > 1 || moving.current.pans) && event.cancelable && event.preventDefault(),
      onClickCapture,
    },
  }
}

function viewOf(look: Look, whole: Frame, size: Size, by: Turn): View {
  const [middle] = turned([look], by)
  const { scale, x, y } = held({ scale: look.scale, x: size.width / 2 - (middle!.x - whole.x) * look.scale, y: size.height / 2 - (middle!.y - whole.y) * look.scale }, whole, size)
  // Between pixels, letters would be blurred.
  return { scale, x: Math.round(x), y: Math.round(y) }
}

function lookOf({ scale, x, y }: View, whole: Frame, size: Size, by: Turn): Look {
  const back = ((360 - by) % 360) as Turn
  const [middle] = turned([{ x: (size.width / 2 - x) / scale + whole.x, y: (size.height / 2 - y) / scale + whole.y }], back)
  return { scale, ...middle! }
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function far(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** A pointer that is gone already cannot be held. */
function capture(element: Element, pointer: number) {
  try {
    element.setPointerCapture(pointer)
  } catch {}
}
