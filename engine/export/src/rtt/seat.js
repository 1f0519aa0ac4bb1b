// The table of one seat, drawn whenever the page around it says what that seat sees.
import { info } from "./info.js"
import { seat } from "./table.js"

const open = info.actions.filter((it) => it.open).map((it) => it.name)
parent.on_table(seat(document.getElementById("table"), info), open)
