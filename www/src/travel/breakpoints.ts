// Lines at which somebody wants to stop while going through a move. The editor marks them, and moves them when it is written in.

import { signal } from "@preact/signals"
import { openings } from "../session/state"

interface Breakpoint {
  /** The name of its file. */
  file: string
  /** From 1. */
  line: number
}

/** By file and line. */
export const breakpoints = signal<Breakpoint[]>([])

export function linesIn(file: string): number[] {
  return breakpoints.value.flatMap(it => (it.file === file ? [it.line] : []))
}

/** All of a file. */
export function place(file: string, lines: number[]) {
  const all = [...breakpoints.peek().filter(it => it.file !== file), ...lines.map(line => ({ file, line }))]
  breakpoints.value = all.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** Sets one, or takes it away. */
export function toggle(file: string, line: number) {
  const lines = linesIn(file)
  place(file, lines.includes(line) ? lines.filter(it => it !== line) : [...lines, line])
}

openings.subscribe(() => {
  if (breakpoints.peek().length > 0) breakpoints.value = []
})
