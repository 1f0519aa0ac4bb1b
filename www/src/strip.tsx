// The strip on top: the game, Play or Workshop, and everything independent of rules and table.

import { useEffect, useRef } from "preact/hooks"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { fragmentOf } from "./common/address"
import { windowClass } from "./common/window"
import { exportGame } from "./keep/files"
import { openGame } from "./keep/games"
import { known } from "./keep/own"
import { isOwn } from "./store/kept"
import { StartButton, StartMenu } from "./keep/start"
import { DrawerButton } from "./play/panel"
import { chooseMode, choosePane, edited, mode, openings, shipped, side, table, tableOnly, type Mode, versions } from "./session/state"
import { embedded, rulesAlone } from "./session/embed"
import { ShareButton, ShareMenu } from "./share/menu"
import { SoundToggle } from "./play/sound-toggle"
import { HowToPlay } from "houserules-table/src/how-to-play.tsx"
import { ThemeToggle } from "./session/theme"
import { VersionsMenu } from "./write/versions-menu"

/** Alt and the key of this letter turn to the other mode, wherever the focus is. */
const KEY = "P"

export const SIDES = [
  { id: "table", content: "Table" },
  { id: "lab", content: "Lab", title: "Plays many games by itself: who wins, how long they last, what is wrong" },
  { id: "flow", content: "Flow", title: "A diagram of the states and procedures of the game" },
  { id: "reference", content: "Reference", title: "Words, examples and the rest of the documentation (F1 looks up the word at the cursor)" },
]

export function Strip() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The code, for Alt makes other letters of the key on some keyboards.
      if (event.code !== `Key${KEY}` || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!tableOnly.value) chooseMode(mode.value === "play" ? "workshop" : "play")
    }
    document.addEventListener("keydown", onKeyDown, true)
    return () => document.removeEventListener("keydown", onKeyDown, true)
  }, [])
  const roomy = mode.value === "workshop" && windowClass.value === "wide"
  return (
    <header class="top">
      <h1>
        <a href={fragmentOf({ at: "home", part: "play" })} title="All games" data-testid="home-link">
          <img src="./icon.svg" alt="House Rules: all games" width="28" height="28" />
        </a>
      </h1>
      {tableOnly.value || embedded ? <b class="title">{table.value?.info.title ?? shipped.value.title}</b> : <GameChooser />}
      {roomy && !embedded && <Draft />}
      <span class="space" />
      {mode.value === "workshop" && !rulesAlone && (
        <div class="sides">
          <Tabs label="Beside the rules" controls="side" testid="sides" tabs={SIDES} chosen={side.value} choose={id => choosePane(id as typeof side.value)} />
        </div>
      )}
      {table.value && <HowToPlay info={table.value.info} />}
      <DrawerButton />
      {windowClass.value === "wide" && !tableOnly.value && !embedded && <ShareButton />}
      {!tableOnly.value && !embedded && <Modes />}
      {roomy || (embedded && windowClass.value !== "phone") ? <Rest /> : <More />}
      <StartMenu />
      <ShareMenu />
      <VersionsMenu />
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
  { id: "play", name: "Play", title: "Play with the rules hidden", path: "M7 4.5v15l12-7.5Z" },
  { id: "workshop", name: "Workshop", title: "Write the rules next to the table", path: "m9 7-5 5 5 5M15 7l5 5-5 5" },
]

function Modes() {
  const tabs = MODES.map(({ id, name, title, path }) => ({
    id,
    title: `${title} (Alt+${KEY})`,
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

/** The state of the text, original or edited; its versions open from there. */
function Draft() {
  const state = edited.value ? "Edited" : isOwn(shipped.value.id) ? "Versions" : "Original"
  return (
    <p class="draft" data-testid="draft">
      {state === "Original" && versions.value.length === 0 ? (
        state
      ) : (
        <button popovertarget="versions" data-testid="versions" title="Earlier texts of this game">
          {state}
        </button>
      )}
    </p>
  )
}

/** Controls without room beside the table in Play, or on a phone. */
function Rest() {
  if (embedded) return <Whole />
  if (tableOnly.value)
    return (
      <>
        <SoundToggle />
        <ThemeToggle />
      </>
    )
  return (
    <>
      <StartButton />
      {windowClass.value !== "wide" && <ShareButton />}
      <button title="Download this game as a web page that runs on its own" data-testid="export" disabled={!table.value} onClick={exportGame}>
        Export
      </button>
      <SoundToggle />
      <ThemeToggle />
    </>
  )
}

/** In another page: from the beginning again, and to the page itself. */
function Whole() {
  return (
    <>
      <button data-testid="embed-reset" onClick={() => location.reload()}>
        Start again
      </button>
      <a class="button" href={location.href.replace(/[?][^#]*/, "")} target="_blank" rel="noopener" data-testid="embed-open">
        House Rules ↗
      </a>
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
        {!tableOnly.value && !embedded && <Draft />}
      </div>
    </>
  )
}
