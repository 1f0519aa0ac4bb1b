// Rare parts of a game: loaded when first drawn; empty until then.

import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/** Loads all parts that are otherwise loaded when needed: for pages that want to work without a network from then on. */
export const rest: (() => Promise<unknown>)[] = []

/** A value loaded once, when it is available. */
export function useSeldom<T>(get: Getting<T>): T | undefined {
  const [, redraw] = useState(false)
  const { has } = get
  useEffect(() => {
    // It may have come between this drawing and now.
    if (has === undefined) get().then(() => redraw(true))
  }, [])
  return has
}

export interface Getting<T> {
  (): Promise<void>
  has: T | undefined
}

/** Loads something on request. A failure is retried the next time. */
export function getting<T>(load: () => Promise<T>): Getting<T> {
  const get: Getting<T> = Object.assign(
    async () => {
      get.has ??= await load()
    },
    { has: undefined },
  )
  rest.push(get)
  return get
}

/** A component of which little is needed. */
export function seldom<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const get = getting(load)
  return function Seldom(props: P) {
    const Part = useSeldom(get)
    return Part ? <Part {...props} /> : null
  }
}
