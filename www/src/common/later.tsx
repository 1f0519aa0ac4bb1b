// Components whose code is loaded later.

import { signal } from "@preact/signals"
import type { ComponentType } from "preact"
import { useEffect } from "preact/hooks"
import { comesLater, unreachable } from "./coming"

/** A component whose code is loaded later. `name`: its name, at the beginning of a sentence. */
export function later<P extends object>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = signal<ComponentType<P>>()
  const problem = signal<string>()
  const get = async () => {
    problem.value = undefined
    try {
      part.value ??= await load()
    } catch (error) {
      problem.value = unreachable(String(error))
    }
  }
  comesLater(get)
  return function Later(props: P) {
    useEffect(() => void get(), [])
    const Part = part.value
    if (Part) return <Part {...props} />
    if (problem.value === undefined) return <p class="coming quiet">{name} is loading…</p>
    return (
      <p class="coming problem" role="alert">
        {name} could not be loaded: {problem}. <button onClick={get}>Try again</button>
      </p>
    )
  }
}
