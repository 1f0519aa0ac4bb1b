// Whose turn it is, by name, and what happened while one was away: above the table, on every screen.

import { effect, signal } from "@preact/signals"
import { withAnd } from "houserules-table/src/common/names.ts"
import { outcome, spoken, winnersOf } from "houserules-table/src/common/words.ts"
import { Said as Spoken } from "houserules-table/src/signs.tsx"
import { tone } from "houserules-table/src/look.ts"
import { SoundToggle } from "../play/sound-toggle"
import { ring } from "../play/tones"
import { settings } from "../store/local"
import { capital, facts, info, place, position, status } from "./connection"
import { UnclearButton } from "./playtest"

/** Most lines that are told to somebody who comes back. */
const LINES = 8

/** The lines of the log that came while one was away. */
const missed = signal<readonly string[]>([])

/** The number of lines that were on this screen; it outlives the page. */
const seen = () => `seen:${place.value?.code}`
let lost = true

effect(() => {
  const { view } = position.value ?? {}
  if (status.value !== "open") lost = true
  else if (view) {
    const lines = view.log.filter(line => line !== "").map(String)
    const before = Number(settings.load(seen()) ?? lines.length)
    if (lost) missed.value = lines.slice(before)
    else if (lines.length < before) missed.value = []
    lost = false
    settings.store(seen(), String(lines.length))
  }
})

/** Waiting, one's own turn, or over: with a tone for the last two. */
let was: "end" | "turn" | "wait" | undefined
effect(() => {
  const you = facts.value?.you
  if (!position.value) return
  const { active = [], result } = position.value
  const now = result !== undefined ? "end" : you && active.includes(you) ? "turn" : "wait"
  const before = was
  was = now
  if (before !== undefined && before !== now && now !== "wait") ring(now)
})

/** A role with the name of who plays it. */
export function named(role: string): string {
  const { name, machine } = facts.value!.seats.find(it => it.role === role) ?? {}
  if (machine) return `the computer (${role})`
  return name && name !== role ? `${name} (${role})` : role
}

/** The state of the game in a sentence. */
function told(): string {
  const { you, seats } = facts.value!
  const { active = [], result } = position.value!
  if (result !== undefined) {
    const roles = seats.map(({ role }) => role)
    const winners = winnersOf(result, roles)
    if (winners.length === 0) return outcome(result, roles)
    if (winners.length === 1 && winners[0] === you) return `You win as ${you}.`
    return `${capital(withAnd(winners.map(named)))} ${winners.length > 1 ? "win" : "wins"}.`
  }
  if (you && active.includes(you)) return active.length > 1 ? `Your turn as ${you}. Others choose too.` : `Your turn as ${you}.`
  const waited = active.filter(role => seats.some(it => it.role === role && !it.taken && !it.machine))
  const free = waited.length > 0 ? " Nobody sits there yet." : ""
  return active.length > 0 ? `${capital(withAnd(active.map(named)))} to move.${free}` : ""
}

export function Turn({ again }: { again(): void }) {
  const { you, seats } = facts.value!
  if (!position.value) return null
  const { active = [], result, roles = [] } = position.value
  const mine = result === undefined && you !== null && active.includes(you)
  const one = active.length === 1 ? seats.findIndex(it => it.role === active[0]) : -1
  return (
    <>
      <div class="room-notice room-turn" data-mine={mine || undefined}>
        {one >= 0 && result === undefined && <i class={`swatch tone-${tone(roles.indexOf(active[0]!), info.value!)}`} aria-hidden="true" />}
        <span role="status" data-testid="room-turn">
          {told()}
        </span>
        {result !== undefined && you !== null && (
          <button class="loud" data-testid="again" onClick={again}>
            Play again
          </button>
        )}
        <UnclearButton />
        <SoundToggle />
      </div>
      {missed.value.length > 0 && (
        <div class="room-notice" data-testid="room-missed">
          <span>
            While you were away:{" "}
            {missed.value.slice(-LINES).map((line, at) => (
              <span key={at}>
                <Spoken text={spoken(line)} />{" "}
              </span>
            ))}
          </span>
          <button onClick={() => (missed.value = [])}>OK</button>
        </div>
      )}
    </>
  )
}
