// Joins reports of random games.

import type { RandomReport } from "houserules"

/** Of the games of both; the hash is the first's. */
export function joined(a: RandomReport, b: RandomReport): RandomReport {
  // A result may be called as anything that objects have.
  const results = new Map(Object.entries(a.results))
  for (const [result, games] of Object.entries(b.results)) results.set(result, (results.get(result) ?? 0) + games)
  return {
    games: a.games + b.games,
    results: Object.fromEntries(results),
    moves: a.moves + b.moves,
    longest: Math.max(a.longest, b.longest),
    hash: a.hash,
    broken: a.broken + b.broken,
    failures: [...a.failures, ...b.failures].slice(0, 20),
  }
}
