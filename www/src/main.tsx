import { games } from "house-rules"
import { render } from "preact"
import { App } from "./app"
import { keepFocus } from "./common/focus"
import { openDropped } from "./keep/open"
import { addFiles } from "./write/editing"
import { begin } from "./keep/games"
import { warm } from "./session/engine"
import { start } from "./store/keeper"
import { startWatching } from "./store/watch"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/editor.css"
import "./styles/table.css"
import "./styles/how-to-play.css"
import "./styles/play.css"
import "./styles/bar.css"
import "./styles/panel.css"
import "./styles/lab.css"
import "./styles/flow.css"
import "./styles/inside.css"
import { initTheme } from "./theme"
import { watchPolicy } from "./session/policy"

watchPolicy()
warm()
initTheme()
startWatching()
openDropped(addFiles)
keepFocus()
await start(id => games.find(game => game.id === id))
await begin()
render(<App />, document.getElementById("app")!)
