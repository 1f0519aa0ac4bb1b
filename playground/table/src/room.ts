// The room of a table, and of one show in it.

import { createContext } from "preact"
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks"
import type { RefObject } from "preact"
import type { Room } from "./layout"
import type { Size } from "./view"

/** Size of a drawn show. */
export interface AtSpot {
  width: number
  /** Width of one of its things; the height of a card follows. */
  unit?: number
  high?: number
  /** Cards lie around the middle, one for each player. */
  around?: boolean
  touch: boolean
  /** Wide boards are upright. */
  upright: boolean
}

export const AtSpot = createContext<AtSpot>({ width: Number.POSITIVE_INFINITY, touch: false, upright: false })

export function useSpot(): AtSpot {
  return useContext(AtSpot)
}

/** Fingers point here. */
export const isTouched = () => matchMedia("(pointer: coarse)").matches

/** The size of an element, as it changes; its content must not decide it. */
export function useSize(of: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = of.current!
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize(was => (was?.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return size
}

/** The room of a table; an estimate until it is measured. */
export function useRoom(box: RefObject<HTMLElement | null>): Room {
  const size = useSize(box)
  return useMemo(() => ({ ...(size ?? { width: Math.min(innerWidth, 900), height: Math.max(300, innerHeight - 240) }), touch: isTouched() }), [size])
}
