// The page: the first screen, or a game. In Play the table has all the room; in Workshop the rules are on one side, the table on the
// other, and a narrow screen shows one of the two.

import { signal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { later } from "./common/later"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { KeepingBar } from "./keep/bar"
import { lesson } from "./session/lessons"
import { Table } from "./play/table"
import { rulesAlone } from "./session/embed"
import { choosePane, mode, pane, screen, shipped, side } from "./session/state"
import { share, Splitter } from "./splitter"
import { SIDES, Strip } from "./strip"
import { errors } from "./write/found"

const Home = later("The list of games", async () => (await import("./home/home")).Home)
const Rules = later("The editor", async () => (await import("./rules")).Rules)
const SIDE = {
  table: Table,
  lab: later("The lab", async () => (await import("./try/lab")).Lab),
  flow: later("The flow diagram", async () => (await import("./try/flow-view")).FlowView),
  reference: later("The reference", async () => (await import("./learn/reference")).Reference),
}

const Lesson = later("The lesson", async () => (await import("./learn/lesson")).Lesson)
const LessonStrip = later("The lesson", async () => (await import("./learn/lesson")).LessonStrip)

const Keys = later("The list of keys", async () => (await import("./keys")).Keys)
/** Set once they have been asked for. */
const asked = signal(false)

/** Opens the list of keys, unless somebody writes a question mark. */
function onKeyDown(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  if (event.key !== "?" || event.ctrlKey || event.metaKey || target.isContentEditable || target.matches("input:not([type=checkbox], [type=range]), textarea, select")) return
  event.preventDefault()
  void showKeys()
}

async function showKeys() {
  const { open } = await import("./keys")
  open.value = asked.value = true
}

export function App() {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
  const home = screen.value !== "game"
  return (
    <>
      {home ? null : lesson.value === undefined ? <Strip /> : <LessonStrip />}
      <KeepingBar />
      {asked.value && <Keys />}
      {home && <Home />}
      {/* A game that is open stays as it is meanwhile. */}
      {(shipped.value.id !== "" || !home) && (
        <div class="bench" hidden={home}>
          <Bench />
        </div>
      )}
    </>
  )
}

function Bench() {
  const learns = lesson.value !== undefined
  const plays = mode.value === "play" && !learns
  const Side = plays ? Table : SIDE[side.value]
  // Once it is there, it keeps its history while somebody plays.
  const writes = useRef(false)
  writes.current ||= !plays && shipped.value.id !== ""
  const rules = (
    <>
      Rules
      {errors.value > 0 && <span class="badge">{errors}</span>}
    </>
  )
  return (
    <>
      <nav class="panes" aria-label="Panes" hidden={plays || rulesAlone}>
        <Tabs
          label="Pane"
          controls="main"
          testid="panes"
          tabs={[{ id: "rules", content: rules }, ...SIDES]}
          chosen={pane.value}
          choose={id => choosePane(id as typeof pane.value)}
        />
      </nav>
      <main
        id="main"
        data-mode={plays ? "play" : "workshop"}
        data-pane={pane.value}
        data-lesson={learns || undefined}
        data-alone={rulesAlone || undefined}
        style={{ "--share": `${share.value}%` }}
      >
        {learns && <Lesson />}
        <section class="rules" aria-label="Rules">
          {writes.current && <Rules />}
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
