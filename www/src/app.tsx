// The page: the rules on one side, the table on the other; on a narrow screen one of the two.

import { Editor } from "./write/editor"
import { Files } from "./write/files"
import { Problems } from "./write/problems"
import { IdleSwitch } from "./try/idle-switch"
import { FlowView } from "./try/flow-view"
import { Lab } from "./try/lab"
import { KeepingBar } from "./keep/bar"
import { isOwn, known } from "./keep/own"
import { exportGame } from "./keep/files"
import { openGame, removeGame } from "./keep/games"
import { edited, pane, readOnly, shipped, side, table } from "./session/state"
import { reset } from "./write/editing"
import { errors } from "./write/found"
import { share, Splitter } from "./splitter"
import { StartMenu } from "./keep/start"
import { Table } from "./play/table"
import { Tabs } from "./common/tabs"
import { ThemeToggle } from "./theme"

const SIDES = [
  { id: "table", content: "Table" },
  { id: "lab", content: "Lab", title: "Many random games: who wins, how long they are, what is wrong" },
  { id: "flow", content: "Flow", title: "A picture of the states and procedures, and how they lead to one another" },
]

const SIDE = { table: Table, lab: Lab, flow: FlowView }

/** A narrow screen shows one pane, a wide one the rules and one beside them. */
function choose(to: typeof pane.value) {
  pane.value = to
  if (to !== "rules") side.value = to
}

export function App() {
  const Side = SIDE[side.value]
  const rules = (
    <>
      Rules
      {errors.value > 0 && <span class="badge">{errors}</span>}
    </>
  )
  return (
    <>
      <Header />
      <KeepingBar />
      <nav class="panes" aria-label="Panes">
        <Tabs label="Pane" controls="main" testid="panes" tabs={[{ id: "rules", content: rules }, ...SIDES]} chosen={pane.value} choose={id => choose(id as typeof pane.value)} />
      </nav>
      <main id="main" data-pane={pane.value} style={{ "--share": `${share.value}%` }}>
        <section class="rules" aria-label="Rules">
          <Files />
          <Editor />
          <Problems>
            <IdleSwitch />
          </Problems>
        </section>
        <Splitter />
        <div class="side-pane" data-side={side.value}>
          <Tabs label="Beside the rules" controls="side" testid="sides" tabs={SIDES} chosen={side.value} choose={id => choose(id as typeof side.value)} />
          <div id="side">
            <Side />
          </div>
        </div>
      </main>
    </>
  )
}

function Header() {
  const all = known()
  const groups = [...new Set(all.map(({ group }) => group))]
  const mine = isOwn(shipped.value.id)
  return (
    <header class="top">
      <h1>
        <img src="./icon.svg" alt="" width="28" height="28" />
        House Rules
      </h1>
      <select aria-label="Game" value={shipped.value.id} data-testid="game-chooser" onChange={event => openGame(event.currentTarget.value)}>
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
      <StartMenu />
      <p class="summary">{shipped.value.summary}</p>
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
      <button
        title="Downloads the game at the table as machine code with a script, its types and a page that plays it"
        data-testid="export"
        disabled={!table.value}
        onClick={exportGame}
      >
        Export
      </button>
      <ThemeToggle />
    </header>
  )
}
