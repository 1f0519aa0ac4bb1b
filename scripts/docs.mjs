// Builds the documentation, www/dist/docs: a page for each text in engine/languages and www/docs, the messages, and a search.
// `node scripts/docs.mjs --check` writes nothing, and fails where a link between the texts leads nowhere.
//
// `docs/index.json` is what the search reads, here and beside the editor: the pages in the order of the contents, each
//
//   {
//     id: string          the page is docs/ID.html: "reference"
//     title: string       "Reference of the rules language"
//     group: string       its heading in the contents: "Writing rules"
//     language?: string   the one language it is about, as `Language` in `houserules`: "rules"
//     sections: [{
//       id: string        docs/PAGE.html#ID: "undo". In the page it is one element, <section id="undo">: the heading, and what
//                         follows it up to the next heading of any level. Sections do not nest.
//       title: string     the heading, as plain text
//       level: number     1 to 6; 1 is the title of the page
//       text: string      all of it but the heading, as plain text on one line, examples included
//       entries?: [{ id, title, text }]
//                         rows of its tables that explain a word or a builtin: docs/PAGE.html#ID is the row, title the word
//     }]
//   }
//
// Links in a page are relative to docs/, so a section that is shown elsewhere needs `docs/` as its base.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { build, transform } from "esbuild"
import GithubSlugger from "github-slugger"
import { Marked } from "marked"

const root = fileURLToPath(new URL("..", import.meta.url))
const check = process.argv.includes("--check")
const read = (path) => readFileSync(join(root, path), "utf8")

/** Where the messages are; no file has them all. */
const MESSAGES = "tests/errors"

/** The pages by the headings of the contents, each with its text. */
const GROUPS = {
  "Writing rules": {
    tutorial: "engine/languages/TUTORIAL.md",
    rules: "engine/languages/RULES.md",
    reference: "engine/languages/REFERENCE.md",
    messages: MESSAGES,
  },
  "Other languages": { bbgel: "engine/languages/BBGEL.md", ludl: "engine/languages/LUDL.md", tgdl: "engine/languages/TGDL.md" },
  Tools: Object.fromEntries(tools().map((id) => [id, `www/docs/${id}.md`])),
  Programming: { package: "playground/npm/README.md", table: "playground/table/README.md" },
  "The project": { contributing: "CONTRIBUTING.md", architecture: "engine/ARCHITECTURE.md" },
}
const LANGUAGES = { tutorial: "rules", rules: "rules", reference: "rules", bbgel: "bbgel", ludl: "ludl", tgdl: "tgdl" }

/** The families of messages, by the first two digits of their numbers. */
const FAMILIES = {
  "01": "Reading the text",
  "02": "Names",
  "03": "Types",
  "04": "Flow",
  "05": "Warnings",
  "06": "Moves that are refused",
  "07": "Faults while a game runs",
  "08": "States and records",
  "09": "Worlds (bbgel)",
  10: "Functions and receivers (LudL)",
  11: "The engine",
  12: "Instances and events (TGDL)",
}

function names(folder, pattern) {
  return readdirSync(join(root, folder)).filter((name) => pattern.test(name)).sort()
}

/** The texts of www/docs: these first, then any others. */
function tools() {
  const all = names("www/docs", /\.md$/).map((name) => name.slice(0, -3))
  const first = ["playground", "lab", "command", "exports", "embed"].filter((it) => all.includes(it))
  return [...new Set([...first, ...all])]
}

/** All messages as one text, a heading for each. */
function messages() {
  let family
  const parts = names(MESSAGES, /^HR\d+\.md$/).map((name) => {
    const text = read(`${MESSAGES}/${name}`).replace(/^# /, "### ")
    const heading = name.slice(2, 4) === family ? "" : `## ${FAMILIES[name.slice(2, 4)] ?? "Others"}\n\n`
    family = name.slice(2, 4)
    return heading + text
  })
  const about = "The reason for every message, by its number, with an example that produces it and a way out."
  return `# Messages\n\n${about}\n\n${parts.join("\n")}`
}

const pages = Object.entries(GROUPS).flatMap(([group, texts]) =>
  Object.entries(texts).map(([id, path]) => ({ id, group, path, source: path === MESSAGES ? messages() : read(path) })),
)
const byPath = new Map(pages.map((page) => [page.path, page]))
const wrong = []

// Its tokens are the colours of rules.
const engine = check ? undefined : await import("houserules/inline")
await engine?.init()
const languages = new Set(Object.values(LANGUAGES))

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

function coloured(code, language) {
  if (!engine || !languages.has(language)) return escape(code)
  let [html, at] = ["", 0]
  for (const { from, to, kind } of engine.tokens(code, language)) {
    if (kind === "name") continue
    html += `${escape(code.slice(at, from))}<span class="tok-${kind}">${escape(code.slice(from, to))}</span>`
    at = to
  }
  return html + escape(code.slice(at))
}

/** The text of headings and paragraphs, without Markdown. */
function plain(tokens) {
  const texts = tokens.map((token) => {
    if (token.type === "table") return [token.header, ...token.rows].flat().map((cell) => plain(cell.tokens)).join(" ")
    if (token.type === "list") return token.items.map((item) => plain(item.tokens)).join(" ")
    if (token.type === "html" || token.type === "space") return ""
    return token.tokens ? plain(token.tokens) : (token.text ?? "")
  })
  const inline = tokens.every((token) => ["text", "codespan", "strong", "em", "link", "escape", "br"].includes(token.type))
  return texts.join(inline ? "" : " ").replace(/\s+/g, " ").trim()
}

/** The address of a link's target in the documentation; nothing for a file that is not a page. */
function target(href, page) {
  if (/^[a-z]+:/.test(href)) return href
  const [path, fragment] = href.split("#")
  const file = path ? normalize(join(dirname(page.path), path)) : page.path
  const to = byPath.get(file)
  if (!existsSync(join(root, file))) wrong.push(`${page.path}: there is no ${file}`)
  if (!to) return undefined
  if (fragment && !to.sections.some((it) => it.id === fragment)) wrong.push(`${page.path}: ${file} has no heading #${fragment}`)
  return `${to === page ? "" : `${to.id}.html`}${fragment ? `#${fragment}` : ""}` || "#"
}

/** Takes the text of a page apart at its headings. */
function takeApart(page) {
  const tokens = new Marked().lexer(page.source)
  const slugs = new GithubSlugger()
  page.sections = []
  for (const token of tokens) {
    if (token.type === "heading") {
      const title = plain(token.tokens)
      page.sections.push({ id: slugs.slug(title), title, level: token.depth, heading: token, tokens: [] })
    } else page.sections.at(-1)?.tokens.push(token)
  }
  page.title = page.sections[0].title
  const words = new GithubSlugger()
  for (const section of page.sections) {
    section.text = plain(section.tokens)
    const rows = section.tokens.filter((it) => it.type === "table").flatMap((it) => it.rows)
    for (const row of rows.filter(([first]) => first.tokens.length === 1 && first.tokens[0].type === "codespan")) {
      const title = plain(row[0].tokens)
      const text = row.slice(1).map((it) => plain(it.tokens)).join(" ").trim()
      row.entry = { id: `word-${words.slug(/[\w.]+/.exec(title)?.[0] ?? title)}`, title, text }
      section.entries ??= []
      section.entries.push(row.entry)
    }
  }
  // Messages are linked to by their number.
  if (page.id === "messages") for (const section of page.sections) section.id = /^HR\d+/.exec(section.title)?.[0] ?? section.id
}

function html(page) {
  const marked = new Marked({
    renderer: {
      code({ text, lang = "" }) {
        const [language, ...rest] = lang.split(" ")
        const label = ["file", "by", "moves", "state", "record"].includes(language) ? `<figcaption>${escape(lang)}</figcaption>` : ""
        const how = rest.includes("fragment") ? "" : language
        const name = label ? `<figure>${label}` : ""
        return `${name}<pre><code>${coloured(text, how)}</code></pre>${label && "</figure>"}\n`
      },
      link({ href, tokens }) {
        const to = target(href, page)
        const inner = this.parser.parseInline(tokens)
        return to === undefined ? inner : `<a href="${escape(to)}">${inner}</a>`
      },
      table(token) {
        const cell = (it, name) => (it.text ? `<${name}>${this.parser.parseInline(it.tokens)}</${name}>` : "<td></td>")
        const cells = (row, name) => row.map((it) => cell(it, name)).join("")
        const head = token.header.some((it) => it.text) ? `<thead><tr>${cells(token.header, "th")}</tr></thead>` : ""
        const rows = token.rows.map((row) => `<tr${row.entry ? ` id="${row.entry.id}"` : ""}>${cells(row, "td")}</tr>`)
        return `<div class="wide"><table>${head}<tbody>${rows.join("\n")}</tbody></table></div>\n`
      },
      html: () => "",
    },
  })
  return page.sections
    .map(({ id, level, heading, tokens }) => {
      const depth = Math.min(level, 6)
      const anchor = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      const title = `<h${depth}>${marked.parseInline(heading.text)}${anchor}</h${depth}>`
      return `<section id="${id}">\n${title}\n${marked.parser(tokens)}</section>\n`
    })
    .join("")
}

/** The list of all pages. */
function contents(current) {
  const groups = Object.keys(GROUPS).map((group) => {
    const items = pages.filter((page) => page.group === group).map((page) => {
      const mine = page === current
      return `<li><a href="${page.id}.html"${mine ? ' aria-current="page"' : ""}>${escape(page.title)}</a></li>`
    })
    return items.length ? `<h2>${group}</h2>\n<ul>${items.join("\n")}</ul>` : ""
  })
  return `<nav class="pages" id="contents" aria-label="Documentation">${groups.join("\n")}</nav>`
}

function headings({ sections }) {
  const top = sections.filter((it) => it.level === 1).length > 1 ? 1 : 2
  const shown = sections.slice(1).filter((it) => it.level <= top + (sections.length > 60 ? 0 : 1))
  if (!shown.length) return ""
  const items = shown.map((it) => `<li class="${it.level > top ? "below" : ""}"><a href="#${it.id}">${escape(it.title)}</a></li>`)
  const list = `<details class="here"><summary>On this page</summary><ul>${items.join("\n")}</ul></details>`
  return `<nav aria-label="On this page" class="beside">${list}</nav>`
}

function whole(title, current, main, aside) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs.css">
<script src="docs.js"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="../">House Rules</a>
<a href="index.html"${current ? "" : ' aria-current="page"'}>Documentation</a>
<search hidden>
<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
</search>
</header>
${contents(current)}
<main id="text" tabindex="-1">
${main}</main>
${aside}
</body>
</html>
`
}

/** The first sentence of a page. */
function summary(page) {
  const first = page.sections[0].tokens.find((it) => it.type === "paragraph")
  return first ? /^.*?\.(?=\s|$)/.exec(plain(first.tokens))?.[0] ?? "" : ""
}

function front() {
  const groups = Object.keys(GROUPS).map((group) => {
    const item = (page) => `<dt><a href="${page.id}.html">${escape(page.title)}</a></dt>\n<dd>${escape(summary(page))}</dd>`
    const items = pages.filter((page) => page.group === group).map(item)
    return items.length ? `<h2>${group}</h2>\n<dl>${items.join("\n")}</dl>\n` : ""
  })
  return `<h1>Documentation</h1>\n${groups.join("")}`
}

for (const page of pages) takeApart(page)
const made = new Map(pages.map((page) => [`${page.id}.html`, whole(`${page.title} · House Rules`, page, html(page), headings(page))]))
made.set("index.html", whole("Documentation · House Rules", undefined, front(), ""))

// The README is not a page, but its links are checked too.
for (const [, , href] of read("README.md").matchAll(/(\]\(|^\[.+?\]: )([^)\n]+)/gm)) target(href, { path: "README.md", sections: [] })

for (const it of wrong) console.error(it)
if (check) process.exit(wrong.length ? 1 : 0)

const index = pages.map(({ id, title, group, sections }) => ({
  id,
  title,
  group,
  language: LANGUAGES[id],
  sections: sections.map((it) => ({ id: it.id, title: it.title, level: it.level, text: it.text, entries: it.entries })),
}))
made.set("index.json", JSON.stringify(index))

const styles = await build({ entryPoints: [join(root, "www/docs/docs.css")], bundle: true, minify: true, write: false })
made.set("docs.css", styles.outputFiles[0].text)
made.set("docs.js", (await transform(read("www/docs/docs.js"), { minify: true })).code)

const out = join(root, "www/dist/docs")
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const [name, text] of made) writeFileSync(join(out, name), text)
