// Shared texts.

import type { GameErrorInfo } from "houserules"
import type { Mark } from "../store/database"

/** Failed while running, rather than refused by the rules. */
export function isFault({ code }: GameErrorInfo): boolean {
  return code.startsWith("HR07")
}

/** The last mark, in words. */
export function longAgo(what: string, { took }: Mark): string {
  return took === undefined ? `${what} never finished last time` : `${what} took ${took} seconds last time`
}
