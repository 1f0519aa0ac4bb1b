"use strict"

// Between the client of the server, whose script is loaded before this one, and the table. The table is in a frame, so that the styles
// of the two do not meet.

/* global params, socket, player, roles, view, snap_view, game_cookie, send_action, send_message */

/** A code of a connection's end, after which the client makes another, and how long its reason is shown before. */
const REFUSED = 4000
const REFUSED_SHOWN = 1500

let draw_table = null
let open_actions = []

/** Called by the table once it is there: what draws a position, and the actions that need no offer. */
function on_table(draw, open) {
	draw_table = draw
	open_actions = open
	if (view) on_update()
}

/** Called by the client for every new view: a position, an earlier one, or one of a replay. */
function on_update() {
	if (draw_table === null) return
	const live = params.mode === "play" && snap_view === null
	// The client takes all offers away when the server refuses a move. A new connection brings them back.
	const connection = socket
	if (live && view.actions === null) setTimeout(() => connection.close(REFUSED), REFUSED_SHOWN)
	draw_table({ role: player, roles: Object.keys(roles), view, send: live && player !== "Observer" ? send_move : undefined })
}

/** Called by the client for a line of the log. In some languages a line is a value, and a text is shown without its quotes. */
function on_log(line) {
	const entry = document.createElement("div")
	entry.textContent = line
	try {
		if (line.startsWith('"')) entry.textContent = JSON.parse(line)
	} catch {
		// It begins with a quotation.
	}
	return entry
}

function send_move(verb, noun) {
	// Nothing more is sent until there is an answer.
	if (send_action(verb, noun) || view.actions === null) return
	if (open_actions.includes(verb)) send_message("action", [ verb, noun ?? null, game_cookie ])
}

{
	const frame = document.createElement("iframe")
	frame.src = "table.html"
	frame.title = "Table"
	document.querySelector("main").append(frame)
}
