// Positions of a view's containers.

import type { AreaInfo, Containers, ShowInfo } from "houserules"

/** Placeholder for the viewing role in a name or a text. */
const LOOKING = "$PLAYER_NAME"

/** Without areas of its own a game has as many side by side. */
const ACROSS = 3

/** Those of the show, or all containers in reading order. */
export function areasOf({ areas = [] }: ShowInfo, containers: Containers): AreaInfo[] {
  if (areas.length > 0) return areas
  return Object.keys(containers).map((container, at) => ({
    container,
    title: container,
    row: 1 + Math.floor(at / ACROSS),
    column: 1 + (at % ACROSS),
    rows: 1,
    columns: 1,
    spread: false,
  }))
}

/** A name or a text for the role that looks on. */
export function named(text: string, role: string): string {
  return text.replaceAll(LOOKING, role)
}
