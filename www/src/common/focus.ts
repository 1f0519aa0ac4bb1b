// If the focused element disappears, the focus moves to its replacement, so that keyboard users are not sent back to the top of the page.
//
// Invariant: only for keyboard use; nothing scrolls, and mouse users keep their focus.

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]"

/** The focused element, and its path from the inside out: each parent with the index of the child. */
interface Held {
  element: Element
  places: { number: number; within: Element }[]
}

let held: Held | undefined

export function keepFocus() {
  document.addEventListener("focusin", ({ target }) => {
    held = target instanceof Element && target.matches(":focus-visible") ? { element: target, places: placesOf(target) } : undefined
  })
  document.addEventListener("pointerdown", () => (held = undefined), true)
  let waits = false
  const onChange = () => {
    if (waits || !held) return
    waits = true
    requestAnimationFrame(() => {
      waits = false
      pass()
    })
  }
  new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-pane", "data-mode"] })
}

function placesOf(element: Element): Held["places"] {
  const within = element.parentElement
  return within ? [{ number: [...within.children].indexOf(element), within }, ...placesOf(within)] : []
}

function pass() {
  if (!held || isThere(held.element) || ![document.body, held.element].includes(document.activeElement!)) return
  for (const { number, within } of held.places) {
    if (!isThere(within)) continue
    const stops = [...within.querySelectorAll<HTMLElement | SVGElement>(STOPS)].filter(isStop)
    const child = within.children[number]
    const next = stops.find(it => child && (it === child || child.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)) ?? stops.at(-1)
    if (next) return next.focus()
  }
}

function isThere(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true })
}

function isStop(element: HTMLElement | SVGElement): boolean {
  return element.tabIndex >= 0 && !element.matches(":disabled") && isThere(element)
}
