// The address of a room: its code, and the tokens that say what its owner may do there. They stand in the fragment, which no server is sent.

/** A room, and what one may do there. */
export interface RoomPlace {
  code: string
  /** The token that is shown to the room. */
  token: string
  /** The tokens for others, if this is the address of who made the room. */
  join?: string
  watch?: string
}

const PART = /^[\w-]{22,64}$/

/** The place that a fragment names; undefined if it is not whole. */
export function roomOf(fragment: string): RoomPlace | undefined {
  const [code = "", token = "", join, watch, more] = fragment.replace(/^#/, "").split("/")
  if (!/^[0-9a-f]{10}$/.test(code) || more !== undefined) return undefined
  if (![token, ...(join === undefined ? [] : [join, watch ?? ""])].every(it => PART.test(it))) return undefined
  return { code, token, ...(join && watch && { join, watch }) }
}

/** The address of a room, beside the page at `base`. */
export function addressOf({ code, token, join, watch }: RoomPlace, base: string): string {
  const parts = [code, token, ...(join && watch ? [join, watch] : [])]
  return new URL(`room.html#${parts.join("/")}`, base).href
}

/** A token of one's own: 144 random bits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
}
