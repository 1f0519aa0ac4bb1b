// A move of several clicks, made by dragging a piece to where it goes: the first click where it is taken, the other where it is let go.
//
// Invariant: a press without movement stays a click; a thing dropped where it cannot go stays where it was.

import { useEffect, useRef, useState } from "preact/hooks"
import type { Seat } from "./common/seat"
import type { Spot } from "./geometry"
import type { Picking } from "./picking"

/** A press that moves this far, in pixels of the screen, is no click. */
const FAR = 7
/** A dropped piece stays in place until the game has answered, up to this time. */
const STAYS_MS = 500

interface Drag {
  cell: number
  of: Seat
  /** The cell where it was dropped. */
  to?: number
}

export interface Dragging {
  /** The cell whose piece is in the hand. */
  cell: number | undefined
  /** The cell of a piece dropped in the previous position: it needs no animation. */
  put: number | undefined
  /** The dragged drawing. */
  ghost: { ref: preact.RefObject<SVGGElement | null>; x: number; y: number } | undefined
  /** `true` if a press grabs a piece. */
  grabs(event: PointerEvent): boolean
  /** Lets go of it. */
  drop(): void
  /** For the board. */
  handlers: {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(): void
    onTouchMove(event: TouchEvent): void
    onClickCapture(event: Event): void
  }
}

/** `taken`: `true` for a cell with a piece; `find`: the cell at a point. */
export function useDragging(picking: Picking, seat: Seat, all: Spot[], taken: (cell: number) => boolean, find: (x: number, y: number) => number | undefined): Dragging {
  const [drag, set] = useState<Drag>()
  const ghost = useRef<SVGGElement>(null)
  /** Pressed and not let go: where, and where the piece is now. */
  const press = useRef<{ cell: number; x: number; y: number; pointer: number; at?: { x: number; y: number } }>(undefined)
  const put = useRef<{ cell: number; of: Seat }>(null)
  const seats = useRef<{ now: Seat; before?: Seat }>({ now: seat })
  if (seats.current.now !== seat) seats.current = { now: seat, before: seats.current.now }
  const ended = useRef(false)
  const shown = drag?.of === seat ? drag : undefined

  const end = () => {
    press.current = undefined
    set(undefined)
  }
  const drop = () => {
    end()
    picking.cancel()
  }
  const active = shown !== undefined && shown.to === undefined
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && drop()
    addEventListener("keydown", onKeyDown, { capture: true })
    return () => removeEventListener("keydown", onKeyDown, { capture: true })
  })
  useEffect(() => {
    if (shown?.to === undefined) return
    const pause = setTimeout(() => set(undefined), STAYS_MS)
    return () => clearTimeout(pause)
  }, [shown])

  const grabs = ({ target, button, isPrimary }: PointerEvent) => {
    const cell = cellAt(target)
    return cell !== undefined && button === 0 && isPrimary && taken(cell) && picking.leads(cell)
  }
  const onPointerDown = (event: PointerEvent) => {
    ended.current = false
    if (!grabs(event)) return
    const cell = cellAt(event.target)!
    press.current = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId }
  }
  const onPointerMove = (event: PointerEvent) => {
    const now = press.current
    if (now?.pointer !== event.pointerId) return
    const board = event.currentTarget as SVGSVGElement
    if (!now.at) {
      if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR) return
      board.setPointerCapture(event.pointerId)
      if (picking.picked.at(-1) !== now.cell) picking.pick(now.cell)
      set({ cell: now.cell, of: seat })
    }
    now.at = pointOf(board, event)
    ghost.current?.setAttribute("transform", `translate(${now.at.x} ${now.at.y})`)
  }
  const onPointerUp = (event: PointerEvent) => {
    const now = press.current
    if (now?.pointer !== event.pointerId) return
    press.current = undefined
    if (!now.at) return
    // The click that follows is of the board, and of no cell.
    ended.current = true
    const board = event.currentTarget as SVGSVGElement
    const under = (board.getRootNode() as Document | ShadowRoot).elementFromPoint(event.clientX, event.clientY)
    const { x, y } = pointOf(board, event)
    const to = board.contains(under) ? (cellAt(under) ?? find(x, y)) : undefined
    if (!shown) return
    if (to === now.cell) return end()
    if (to === undefined || !(picking.legal(to) || picking.reason(to) !== undefined)) return drop()
    if (picking.legal(to)) {
      put.current = { cell: to, of: seat }
      set({ ...shown, to })
    } else end()
    picking.pick(to)
  }
  const onClickCapture = (event: Event) => {
    if (ended.current) event.stopPropagation()
    ended.current = false
  }
  const at = shown?.to === undefined ? press.current?.at : all[shown.to]
  return {
    cell: shown?.cell,
    put: put.current?.of === seats.current.before ? put.current?.cell : undefined,
    grabs,
    drop: () => press.current && drop(),
    ghost: shown && { ref: ghost, ...(at ?? all[shown.cell]!) },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => press.current && drop(),
      // A page that scrolls under the finger takes the piece out of the hand.
      onTouchMove: event => press.current && event.cancelable && event.preventDefault(),
      onClickCapture,
    },
  }
}

/** The cell that something is part of. */
export function cellAt(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<SVGElement>("[data-cell]")?.dataset.cell : undefined
  return cell === undefined ? undefined : Number(cell)
}

/** In the units of the board. */
export function pointOf(board: SVGSVGElement, { clientX, clientY }: MouseEvent): { x: number; y: number } {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM()!.inverse())
  return { x, y }
}
