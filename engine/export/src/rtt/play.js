"use strict"

// Between the client of the server, whose script is loaded before this one, and the table.

/* global params, socket, player, roles, view, snap_view, game_cookie, send_action, send_message */

/** A code of a connection's end, after which the client makes another, and how long its reason is shown before. */
const REFUSED = 4000
const REFUSED_SHOWN = 1500

const table = document.querySelector("house-rules-table")
/** Description of the game, once loaded. */
let info = null

/** Called by the client for every new view: a position, an earlier one, or one of a replay. */
function on_update() {
	if (info === null) return
	const live = params.mode === "play" && snap_view === null
	// The client takes all offers away when the server refuses a move. A new connection brings them back.
	const connection = socket
	if (live && view.actions === null) setTimeout(() => connection.close(REFUSED), REFUSED_SHOWN)
	table.send = live && player !== "Observer" ? send_move : undefined
	table.position = { role: player, roles: Object.keys(roles), view: { ...view, actions: view.actions ?? undefined } }
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

function send_move([_, verb, argument]) {
	// The client offers numbers and texts.
	const noun = typeof argument === "number" || typeof argument === "string" ? argument : JSON.stringify(argument ?? undefined)
	// Nothing more is sent until there is an answer.
	if (send_action(verb, noun) || view.actions === null) return
	const action = info.actions.find(it => it.name === verb)
	if (action.open) send_message("action", [ verb, noun ?? null, game_cookie ])
}

Promise.all([ import("./info.js"), import("./table.js") ]).then(([ game ]) => {
	info = game.info
	table.info = info
	if (view) on_update()
})
