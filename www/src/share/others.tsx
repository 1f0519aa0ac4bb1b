// Play with others: makes a room of the game as it is now, and goes there. The rules of a room that was made here can be changed from here.

import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { closedWhy, enter, exit, facts, status } from "../room/connection"
import { NewRules } from "../room/new-rules"
import { addressOf, roomOf } from "../room/place"
import { wanted } from "../session/engine"
import { shipped, text } from "../session/state"
import { settings } from "../store/local"

/** Questions that an author may ask, up to three. */
const EXAMPLES = ["What was most fun?", "What took too long?", "What would you change?"]

const state = signal<{ making?: boolean; refused?: string }>({})

/** The key of the address of the last room that was made of a game. */
const kept = (game: string) => `room-of:${game}`

/** Makes a room. It is there for as long as the server that this page comes from. `playtest`: the author's questions, if it is one. */
async function make(playtest?: string[]) {
  state.value = { making: true }
  const record = wanted()
  const given = { rules: rulesNow(), scenario: record?.scenario, options: record?.options, playtest }
  try {
    const answer = await fetch("rooms", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) })
    const made = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : undefined
    if (!made) throw new Error("This page comes from a server without rooms. Start House Rules on your machine with “npm start”.")
    if (made.refused) throw new Error(`The room could not be made: ${made.refused}.`)
    state.value = {}
    const { code, owner, join, watch } = made as { [name: string]: string }
    const address = addressOf({ code: code!, token: owner!, join, watch }, location.href)
    settings.store(kept(shipped.value.id), address)
    location.assign(address)
  } catch (error) {
    const why = error instanceof TypeError ? "There is no connection to the server of this page." : (error as Error).message
    state.value = { refused: why }
  }
}

function rulesNow() {
  const { language, source, files } = text.value
  return { language, source, files: Object.entries(files) }
}

export function PlayWithOthers() {
  const { making, refused } = state.value
  const address = settings.load(kept(shipped.value.id))
  useEffect(() => {
    state.value = {}
  }, [])
  return (
    <section class="with-others">
      <h2>Play with others</h2>
      <p class="quiet">A new game, with each player at a screen of their own. You get links for the seats.</p>
      <button class="loud" disabled={making} data-testid="with-others" onClick={() => make()}>
        {address ? "Open another room" : "Open a room"}
      </button>
      <details data-testid="playtest">
        <summary>As a playtest</summary>
        <form
          onSubmit={event => {
            event.preventDefault()
            void make([...event.currentTarget.querySelectorAll("input")].map(({ value }) => value.trim()))
          }}
        >
          <p class="quiet">
            You get every move with its time, clicks that lead nowhere, and what players find unclear. The players are told so. After a game each of them is asked:
          </p>
          {EXAMPLES.map((example, at) => (
            <input key={at} maxLength={200} placeholder={example} aria-label={`Question ${at + 1}`} data-testid={`question-${at}`} />
          ))}
          <button class="loud" disabled={making} data-testid="with-playtest">
            Open a playtest
          </button>
        </form>
      </details>
      {refused !== undefined && (
        <p role="alert" data-testid="with-others-refused">
          {refused}
        </p>
      )}
      {address && <Room key={address} address={address} />}
    </section>
  )
}

/** The room that was made of this game before. */
function Room({ address }: { address: string }) {
  const place = roomOf(new URL(address).hash)
  useEffect(() => {
    if (place) enter(place)
    return exit
  }, [])
  if (!place) return null
  if (status.value === "closed") return <p class="quiet">Your room is gone: {closedWhy}</p>
  if (!facts.value) return null
  const { seats } = facts.value
  const taken = seats.filter(it => it.taken).length
  return (
    <>
      <p>
        <a href={address} data-testid="own-room">
          Your room
        </a>{" "}
        is open: {taken} of {seats.length} seats are taken.
      </p>
      <details data-testid="new-rules">
        <summary>Use these rules in your room</summary>
        <NewRules text={rulesNow()} />
      </details>
    </>
  )
}
