// Small things in localStorage, which is there at once and may be refused: choices such as the theme, and last words.

const PREFIX = "house-rules:"

export function load(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

/** Stores a text; `true` on success. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + key, text)
    return true
  } catch {
    return false
  }
}

export function drop(key: string) {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // There was none.
  }
}

/** The keys that begin so. */
export function keys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).flatMap(key => (key.startsWith(PREFIX + beginning) ? [key.slice(PREFIX.length)] : []))
  } catch {
    return []
  }
}

/** The entries of a stored object; empty if it cannot be read. */
export function entriesOf(stored: string | null): [name: string, value: unknown][] {
  try {
    return Object.entries(JSON.parse(stored ?? "{}") as object)
  } catch {
    return []
  }
}

/** Choices by name: without them the page is as it comes. */
export const settings = {
  load: (name: string) => load(`set:${name}`),
  store: (name: string, value: string) => void store(`set:${name}`, value),
  drop: (name: string) => drop(`set:${name}`),
}
