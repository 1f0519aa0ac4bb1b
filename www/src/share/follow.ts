// The address says what is open, and what is open says the address.
//
// Invariant: an address that leads nowhere changes nothing that is open.

import { effect } from "@preact/signals"
import { fragmentOf, placeOf, type Place } from "../common/address"
import { same, shippedText } from "../common/text"
import { beginOwn, lastGame, openGame } from "../keep/games"
import { known } from "../keep/own"
import { lesson, lessons } from "../session/lessons"
import { sit } from "../play/seat"
import { enqueue } from "../session/engine"
import { embedded, tableAlone } from "../session/embed"
import { chooseMode, edited, linkNote, mode, screen, shipped, table, tableOnly, text } from "../session/state"
import { isOwn, OWN } from "../store/kept"
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

/** The last address that led somewhere. */
let led = ""

async function go(place: Place): Promise<void> {
  linkNote.value = ""
  if (place.at === "door") return
  if (place.at === "link") return follow(place)
  const missing = whyMissing(place)
  if (missing) return refuse(missing)
  lesson.value = place.at === "lesson" ? numberOf(place.id) : undefined
  tableOnly.value = tableAlone
  if (place.at === "home") screen.value = place.part
  else if (place.at === "lesson") screen.value = "game"
  else if (place.at === "game") {
    await openGame(place.id)
    chooseMode(place.mode)
  }
  led = location.hash
}

/** Why there is nothing at an address, or "". */
function whyMissing(place: Place): string {
  if (place.at === "home" || (place.at === "lesson" && numberOf(place.id)) || (place.at === "game" && known().some(({ id }) => id === place.id))) return ""
  const own = place.at === "game" && isOwn(place.id)
  return own ? "This game is kept in another browser, or was removed. Its author can share it by a link." : "There is nothing at this address."
}

function numberOf(id: string): number | undefined {
  return lessons.find(({ number }) => String(number) === id)?.number
}

/** Says why an address leads nowhere, and takes back the one before. */
function refuse(why: string) {
  linkNote.value = why
  write()
}

/** The address of what is open. */
function here(): string {
  if (tableOnly.value || embedded) return led || location.hash
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

async function follow({ kind, data }: Extract<Place, { at: "link" }>) {
  try {
    const linked = await read(data)
    await open(linked)
    led = fragmentOf({ at: "link", kind, data })
    lesson.value = undefined
    tableOnly.value = kind === "table" || tableAlone
    if (tableOnly.value) mode.value = "play"
    else if (!linked.record) chooseMode("workshop")
    const { record, seat } = linked
    if (record) openRecord(record)
    if (seat !== undefined) void enqueue(async () => sit(seat))
  } catch (error) {
    if (!(error instanceof BadLink)) throw error
    refuse(error.message)
  }
}

/** Opens the game of a link: the shipped one, or one of the user's own, which is made if it is not there yet. */
async function open({ game, text: linked, title }: Linked) {
  if (game) {
    if (isOwn(game.id) || !known().some(({ id }) => id === game.id)) throw new BadLink("This link is to a game that this page does not have.")
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
