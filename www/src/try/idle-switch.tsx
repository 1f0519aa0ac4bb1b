// The switch of the random games that are played while nobody writes, and how many there were.

import { same } from "../common/text"
import { checked } from "../session/state"
import { idle, idled, setIdle } from "./idle"
import { rounded } from "./numbers"

export function IdleSwitch() {
  const { text, games = 0 } = idled.value ?? {}
  const here = text && same(text, checked.value?.text)
  return (
    <label class="idle" title="While you pause, the page plays random games and lists the mistakes they find, with the number of games so far">
      <input type="checkbox" checked={idle.value} data-testid="idle" onChange={event => setIdle(event.currentTarget.checked)} />
      <span>
        Test with random games
        {idle.value && here && games > 0 && <span class="quiet"> {rounded(games)}</span>}
      </span>
    </label>
  )
}
