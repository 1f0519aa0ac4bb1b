// Notice that games are of other rules than the text: those at the table, the last that worked.

import { deadly, stale } from "../session/state"

export function Older() {
  if (!stale.value) return null
  return (
    <p class="stale" role="status" data-testid="lab-older">
      {deadly.value === undefined ? "The text has errors" : "The text cannot be played"}, so the lab uses the last version without errors, as the table does.
    </p>
  )
}
