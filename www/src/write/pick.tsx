// A list of places in the text to go to, filtered by what is typed.

import { signal } from "@preact/signals"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Range } from "houserules"
import { jumpTo } from "./going"

export interface Pickable {
  place: Range
  label: string
  /** At the end of its line: the number of the line in the text. */
  detail: string
  /** Depth of nesting, from 0. */
  depth?: number
}

const shown = signal<{ title: string; all: Pickable[] }>()

export function pick(title: string, all: Pickable[]) {
  shown.value = { title, all }
}

export function Pick() {
  return shown.value ? <List key={shown.value.title} {...shown.value} /> : null
}

function List({ title, all }: { title: string; all: Pickable[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState("")
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const fitting = all.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const chosen = Math.min(at, fitting.length - 1)
  useEffect(() => document.getElementById(`pick-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen])
  const go = (it: Pickable | undefined) => {
    dialog.current?.close()
    if (it) jumpTo(it.place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(chosen + by, fitting.length - 1)))
    else if (event.key === "Enter") go(fitting[chosen])
    else return
    event.preventDefault()
  }
  return (
    <dialog class="pick" aria-label={title} ref={dialog} onClose={() => (shown.value = undefined)} data-testid="pick">
      <h2>{title}</h2>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="picks"
        aria-activedescendant={fitting.length > 0 ? `pick-${chosen}` : undefined}
        aria-label={`Filter: ${title}`}
        placeholder="Filter"
        value={words}
        onInput={event => (setWords(event.currentTarget.value), setAt(0))}
        onKeyDown={onKeyDown}
      />
      <div id="picks" role="listbox" aria-label={title}>
        {fitting.map((it, index) => (
          <div
            key={it.place.from}
            id={`pick-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            style={{ paddingInlineStart: `${12 + 18 * (it.depth ?? 0)}px` }}
            onClick={() => go(it)}
            onKeyDown={onKeyDown}
          >
            <code>{it.label}</code>
            <small>{it.detail}</small>
          </div>
        ))}
      </div>
      {fitting.length === 0 && <p class="quiet">No matches.</p>}
    </dialog>
  )
}
