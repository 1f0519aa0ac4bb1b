// Addresses within the page. They are in the fragment, so that no server hears of them and any host can serve the page.

/** The parts of the first screen. */
export type HomePart = "play" | "learn" | "make"

/** The kinds of links that carry a game: its rules, a position of it, or its table alone. */
export type LinkKind = "rules" | "at" | "table"

/** A place that an address names. */
export type Place =
  | { at: "home"; part: HomePart }
  /** A shipped game or one of the user's own. */
  | { at: "game"; id: string; mode: "play" | "workshop" }
  | { at: "lesson"; id: string }
  /** `data`: a game, as `keep/link.ts` writes it. */
  | { at: "link"; kind: LinkKind; data: string }
  /** No address at all: the page is opened at its front door. */
  | { at: "door" }
  | { at: "unknown" }

const PARTS: { [path: string]: HomePart } = { "": "play", learn: "learn", make: "make" }
const MODES = { play: "play", write: "workshop" } as const
const KINDS: readonly string[] = ["rules", "at", "table"] satisfies LinkKind[]

/** The place that a fragment names, with or without its `#`. */
export function placeOf(fragment: string): Place {
  const path = fragment.replace(/^#/, "")
  if (path === "") return { at: "door" }
  const [first = "", rest, more] = path.replace(/^\//, "").split("/")
  if (more !== undefined) return { at: "unknown" }
  if (rest === undefined) return Object.hasOwn(PARTS, first) ? { at: "home", part: PARTS[first]! } : { at: "unknown" }
  if (rest === "") return { at: "unknown" }
  if (first === "play" || first === "write") return { at: "game", id: rest, mode: MODES[first] }
  if (first === "lesson") return { at: "lesson", id: rest }
  if (KINDS.includes(first)) return { at: "link", kind: first as LinkKind, data: rest }
  return { at: "unknown" }
}

/** The fragment that names a place, with its `#`. */
export function fragmentOf(place: Exclude<Place, { at: "door" | "unknown" }>): string {
  if (place.at === "home") return `#/${place.part === "play" ? "" : place.part}`
  if (place.at === "game") return `#/${place.mode === "play" ? "play" : "write"}/${place.id}`
  if (place.at === "lesson") return `#/lesson/${place.id}`
  return `#/${place.kind}/${place.data}`
}
