// Reasons why the table does not show the expected game.

import type { GameErrorInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { jumpTo } from "../write/going"
import { isWritten } from "../common/lines"
import { Prose } from "../common/prose"
import { moveWords } from "houserules-table/src/common/words.ts"
import { seat } from "./seat"
import { drawTable, tryAgain } from "../session/engine"
import { checked, deadly, fault, played, record, table, undrawn, unloaded } from "../session/state"
import { refused } from "../session/policy"
import { isFault, longAgo } from "../session/words"
import { keepPlaying, keepPosition, travel } from "../travel/travel"
import { same, type Text } from "../common/text"

export function Notices() {
  return (
    <>
      {deadly.value !== undefined && (
        <Notice tone="error" testid="deadly">
          <p>
            <b>{deadly}.</b> Change the rules, or try again.
          </p>
          <button onClick={tryAgain}>Try again</button>
        </Notice>
      )}
      {unloaded.value !== undefined && (
        <Notice tone="error" testid="unloaded">
          <p>
            <b>The engine could not be loaded:</b> <Prose text={sentence(unloaded.value)} /> You can go on writing, but nothing is checked until it loads.
          </p>
          <button onClick={tryAgain}>Try again</button>
        </Notice>
      )}
      {refused.value.length > 0 && (
        <Notice tone="warning" testid="policy">
          <p>
            <b>This site's content policy blocks parts of the page.</b> It must allow {refused.value.map((it, index) => [index > 0 && ", ", <code key={it}>{it}</code>])}.
          </p>
        </Notice>
      )}
      {undrawn.value && table.value && (
        <Notice tone="warning" testid="undrawn">
          <p>
            <b>{longAgo("Drawing this game", undrawn.value)}.</b> So the table is not drawn. You can still change the rules.
          </p>
          <button onClick={drawTable}>Draw table</button>
        </Notice>
      )}
      {fault.value && deadly.value === undefined && <Failure what={fault.value.what} error={fault.value.error} text={fault.value.text} />}
      {table.value && <AtTheTable />}
    </>
  )
}

function AtTheTable() {
  const { position, text, info } = table.value!
  const { stopped, broken, stuck } = position
  const unseen = position.faults.get(seat.value)
  return (
    <>
      {unseen && !position.seats.has(seat.value) && <Failure what={`The table cannot be drawn for ${seat.value}`} error={unseen} text={text} />}
      {broken && (
        <Notice tone="error" testid="broken-invariant">
          <p>
            <b>An invariant of the rules is broken:</b> <Prose text={sentence(broken.message)} />
          </p>
          <ShowPlace error={broken} text={text} />
          <BackOne />
        </Notice>
      )}
      {stuck !== undefined && !stopped && (
        <Notice tone="warning" testid="stuck">
          <p>
            <b>Dead end:</b> <Prose text={sentence(stuck)} /> The game is not over, because the rules have not called <code>finish</code>.
          </p>
          <BackOne />
        </Notice>
      )}
      {position.told && (
        <Notice tone="warning" testid="carried">
          <p>
            <b>The rules changed during this game:</b>
          </p>
          <ul>
            {position.told.map(it => (
              <li key={it}>
                <Prose text={sentence(it.slice(0, 1).toUpperCase() + it.slice(1))} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {stopped && (
        <Notice tone="warning" testid="notice">
          <p>
            Move {stopped.index + 1}, <b>{moveWords(info, stopped.move)}</b>,{" "}
            {isWritten(stopped.move) ? "does not fit the new rules" : isFault(stopped.error) ? "fails" : "is no longer legal"}: <Prose text={sentence(stopped.error.message)} /> The
            game stops before this move{after(record.value!.moves.length - stopped.index - 1)}.
          </p>
          <ShowPlace error={stopped.error} text={text} />
          <button onClick={keepPlaying}>Play from here</button>
          {position.keeps && (
            <button title="Continue from the position before the rules changed" onClick={keepPosition}>
              Keep position
            </button>
          )}
        </Notice>
      )}
    </>
  )
}

/** A way back from an unsound position. */
function BackOne() {
  if (played.value === 0) return null
  return <button onClick={() => travel(played.value - 1)}>Back one move</button>
}

function Failure({ what, error, text }: { what: string; error?: GameErrorInfo; text?: Text }) {
  return (
    <Notice tone="error" testid="fault">
      <p>
        <b>{what}</b>
        {error ? ": " : "."}
        {error && <Prose text={sentence(error.message)} />}
      </p>
      {error && <ShowPlace error={error} text={text} />}
    </Notice>
  )
}

/** A button that leads to the place, if it is in the current text. */
function ShowPlace({ error: { place }, text }: { error: GameErrorInfo; text?: Text }) {
  if (!place || !same(checked.value?.text, text)) return null
  return (
    <button onClick={() => jumpTo(place)}>
      Show line {place.line}
      {place.file && ` of ${place.file}`}
    </button>
  )
}

interface NoticeProps {
  tone: "warning" | "error"
  testid: string
  children: ComponentChildren
}

/** A message for the user, with buttons for possible remedies. */
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
  return moves === 1 ? "; 1 more move follows" : `; ${moves} more moves follow`
}
