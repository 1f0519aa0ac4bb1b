// Errors of the engine.

import type { GameError } from "houserules"

/** `true` for an error of the engine: any other exception means it died. */
export function isGameError(error: unknown): error is GameError {
  return error instanceof Error && error.name === "GameError"
}
