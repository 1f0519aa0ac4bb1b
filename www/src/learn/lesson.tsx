// A lesson: its prose and steps beside the rules and the table, and the strip on top with all lessons.

import { useEffect, useRef, useState } from "preact/hooks"
import { exportGame } from "../keep/files"
import { errors } from "../write/found"
import { choosePane, readOnly, side, table, text } from "../session/state"
import { ThemeToggle } from "../session/theme"
import { leaveLesson, lesson, lessons } from "../session/lessons"
import { done, finished, follow, open, problem, showMe, skipTo, startAgain, wanting } from "./progress"
import type { Step } from "../common/lesson"
import "../styles/learn.css"

export function LessonStrip() {
  const numbers = useRef<HTMLOListElement>(null)
  useEffect(() => numbers.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }), [lesson.value])
  return (
    <header class="top lesson-strip">
      <h1>
        <a href="#/learn" title="All lessons">
          <img src="./icon.svg" alt="House Rules: all lessons" width="28" height="28" />
        </a>
      </h1>
      <nav aria-label="Lessons">
        <ol ref={numbers}>
          {lessons.map(({ number, id, title }) => (
            <li key={id}>
              <a href={`#/lesson/${number}`} title={title} aria-current={number === lesson.value ? "page" : undefined} class={finished.value.has(id) ? "whole" : ""}>
                {finished.value.has(id) && number !== lesson.value ? "✓" : number}
                <span class="unseen">{` ${title}${finished.value.has(id) ? ", done" : ""}`}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <span class="space" />
      {asks("lab") && (
        <button class="flat" data-testid="lesson-lab" aria-pressed={side.value === "lab"} onClick={() => choosePane(side.value === "lab" ? "table" : "lab")}>
          Lab
        </button>
      )}
      <button class="flat" data-testid="lesson-reference" aria-pressed={side.value === "reference"} onClick={() => choosePane(side.value === "reference" ? "table" : "reference")}>
        Reference
      </button>
      <button class="flat" data-testid="leave-lesson" title="Leaves the lesson and keeps your rules" onClick={leaveLesson}>
        <span>Open in the </span>Workshop
      </button>
      <ThemeToggle />
    </header>
  )
}

/** True if a step of the open lesson asks for something. */
function asks(fact: string): boolean {
  return open.value?.prose.steps.some(step => step.done.includes(fact)) ?? false
}

export function Lesson() {
  useEffect(follow, [])
  const page = useRef<HTMLElement>(null)
  useEffect(() => page.current?.scrollTo(0, 0), [lesson.value])
  return (
    <section class="lesson" aria-label="Lesson" data-testid="lesson" ref={page}>
      {open.value ? <Page /> : <p class="quiet">{problem.value ?? "The lesson is loading…"}</p>}
    </section>
  )
}

function Page() {
  const { number, minutes, prose } = open.value!
  const whole = done.value >= prose.steps.length
  const around = useRef<HTMLElement>(null)
  useEffect(() => {
    if (whole) around.current?.scrollIntoView({ block: "nearest" })
  }, [whole])
  return (
    <>
      <p class="lesson-head">
        Lesson {number} of {lessons.length} · {minutes} minutes
        <button class="flat" data-testid="start-again" disabled={readOnly.value} title="Resets the rules, the game and the ticks of this lesson" onClick={startAgain}>
          Start again
        </button>
      </p>
      <h2>{prose.title}</h2>
      {prose.prose.map(it => (
        <Paragraph key={it} text={it} />
      ))}
      <ol class="steps">
        {prose.steps.map((step, at) => (
          <StepItem key={step.title} step={step} at={at} />
        ))}
      </ol>
      {whole && (
        <p class="finished" role="status" data-testid="lesson-finished">
          {number < lessons.length ? "All steps are done." : "That was the last lesson."}
        </p>
      )}
      <nav class="around" aria-label="Other lessons" ref={around}>
        {number > 1 && <Link number={number - 1} />}
        {number < lessons.length && <Link number={number + 1} forward />}
      </nav>
    </>
  )
}

function Link({ number, forward }: { number: number; forward?: boolean }) {
  const { title } = lessons[number - 1]!
  const ready = forward && done.value >= open.value!.prose.steps.length
  return (
    <a href={`#/lesson/${number}`} class={forward ? (ready ? "button next" : "next") : ""}>
      {forward ? `${number} ${title} →` : `← ${number} ${title}`}
    </a>
  )
}

function StepItem({ step, at }: { step: Step; at: number }) {
  const state = at < done.value ? "done" : at === done.value ? "current" : "later"
  const item = useRef<HTMLLIElement>(null)
  const [ahead, setAhead] = useState(false)
  const reads = state !== "later" || ahead
  useEffect(() => {
    if (state === "current" && at > 0) item.current?.scrollIntoView({ block: "nearest" })
  }, [state])
  return (
    <li class={state} aria-current={state === "current" ? "step" : undefined} data-testid="step" data-state={state} ref={item}>
      <i aria-hidden="true">{state === "done" ? "✓" : at + 1}</i>
      <div>
        <h3>
          {state === "later" ? (
            <button class="flat" aria-expanded={ahead} data-testid="step-ahead" onClick={() => setAhead(!ahead)}>
              <Inline text={step.title} />
            </button>
          ) : (
            <Inline text={step.title} />
          )}
          {state === "done" && <span class="unseen"> Done.</span>}
        </h3>
        {reads && step.prose.map(it => <Paragraph key={it} text={it} />)}
        {state === "later" && ahead && (
          <p class="ways">
            <button
              data-testid="skip-to"
              disabled={readOnly.value}
              title="Ticks the steps before this one, with their changes made. You can undo the changes"
              onClick={() => skipTo(at)}
            >
              Skip to this step
            </button>
          </p>
        )}
        {state === "current" && <Help key={`${lesson.value} ${at}`} step={step} />}
      </div>
    </li>
  )
}

function Help({ step }: { step: Step }) {
  const [hinted, setHinted] = useState(false)
  return (
    <>
      <p class="ways">
        {step.changes.length > 0 && (
          <button class="primary" data-testid="show-me" disabled={readOnly.value} title="Makes the change in the rules. You can undo it" onClick={showMe}>
            Show me
          </button>
        )}
        {step.done.includes("export") && (
          <button class="primary" data-testid="export" disabled={!table.value} onClick={exportGame}>
            Export
          </button>
        )}
        {step.hint && (
          <button data-testid="hint" aria-expanded={hinted} onClick={() => setHinted(!hinted)}>
            Hint
          </button>
        )}
      </p>
      {hinted && (
        <p class="hint" data-testid="hint-text">
          <Inline text={step.hint!} />
        </p>
      )}
      <p class="verdict" role="status" data-testid="verdict">
        <Inline text={verdict(step)} />
      </p>
    </>
  )
}

/** The reason why a step that asks for other rules is not done; "" while nothing has been tried. */
function verdict({ changes, missing = "" }: Step): string {
  if (changes.length === 0) return ""
  if (errors.value > 0) return "The rules have a problem. See below them."
  return wanting.value === text.value ? missing : ""
}

function Paragraph({ text }: { text: string }) {
  const [, alone] = /^`([^`]+)`$/.exec(text) ?? []
  if (alone === undefined)
    return (
      <p>
        <Inline text={text} />
      </p>
    )
  return (
    <pre>
      <code>{alone}</code>
    </pre>
  )
}

/** Code between backticks, and what is stressed between asterisks. */
function Inline({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`|\*[^*]+\*)/)
  return (
    <>
      {parts.map((part, at) => {
        if (at % 2 === 0) return part
        const inner = part.slice(1, -1)
        return part[0] === "`" ? <code key={at}>{inner}</code> : <em key={at}>{inner}</em>
      })}
    </>
  )
}
