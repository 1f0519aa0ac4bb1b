// The bar below the table: whose turn it is, the question, and the buttons; at the end, who won and why, in its own colour.
//
// Invariant: its rectangle is the same for any content. Excess content opens upwards.

import type { Json, RulesInfo } from "houserules"
import { signal } from "@preact/signals"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { withAnd, withOr } from "houserules-table/src/common/names.ts"
import { isOffered, type Seat } from "houserules-table/src/common/seat.ts"
import { actionName, caption, outcome, winnersOf } from "houserules-table/src/common/words.ts"
import type { Position } from "../engine/protocol"
import { looking, mode, record, table } from "../session/state"
import { Actions } from "houserules-table/src/actions.tsx"
import { pickedIn } from "houserules-table/src/calling.ts"
import { tone } from "houserules-table/src/look.ts"
import type { Target } from "houserules-table/src/paths.ts"
import { glimpsed } from "../travel/moment"
import { replay } from "../travel/since"
import { travel } from "../travel/travel"
import { covered, takeScreen } from "./cover"
import { machines, setMachine } from "./machine"
import { seat } from "./seat"
import { start } from "./playing"
import { Replaying, useSinceKey } from "./since"
import { turnOf } from "./turning"
import { WhyNot } from "./why"

interface Props {
  info: RulesInfo
  /** The shown position. */
  position: Position
  /** The view of the seat at the table. */
  own: Seat | undefined
  /** Its possible moves in the current position. */
  acts: Seat | undefined
  send(action: string, argument: Json): void
}

export function Bar({ info, position, own, acts, send }: Props) {
  useSinceKey()
  // The seat's colour; once it is over, the winner's.
  const of = info.roles.indexOf(position.result ?? seat.value)
  const hue = of < 0 ? "neutral" : tone(of, info)
  const over = position.result === undefined ? "" : isWon(position.result, info.roles) ? "over" : "over lost"
  return (
    <section class={`turn-bar tone-${hue} ${over}`} aria-label="Turn and actions" data-testid="controls">
      {replay.value ? (
        <Replaying {...replay.value} />
      ) : covered.value === undefined ? (
        <>
          <Turn position={position} info={info} own={own} />
          <Fitted info={info} acts={acts} send={send} />
        </>
      ) : (
        <>
          <div class="turn">
            <b>Pass to {covered.value}</b>
          </div>
          <button class="again" data-testid="uncover" onClick={() => takeScreen(covered.value!)}>
            I am {covered.value}
          </button>
        </>
      )}
    </section>
  )
}

function PlayAgain() {
  const { scenario, options } = table.value!.position.record
  return (
    <button class="again" title="Start a new game with a new seed" data-testid="play-again" onClick={() => start(null, scenario, options)}>
      Play again
    </button>
  )
}

/** Offers all other seats to the computer, at the start of a game without computer players. */
function AgainstComputer({ roles, active, record }: Position) {
  if (mode.value !== "play" || looking.value || machines.value.size > 0 || record.moves.length > 0 || roles.length < 2 || active.length === 0) return null
  const own = roles.includes(seat.value) ? seat.value : (active[0] ?? roles[0]!)
  const others = roles.filter(role => role !== own)
  return (
    <button
      class="against"
      title={`The computer plays ${withAnd(others)}. Set its strength next to the seats`}
      data-testid="against-computer"
      onClick={() => {
        if (seat.value !== own) takeScreen(own)
        for (const role of others) setMachine(role, "normal")
      }}
    >
      Play the computer
    </button>
  )
}

/** The picked things at the table, until the move is made. */
export const picked = signal<Target[]>([])

/** The active role and its prompt; the result once the game is over. */
function Turn({ position: { result, active }, info, own }: { position: Position; info: RulesInfo; own: Seat | undefined }) {
  const { roles } = info
  const of = own && { info, own, role: seat.value, turn: turnOf(seat.value) }
  const names =
    of &&
    picked.value
      .map(({ show, number }) => pickedIn(of, show, number))
      .filter(Boolean)
      .join(", ")
  const over = result === undefined ? undefined : outcome(result, roles)
  const heading = result === undefined ? turnWords(active) : resultWords(result, roles)
  // Avoids repetition; lists possible actions if the rules have no prompt.
  const said = own?.prompt ?? ""
  const prompt = ["", heading, over, "It is your turn"].includes(said.replace(/[.!]$/, "")) ? canWords(info, own) : said
  return (
    <div class="turn">
      {looking.value ? (
        <Earlier />
      ) : over === undefined ? (
        <b>{heading}</b>
      ) : (
        <b class="result" aria-live="polite" title={over} data-testid="result">
          {heading}
        </b>
      )}
      {(over === undefined || prompt) && (
        <p class="prompt" aria-live={over === undefined ? "polite" : undefined} title={prompt} data-testid="prompt">
          {prompt}
        </p>
      )}
      {over === undefined && names && <p class="picks">{names}: choose what comes next</p>}
      <WhyNot />
    </div>
  )
}

/** In the place of whose turn it is, at an earlier moment: which, and the way back. */
function Earlier() {
  const last = record.value!.moves.length
  return (
    <div class="earlier">
      <b>
        Earlier: move {table.value!.position.record.moves.length} of {last}
      </b>
      <button class="link" title="A move from here begins another line; this one is kept" data-testid="to-last" onClick={() => travel(last)}>
        To the last move
      </button>
    </div>
  )
}

function turnWords(active: string[]): string {
  if (active.includes(seat.value)) return `Your turn, ${seat.value}`
  if (active.length === 0) return "Nobody can move"
  const who = active.length > MOST_NAMED ? `${active.length} players` : withAnd(active)
  const thinks = !looking.value && active.every(role => machines.value.has(role))
  return thinks ? `${who} ${active.length === 1 ? "is" : "are"} thinking` : `Waiting for ${who}`
}

/** The possible actions of a seat, without undo: "Play or draw." */
function canWords(info: RulesInfo, own: Seat | undefined): string | undefined {
  const can = Object.entries(own?.actions ?? {}).flatMap(([action, offered]) => (action !== "undo" && isOffered(offered) ? [actionName(info, action)] : []))
  return can.length > 0 ? `${caption(withOr(can))}.` : undefined
}

/** `true` if the person who plays alone against computers sits at the table. */
function isAlone(): boolean {
  const people = table.value!.position.roles.filter(role => !machines.value.has(role))
  return people.length === 1 && people[0] === seat.value
}

/** Somebody wins, and of one person against computers it is that person. */
function isWon(result: string, roles: string[]): boolean {
  const winners = winnersOf(result, roles)
  return isAlone() ? winners.includes(seat.value) : winners.length > 0
}

function resultWords(result: string, roles: string[]): string {
  const told = outcome(result, roles)
  const winners = winnersOf(result, roles)
  if (winners.length === 0 || !isAlone()) return told
  if (!winners.includes(seat.value)) return `You lose: ${told}`
  const others = winners.filter(name => name !== seat.value)
  return others.length === 0 ? `You win, ${seat.value}` : `You and ${withAnd(others)} win`
}

/** Maximum names of waiting roles. */
const MOST_NAMED = 4

/** Actions in one row; where not all have room, a button opens the others upwards. */
function Fitted({ info, acts, send }: Pick<Props, "info" | "acts" | "send">) {
  const row = useRef<HTMLDivElement>(null)
  /** Number of buttons that do not fit. */
  const [over, setOver] = useState(0)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const offers = row.current?.querySelector(".offers")
    if (!offers) return setOver(0)
    if (open) return
    const count = () => {
      const { bottom } = offers.getBoundingClientRect()
      return [...offers.children].filter(it => it.getBoundingClientRect().top >= bottom - 4).length
    }
    const measure = () => {
      // The button for the others takes room itself: they may all have room without it.
      const more = row.current!.querySelector<HTMLElement>(".more-actions")
      if (!more) return setOver(count())
      more.style.display = "none"
      const alone = count()
      more.style.display = ""
      setOver(alone && count())
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(row.current!)
    return () => watch.disconnect()
  }, [acts, open])
  return (
    <div class={`doing ${open && over > 0 ? "open" : ""}`} ref={row} onClickCapture={() => setOpen(false)} onKeyDown={event => event.key === "Escape" && setOpen(false)}>
      {table.value?.position.result !== undefined && !glimpsed.value && <PlayAgain />}
      <AgainstComputer {...table.value!.position} />
      {acts && <Actions info={info} seat={acts} send={send} />}
      {over > 0 && (
        <button class="more-actions" aria-expanded={open} data-testid="more-actions" onClick={() => setOpen(!open)}>
          {open ? "Less" : `${over} more`}
        </button>
      )}
    </div>
  )
}
