// The keys of the page, and what can be chosen for the editor: a dialog that `?` opens.

import { useEffect, useRef } from "preact/hooks"
import { signal } from "@preact/signals"
import { setVim, setWraps, vim, wraps } from "./write/habits"
import "./styles/keys.css"

export const open = signal(false)

const MAC = /Mac|iP/.test(navigator.platform)
const MOD = MAC ? "⌘" : "Ctrl"

const KEYS: { title: string; keys: [keys: string, does: string][] }[] = [
  {
    title: "Everywhere",
    keys: [
      ["?", "This list"],
      ["Alt+P", "Play, or the Workshop"],
      ["Alt+T", "Type moves"],
      ["Alt+R", "Moves since your turn"],
    ],
  },
  {
    title: "At the table",
    keys: [
      ["Tab", "To the next board or list"],
      ["← ↑ → ↓", "Within a board or list"],
      ["Page Down", "To the next cell that can be chosen"],
      ["Enter", "Choose"],
      ["Escape", "Take back what is picked"],
      ["+  −  0", "Closer, farther, all of the board"],
    ],
  },
  {
    title: "In the editor",
    keys: [
      [`${MOD}+Space`, "Completions"],
      ["F1", "Look the word up in the reference"],
      ["F2", "Rename"],
      ["F12", "Go to the declaration"],
      ["Shift+F12", "List the uses"],
      [`${MOD}+Shift+O`, "List the parts of the rules"],
      [`${MOD}+F`, "Find and replace"],
      ["F8", "Next problem"],
      ["F9", "Breakpoint"],
      ["Shift+Alt+F", "Format"],
      [`${MOD}+/`, "Comment"],
      ["Escape, then Tab", "Leave the editor"],
    ],
  },
]

export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open.value])
  return (
    <dialog class="keys" aria-label="Keys" ref={dialog} onClose={() => (open.value = false)} data-testid="keys">
      <form method="dialog">
        <h2>Keys</h2>
        <button aria-label="Close">✕</button>
      </form>
      <div class="lists">
        {KEYS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <fieldset>
        <legend>The editor</legend>
        <label>
          <input type="checkbox" checked={wraps.value} data-testid="wrap" onChange={event => setWraps(event.currentTarget.checked)} /> Wrap long lines
        </label>
        <label>
          <input type="checkbox" checked={vim.value} data-testid="vim" onChange={event => setVim(event.currentTarget.checked)} /> Vim keys
        </label>
      </fieldset>
    </dialog>
  )
}
