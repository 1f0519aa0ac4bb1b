// Options of a setup.

import type { OptionInfo, Options, RulesInfo } from "houserules"

/** The options of a scenario: as many may play as may play it. */
export function optionsOf({ options, players, scenarios }: RulesInfo, scenario: string): OptionInfo[] {
  const range = players?.scenarios[scenarios.indexOf(scenario)]
  return options.map(option => (range && option.name === "players" && option.kind === "int" ? { ...option, ...range } : option))
}

/** Numbers of players in a scenario, if they vary. */
export function playersOf(info: RulesInfo, scenario: string): { min: number; max: number } | undefined {
  const range = info.players?.scenarios[info.scenarios.indexOf(scenario)]
  return range && range.min < range.max ? range : undefined
}

/** The same options for this many players, or for every number in turn. */
export function optionsAmong({ players: _, ...options }: Options, count: number | undefined): Options {
  return count === undefined ? options : { ...options, players: count }
}

/** Adapts options to another scenario: a number of players that it does not allow becomes its default. */
export function optionsFor(info: RulesInfo, scenario: string, options: Options): Options {
  const players = optionsOf(info, scenario).find(({ name }) => info.players && name === "players")
  if (players?.kind !== "int") return options
  const chosen = options["players"]
  return typeof chosen === "number" && players.min <= chosen && chosen <= players.max ? options : { ...options, players: players.default }
}
