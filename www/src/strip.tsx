// The strip on top: the game, Play or Workshop, and everything independent of rules and table.

import { useEffect, useRef } from "preact/hooks"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { windowClass } from "./common/window"
import { exportGame } from "./keep/files"
import { openGame, removeGame } from "./keep/games"
import { isOwn, known } from "./keep/own"
import { StartButton, StartMenu } from "./keep/start"
import { DrawerButton } from "./play/panel"
import { chooseMode, edited, mode, openings, pane, readOnly, shipped, side, table, type Mode } from "./session/state"
import { SoundToggle } from "./play/sound-toggle"
import { HowToPlay } from "houserules-table/src/how-to-play.tsx"
import { ThemeToggle } from "./theme"
import { reset } from "./write/editing"

/** Alt and the key of this letter turn to the other mode, wherever the focus is. */
const KEY = "P"

export const SIDES = [
  { id: "table", content: "Table" },
  { id: "lab", content: "Lab", title: "Many random games: who wins, how long they are, what is wrong" },
  { id: "flow", content: "Flow", title: "A picture of the states and procedures, and how they lead to one another" },
]

/** A narrow screen shows one pane, a wide one the rules and one beside them. */
export function choosePane(to: typeof pane.value) {
  pane.value = to
  if (to !== "rules") side.value = to
}

export function Strip() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The code, for Alt makes other letters of the key on some keyboards.
      if (event.code !== `Key${KEY}` || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      chooseMode(mode.value === "play" ? "workshop" : "play")
    }
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
  const roomy = mode.value === "workshop" && windowClass.value === "wide"
  return (
    <header class="top">
      <h1>
        <img src="./icon.svg" alt="" width="28" height="28" />
        <span class="unseen">House Rules</span>
      </h1>
      <GameChooser />
      {roomy && <Draft />}
      <span class="space" />
      {mode.value === "workshop" && (
        <div class="sides">
          <Tabs label="Beside the rules" controls="side" testid="sides" tabs={SIDES} chosen={side.value} choose={id => choosePane(id as typeof side.value)} />
        </div>
      )}
      {table.value && <HowToPlay info={table.value.info} />}
      <DrawerButton />
      <Modes />
      {roomy ? <Rest /> : <More />}
      <StartMenu />
    </header>
  )
}

function GameChooser() {
  const all = known()
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <select aria-label="Game" title={shipped.value.summary} value={shipped.value.id} data-testid="game-chooser" onChange={event => openGame(event.currentTarget.value)}>
      {groups.map(group => (
        <optgroup key={group} label={group}>
          {all
            .filter(game => game.group === group)
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}

const MODES: { id: Mode; name: string; title: string; path: string }[] = [
  { id: "play", name: "Play", title: "The table has the whole window", path: "M7 4.5v15l12-7.5Z" },
  { id: "workshop", name: "Workshop", title: "The rules beside the table", path: "m9 7-5 5 5 5M15 7l5 5-5 5" },
]

function Modes() {
  const tabs = MODES.map(({ id, name, title, path }) => ({
    id,
    title: `${title} (Alt+${KEY} turns to the other)`,
    content: (
      <>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={path} />
        </svg>
        <span>{name}</span>
      </>
    ),
  }))
  return (
    <div class="modes">
      <Tabs label="Mode" controls="main" testid="modes" tabs={tabs} chosen={mode.value} choose={id => chooseMode(id as Mode)} />
    </div>
  )
}

function Draft() {
  const mine = isOwn(shipped.value.id)
  return (
    <p class="draft" data-testid="draft">
      {edited.value ? (
        <>
          Edited
          <button data-testid="reset" disabled={readOnly.value} onClick={reset}>
            {mine ? "Reset to its beginning" : "Reset to shipped"}
          </button>
        </>
      ) : (
        !mine && "As shipped"
      )}
      {mine && (
        <button
          data-testid="remove-game"
          disabled={readOnly.value}
          title="Removes this game and its text from this browser"
          onClick={() => confirm("Remove this game with its text?") && removeGame()}
        >
          Remove
        </button>
      )}
    </p>
  )
}

/** Controls without room beside the table in Play, or on a phone. */
function Rest() {
  return (
    <>
      <StartButton />
      <button
        title="Downloads the game at the table as machine code with a script, its types and a page that plays it"
        data-testid="export"
        disabled={!table.value}
        onClick={exportGame}
      >
        Export
      </button>
      <SoundToggle />
      <ThemeToggle />
    </>
  )
}

function More() {
  const menu = useRef<HTMLDivElement>(null)
  // Closes when another game is opened.
  useEffect(() => openings.subscribe(() => menu.current?.hidePopover()), [])
  return (
    <>
      <button class="icon" popovertarget="more" aria-label="More" title="More" data-testid="more-menu">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h.01M12 12h.01M19 12h.01" />
        </svg>
      </button>
      <div id="more" class="menu" popover="auto" ref={menu}>
        <Rest />
        <Draft />
      </div>
    </>
  )
}
