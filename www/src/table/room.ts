// The room that a table has, and that of one show in it.

import { createContext } from "preact"
import { useContext, useLayoutEffect, useState } from "preact/hooks"
import type { RefObject } from "preact"
import type { Room } from "./layout"

/** How large a show is drawn. */
export interface AtSpot {
  width: number
  /** So wide is one of the things in it, and so high a card. */
  unit?: number
  high?: number
  /** Cards lie around the middle, one for each who plays. */
  around?: boolean
  touch: boolean
}

export const AtSpot = createContext<AtSpot>({ width: Number.POSITIVE_INFINITY, touch: false })

export function useSpot(): AtSpot {
  return useContext(AtSpot)
}

const isTouched = () => matchMedia("(pointer: coarse)").matches

/** How large an element is, which its content does not say. */
export function useRoom(box: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: Math.min(innerWidth, 900), height: Math.max(300, innerHeight - 240), touch: isTouched() })
  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setRoom(was => (was.width === width && was.height === height && was.touch === isTouched() ? was : { width, height, touch: isTouched() }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return room
}
