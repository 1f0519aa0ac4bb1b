// The fields of a track: their names, and their places in a ring.

import { widest } from "./faces"
import type { fieldType } from "./scene"

/** Names of fields that are members of an enum. */
export function membersOf(type: ReturnType<typeof fieldType>): string[] | undefined {
  if (type?.kind === "enum") return type.members
  return type && "of" in type ? membersOf(type.of) : undefined
}

type Style = { [property: string]: string | number }

/** A circle is no wider than this, in pixels. */
const WIDEST = 340
const LETTER = 12.8
const NARROWEST = 46

/** Fields in a circle, or around a square if they are too many for one. */
export function ringOf(names: string[]): { kind: "circle" | "around"; style: Style; place(at: number): Style } {
  const count = names.length
  const field = Math.max(NARROWEST, Math.ceil(widest(names) * LETTER) + 12)
  const across = Math.max(2.4 * field, (count * (field + 4)) / Math.PI) + field
  if (across <= WIDEST)
    return {
      kind: "circle",
      style: { "--across": `${Math.round(across)}px`, "--field": `${field}px` },
      place(at) {
        const angle = (2 * Math.PI * at) / count - Math.PI / 2
        return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) }
      },
    }
  // Equal numbers above and below, and the rest at the sides.
  const columns = Math.max(2, Math.ceil((count + 4) / 4))
  const rows = Math.max(2, Math.ceil((count + 4 - 2 * columns) / 2))
  return {
    kind: "around",
    style: { "--columns": columns, "--field": `${field}px` },
    place(at) {
      const corners = [columns - 1, columns + rows - 2, 2 * columns + rows - 3]
      const [row, column] =
        at < corners[0]! ? [0, at] : at < corners[1]! ? [at - corners[0]!, columns - 1] : at < corners[2]! ? [rows - 1, corners[2]! - at] : [rows - 1 - (at - corners[2]!), 0]
      return { gridRow: row + 1, gridColumn: column + 1 }
    },
  }
}
