// Plays the game beside it: a place to start from.
import { load } from "./game.js"
import { info } from "./info.js"
import "./table.js"

document.title = info.title
document.body.style.margin = 0
Object.assign(document.querySelector("house-rules-table"), { info, rules: await load() })
