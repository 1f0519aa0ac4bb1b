// The page: the rules on one side, the table on the other; on a narrow screen one of the two.

import { Editor } from "./editor/editor"
import { Files } from "./editor/files"
import { Problems } from "./editor/problems"
import { Lab } from "./lab/lab"
import { KeepingBar } from "./keeping"
import { isOwn, known } from "./own"
import { edited, errors, exportGame, openGame, pane, readOnly, removeGame, reset, shipped, side, table } from "./session"
import { share, Splitter } from "./splitter"
import { StartMenu } from "./start"
import { Table } from "./table/table"
import { Tabs } from "./tabs"
import { ThemeToggle } from "./theme"

const SIDES = [
  { id: "table", content: "Table" },
  { id: "lab", content: "Lab", title: "Many random games: who wins, how long they are, what is wrong" },
]

/** A narrow screen shows one pane, a wide one the rules and one beside them. */
function choose(to: typeof pane.value) {
  pane.value = to
  if (to !== "rules") side.value = to
}

export function App() {
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
        <Tabs
          label="Pane"
          controls="main"
          testid="panes"
          tabs={[{ id: "rules", content: rules }, ...SIDES]}
          chosen={pane.value}
          choose={id => choose(id as typeof pane.value)}
        />
      </nav>
      <main id="main" data-pane={pane.value} style={{ "--share": `${share.value}%` }}>
        <section class="rules" aria-label="Rules">
          <Files />
          <Editor />
          <Problems />
        </section>
        <Splitter />
        <div class="side-pane" data-side={side.value}>
          <Tabs label="Beside the rules" controls="side" testid="sides" tabs={SIDES} chosen={side.value} choose={id => choose(id as typeof side.value)} />
          <div id="side">{side.value === "table" ? <Table /> : <Lab />}</div>
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
          <button data-testid="remove-game" disabled={readOnly.value} title="Removes this game and its text from this browser" onClick={() => confirm("Remove this game with its text?") && removeGame()}>
            Remove
          </button>
        )}
      </p>
      <button title="Downloads the game at the table as machine code with a script, its types and a page that plays it" data-testid="export" disabled={!table.value} onClick={exportGame}>
        Export
      </button>
      <ThemeToggle />
    </header>
  )
}
