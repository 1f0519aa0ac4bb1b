// A value, changes and a place, each in a line.

import type { Change, Place, Range } from "houserules"
import type { ComponentChildren } from "preact"
import { useBound } from "houserules-table/src/common/bounded.tsx"
import type { useForm } from "./form"

/** Brings a place of the text in sight. */
export type Jump = (place: Range) => void

/** Maximum items drawn of a list. */
export const ITEMS = 20
/** Maximum changes shown at once. */
const CHANGES = 8
/** Maximum letters of an expandable value. */
const LETTERS = 90

/** An expandable value in a line or two. */
export function short(text: string): string {
  return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text
}

interface ValueProps {
  name: string
  type: string
  text: string
  /** The form for changing it, if possible. */
  edit?: ReturnType<typeof useForm>
  children?: ComponentChildren
}

export function Value({ name, type, text, edit, children }: ValueProps) {
  return (
    <>
      <b class="name">{name}</b> <span class="type">{type}</span>{" "}
      {edit ? (
        <button ref={edit.button} type="button" class="value" title="Change this value" aria-label={`${text}: change ${name}`} data-testid="edit" onClick={edit.open}>
          <code>{text}</code>
        </button>
      ) : (
        <code class="value">{text}</code>
      )}
      {children}
    </>
  )
}

interface ChangesProps {
  title: string
  of: Change[]
  /** The text for an empty list. */
  none: string
  testid: string
}

export function Changes({ title, of, none, testid }: ChangesProps) {
  const { shown, more } = useBound(of.length, CHANGES)
  return (
    <section>
      <h3>{title}</h3>
      {of.length === 0 && <p class="quiet">{none}</p>}
      <ul class="changes" aria-label={title} data-testid={testid}>
        {of.slice(0, shown).map(change => (
          <li key={change.path}>
            <ChangeLine {...change} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

function ChangeLine({ path, before, after }: Change) {
  return (
    <>
      <b class="name">{path}</b>
      {before !== undefined && <code class="value before">{before}</code>}
      <span aria-hidden="true">→</span>
      <span class="unseen"> becomes </span>
      <code class="value">{after ?? "not set"}</code>
    </>
  )
}

/** `jump`: absent where the text is another. */
export function PlaceLink({ name, what, place, jump }: { name: string; what?: string; place: Place; jump?: Jump }) {
  return (
    <button type="button" class="place-link" disabled={!jump} title={jump ? "Show in the rules" : "The rules have changed since"} data-testid="place" onClick={() => jump?.(place)}>
      <b class="name">{name}</b> {what && <span class="type">{what}</span>}{" "}
      <span class="line">
        {place.file && `${place.file}, `}line {place.line}
      </span>
    </button>
  )
}
