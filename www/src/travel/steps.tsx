// The last move, or the setup, statement by statement: forwards and back, to breakpoints, and the known values at each.

import type { Call, Place, Step } from "houserules"
import { BESIDE, counted, useBound } from "houserules-table/src/common/bounded.tsx"
import { RestingButton } from "houserules-table/src/common/resting.tsx"
import { contentOf, mainOf, type Text } from "../common/text"
import { moveWords } from "houserules-table/src/common/words.ts"
import { table } from "../session/state"
import { breakpoints, toggle } from "./breakpoints"
import { Changes, type Jump, PlaceLink, Value } from "./rows"
import { Stack } from "./state"
import { at, goLine, stand, statement, step, stopFrom, unwalked, walk } from "./walk"

/** Lines before and after a statement, and of it. */
const AROUND = 2
const LINES = 6

const KEYS: { [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1 }

export function Steps({ jump }: { jump?: Jump }) {
  if (unwalked.value) return <p class="quiet">This move has no steps: {unwalked.value}.</p>
  if (!walk.value) return <p class="quiet">Loading…</p>
  const { total, move, error, text } = walk.value
  const what = move ? moveWords(table.value!.info, move) : "Setup"
  const onKeyDown = (event: KeyboardEvent) => {
    const by = KEYS[event.key]
    if (by === undefined || event.target instanceof HTMLInputElement) return
    stand(at.value + by)
    event.preventDefault()
  }
  return (
    <div class="steps" onKeyDown={onKeyDown}>
      <h3>
        {what}
        {error && " (failed)"}
      </h3>
      {total === 0 && <p class="quiet">No statements were run.</p>}
      {total > 0 && (
        <>
          <Pace total={total} />
          {error && at.value === total - 1 && <p class="fails">{error.message}</p>}
          {statement.value && <Lines place={statement.value} text={text} />}
          {step.value ? <AtStep of={step.value} jump={jump} /> : <p class="quiet">Loading…</p>}
        </>
      )}
    </div>
  )
}

/** Controls for stepping. */
function Pace({ total }: { total: number }) {
  const where = `statement ${at.value + 1} of ${total}`
  const line = statement.value ? `, line ${statement.value.line}` : ""
  return (
    <>
      <div class="time" role="group" aria-label="Statements">
        <RestingButton class="step" aria-label="Back one statement" title="Back one statement" data-testid="step-back" rests={at.value === 0} onClick={() => stand(at.value - 1)}>
          ‹
        </RestingButton>
        <input
          type="range"
          min={0}
          max={Math.max(1, total - 1)}
          value={at.value}
          disabled={total < 2}
          aria-label="Statement"
          aria-valuetext={where + line}
          data-testid="steps-slider"
          onInput={event => stand(event.currentTarget.valueAsNumber)}
        />
        <RestingButton
          class="step"
          aria-label="Forward one statement"
          title="Forward one statement"
          data-testid="step-on"
          rests={at.value >= total - 1}
          onClick={() => stand(at.value + 1)}
        >
          ›
        </RestingButton>
        <span class="quiet" data-testid="step-at">
          {counted(at.value + 1)} of {counted(total)}
        </span>
      </div>
      <p class="unseen" role="status" data-testid="step-told">
        {told(where + line)}
      </p>
      <Stops total={total} />
    </>
  )
}

/** Line by line, and from breakpoint to breakpoint. */
function Stops({ total }: { total: number }) {
  const [back, on] = [stopFrom(at.value, -1), stopFrom(at.value, 1)]
  return (
    <div class="stops" role="group" aria-label="Lines and breakpoints">
      <RestingButton title="Back to the previous line, over calls" data-testid="line-back" rests={at.value === 0} onClick={() => goLine(-1)}>
        ‹ Line
      </RestingButton>
      <RestingButton title="Forward to the next line, over calls" data-testid="line-on" rests={at.value >= total - 1} onClick={() => goLine(1)}>
        Line ›
      </RestingButton>
      <RestingButton data-testid="stop-back" rests={back < 0} onClick={() => stand(back)}>
        ‹ Breakpoint
      </RestingButton>
      <RestingButton data-testid="stop-on" rests={on < 0} onClick={() => stand(on)}>
        Breakpoint ›
      </RestingButton>
      {breakpoints.value.length === 0 && <span class="quiet">To set a breakpoint, click left of a line number or press F9 in the rules.</span>}
      {breakpoints.value.slice(0, BESIDE).map(({ file, line }) => (
        <button
          key={`${file} ${line}`}
          class="stop"
          title="Remove"
          aria-label={`Remove the breakpoint at ${file === mainOf(walk.value!.text) ? "" : `${file}, `}line ${line}`}
          onClick={() => toggle(file, line)}
        >
          ● {line} ×
        </button>
      ))}
    </div>
  )
}

/** The step, for those who do not see it. */
function told(where: string): string {
  const changes = (step.value?.changes ?? []).slice(0, 3).map(({ path, after = "not set" }) => `${path} becomes ${after}`)
  return [`${where[0]!.toUpperCase()}${where.slice(1)}`, ...changes].join(". ")
}

/** The statement in its lines, with less indentation. */
function Lines({ place: { file, from, to, line }, text }: { place: Place; text: Text }) {
  const content = contentOf(text, file ?? mainOf(text))
  const lines = content.split("\n")
  const start = from - (content.lastIndexOf("\n", from - 1) + 1)
  const own = content.slice(from, to).split("\n").length
  const shown = Math.min(own, LINES)
  const [first, last] = [Math.max(0, line - 1 - AROUND), own > LINES ? line - 1 + shown : line - 1 + own + AROUND]
  const near = lines.slice(first, last)
  const depth = Math.min(...near.filter(it => it.trim() !== "").map(it => it.search(/\S/)))
  const end = to - (content.lastIndexOf("\n", to - 1) + 1)
  return (
    <pre class="excerpt" role="group" aria-label="The statement in the rules" tabIndex={0} data-testid="statement">
      {near.map((it, index) => {
        const number = first + index + 1
        const [opens, closes] = [number === line ? start : depth, number === line - 1 + own ? end : it.length]
        const marked = number >= line && number < line + own
        return (
          <div key={number}>
            <span class="number">{number}</span>
            {marked ? it.slice(depth, opens) : it.slice(depth)}
            {marked && <mark>{it.slice(opens, closes)}</mark>}
            {marked && it.slice(closes)}
          </div>
        )
      })}
    </pre>
  )
}

function AtStep({ of: { calls, frames, changes }, jump }: { of: Step; jump?: Jump }) {
  return (
    <>
      <Changes title="Changes" of={changes} none="None." testid="step-changes" />
      <section>
        <h3>Variables</h3>
        <Calls of={calls} jump={jump} />
      </section>
      <section>
        <h3>Stack, innermost first</h3>
        <Stack frames={frames} jump={jump} />
      </section>
    </>
  )
}

function Calls({ of, jump }: { of: Call[]; jump?: Jump }) {
  const { shown, more } = useBound(of.length, BESIDE)
  return (
    <>
      <ol class="calls" aria-label="Calls" data-testid="calls">
        {of.slice(0, shown).map(({ name, place, locals }, depth) => (
          <li key={depth}>
            <PlaceLink name={name} what={depth > 0 ? "called from here" : undefined} place={place} jump={jump} />
            {locals.length > 0 && (
              <ul class="tree" aria-label={`Variables of ${name}`}>
                {locals.map(local => (
                  <li key={local.name} class="leaf">
                    <Value {...local} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}
