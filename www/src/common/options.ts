// What may be chosen at setup.

import type { OptionInfo, Options, RulesInfo } from "house-rules"

/** The options of a scenario: as many may play as may play it. */
export function optionsOf({ options, players, scenarios }: RulesInfo, scenario: string): OptionInfo[] {
  const range = players?.scenarios[scenarios.indexOf(scenario)]
  return options.map(option => (range && option.name === "players" && option.kind === "int" ? { ...option, ...range } : option))
}

/** What was chosen for one scenario, for another: if as many may not play it, as many as play it by itself. */
export function optionsFor(info: RulesInfo, scenario: string, options: Options): Options {
  const players = optionsOf(info, scenario).find(({ name }) => info.players && name === "players")
  if (players?.kind !== "int") return options
  const chosen = options["players"]
  return typeof chosen === "number" && players.min <= chosen && chosen <= players.max ? options : { ...options, players: players.default }
}
