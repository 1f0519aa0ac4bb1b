// Players of the lab's games, seat by seat.

import { BESIDE, useBound } from "houserules-table/src/common/bounded.tsx"
import { number } from "./numbers"

/** As the engine names them; the more games somebody plays ahead for a move, the better. */
const KINDS: [kind: string, name: string][] = [
  ["random", "random"],
  ["greedy", "greedy: best next position"],
  ["search:100", "100 games ahead"],
  ["search:500", "500 games ahead"],
  ["search:2500", "2,500 games ahead"],
]

export interface Seating {
  /** By role; missing ones play at random. */
  kinds: ReadonlyMap<string, string>
  rotate: boolean
}

/** Its part of a plan: empty if all play at random. */
export function seated({ kinds, rotate }: Seating, roles: string[]): { players?: string[]; rotate?: boolean } {
  const players = roles.map(role => kinds.get(role) ?? "random")
  if (players.every(kind => kind === "random")) return {}
  return { players, rotate: rotate && differ(players) }
}

/** Playouts per move of the strongest player; 0 if none looks ahead. */
export function furthest({ kinds }: Seating, roles: string[]): number {
  return Math.max(0, ...roles.map(role => Number(kinds.get(role)?.split(":")[1] ?? 0)))
}

/** A kind as a reader names it. */
export function kindName(kind: string): string {
  const [name, ahead] = kind.split(":")
  if (name === "without") return `random, without ${ahead}`
  if (ahead) return `${number(Number(ahead))} games ahead${name === "playout" ? ", played out" : ""}`
  return name!
}

function differ(players: string[]): boolean {
  return players.some(kind => kind !== players[0])
}

/** Number of players: fixed, or every number in turn. */
export function Count({ least, most, count, change }: { least: number; most: number; count: number | undefined; change(to: number | undefined): void }) {
  return (
    <label>
      Players
      <select
        title="Play every number of players in turn and list them separately, or always the same number"
        value={count === undefined ? "every" : String(count)}
        data-testid="lab-players"
        onChange={event => change(event.currentTarget.value === "every" ? undefined : Number(event.currentTarget.value))}
      >
        <option value="every">every number</option>
        {Array.from({ length: most - least + 1 }, (_, at) => (
          <option key={at} value={String(least + at)}>
            {least + at}
          </option>
        ))}
      </select>
    </label>
  )
}

export function Seats({ roles, seating, change }: { roles: string[]; seating: Seating; change(to: Seating): void }) {
  const { kinds } = seating
  const { shown, more } = useBound(roles.length, BESIDE)
  return (
    <div class="seats" role="group" aria-label="Who plays in the lab">
      {roles.slice(0, shown).map(role => (
        <label key={role}>
          {role}
          <select
            title="A random player makes any legal move. The others play that many games ahead for each move, which is slower"
            value={kinds.get(role) ?? "random"}
            data-testid={`lab-player-${role}`}
            onChange={event => change({ ...seating, kinds: new Map([...kinds, [role, event.currentTarget.value]]) })}
          >
            {KINDS.map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
      {more}
      {differ(roles.map(role => kinds.get(role) ?? "random")) && (
        <label class="check" title="Everyone moves on one seat after each game. After a full round, the next seed is used">
          <input type="checkbox" checked={seating.rotate} data-testid="lab-rotate" onChange={event => change({ ...seating, rotate: event.currentTarget.checked })} />
          Rotate seats
        </label>
      )}
    </div>
  )
}
