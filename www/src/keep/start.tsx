// The user's own game: started in one of the languages, opened from files, saved to one.

import { languages } from "houserules/languages"
import { useRef, useState } from "preact/hooks"
import { screen, shipped, text } from "../session/state"
import { Asides } from "./asides"
import { OpenFiles } from "./open-files"
import { placeBelow } from "../common/below"
import { saveText } from "./files"
import { startOwn } from "./games"
import { IMPORTS, isUsual, listed } from "../common/text"
import { titleOf } from "./own"
import { startVariant } from "./variant"

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
  return (
    <div id="start" class="menu" popover="auto" ref={menu} onBeforeToggle={event => placeBelow(event.currentTarget, 340, "left")} onToggle={() => setProblem("")}>
      <h2>New game</h2>
      <button data-testid="from-template" onClick={() => ((screen.value = "make"), done())}>
        From a template
        <small>A small complete game: board, cards, dice and more</small>
      </button>
      {languages.map(({ name, title, summary }) => (
        <button key={name} data-testid={`new-${name}`} onClick={() => (startOwn(name), done())}>
          In {title}
          <small>{summary}</small>
        </button>
      ))}
      {isUsual(text.value) && shipped.value.id && (
        <button data-testid="new-variant" onClick={() => (startVariant(), done())}>
          A variant of {titleOf(shipped.value.id)}
          <small>You write only what differs</small>
        </button>
      )}
      <h2>Files</h2>
      <OpenFiles testid="open-files" done={why => (setProblem(why), why || done())}>
        Open…
        <small>{[`${listed(ENDINGS)} with the files it uses, or a .zip of them`, ...IMPORTS.map(({ ending, of }) => `.${ending} from ${of}`)].join("; ")}</small>
      </OpenFiles>
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
