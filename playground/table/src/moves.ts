// Moves in terms of the rules: offered moves, and moves that may be sent without an offer.

import type { Json, RulesInfo } from "houserules"
import { own } from "./common/objects"
import { actionWords } from "./common/words"
import type { Seat } from "./common/seat"

/** The parameters of an action that may be sent whether it is offered or not; undefined for any other. */
export function parameters(info: RulesInfo, action: string) {
  return info.actions.find(({ name }) => name === action)?.open
}

export function isOpen(info: RulesInfo, action: string): boolean {
  return parameters(info, action) !== undefined
}

/** The argument in its offered form, undefined if it is not offered: a word that spells a number is that number. */
export function offeredAs({ actions }: Seat, action: string, argument: Json): Json | undefined {
  const offered = own(actions, action)
  if (!Array.isArray(offered)) return offered === 1 && argument === null ? null : undefined
  return offered.find(it => spelt(it) === spelt(argument))
}

function spelt(value: Json): string {
  return Array.isArray(value) ? JSON.stringify(value.map(spelt)) : typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** A move as a text, the same for the same move. */
export function moveText(action: string, argument: Json): string {
  return `${action} ${JSON.stringify(argument)}`
}

/** A move in the author's words, if there are any. */
export function labelOf({ labels }: Pick<Seat, "labels">, action: string, argument: Json): string | undefined {
  const label = own(labels, action)
  return typeof label === "object" ? byArgument(label).get(JSON.stringify(argument)) : label
}

/** The words by argument, indexed once for all lookups. */
function byArgument(labels: [Json, string][]): Map<string, string> {
  const known = indexed.get(labels) ?? new Map(labels.map(([argument, text]) => [JSON.stringify(argument), text]))
  indexed.set(labels, known)
  return known
}

const indexed = new WeakMap<[Json, string][], Map<string, string>>()

/** A move in the author's words, else in those of its action and argument. */
export function moveLabel(info: RulesInfo, seat: Pick<Seat, "labels">, action: string, argument: Json): string {
  return labelOf(seat, action, argument) ?? actionWords(info, action, argument)
}
