// Size classes of the window. Style sheets handle looks; this is for things that move elsewhere.

import { signal } from "@preact/signals"

/** Rail: a phone on its side. */
type WindowClass = "wide" | "medium" | "phone" | "rail"

const QUERIES: [WindowClass, MediaQueryList][] = [
  ["rail", matchMedia("(width >= 600px) and (height < 480px)")],
  ["wide", matchMedia("(width >= 1100px)")],
  ["medium", matchMedia("(width >= 700px)")],
]

const measured = (): WindowClass => QUERIES.find(([, query]) => query.matches)?.[0] ?? "phone"

export const windowClass = signal(measured())

for (const [, query] of QUERIES) query.addEventListener("change", () => (windowClass.value = measured()))
