// The user's own games, which stand beside the shipped ones: begun from a template or from files, and kept as drafts of others are.

import { games, type ShippedGame } from "house-rules"
import { heads } from "../store/keeper"
import { OWN } from "../store/kept"
import { shippedText, type Text } from "../common/text"

const GROUP = "Your games"

/** A game as it can be chosen. */
export type Known = Pick<ShippedGame, "id" | "title" | "group" | "language">

/** All games there are. */
export function known(): Known[] {
  return [...games, ...heads.value.map(head => ({ ...head, group: GROUP }))]
}

export function isOwn(id: string): boolean {
  return id.startsWith(OWN)
}

/** A game as it began: shipped, or with the text that the user began it with. */
export function beginning({ id, title, language }: Known, began: Text | undefined): ShippedGame {
  const shipped = games.find(game => game.id === id)
  return shipped ?? { id, title, summary: "Yours: kept in this browser.", group: GROUP, ...(began ?? shippedText({ language, source: "" })) }
}
