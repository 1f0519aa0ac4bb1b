// Whose view something is part of, where several are shown: names of regions say it.

import { createContext } from "preact"
import { useContext } from "preact/hooks"

export const Whose = createContext<string | undefined>(undefined)

/** The name of a region. */
export function useName(name: string): string {
  const whose = useContext(Whose)
  return whose === undefined ? name : `${name}, ${whose}`
}
