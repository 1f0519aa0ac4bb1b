// Plays the game beside it: a place to start from.
import { load } from "./game.js"
import { info } from "./info.js"
import { mount } from "./table.js"

document.title = info.title
mount(document.getElementById("table"), await load(), info)
