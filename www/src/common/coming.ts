// What is not needed for a first move: it comes when it is wanted, and all of it once the game is there, so that the page needs no
// network from then on.

const parts: (() => Promise<unknown>)[] = []

/** What comes once the game is there, if it has not been wanted before. */
export function comesLater(load: () => Promise<unknown>) {
  parts.push(load)
}

/** Gets what has not come yet, one part after the other. What cannot be had now is tried again when it is wanted. */
export async function getRest() {
  for (const load of parts) await load().catch(() => undefined)
  document.documentElement.dataset.whole = "true"
}

/** Why a part of the page could not be loaded. */
export function unreachable(message: string): string {
  return navigator.onLine ? message.replace(/^\w*Error: /, "") : "there is no network"
}
