// The versions of the game's text, newest first, each one click away.

import { placeBelow } from "../common/below"
import { when } from "../common/when"
import { useRef } from "preact/hooks"
import { removeGame } from "../keep/games"
import { isOwn } from "../store/kept"
import { edited, readOnly, shipped, text, versions } from "../session/state"
import { reset, takeBack } from "./editing"
import { difference } from "./versions"

export function VersionsMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const mine = isOwn(shipped.value.id)
  const and = (act: () => void) => () => (menu.current?.hidePopover(), act())
  return (
    <div id="versions" class="menu" popover="auto" ref={menu} onBeforeToggle={event => placeBelow(event.currentTarget, 340, "left")}>
      <h2>Versions</h2>
      <ol>
        {versions.value.toReversed().map(version => (
          <li key={version.at}>
            <time dateTime={new Date(version.at).toISOString()}>{when.format(version.at)}</time>
            <small>{changes(version)}</small>
            <button disabled={readOnly.value} onClick={and(() => takeBack(version))}>
              Go back to this
            </button>
          </li>
        ))}
        <li>
          {mine ? "The first version" : "The original"}
          <button data-testid="reset" disabled={readOnly.value || !edited.value} onClick={and(reset)}>
            Reset
          </button>
        </li>
      </ol>
      <p class="quiet">A version is saved each time you start editing, and before the rules are replaced.</p>
      {mine && (
        <button
          data-testid="remove-game"
          disabled={readOnly.value}
          title="Delete this game from this browser"
          onClick={and(() => confirm("Delete this game and its rules?") && removeGame())}
        >
          Delete this game
        </button>
      )}
    </div>
  )
}

/** The way from a version to the text at hand. */
function changes(version: (typeof versions.value)[number]): string {
  const { gone, fresh } = difference(version.text, text.value)
  if (gone + fresh === 0) return "as it is now"
  return `since then: ${[fresh > 0 && lines(fresh, "added"), gone > 0 && lines(gone, "removed")].filter(Boolean).join(", ")}`
}

function lines(count: number, what: string): string {
  return `${count} ${count === 1 ? "line" : "lines"} ${what}`
}
