// The user's own games, listed beside the shipped ones: begun from a template or from files, and stored like drafts.

import type { ShippedGame } from "houserules"
import { shelf } from "houserules/shelf"
import { heads } from "../store/keeper"
import { OWN } from "../store/kept"
import { shippedText } from "../common/text"

const GROUP = "Your games"

/** A game as it can be chosen. */
export type Known = Pick<ShippedGame, "id" | "title" | "group" | "language">

/** All games there are. */
export function known(): Known[] {
  return [...shelf, ...heads.value.map(head => ({ ...head, group: GROUP }))]
}

export function isOwn(id: string): boolean {
  return id.startsWith(OWN)
}

/** A shipped game with its text; undefined for others. Fails if the text cannot be had. */
export async function shippedGame(id: string): Promise<ShippedGame | undefined> {
  const found = shelf.find(game => game.id === id)
  return found && { ...found, ...(await found.text()) }
}

/** One of the user's own as it began. */
export function ownGame({ id, title, language }: Pick<Known, "id" | "title" | "language">, began = shippedText({ language, source: "" })): ShippedGame {
  return { id, title, summary: "Yours: kept in this browser.", group: GROUP, ...began }
}
