// The user's own game: started in one of the languages, opened from files, saved to one.

import { languages } from "houserules/languages"
import { useRef, useState } from "preact/hooks"
import { Asides } from "./asides"
import { opened } from "./open"
import { saveText } from "./files"
import { startOwn } from "./games"
import { BESIDE, IMPORTS, listed } from "../common/text"

const ENDINGS = languages.map(({ ending }) => ending)

/** Files that can be opened: texts, imports, files beside texts, and archives. */
const OPENED = [...new Set([...ENDINGS, ...IMPORTS.map(({ ending }) => ending), ...BESIDE, "zip"])].map(it => `.${it}`).join(",")

export function StartButton() {
  return (
    <button popovertarget="start" data-testid="start">
      New, open…
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
        <small>{[`${listed(ENDINGS)} with the files it uses, also packed (.zip)`, ...IMPORTS.map(({ ending, of }) => `.${ending} of ${of}`)].join("; ")}</small>
        <input type="file" multiple accept={OPENED} data-testid="open-files" onChange={event => open(event.currentTarget)} />
      </label>
      <button data-testid="save-text" onClick={() => (saveText(), done())}>
        Save
        <small>The text in the editor as a file, or packed with the files beside it</small>
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
      <Asides done={done} />
    </div>
  )
}
