// What the engine throws.

import type { GameError } from "houserules"

/** Whether it is the engine's: whatever else comes out of it is a death. */
export function isGameError(error: unknown): error is GameError {
  return error instanceof Error && error.name === "GameError"
}
