import { render } from "preact"
import { App } from "./app"
import { settings } from "./drafts"
import { begin } from "./session"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/editor.css"
import "./styles/table.css"
import "./styles/lab.css"
import { initTheme } from "./theme"

initTheme()
begin(settings.load("game"))
render(<App />, document.getElementById("app")!)
