// A game of one's own: from a template, empty in one of the languages, or from files.

import { languages } from "houserules/languages"
import { templates, type Template } from "houserules/templates"
import { useState } from "preact/hooks"
import { unreachable } from "../common/coming"
import { OpenFiles } from "../keep/open-files"
import { openOwn, startOwn } from "../keep/games"

export function Make() {
  const [problem, setProblem] = useState("")
  const begin = async ({ title, load }: Template) => {
    try {
      openOwn(title, await load())
    } catch (error) {
      setProblem(`The template could not be loaded: ${unreachable(String(error))}.`)
    }
  }
  return (
    <section aria-label="New game">
      <div class="finding">
        <h2>From a template</h2>
        <span class="count">A small complete game, which you change</span>
      </div>
      <ul class="makes" data-testid="templates">
        {templates
          .filter(({ id }) => id !== "empty")
          .map(template => (
            <li key={template.id}>
              <button data-testid={`template-${template.id}`} onClick={() => begin(template)}>
                <b>{template.title}</b>
                <span>{template.summary}</span>
              </button>
            </li>
          ))}
      </ul>
      <div class="finding">
        <h2>Empty</h2>
      </div>
      <ul class="makes">
        {languages.map(({ name, title, summary }) => (
          <li key={name}>
            <button data-testid={`make-${name}`} onClick={() => startOwn(name)}>
              <b>In {title}</b>
              <span>{summary}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="finding">
        <h2>From a file</h2>
      </div>
      <OpenFiles testid="make-open" done={setProblem}>
        Open…
      </OpenFiles>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  )
}
