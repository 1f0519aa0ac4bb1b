// The page of a room: a table with people at other screens. It needs no engine: the room plays the game.

import { render } from "preact"
import { initTheme } from "../session/theme"
import { enter } from "./connection"
import { roomOf } from "./place"
import { RoomPage } from "./room"
import "houserules-table/src/styles/base.css"
import "houserules-table/src/styles/table.css"
import "../styles/layout.css"
import "../styles/tokens.css"
import "./room.css"

initTheme()
const to = roomOf(location.hash)
if (to) enter(to)
addEventListener("hashchange", () => location.reload())
render(<RoomPage />, document.getElementById("app")!)
