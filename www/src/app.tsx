// The page: in Play the table alone; in Workshop the rules on one side, the table on the other, on a narrow screen one of the two.

import { Editor } from "./write/editor"
import { Files, PictureFile } from "./write/files"
import { Problems } from "./write/problems"
import { IdleSwitch } from "./try/idle-switch"
import { FlowView } from "./try/flow-view"
import { Lab } from "./try/lab"
import { KeepingBar } from "./keep/bar"
import { mode, pane, side } from "./session/state"
import { errors } from "./write/found"
import { share, Splitter } from "./splitter"
import { choosePane, SIDES, Strip } from "./strip"
import { Table } from "./play/table"
import { Tabs } from "./common/tabs"

const SIDE = { table: Table, lab: Lab, flow: FlowView }

export function App() {
  const plays = mode.value === "play"
  const Side = plays ? Table : SIDE[side.value]
  const rules = (
    <>
      Rules
      {errors.value > 0 && <span class="badge">{errors}</span>}
    </>
  )
  return (
    <>
      <Strip />
      <KeepingBar />
      <nav class="panes" aria-label="Panes" hidden={plays}>
        <Tabs
          label="Pane"
          controls="main"
          testid="panes"
          tabs={[{ id: "rules", content: rules }, ...SIDES]}
          chosen={pane.value}
          choose={id => choosePane(id as typeof pane.value)}
        />
      </nav>
      <main id="main" data-mode={mode.value} data-pane={pane.value} style={{ "--share": `${share.value}%` }}>
        <section class="rules" aria-label="Rules">
          <Files />
          <Editor />
          <PictureFile />
          <Problems>
            <IdleSwitch />
          </Problems>
        </section>
        <Splitter />
        <div class="side-pane" data-side={plays ? "table" : side.value}>
          <div id="side">
            <Side />
          </div>
        </div>
      </main>
    </>
  )
}
