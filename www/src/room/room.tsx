// A room: the table, and beside it who sits where, what is asked, and what is said.

import { effect, signal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { draw, type Drawn } from "houserules-table/src/table.tsx"
import { caption, spoken } from "houserules-table/src/common/words.ts"
import { tone } from "houserules-table/src/look.ts"
import { Said as Spoken } from "houserules-table/src/signs.tsx"
import { settings } from "../store/local"
import { closedWhy, facts, info, place, position, said, say, send, sentence, sitDown, status } from "./connection"
import { Deletion, Invitation } from "./invitation"
import { NewRules } from "./new-rules"
import { Playtest, Questions, SeenByAuthor, Unclear, watch } from "./playtest"
import { named, Turn } from "./turn"

/** Lines of the log that are shown. */
const LINES = 200

/** Why something was refused. */
const refusal = signal("")

/** A larger table, for a screen that several people look at; kept for the next room. */
const LARGE = "large-table"
const large = signal(settings.load(LARGE) !== null)

/** Does something that the room may refuse. */
function tell(what: { do: string; [part: string]: unknown }) {
  refusal.value = ""
  say(what).catch((error: Error) => (refusal.value = error.message))
}

effect(() => {
  const title = info.value?.title ?? "House Rules"
  const mine = facts.value?.you && position.value?.result === undefined && position.value?.active?.includes(facts.value.you)
  document.title = mine ? `● Your turn – ${title}` : title
})

export function RoomPage() {
  if (status.value === "closed" || !place.value)
    return (
      <main class="room-closed">
        <h1>House Rules</h1>
        <p role="alert" data-testid="room-closed">
          {place.value ? closedWhy : "This link is incomplete. Ask for it again."}
        </p>
        <a href="./">To the games</a>
      </main>
    )
  if (!facts.value || !info.value)
    return (
      <main class="room-closed">
        <p role="status">{status.value === "lost" ? "The room cannot be reached. Trying again…" : "Joining the room…"}</p>
      </main>
    )
  return (
    <div class="room" data-large={(facts.value.you === null && large.value) || undefined}>
      <div class="room-table">
        <section aria-label="State of the game">
          <Turn again={() => tell({ do: "begin", turned: true })} />
          {status.value === "lost" && (
            <p class="room-notice" role="status" data-testid="room-lost">
              The connection is lost. Coming back…
            </p>
          )}
          {refusal.value !== "" && (
            <p class="room-notice told" role="alert" data-testid="room-refused">
              {sentence(refusal.value)}
            </p>
          )}
          <Repeating />
          <Asked />
          <Unclear />
          <Questions />
          <SitDown />
        </section>
        <TableHere />
      </div>
      <aside class="room-side">
        <Seats />
        <ByItself />
        <Leaving />
        <Invitation />
        <Playtest />
        <Log />
        <Talk />
        <Large />
        {facts.value.owner && (
          <details data-testid="new-rules">
            <summary>Change the rules</summary>
            <NewRules />
          </details>
        )}
        {facts.value.owner && <Deletion />}
        <p class="quiet">
          <a href="./">All games of House Rules</a>
        </p>
      </aside>
    </div>
  )
}

function TableHere() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let drawn: Drawn | undefined
    const end = effect(() => {
      const given = { info: info.value, position: position.value, send: facts.value?.you ? send : undefined, watch: facts.value?.playtest && facts.value.you ? watch : undefined }
      if (drawn) drawn.update(given)
      else drawn = draw(box.current!, given)
    })
    return () => {
      end()
      drawn?.remove()
    }
  }, [])
  return <div class="room-board" ref={box} data-testid="room-board" />
}

/** The key of the name that was used last. */
const NAME = "name"

function SitDown() {
  const { you, joins, seats } = facts.value!
  const name = useRef<HTMLInputElement>(null)
  const free = seats.filter(({ taken }) => !taken)
  if (you !== null || !joins) return null
  const sit = (seat?: string) => {
    const given = name.current!.value.trim()
    settings.store(NAME, given)
    refusal.value = ""
    sitDown(given, seat).catch((error: Error) => (refusal.value = error.message))
  }
  if (free.length === 0) return <p class="room-notice">All seats are taken. You are watching.</p>
  return (
    <form
      class="room-notice"
      data-testid="sit-down"
      onSubmit={event => {
        event.preventDefault()
        sit()
      }}
    >
      <label>
        Your name <input ref={name} maxLength={40} defaultValue={settings.load(NAME) ?? ""} autocomplete="nickname" data-testid="name" />
      </label>
      <SeenByAuthor />
      {free.map(({ role, machine }) => (
        <button type="button" key={role} class="loud" data-testid={`sit-${role}`} onClick={() => sit(role)}>
          Play {role}
          {machine && " (the computer’s)"}
        </button>
      ))}
    </form>
  )
}

function Seats() {
  const { seats, you, owner } = facts.value!
  const active = position.value?.active ?? []
  return (
    <section>
      <h2>At the table</h2>
      <ul class="room-seats" data-testid="room-seats">
        {seats.map(({ role, name, taken, here, machine }, at) => {
          const mine = role === you
          const who = machine ? `the computer${taken ? ` for ${name}` : ""}` : taken ? name : "free"
          return (
            <li key={role}>
              <i class={`swatch tone-${tone(at, info.value!)} ${active.includes(role) ? "active" : ""}`} aria-hidden="true" />
              <span>
                <b>{role}</b> {role === name && !machine ? "" : who}
                {mine && " (you)"}
                {taken && !here && !machine && <span class="quiet"> – away</span>}
                {active.includes(role) && <span class="quiet"> – to move</span>}
              </span>
              {(owner || mine) && (
                <button
                  data-testid={`machine-${role}`}
                  title={machine ? "" : mine ? "The computer plays for you until you come back" : "The computer plays here until somebody sits down"}
                  onClick={() => tell({ do: "machine", seat: role, level: machine ? null : "normal" })}
                >
                  {machine ? (mine ? "Play myself" : "No computer") : mine ? "Play for me" : "Computer"}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Ways to end or take back, for who sits here. */
function Leaving() {
  const { you, asked, seats } = facts.value!
  if (you === null || position.value?.result !== undefined) return null
  const computers = seats.some(({ machine }) => machine !== null)
  return (
    <span class="buttons">
      <button disabled={asked !== null} title="The others must agree" data-testid="ask-back" onClick={() => tell({ do: "ask", what: "back" })}>
        Take back
      </button>
      {info.value!.draws && (
        <button
          disabled={asked !== null || computers}
          title={computers ? "The computer never agrees to a draw" : "The others must agree"}
          data-testid="ask-draw"
          onClick={() => tell({ do: "ask", what: "draw" })}
        >
          Offer a draw
        </button>
      )}
      {seats.length > 1 && (
        <button title={`${you} gives up, and the game ends`} data-testid="resign" onClick={() => confirm("Resign? The game ends.") && tell({ do: "resign" })}>
          Resign
        </button>
      )}
      <button title="Your seat becomes free" data-testid="leave" onClick={() => confirm("Leave your seat?") && tell({ do: "leave" })}>
        Leave
      </button>
    </span>
  )
}

/** For who only looks on: a television that shows the table, while phones show the hands. */
function Large() {
  if (facts.value!.you !== null) return null
  return (
    <label class="larger">
      <input
        type="checkbox"
        checked={large.value}
        data-testid="large"
        onChange={({ currentTarget: { checked } }) => {
          large.value = checked
          if (checked) settings.store(LARGE, "yes")
          else settings.drop(LARGE)
        }}
      />
      Large, for a television
    </label>
  )
}

/** Moves that the seat makes by itself: the only one, or an action that is offered now, until something else is asked. */
function ByItself() {
  const { you, order, seats } = facts.value!
  if (you === null || seats.length < 2 || position.value?.result !== undefined) return null
  const { active = [], view } = position.value!
  const offered = active.includes(you) ? Object.entries(view.actions ?? {}).filter(([name, offer]) => offer === 1 && name !== "undo") : []
  const now = order === null || order === "only" ? (order ?? "") : `repeat ${order.repeat.action}`
  const actions = order === null || order === "only" ? offered.map(([name]) => name) : [order.repeat.action]
  return (
    <label class="by-itself">
      Moves without asking me{" "}
      <select
        data-testid="by-itself"
        value={now}
        onChange={({ currentTarget }) => {
          const [kind, repeat] = currentTarget.value.split(" ")
          tell({ do: "order", only: kind === "only", repeat })
        }}
      >
        <option value="">None</option>
        <option value="only">My only move, if there is just one</option>
        {actions.map(name => (
          <option key={name} value={`repeat ${name}`}>
            {caption(name)}, until I am asked something else
          </option>
        ))}
      </select>
    </label>
  )
}

/** The action that the seat repeats, and the way to end it. */
function Repeating() {
  const { order } = facts.value!
  if (order === null || order === "only") return null
  return (
    <p class="room-notice" role="status" data-testid="repeating">
      By itself: {caption(order.repeat.action)}, until you are asked something else. <button onClick={() => tell({ do: "order" })}>Stop</button>
    </p>
  )
}

/** A question to the others. */
function Asked() {
  const { asked, you } = facts.value!
  if (!asked) return null
  const what = asked.what === "draw" ? "offers a draw" : "wants to take back a move"
  const mine = asked.by === you
  const answered = you !== null && asked.agreed.includes(you)
  return (
    <p class="room-notice" role="alert" data-testid="room-asked">
      {mine ? `You ${asked.what === "draw" ? "offered a draw" : "asked to take back a move"}.` : `${named(asked.by)} ${what}.`}{" "}
      {mine && <button onClick={() => tell({ do: "decline" })}>Never mind</button>}
      {!mine && you !== null && !answered && (
        <>
          <button class="loud" data-testid="agree" onClick={() => tell({ do: "agree" })}>
            Agree
          </button>
          <button data-testid="decline" onClick={() => tell({ do: "decline" })}>
            Decline
          </button>
        </>
      )}
    </p>
  )
}

/** The lines that one may read, the latest in sight. */
function Log() {
  const list = useRef<HTMLOListElement>(null)
  const lines = position.value?.view.log ?? []
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight)
  }, [lines])
  if (lines.length === 0) return null
  return (
    <section>
      <h2>Log</h2>
      <ol class="room-talk" ref={list} data-testid="room-log">
        {lines
          .filter(line => line !== "")
          .slice(-LINES)
          .map((line, at) => (
            <li key={at}>
              <Spoken text={spoken(String(line))} />
            </li>
          ))}
      </ol>
    </section>
  )
}

function Talk() {
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight)
  }, [said.value])
  const { you } = facts.value!
  if (you === null && said.value.length === 0) return null
  return (
    <section>
      <h2>Talk</h2>
      <ol class="room-talk" ref={list} aria-live="polite" data-testid="talk">
        {said.value.map(({ name, text }, at) => (
          <li key={at} class={name === undefined ? "quiet" : ""}>
            {name !== undefined && <b>{name}: </b>}
            {text}
          </li>
        ))}
      </ol>
      {you !== null && (
        <form
          class="link-row"
          onSubmit={event => {
            event.preventDefault()
            const text = field.current!.value.trim()
            if (text === "") return
            field.current!.value = ""
            tell({ do: "say", text })
          }}
        >
          <input ref={field} maxLength={500} aria-label="Say something" placeholder="Say something" data-testid="say" />
          <button>Say</button>
        </form>
      )}
    </section>
  )
}
