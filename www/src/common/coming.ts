// Parts that a first move does not need: loaded on demand, and all of them once the game is loaded, so that the page then works without a
// network.

const parts: (() => Promise<unknown>)[] = []

/** Registers a part to load once the game is loaded, if not needed before. */
export function comesLater(load: () => Promise<unknown>) {
  parts.push(load)
}

/** Loads the remaining parts, one after the other. A failed part is retried on demand. */
export async function getRest() {
  for (const load of parts) await load().catch(() => undefined)
  document.documentElement.dataset.whole = "true"
}

/** Why a part of the page could not be loaded. */
export function unreachable(message: string): string {
  return navigator.onLine ? message.replace(/^\w*Error: /, "") : "there is no network"
}
