// Pictures of the shipped games, as `scripts/gallery.mjs` takes them of the real table, light and dark.

import type { Theme } from "../session/theme"

const files = import.meta.glob<string>("./pictures/*.webp", { eager: true, query: "?url", import: "default" })

export function pictureOf(id: string, theme: Theme): string | undefined {
  return files[`./pictures/${id}.${theme}.webp`]
}
