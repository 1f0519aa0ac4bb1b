// How to play a game, in the words of its rules.

import type { RulesInfo } from "houserules"
import { useId } from "preact/hooks"
import { brief } from "./common/bounded"

/** Maximum letters of a title, and of the roles. */
const TITLE = 200

/** A button that opens a panel over the table. Nothing if the rules have no explanation. */
export function HowToPlay({ info, looked }: { info: RulesInfo; looked?: (() => void) | undefined }) {
  const id = useId()
  if (info.about === undefined) return null
  return (
    <>
      <button popovertarget={id} data-testid="how-to-play">
        How to play
      </button>
      <div
        id={id}
        class="how-to-play"
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        data-testid="how-to-play-text"
        onToggle={event => event.newState === "open" && looked?.()}
      >
        <div class="head">
          <h2 id={`${id}-title`}>How to play {brief(info.title, TITLE)}</h2>
          <button popovertarget={id} popovertargetaction="hide" autofocus>
            Close
          </button>
        </div>
        <p class="quiet">{brief(playersOf(info), TITLE)}</p>
        {info.about.split("\n\n").map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
      </div>
    </>
  )
}

/** The number of players, and their roles. */
function playersOf({ players, roles }: RulesInfo): string {
  const count = players && players.min < players.max ? `${players.min} to ${players.max}` : `${players?.max ?? roles.length}`
  return `${count} ${count === "1" ? "player" : "players"}: ${roles.join(", ")}`
}
