// The user's own games, listed beside the shipped ones: begun from a template or from files, and stored like drafts.

import type { ShippedGame } from "houserules"
import { computed } from "@preact/signals"
import { shelf } from "houserules/shelf"
import { lessons, more, proseOf } from "../session/lessons"
import { freeName } from "houserules-table/src/common/words.ts"
import { heads } from "../store/keeper"
import { shippedText } from "../common/text"

const GROUP = "Your games"

/** A game as it can be chosen. */
export type Known = Pick<ShippedGame, "id" | "title" | "group" | "language">

/** The user's own games; those that are called the same have numbers. */
export const own = computed(() => {
  const titles = new Set<string>()
  return heads.value.map(head => {
    const title = freeName(head.title, name => titles.has(name))
    titles.add(title)
    return { ...head, title }
  })
})

/** All games there are. */
export function known(): Known[] {
  return [...shelf, ...more.map(({ id, title }): Known => ({ id, title, group: "Tutorial", language: "rules" })), ...own.value.map(head => ({ ...head, group: GROUP }))]
}

/** Title of a game; undefined if there is no such game. */
export function titleOf(id: string): string | undefined {
  return known().find(game => game.id === id)?.title
}

/** A shipped game with its text; undefined for others. Fails if the text cannot be had. */
export async function shippedGame(id: string): Promise<ShippedGame | undefined> {
  const lesson = lessons.find(it => it.id === id && more.some(it => it.id === id))
  if (lesson) {
    const [{ readProse }, markdown] = await Promise.all([import("../common/lesson"), proseOf(lesson.number)])
    return { ...lesson, group: "Tutorial", language: "rules", source: readProse(markdown).rules! }
  }
  const found = shelf.find(game => game.id === id)
  return found && { ...found, ...(await found.text()) }
}

/** One of the user's own as it began. */
export function ownGame({ id, title, language }: Pick<Known, "id" | "title" | "language">, began = shippedText({ language, source: "" })): ShippedGame {
  return { id, title, summary: "Your game, saved in this browser.", group: GROUP, ...began }
}
