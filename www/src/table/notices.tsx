// Why the table does not show what the user may expect.

import type { GameErrorInfo } from "house-rules"
import type { ComponentChildren } from "preact"
import { jumpTo } from "../editor/editor"
import { Prose } from "../prose"
import { checked, deadly, describe, fault, isFault, keepPlaying, record, seat, table, tryAgain } from "../session"

export function Notices() {
  return (
    <>
      {deadly.value !== undefined && (
        <Notice tone="error" testid="deadly">
          <p>
            <b>{deadly}.</b> They are not run again until the text changes.
          </p>
          <button onClick={tryAgain}>Try again</button>
        </Notice>
      )}
      {fault.value && deadly.value === undefined && <Failure what={fault.value.what} error={fault.value.error} source={fault.value.source} />}
      {table.value && <AtTheTable />}
    </>
  )
}

function AtTheTable() {
  const { position, source } = table.value!
  const { stopped } = position
  return (
    <>
      {position.fault && !position.seats[seat.value] && <Failure what={`The table cannot be shown to ${seat.value}`} error={position.fault} source={source} />}
      {stopped && (
        <Notice tone="warning" testid="notice">
          <p>
            Move {stopped.index + 1}, <b>{describe(stopped.move)}</b>, {isFault(stopped.error) ? "fails" : "is no longer legal"}: <Prose text={sentence(stopped.error.message)} /> The game stands before it{after(record.value!.moves.length - stopped.index - 1)}.
          </p>
          <ShowPlace error={stopped.error} source={source} />
          <button onClick={keepPlaying}>Keep playing from here</button>
        </Notice>
      )}
    </>
  )
}

function Failure({ what, error, source }: { what: string; error?: GameErrorInfo; source?: string }) {
  return (
    <Notice tone="error" testid="fault">
      <p>
        <b>{what}</b>
        {error ? ": " : "."}
        {error && <Prose text={sentence(error.message)} />}
      </p>
      {error && <ShowPlace error={error} source={source} />}
    </Notice>
  )
}

/** A button that leads to the place, if that is in the text as it stands. */
function ShowPlace({ error: { place }, source }: { error: GameErrorInfo; source?: string }) {
  if (!place || checked.value?.source !== source) return null
  return <button onClick={() => jumpTo(place)}>Show line {place.line}</button>
}

interface NoticeProps {
  tone: "warning" | "error"
  testid: string
  children: ComponentChildren
}

/** Something the user should know, with what can be done about it. */
function Notice({ tone, testid, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === "error" ? "alert" : "status"} data-testid={testid}>
      {children}
    </div>
  )
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function after(moves: number): string {
  if (moves === 0) return ""
  return moves === 1 ? "; one more move waits after it" : `; ${moves} more moves wait after it`
}
