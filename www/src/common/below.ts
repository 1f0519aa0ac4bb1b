// Where a menu opens.

/** Places a menu below the button that opens it, so that all of it is in the window. The button may be in a closed menu. */
export function placeBelow(menu: HTMLElement, width: number, edge: "left" | "right") {
  const buttons = [...document.querySelectorAll(`[popovertarget=${menu.id}]`)].map(it => it.getBoundingClientRect())
  const button = buttons.find(it => it.width > 0) ?? new DOMRect(8, 0, 0, 44)
  const wanted = edge === "left" ? button.left : button.right - width
  menu.style.translate = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px ${button.bottom + 6}px`
  menu.style.maxHeight = `${innerHeight - button.bottom - 14}px`
}
