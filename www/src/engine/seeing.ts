// The seat's view of a game, for any engine.

import type { Game, Json, RulesInfo } from "houserules"
import { type Fields, isOffered, type Seat } from "houserules-table/src/common/seat.ts"
import { seated } from "houserules-table/src/common/seated.ts"
import type { Position } from "./protocol"
import { trimFields, trimOffers, trimText, untold } from "./trim"

type Seen = Pick<Game, "roles" | "prompt" | "on_view">

/** Rules, and the fields of their views that are drawn. */
export interface Sight {
  info: RulesInfo
  drawn: Set<string>
}

export function sightOf(info: RulesInfo): Sight {
  return { info, drawn: new Set(info.shows.flatMap(({ items, ground }) => [items ?? [], ground ?? []].flat())) }
}

/** `before`: the fields drawn for it before the last move. */
export function seatOf(game: Seen, role: string, sight: Sight, room: number, before?: Fields): Seat {
  const { prompt, actions, why, labels } = game.prompt(role)
  return {
    prompt: prompt && trimText(prompt),
    actions: trimOffers(actions),
    why: trimOffers(why),
    labels: trimOffers(labels),
    untold: untold(actions),
    before,
    ...trimFields(fieldsFor(game, role, sight), room),
  }
}

/** The view, reduced to roles that play. */
function fieldsFor(game: Seen, role: string, { info }: Sight): { [field: string]: Json } {
  return seated(game.on_view(role), info, game.roles.length)
}

/** The fields that are drawn. */
export function drawnFor(game: Seen, role: string, sight: Sight, room: number): Fields {
  const fields = Object.entries(fieldsFor(game, role, sight)).filter(([name]) => sight.drawn.has(name))
  return trimFields(Object.fromEntries(fields), room).fields
}

/** Adds the options of an active role to the position. */
export function tellOffersOf(position: Pick<Position, "able" | "movers" | "undoes">, game: Seen, role: string) {
  const offered = Object.entries(game.prompt(role).actions ?? {}).flatMap(([action, offered]) => (isOffered(offered) ? [action] : []))
  if (offered.length > 0) position.able.push(role)
  if (offered.some(action => action !== "undo")) position.movers.push(role)
  position.undoes ||= offered.includes("undo")
}
