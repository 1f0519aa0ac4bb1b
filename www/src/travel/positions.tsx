// Positions saved by the user: start from one, rename, delete; and the current position, to be saved.

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { BESIDE, useBound } from "houserules-table/src/common/bounded.tsx"
import { played, positions } from "../session/state"
import type { SavedPosition } from "../store/kept"
import { useForm } from "./form"
import { deleted, MOST_POSITIONS, putBack, remove, rename, savePosition } from "./saved"
import { startFrom } from "./travel"

/** Letters of a name. */
const NAME = 80

export function Positions() {
  const form = useForm()
  const all = positions.value
  const { shown, more } = useBound(all.length, BESIDE)
  const full = all.length >= MOST_POSITIONS
  return (
    <section class="positions" aria-label="Saved positions" data-testid="positions">
      <h3>Saved positions</h3>
      {all.length > 0 && (
        <ul>
          {all.slice(0, shown).map(position => (
            <Saved key={position.name} position={position} />
          ))}
        </ul>
      )}
      {more}
      {form.shown ? (
        <NameForm label="Name of the position" first={`After move ${played.value}`} done={savePosition} close={form.close} />
      ) : (
        <button ref={form.button} type="button" disabled={full} title="Save this position under a name, to start from it later" data-testid="save-position" onClick={form.open}>
          Save position…
        </button>
      )}
      {full && <p class="quiet">At most {MOST_POSITIONS} positions can be saved. Delete one first.</p>}
      <p class="quiet" role="status">
        {deleted.value && (
          <>
            Deleted {deleted.value.position.name}.{" "}
            <button type="button" data-testid="put-back" onClick={putBack}>
              Restore
            </button>
          </>
        )}
      </p>
    </section>
  )
}

function Saved({ position }: { position: SavedPosition }) {
  const form = useForm()
  const called = position.name
  return (
    <li data-testid="position">
      {form.shown ? (
        <NameForm label={`New name of ${called}`} first={called} done={wanted => rename(position, wanted)} close={form.close} />
      ) : (
        <>
          <button type="button" class="from" title="Start from this position; the current line becomes a branch" data-testid="start-from" onClick={() => startFrom(position)}>
            <span class="quiet">Start from</span> {called}
          </button>
          <button ref={form.button} type="button" class="icon" aria-label={`Rename ${called}`} title="Rename" data-testid="rename-position" onClick={form.open}>
            ✎
          </button>
          <button type="button" class="icon" aria-label={`Delete ${called}`} title="Delete" data-testid="delete-position" onClick={() => remove(position)}>
            ×
          </button>
        </>
      )}
    </li>
  )
}

interface NameProps {
  label: string
  first: string
  done(name: string): void
  close(): void
}

function NameForm({ label, first, done, close }: NameProps) {
  const [text, type] = useState(first)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current!.select(), [])
  const onSubmit = (event: Event) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== "") done(wanted)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    close()
  }
  return (
    <form class="edit" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <input ref={field} aria-label={label} value={text} maxLength={NAME} autocomplete="off" data-testid="position-name" onInput={event => type(event.currentTarget.value)} />
      <button type="submit">Save</button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  )
}
