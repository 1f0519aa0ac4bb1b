// One seat's view of a game, with its prompt and the log: the drawing of a position from any source.

import type { Json, RulesInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import { Actions } from "./actions"
import { AroundTable, type Around } from "./around"
import { brief } from "./common/bounded"
import type { Seat } from "./common/seat"
import { outcome, spoken } from "./common/words"
import type { Quarter, Turn } from "./geometry"
import { HowToPlay } from "./how-to-play"
import { isOpen } from "./moves"
import { SeatView } from "./shows"
import { quarterOf, sideOf } from "./sides"
import { Said } from "./signs"

/** Lines of the log that are shown. */
const LINES = 200

/** Rotation of boards for a role, from its view at the start of the game. */
export function useTurn(info: RulesInfo, began: Seat, role: string): [Turn, Quarter] {
  return useMemo(() => [sideOf(info, began, role), quarterOf(info, began, role)], [info, began, role])
}

/** The title, how to play, and other elements above the table. */
export function Head({ info, looked, children }: { info: RulesInfo; looked?: (() => void) | undefined; children?: ComponentChildren }) {
  return (
    <header part="head">
      <h1>{brief(info.title, 200)}</h1>
      <HowToPlay info={info} looked={looked} />
      {children}
    </header>
  )
}

interface Props {
  /** With the roles that play. */
  info: RulesInfo
  own: Seat
  role: string
  active: readonly string[]
  result: string | undefined
  /** A number that another position does not have. */
  at: number
  turned: [Turn, Quarter]
  /** Why the last move was refused. */
  refusal: string | undefined
  send(action: string, argument: Json): void
  /** Hears of clicks on what is not offered. */
  askWhy?: Around["askWhy"] | undefined
}

/** The table of a seat, questions to it above, and its buttons below. */
export function Seen({ info, own, role, active, result, at, turned: [turn, quarter], refusal, send, askWhy = () => undefined }: Props) {
  const told = info.actions.some(({ name }) => isOpen(info, name)) ? refusal : undefined
  return (
    <AroundTable.Provider value={{ role, several: false, turn, quarter, refusal: told, undoes: own.actions?.undo !== undefined, askWhy }}>
      <main>
        <h2 class="unseen">Table</h2>
        {result === undefined ? (
          <p class="prompt" part="prompt" aria-live="polite" data-testid="prompt">
            <Said text={own.prompt ?? (active.includes(role) ? "" : `${active.join(", ")} to act.`)} />
          </p>
        ) : (
          <p class="prompt result" part="prompt" aria-live="polite" data-testid="result">
            {outcome(result, info.roles)}
          </p>
        )}
        <SeatView info={info} own={own} at={at} plays={result === undefined && info.roles.includes(role)} send={send} />
        <Actions info={info} seat={own} send={send} />
        {refusal !== undefined && (
          <p class="told" role="alert" data-testid="refusal">
            {refusal}
          </p>
        )}
      </main>
    </AroundTable.Provider>
  )
}

/** The lines that a seat reads, the latest in sight. */
export function Log({ lines }: { lines: string[] }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = lines.filter(line => line !== "").slice(-LINES)
  if (shown.length === 0) return null
  // The latest is in sight.
  requestAnimationFrame(() => list.current?.scrollTo(0, list.current.scrollHeight))
  return (
    <section class="log">
      <h2>Log</h2>
      <ol ref={list}>
        {shown.map((line, at) => (
          <li key={at}>
            <Said text={spoken(line)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
