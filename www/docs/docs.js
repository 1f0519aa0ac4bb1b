// The documentation's search, and the theme that was chosen in the page. `scripts/docs.mjs` describes index.json.

const MOST = 20
const AROUND = 60

try {
  const theme = localStorage.getItem("house-rules:set:theme")
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the theme is the system's.
}

addEventListener("DOMContentLoaded", () => {
  const here = document.querySelector(".here")
  if (here) here.open = matchMedia("(width >= 1200px)").matches

  // What scrolls by itself is scrolled by keys too.
  for (const it of document.querySelectorAll("pre, .wide")) if (it.scrollWidth > it.clientWidth) it.tabIndex = 0

  const search = document.querySelector("search")
  const field = search.querySelector("input")
  const found = document.createElement("div")
  found.className = "found"
  found.hidden = true
  search.append(found)
  search.hidden = false

  let index
  /** Everything that can be found, each with its address. */
  async function places() {
    index ??= fetch("index.json").then(async answer =>
      (await answer.json()).flatMap(page =>
        page.sections.flatMap(section => [
          { page: page.title, href: `${page.id}.html#${section.id}`, title: section.title, text: section.text },
          ...(section.entries ?? []).map(entry => ({ page: page.title, href: `${page.id}.html#${entry.id}`, title: entry.title, text: entry.text, isName: true })),
        ]),
      ),
    )
    return index
  }

  /** Rank of a place, 0 where a word is missing: words begin so in its text, better in its title, best at the beginning of it. */
  function score({ title, text, isName }, words) {
    let sum = 0
    for (const word of words) {
      const pattern = new RegExp(`(?<!\\w)${escaped(word)}`, "i")
      const at = title.search(pattern)
      if (at === 0) sum += /^\w/.test(title.slice(word.length)) ? 20 : isName ? 40 : 30
      else if (at > 0) sum += 10
      else if (pattern.test(text)) sum += 1
      else return 0
    }
    return sum
  }

  /** The text around the first word that is in it, with the words marked. */
  function excerpt(text, words) {
    const first = Math.min(...words.map(word => text.toLowerCase().indexOf(word)).filter(at => at >= 0), text.length)
    const from = first === text.length ? 0 : Math.max(0, first - AROUND)
    return marked(`${from ? "…" : ""}${text.slice(from, from + 4 * AROUND)}`, words)
  }

  function marked(text, words) {
    const line = document.createElement("p")
    const pattern = new RegExp(`(${words.map(escaped).join("|")})`, "i")
    for (const [i, part] of text.split(pattern).entries()) {
      if (i % 2) line.append(Object.assign(document.createElement("mark"), { textContent: part }))
      else line.append(part)
    }
    return line
  }

  const escaped = word => word.replace(/[^\w\s]/g, "\\$&")

  function shown({ page, href, title, text }, words) {
    const link = document.createElement("a")
    link.href = href
    const name = document.createElement("b")
    name.textContent = title
    const where = document.createElement("small")
    where.textContent = ` ${page}`
    link.append(name, where, excerpt(text, words))
    link.addEventListener("click", hide)
    return link
  }

  /** Counts searches: what an earlier one found is not shown. */
  let latest = 0

  function hide() {
    latest += 1
    found.hidden = true
  }

  async function look() {
    latest += 1
    const mine = latest
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    const all = words.length ? (await places()).map(it => [score(it, words), it]).filter(([points]) => points) : []
    if (mine !== latest) return
    all.sort(([a], [b]) => b - a)
    const status = document.createElement("p")
    status.setAttribute("role", "status")
    status.textContent = all.length === 0 ? "Nothing found" : all.length > MOST ? `The first ${MOST} of ${all.length}` : `${all.length} found`
    found.replaceChildren(status, ...all.slice(0, MOST).map(([, it]) => shown(it, words)))
    found.hidden = words.length === 0
  }

  field.addEventListener("input", look)
  field.addEventListener("focus", look)
  addEventListener("keydown", event => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key === "/" && !/INPUT|TEXTAREA/.test(target.tagName) && !ctrlKey && !metaKey && !altKey) field.focus()
    else if (key === "Escape") {
      const wasHidden = found.hidden
      if (found.contains(target)) field.focus()
      hide()
      // The browser empties the field.
      if (wasHidden) return
    } else if (!found.hidden && search.contains(target) && (key === "ArrowDown" || key === "ArrowUp")) {
      const stops = [field, ...found.querySelectorAll("a")]
      stops[stops.indexOf(target) + (key === "ArrowDown" ? 1 : -1)]?.focus()
    } else if (key === "Enter" && target === field) found.querySelector("a")?.click()
    else return
    event.preventDefault()
  })
  addEventListener("pointerdown", ({ target }) => search.contains(target) || hide())
  search.addEventListener("focusout", ({ relatedTarget }) => relatedTarget === null || search.contains(relatedTarget) || hide())
})
