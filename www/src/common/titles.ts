// A finger that rests on something shows its title, as a mouse pointer does.

/** A finger that rests so long asks; one that moves further scrolls. */
const REST_MS = 450
const STILL_PX = 10
const SHOWN_MS = 6000
/** Distance from the finger, and from the edges of the window. */
const ABOVE_PX = 28
const EDGE_PX = 8

let tip: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let from = { x: 0, y: 0 }
/** The press was a question, and is nothing else. */
let asked = false

export function tellTitles() {
  const listen = { capture: true, passive: false }
  document.addEventListener("pointerdown", onDown, listen)
  document.addEventListener("pointermove", onMove, listen)
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => asked || clearTimeout(timer), listen)
  for (const kind of ["click", "contextmenu"]) document.addEventListener(kind, onEffect, listen)
}

function onDown(event: PointerEvent) {
  hide()
  asked = false
  const told = (event.target as Element).closest?.<HTMLElement>("[title]:not([title=''])")
  // A link has a menu of the browser's.
  if (event.pointerType !== "touch" || !told || told.matches("a")) return
  from = { x: event.clientX, y: event.clientY }
  timer = setTimeout(() => {
    asked = true
    show(told.title)
  }, REST_MS)
}

function onMove({ clientX, clientY }: PointerEvent) {
  if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX && !asked) clearTimeout(timer)
}

function onEffect(event: Event) {
  if (!asked) return
  event.preventDefault()
  event.stopPropagation()
  if (event.type === "click") asked = false
}

function show(text: string) {
  tip = document.createElement("div")
  Object.assign(tip, { className: "told-title", popover: "manual", textContent: text, role: "status" })
  document.body.append(tip)
  tip.showPopover()
  const { width, height } = tip.getBoundingClientRect()
  const left = Math.max(EDGE_PX, Math.min(from.x - width / 2, innerWidth - width - EDGE_PX))
  const above = from.y - ABOVE_PX - height
  const top = above > EDGE_PX ? above : from.y + ABOVE_PX
  Object.assign(tip.style, { left: `${left}px`, top: `${top}px` })
  timer = setTimeout(hide, SHOWN_MS)
}

function hide() {
  clearTimeout(timer)
  tip?.remove()
  tip = undefined
}
