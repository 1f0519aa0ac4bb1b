// A game of one's own: begun anew in one of the languages, opened from files, saved to one.

import { useRef, useState } from "preact/hooks"
import { Asides } from "./asides"
import { opened } from "./open"
import { saveText, startOwn } from "./session"

export function StartMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState("")
  const done = () => menu.current?.hidePopover()
  // Under its button, as far as there is room.
  const place = () => {
    const { left, bottom } = button.current!.getBoundingClientRect()
    menu.current!.style.translate = `${Math.max(8, Math.min(left, innerWidth - 348))}px ${bottom + 6}px`
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
    <>
      <button ref={button} popovertarget="start" data-testid="start">
        New, open…
      </button>
      <div id="start" class="menu" popover="auto" ref={menu} onBeforeToggle={place} onToggle={() => setProblem("")}>
        <h2>New game</h2>
        <button data-testid="new-rules" onClick={() => (startOwn("rules"), done())}>
          In the rules language
          <small>Any turn-based game: boards, cards, hidden hands, phases</small>
        </button>
        <button data-testid="new-bbgel" onClick={() => (startOwn("bbgel"), done())}>
          In bbgel
          <small>A race with a die, along fields that have commands</small>
        </button>
        <button data-testid="new-ludl" onClick={() => (startOwn("ludl"), done())}>
          In LudL
          <small>Functions, and messages that are accepted or rejected; cards and tokens in containers</small>
        </button>
        <h2>Files</h2>
        <label class="button">
          Open…
          <small>.rules, .bbgel or .ludl with the files it uses, also packed (.zip); .world of the original of bbgel</small>
          <input type="file" multiple accept=".rules,.bbgel,.ludl,.world,.json,.zip" data-testid="open-files" onChange={event => open(event.currentTarget)} />
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
    </>
  )
}
