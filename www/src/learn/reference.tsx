// The reference beside the rules: a search, sections of the documentation in place, and examples that open as games.

import { effect, signal } from "@preact/signals"
import { useEffect, useRef, useState } from "preact/hooks"
import { unreachable } from "../common/coming"
import type { Text } from "../common/text"
import { openOwn } from "../keep/games"
import { side, text } from "../session/state"
import { load, loadPages, type Page, placeOf, search, sectionOf } from "./documents"
import { lesson } from "../session/lessons"
import { wanted } from "../session/wanted"
import "../styles/reference.css"

const MOST = 30
/** Letters of the text below a title. */
const BRIEF = 110

/** The open section, and the element in it to scroll to. */
interface Read {
  page: string
  section: string
  id: string
}

const read = signal<Read>()
const words = signal("")

effect(() => {
  if (!wanted.value) return
  words.value = wanted.value
  read.value = undefined
})

export function Reference() {
  const [pages, setPages] = useState<Page[]>()
  const [problem, setProblem] = useState("")
  const get = () => {
    setProblem("")
    loadPages().then(setPages, error => setProblem(unreachable(String(error))))
  }
  useEffect(get, [])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wanted.value !== undefined) {
      field.current?.focus()
      field.current?.select()
    }
    wanted.value = undefined
  }, [wanted.value])
  return (
    <section class="reference" aria-label="Reference" data-testid="reference">
      <search>
        <input
          type="search"
          placeholder="Search the reference"
          aria-label="Search the reference"
          value={words.value}
          data-testid="search-reference"
          ref={field}
          onInput={event => {
            words.value = event.currentTarget.value
            read.value = undefined
          }}
        />
        {read.value && <button onClick={() => (read.value = undefined)}>{words.value ? "Results" : "Contents"}</button>}
      </search>
      {problem ? (
        <p class="problem" role="alert">
          The reference could not be loaded: {problem}. <button onClick={get}>Try again</button>
        </p>
      ) : !pages ? (
        <p class="quiet">The reference is loading…</p>
      ) : read.value ? (
        <Section key={`${read.value.page}#${read.value.id}`} pages={pages} {...read.value} />
      ) : words.value.trim() ? (
        <Results pages={pages} />
      ) : (
        <Contents pages={pages} />
      )}
    </section>
  )
}

function Results({ pages }: { pages: Page[] }) {
  const found = search(pages, words.value, text.value.language, MOST)
  if (found.length === 0) return <p class="quiet">Nothing was found.</p>
  return (
    <ol class="found" data-testid="found">
      {found.map(({ page, section, id, title, text }) => (
        <li key={`${page.id}#${id}`}>
          <button onClick={() => (read.value = { page: page.id, section: section.id, id })}>
            <b>{title}</b>
            <small>{page.title}</small>
            <span>{text.slice(0, BRIEF)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Contents({ pages }: { pages: Page[] }) {
  const { language } = text.value
  return (
    <div class="contents">
      {pages
        .filter(page => page.language === language)
        .map(page => (
          <details key={page.id} open={page.id === "reference"}>
            <summary>{page.title}</summary>
            <ul>
              {page.sections
                .filter(({ level }) => level > 1)
                .map(({ id, title, level }) => (
                  <li key={id} class={level > 2 ? "inner" : ""}>
                    <button onClick={() => (read.value = { page: page.id, section: id, id })}>{title}</button>
                  </li>
                ))}
            </ul>
          </details>
        ))}
    </div>
  )
}

function Section({ pages, page, section, id }: Read & { pages: Page[] }) {
  const host = useRef<HTMLElement>(null)
  const [problem, setProblem] = useState("")
  const about = pages.find(it => it.id === page)!
  useEffect(() => {
    const article = host.current!
    article.addEventListener("click", follow)
    let left = false
    load(page, section).then(
      copy => {
        if (left) return
        if (about.language) addOpen(copy, about, copy.querySelector("h1, h2, h3, h4")?.textContent ?? about.title)
        article.replaceChildren(...copy.childNodes)
        const here = id === section ? undefined : article.querySelector(`#${CSS.escape(id)}`)
        here?.classList.add("here")
        here?.scrollIntoView({ block: "center" })
      },
      error => setProblem(unreachable(String(error))),
    )
    return () => (left = true)
  }, [])
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a")
    const place = link && placeOf(link.href)
    const to = place && sectionOf(pages, place)
    if (!to || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    read.value = { page: to.page.id, section: to.section.id, id: place.id || to.section.id }
  }
  return (
    <>
      <p class="where quiet">
        {about.title}{" "}
        <a href={`./docs/${page}.html#${id}`} target="_blank" rel="noopener">
          Whole page
        </a>
      </p>
      {problem && (
        <p class="problem" role="alert">
          The section could not be loaded: {problem}.
        </p>
      )}
      <article ref={host} data-testid="section" />
    </>
  )
}

/** A line that only whole games have. */
const BEGINS = /^(game|roles|STATE|\d+( to \d+)? players)\b/m

/** Puts a button below each example that opens it as a game. */
function addOpen(copy: HTMLElement, { id, language }: Page, title: string) {
  const files: Text["files"] = {}
  for (const block of copy.querySelectorAll("pre")) {
    const source = `${block.textContent!.trimEnd()}\n`
    const [, name] = /^file (\S+)$/.exec(block.parentElement?.querySelector("figcaption")?.textContent ?? "") ?? []
    if (name) {
      files[name] = source
      continue
    }
    if (id !== "reference" && !BEGINS.test(source)) continue
    const button = document.createElement("button")
    button.textContent = "Open"
    button.title = "Opens the example as a game of your own. The game that is open is kept."
    button.dataset.testid = "open-example"
    button.onclick = () => open(title, { language: language!, source: id === "reference" ? whole(source) : source, files: { ...files } })
    block.after(button)
  }
}

function open(title: string, example: Text) {
  lesson.value = undefined
  side.value = "table"
  openOwn(title, example)
}

/** The parts that every game needs, and how an example that has its own begins it. */
const USUAL: [has: RegExp, part: string][] = [
  [/^roles /m, "roles White, Black"],
  [/^setup /m, "setup { G.active = White; call main }"],
  [/^(state|procedure|script) main\b/m, "state main {\n    prompt { button pass }\n    on pass { G.active = next(R) }\n}"],
]

/** An example of the reference with the parts that it leaves out. */
function whole(example: string): string {
  const missing = USUAL.filter(([has]) => !has.test(example)).map(([, part]) => part)
  return [example.trimEnd(), ...missing].join("\n\n") + "\n"
}
