// A playtest: players say what is unclear and answer the author's questions; the author takes away what came back.

import { signal, useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import type { Watch } from "houserules-table/src/api.ts"
import { download, fileNameOf } from "../common/download"
import { facts, info, position, say, sentence } from "./connection"

/** Most characters of a remark or an answer. */
const LONGEST = 500

/** The form for a remark is open; and what became of the last one. */
const asks = signal(false)
const told = signal("")

/** Tells the author of something that is no move. The room may have enough of it already. */
function note(what: { do: string; [part: string]: unknown }) {
  say(what).catch(() => undefined)
}

export const watch: Watch = {
  tried: moves => moves.length > 0 && note({ do: "tried", moves: moves.map(({ action, argument }) => [action, argument ?? null]) }),
  looked: () => note({ do: "looked" }),
}

/** Tells players what the author gets, before they sit down, and later. */
export function SeenByAuthor() {
  if (!facts.value!.playtest) return null
  return (
    <p class="quiet" data-testid="seen-by-author">
      This is a playtest. The author of these rules gets every move with its time, clicks that lead nowhere, when you open <i>How to play</i>, and what you write under <b>?</b> or
      answer at the end. Your name is not in it. The machine that runs the room sees everything, talk and hands too.
    </p>
  )
}

export function UnclearButton() {
  const { playtest, you } = facts.value!
  if (!playtest || you === null) return null
  const toggle = () => {
    asks.value = !asks.value
    told.value = ""
  }
  return (
    <button class="icon" aria-label="Something is unclear" title="Tell the author what is unclear" aria-expanded={asks.value} data-testid="unclear" onClick={toggle}>
      ?
    </button>
  )
}

/** A remark to the author, with the moment it is made in. */
export function Unclear() {
  const field = useRef<HTMLTextAreaElement>(null)
  const { playtest, you } = facts.value!
  if (!playtest || you === null || !asks.value) return null
  const send = async () => {
    const text = field.current!.value.trim()
    if (text === "") return
    try {
      await say({ do: "remark", text })
      if (field.current) field.current.value = ""
      told.value = "The author gets this, with the position."
    } catch (error) {
      told.value = sentence((error as Error).message)
    }
  }
  return (
    <form
      class="room-ask"
      data-testid="unclear-form"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <label>
        What is unclear here?
        <textarea ref={field} rows={2} maxLength={LONGEST} data-testid="unclear-text" />
      </label>
      <span class="buttons">
        <button class="loud" data-testid="unclear-send">
          Send to the author
        </button>
        <button type="button" onClick={() => (asks.value = false)}>
          Close
        </button>
      </span>
      <p role="status" data-testid="unclear-told">
        {told}
      </p>
    </form>
  )
}

/** The author's questions, once the game is over. */
export function Questions() {
  const form = useRef<HTMLFormElement>(null)
  const refused = useSignal("")
  const { playtest, you } = facts.value!
  if (!playtest || you === null || position.value?.result === undefined || playtest.questions.length === 0) return null
  if (playtest.answered)
    return (
      <p class="room-notice" role="status" data-testid="answered">
        The author has your answers. Thank you.
      </p>
    )
  const send = async () => {
    const texts = [...form.current!.querySelectorAll("textarea")].map(({ value }) => value.trim())
    try {
      await say({ do: "answer", texts })
    } catch (error) {
      refused.value = sentence((error as Error).message)
    }
  }
  return (
    <form
      class="room-ask"
      ref={form}
      data-testid="questions"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <p>The author of the game asks:</p>
      {playtest.questions.map((question, at) => (
        <label key={at}>
          {question}
          <textarea rows={2} maxLength={LONGEST} data-testid={`answer-${at}`} />
        </label>
      ))}
      <span class="buttons">
        <button class="loud" data-testid="answers-send">
          Send to the author
        </button>
      </span>
      {refused.value !== "" && (
        <p class="told" role="alert">
          {refused}
        </p>
      )}
    </form>
  )
}

/** For players: what the author sees. For the owner: what came back, as a file. */
export function Playtest() {
  const refused = useSignal("")
  const { playtest, owner } = facts.value!
  if (!playtest) return null
  const save = async () => {
    try {
      const report = await say({ do: "report" })
      download(`${fileNameOf(info.value!.title)}-playtest.json`, new Blob([JSON.stringify(report)], { type: "application/json" }))
    } catch (error) {
      refused.value = sentence((error as Error).message)
    }
  }
  return (
    <section data-testid="playtest">
      <h2>Playtest</h2>
      <SeenByAuthor />
      {owner && (
        <>
          <span class="buttons">
            <button data-testid="playtest-save" onClick={save}>
              Save what came back
            </button>
          </span>
          <p class="quiet">Open the file in the workshop: Lab, then Playtests.</p>
          {refused.value !== "" && (
            <p class="told" role="alert">
              {refused}
            </p>
          )}
        </>
      )}
    </section>
  )
}
