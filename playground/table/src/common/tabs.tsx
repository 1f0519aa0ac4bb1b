// A row of tabs: one stop for the Tab key, the arrow keys choose.

import type { ComponentChildren } from "preact"

interface Props {
  label: string
  /** The id of the element that the tabs change. */
  controls?: string
  testid: string
  tabs: { id: string; content: ComponentChildren; title?: string }[]
  chosen: string
  choose(id: string): void
}

export function Tabs({ label, controls, testid, tabs, chosen, choose }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const to = (tabs.findIndex(({ id }) => id === chosen) + step + tabs.length) % tabs.length
    choose(tabs[to]!.id)
    ;(event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]")[to]!.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} data-testid={testid} onKeyDown={onKeyDown}>
      {tabs.map(({ id, content, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={controls}
          tabIndex={id === chosen ? 0 : -1}
          title={title}
          data-tab={id}
          onClick={() => choose(id)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
