import { shelf } from "houserules/shelf"
import { rest } from "houserules-table/src/common/seldom.tsx"
import { render } from "preact"
import { effect } from "@preact/signals"
import { App } from "./app"
import { comesLater, getRest } from "./common/coming"
import { keepFocus } from "./common/focus"
import { tellTitles } from "./common/titles"
import { openDropped } from "./keep/open"
import { addFiles } from "./write/editing"
import { keepOffline } from "./keep/offline"
import { embedded } from "./session/embed"
import { warm } from "./session/engine"
import { checked } from "./session/state"
import { keepNothing, lastOpen, start } from "./store/keeper"
import { startWatching } from "./store/watch"
import { keepLastViews } from "./play/last-view"
import { begin } from "./share/follow"
import "houserules-table/src/styles/base.css"
import "./styles/layout.css"
import "./styles/tokens.css"
import "./styles/editor.css"
import "houserules-table/src/styles/table.css"
import "houserules-table/src/styles/how-to-play.css"
import "./styles/play.css"
import "./styles/bar.css"
import "./styles/panel.css"
import "./styles/places.css"
import "./styles/lab.css"
import "./styles/flow.css"
import "./styles/inside.css"
import { initTheme } from "./session/theme"
import { watchPolicy } from "./session/policy"

watchPolicy()
// A first visit loads the game first.
if (lastOpen() !== null) warm()
initTheme()
if (embedded) keepNothing()
else startWatching()
openDropped(addFiles)
keepFocus()
tellTitles()
if (!embedded) await start(id => shelf.find(game => game.id === id))
await begin()
keepLastViews()
if (embedded) void import("./share/messages").then(({ converse }) => converse())
render(<App />, document.getElementById("app")!)
for (const { text } of shelf) comesLater(text)
for (const load of rest) comesLater(load)
const idle = window.requestIdleCallback ?? setTimeout
const end = effect(() => {
  if (checked.value) idle(() => (end(), getRest().then(embedded ? () => undefined : keepOffline)))
})
