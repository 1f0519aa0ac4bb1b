// What is said in several places.

import type { GameErrorInfo, Json, Move } from "house-rules"
import { brief } from "../common/bounded"
import { isWritten } from "../common/lines"
import type { Mark } from "../store/database"

/** Failed while running, rather than refused by the rules. */
export function isFault({ code }: GameErrorInfo): boolean {
  return code.startsWith("HR07")
}

export function describe(move: Move): string {
  const [role, action, argument] = move
  if (isWritten(move)) return brief(action)
  return `${role} ${action}${argument === null ? "" : `(${argumentText(argument)})`}`
}

function argumentText(argument: Json): string {
  return typeof argument === "object" ? JSON.stringify(argument) : String(argument)
}

/** What was marked the last time, in words. */
export function longAgo(what: string, { took }: Mark): string {
  return took === undefined ? `${what} did not come to an end the last time` : `${what} took ${took} seconds the last time`
}
