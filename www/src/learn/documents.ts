// The documentation, as `scripts/docs.mjs` builds it: searched by words, and its sections in place.

import type { Language } from "houserules"

interface Entry {
  id: string
  title: string
  text: string
}

interface Section extends Entry {
  level: number
  entries?: Entry[]
}

export interface Page {
  id: string
  title: string
  group: string
  language?: Language
  sections: Section[]
}

/** Where something is explained: a section, or a row of a table in one. */
export interface Found {
  page: Page
  section: Section
  /** The element to scroll to. */
  id: string
  title: string
  text: string
  score: number
}

const AT = "./docs/"

async function got(name: string): Promise<Response> {
  const answer = await fetch(AT + name)
  if (!answer.ok) throw new Error(`${name} is not there`)
  return answer
}

let pages: Promise<Page[]> | undefined

/** All pages, without their markup. */
export function loadPages(): Promise<Page[]> {
  pages ??= got("index.json").then(it => it.json() as Promise<Page[]>)
  pages.catch(() => (pages = undefined))
  return pages
}

/** Places that have all words, the best first. Pages about the language, above all its reference, count more. */
export function search(all: Page[], words: string, language: Language, most: number): Found[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const found: Found[] = []
  for (const page of all) {
    const near = page.language === undefined ? 1 : page.language === language ? (page.id === "reference" ? 3 : 2) : 0
    for (const section of page.sections) {
      for (const { id, title, text } of [section, ...(section.entries ?? [])]) {
        const score = wanted.map(word => worth(word, title.toLowerCase(), text.toLowerCase()))
        if (score.every(it => it > 0)) found.push({ page, section, id, title, text, score: score.reduce((a, b) => a + b, 0) + 3 * near })
      }
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, most)
}

function worth(word: string, title: string, text: string): number {
  if (title === word) return 12
  if (title.split(/\W+/).includes(word)) return 8
  if (title.includes(word)) return 5
  return text.includes(word) ? 1 : 0
}

const documents = new Map<string, Promise<Document>>()

/** A section of a page as it is written, with links that lead from here. */
export async function load(page: string, section: string): Promise<HTMLElement> {
  let document = documents.get(page)
  if (!document) {
    document = got(`${page}.html`)
      .then(it => it.text())
      .then(it => new DOMParser().parseFromString(it, "text/html"))
    document.catch(() => documents.delete(page))
    documents.set(page, document)
  }
  const found = (await document).getElementById(section)
  if (!found) throw new Error(`${section} is not there`)
  const copy = found.cloneNode(true) as HTMLElement
  for (const anchor of copy.querySelectorAll(".anchor")) anchor.remove()
  for (const link of copy.querySelectorAll("a[href]")) {
    const to = link.getAttribute("href")!
    link.setAttribute("href", new URL(to.startsWith("#") ? `${page}.html${to}` : to, new URL(AT, location.href)).href)
  }
  return copy
}

/** The page and the section that a link leads to; undefined for one that leads elsewhere. */
export function placeOf(href: string): { page: string; id: string } | undefined {
  const url = new URL(href)
  const [, page] = /\/docs\/([\w-]+)\.html$/.exec(url.pathname) ?? []
  return url.origin === location.origin && page ? { page, id: decodeURIComponent(url.hash.slice(1)) } : undefined
}

/** The section of a page in which something is. */
export function sectionOf(all: Page[], { page: name, id }: { page: string; id: string }): { page: Page; section: Section } | undefined {
  const page = all.find(it => it.id === name)
  const section = page?.sections.find(it => it.id === id || it.entries?.some(entry => entry.id === id)) ?? (id === "" ? page?.sections[0] : undefined)
  return page && section && { page, section }
}
