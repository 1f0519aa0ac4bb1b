// The versions of the game's text, newest first, each one click away.

import { text, readOnly, versions } from "../session/state"
import { takeBack } from "./editing"
import { difference } from "./versions"

const date = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })

export function VersionsButton() {
  if (versions.value.length === 0) return null
  return (
    <button popovertarget="versions" data-testid="versions" title="Earlier texts of this game">
      Versions
    </button>
  )
}

export function VersionsMenu() {
  return (
    <div id="versions" class="menu" popover="auto">
      <h2>Versions</h2>
      <p class="quiet">A version is kept before each sitting, and before the text is replaced.</p>
      <ol>
        {versions.value.toReversed().map(version => (
          <li key={version.at}>
            <time dateTime={new Date(version.at).toISOString()}>{date.format(version.at)}</time>
            <small>{changes(version)}</small>
            <button disabled={readOnly.value} onClick={() => takeBack(version)}>
              Go back to this
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The way from a version to the text at hand. */
function changes(version: (typeof versions.value)[number]): string {
  const { gone, fresh } = difference(version.text, text.value)
  if (gone + fresh === 0) return "as it is now"
  return `since then ${[fresh > 0 && lines(fresh, "new"), gone > 0 && lines(gone, "removed")].filter(Boolean).join(", ")}`
}

function lines(count: number, what: string): string {
  return `${count} ${count === 1 ? "line" : "lines"} ${what}`
}
