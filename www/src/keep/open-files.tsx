// A button that opens files as a game.

import type { ComponentChildren } from "preact"
import { OPENED, opened } from "./open"

/** `done` gets the reason why they were not opened, or "". */
export function OpenFiles({ testid, children, done }: { testid: string; children: ComponentChildren; done(why: string): void }) {
  const open = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ""
    if (files.length > 0) done(await opened(files))
  }
  return (
    <label class="button">
      {children}
      <input type="file" multiple accept={OPENED} data-testid={testid} onChange={event => open(event.currentTarget)} />
    </label>
  )
}
