// The user's own game: started in one of the languages, opened from files, saved to one.

import { languages } from "houserules/languages"
import { useRef, useState } from "preact/hooks"
import { Asides } from "./asides"
import { OPENED, opened } from "./open"
import { saveText } from "./files"
import { startOwn } from "./games"
import { IMPORTS, listed } from "../common/text"

const ENDINGS = languages.map(({ ending }) => ending)

export function StartButton() {
  return (
    <button popovertarget="start" data-testid="start">
      New or open…
    </button>
  )
}

export function StartMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState("")
  const done = () => menu.current?.hidePopover()
  // Below its button, if there is room; the button may be in a closed menu.
  const place = () => {
    const { left, bottom } = [...document.querySelectorAll("[popovertarget=start]")].map(it => it.getBoundingClientRect()).find(it => it.width > 0) ?? new DOMRect(8, 0, 0, 44)
    const { style } = menu.current!
    style.translate = `${Math.max(8, Math.min(left, innerWidth - 348))}px ${bottom + 6}px`
    style.maxHeight = `${innerHeight - bottom - 14}px`
  }
  const open = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ""
    if (files.length === 0) return
    const why = await opened(files)
    setProblem(why)
    if (!why) done()
  }
  return (
    <div id="start" class="menu" popover="auto" ref={menu} onBeforeToggle={place} onToggle={() => setProblem("")}>
      <h2>New game</h2>
      {languages.map(({ name, title, summary }) => (
        <button key={name} data-testid={`new-${name}`} onClick={() => (startOwn(name), done())}>
          In {title}
          <small>{summary}</small>
        </button>
      ))}
      <h2>Files</h2>
      <label class="button">
        Open…
        <small>{[`${listed(ENDINGS)} with the files it uses, or a .zip of them`, ...IMPORTS.map(({ ending, of }) => `.${ending} from ${of}`)].join("; ")}</small>
        <input type="file" multiple accept={OPENED} data-testid="open-files" onChange={event => open(event.currentTarget)} />
      </label>
      <button data-testid="save-text" onClick={() => (saveText(), done())}>
        Save
        <small>Download the rules; with other files, as a .zip</small>
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
      <Asides done={done} />
    </div>
  )
}
