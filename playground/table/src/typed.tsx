// The typed table: a line on which one asks and plays, and the answers above it, which are read out as they come.
//
// Invariant: texts of one seat are gone when another sits there.

import type { Json } from "houserules"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Seat } from "./common/seat"
import { answer, type Answer, type Choice, news, type Table } from "./sentences"

/** Maximum exchanges kept, and maximum typed lines. */
const KEPT = 50

interface Exchange {
  id: number
  typed?: string
  said: string[]
  choices: Choice[]
  /** The numbers are moves of this position. */
  of: Seat
}

/** The conversation at the table, for one seat. */
interface Talk {
  role: string
  own: Seat
  /** Number of lines in the log. */
  lines: number
  heard: Exchange[]
}

/** Kept while nothing is drawn: the last answers, and by seat the typed texts. */
export interface Memory {
  talk?: Talk
  typed: Map<string, string[]>
}

interface Props {
  table: Omit<Table, "log">
  /** The lines that this seat reads, each with its number. */
  log: { number: number; text: string }[]
  memory: Memory
  send(action: string, argument: Json): void
  leave(): void
}

export function Typed({ table: stands, log, memory, send, leave }: Props) {
  const table = { ...stands, log: log.map(({ text }) => text) }
  const { role, own } = table
  const [, redraw] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  /** Position in the history of input: 0 is the current line. */
  const back = useRef(0)
  const talk = talkOf(memory, table, log)
  const last = talk.heard.at(-1)
  useLayoutEffect(() => {
    const latest = box.current?.lastElementChild
    // The whole last answer, or its beginning.
    if (latest instanceof HTMLElement) box.current!.scrollTop = latest.offsetTop
  }, [last?.id])
  const say = (typed: string) => {
    const choices = last?.of === own ? last.choices : []
    const { make, ...said } = answer(typed, choices, table)
    hear(talk, said, own, typed)
    redraw(it => it + 1)
    if (make) send(make.action, make.argument)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("line") as HTMLInputElement
    const typed = field.value.trim()
    if (typed === "") return
    const before = memory.typed.get(role) ?? []
    memory.typed.set(role, [...before.filter(it => it !== typed), typed].slice(-KEPT))
    back.current = 0
    field.value = ""
    say(typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement
    const before = memory.typed.get(role) ?? []
    if (event.key === "Escape") leave()
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      back.current = Math.max(0, Math.min(before.length, back.current + (event.key === "ArrowUp" ? 1 : -1)))
      field.value = before.at(-back.current || before.length) ?? ""
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section class="typed" aria-label="Type moves" data-testid="typed">
      <div class="heard" ref={box} role="log" aria-live="polite" aria-label="Answers" tabIndex={0} data-testid="heard">
        {talk.heard.map(it => (
          <Heard key={it.id} {...it} />
        ))}
      </div>
      <form class="says" onSubmit={onSubmit}>
        <label>
          Move or question
          <input
            name="line"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            enterkeyhint="send"
            placeholder="my moves"
            data-testid="typed-line"
            onKeyDown={onKeyDown}
          />
        </label>
        <button data-testid="typed-send">Enter</button>
      </form>
    </section>
  )
}

function Heard({ typed, said, choices }: Exchange) {
  return (
    <div class="exchange">
      {typed !== undefined && <p class="asked">{typed}</p>}
      {said.map((sentence, at) => (
        <p key={at}>{sentence}</p>
      ))}
      {choices.length > 0 && (
        <ol>
          {choices.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      )}
    </div>
  )
}

let count = 0

function hear(talk: Talk, { said, choices }: Omit<Answer, "make">, of: Seat, typed?: string) {
  talk.heard = [...talk.heard, { id: count++, typed, said, choices, of }].slice(-KEPT)
}

/** The conversation of this seat, with events since. */
function talkOf(memory: Memory, table: Table, log: Props["log"]): Talk {
  const { role, own } = table
  const before = memory.talk
  if (before?.role === role && before.own === own) return before
  const lines = (log.at(-1)?.number ?? -1) + 1
  const talk: Talk = { role, own, lines, heard: before?.role === role ? before.heard : [] }
  const come = before ? log.filter(({ number }) => number >= before.lines) : []
  hear(talk, { said: [...come.map(({ text }) => text), ...news(table, before === undefined)], choices: [] }, own)
  memory.talk = talk
  return talk
}
