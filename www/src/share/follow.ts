// The address says what is open, and what is open says the address.
//
// What must stay true: an address that leads nowhere changes nothing that is open.

import { effect } from "@preact/signals"
import { shelf } from "houserules/shelf"
import { fragmentOf, placeOf, type Place } from "../common/address"
import { same, shippedText } from "../common/text"
import { beginOwn, lastGame, openGame } from "../keep/games"
import { known } from "../keep/own"
import { lesson, lessons } from "../session/lessons"
import { sit } from "../play/seat"
import { enqueue } from "../session/engine"
import { embedded, panes } from "../session/embed"
import { chooseMode, edited, linkNote, mode, screen, shipped, table, tableOnly, text } from "../session/state"
import { OWN } from "../store/kept"
import { openRecord } from "../travel/travel"
import { BadLink, read, sumOf, type Linked } from "./link"

/** Opens what the address names, or the game that was open the last time; follows the address from then on. */
export async function begin(): Promise<void> {
  const place = placeOf(location.hash)
  const last = place.at === "door" ? lastGame() : undefined
  if (last) await openGame(last.id)
  else await go(place)
  addEventListener("hashchange", () => void go(placeOf(location.hash)))
  effect(write)
  effect(() => {
    const title = screen.value === "game" ? table.value?.info.title : undefined
    document.title = title ? `${title} – House Rules` : "House Rules"
  })
}

async function go(place: Place): Promise<void> {
  linkNote.value = ""
  const number = place.at === "lesson" ? lessons.find(it => String(it.number) === place.id)?.number : undefined
  if (place.at !== "unknown") lesson.value = number
  if (place.at === "link") return follow(place.kind === "table", place.data)
  tableOnly.value = embedded && panes === "table"
  if (place.at === "home") screen.value = place.part
  else if (number !== undefined) screen.value = "game"
  else if (place.at === "game" && known().some(({ id }) => id === place.id)) {
    await openGame(place.id)
    chooseMode(place.mode)
  } else if (place.at !== "door") {
    const own = place.at === "game" && place.id.startsWith(OWN)
    linkNote.value = own ? "This game is kept in another browser, or was removed. Its author can share it by a link." : "There is nothing at this address."
    write()
  }
}

/** The address of what is open. */
function here(): string {
  if (tableOnly.value || embedded) return location.hash
  if (screen.value !== "game") return fragmentOf({ at: "home", part: screen.value })
  if (lesson.value !== undefined) return fragmentOf({ at: "lesson", id: String(lesson.value) })
  return fragmentOf({ at: "game", id: shipped.value.id, mode: mode.value })
}

/** Writes the address of what is open: a new entry of the history for another game, none for another look at the same. */
function write() {
  const wanted = here()
  if (wanted === location.hash) return
  const now = placeOf(location.hash)
  const moves = now.at === "home" || now.at === "lesson" || (now.at === "game" && now.id !== shipped.value.id)
  history[moves ? "pushState" : "replaceState"](null, "", wanted)
}

async function follow(alone: boolean, data: string) {
  try {
    const linked = await read(data)
    await open(linked)
    tableOnly.value = alone || (embedded && panes === "table")
    if (tableOnly.value) mode.value = "play"
    else if (!linked.record) chooseMode("workshop")
    const { record, seat } = linked
    if (record) openRecord(record)
    if (seat !== undefined) void enqueue(async () => sit(seat))
  } catch (error) {
    if (!(error instanceof BadLink)) throw error
    linkNote.value = error.message
    write()
  }
}

/** Opens the game of a link: the shipped one, or one of the user's own, which is made if it is not there yet. */
async function open({ game, text: linked, title }: Linked) {
  if (game) {
    if (!shelf.some(({ id }) => id === game.id)) throw new BadLink("This link is to a game that this page does not have.")
    await openGame(game.id)
    if (edited.value) linkNote.value = "You have changed the rules of this game. The link is to the rules as they are shipped."
    else if (sumOf(shippedText(shipped.value)) !== game.sum) linkNote.value = "The rules of this game have changed since this link was made. Some of its moves may not fit them."
    return
  }
  const id = `${OWN}${sumOf(linked!)}`
  if (!known().some(it => it.id === id)) return beginOwn(title ?? "Shared game", linked!, id)
  await openGame(id)
  if (!same(text.value, linked)) linkNote.value = "You have changed this game since you first opened this link. “Reset” among the versions takes you back to its rules."
}
