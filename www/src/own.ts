// The user's own games, which stand beside the shipped ones: begun from a template or from files. Their drafts are kept as
// those of others are.

import { signal } from "@preact/signals"
import { games, type Language, type ShippedGame } from "house-rules"
import { dropDraft, settings } from "./drafts"
import type { Text } from "./text"

const PREFIX = "own-"
export const GROUP = "Your games"

export const own = signal<ShippedGame[]>(load())

function load(): ShippedGame[] {
  try {
    const games = JSON.parse(settings.load("own") ?? "[]") as ShippedGame[]
    return games.filter(({ id, title, source, language }) => [id, title, source, language].every(it => typeof it === "string"))
  } catch {
    return []
  }
}

function keep(games: ShippedGame[]) {
  own.value = games
  settings.store("own", JSON.stringify(games))
}

/** All games there are. */
export function known(): ShippedGame[] {
  return [...games, ...own.value]
}

export function isOwn(id: string): boolean {
  return id.startsWith(PREFIX)
}

/** Adds a game, and gives its id. */
export function addOwn(title: string, text: Text): string {
  const numbers = own.value.map(({ id }) => Number(id.slice(PREFIX.length)))
  const id = PREFIX + (Math.max(0, ...numbers) + 1)
  keep([...own.value, { id, title, summary: "Yours: kept in this browser.", group: GROUP, ...text }])
  return id
}

/** Calls a game what its rules do. */
export function retitle(id: string, title: string) {
  if (own.value.some(game => game.id === id && game.title !== title)) keep(own.value.map(game => (game.id === id ? { ...game, title } : game)))
}

export function removeOwn(id: string) {
  keep(own.value.filter(game => game.id !== id))
  dropDraft(id)
}

/** What a new game begins as. */
export const TEMPLATES: { [language in Language]: string } = {
  rules: `game "New game"
roles First, Second

board field = square(3, 3)
show field { mark: V.marks, click: place }

global {
    marks: Role?[9]
}

setup {
    G.active = First
    call place_mark
}

view {
    V.marks = G.marks
}

state place_mark "place a mark" {
    prompt {
        prompt "Place a mark."
        for spot in field.cells where G.marks[spot] == none { action place(spot) }
    }

    on place(spot: int) {
        G.marks[spot] = R
        if all(mark in G.marks: mark != none) { finish "Draw", "The board is full." }
        G.active = other(R)
    }
}
`,
  bbgel: `game "New race" { maxDiceValue 6 }
2 players { }

tile board {
    path 1 to 30
    1: game_start()
    4 => 9
    17: move(-3)
    22: if choose_bool("Roll for a shortcut?") then move(roll()) else sleep(np, 1) end
    30: force; game_end()
}
`,
  ludl: `TITLE 'New game';

STATE:
{
    "props": { "play_order": ["first", "second"], "stones": 12 },
    "containers": {}
}
END_STATE

# What random play, the search and the buttons try.
OFFER take TUPLE2 1 2;

RECEIVE take $n:
    IF NOT EQUAL $PLAYER_NAME $CURRENT_PLAYER:
        REJECT 'It is not your turn.';
    END_IF
    IF NOT CONTAINS TUPLE2 1 2 $n:
        REJECT 'Take 1 or 2 stones.';
    END_IF
    IF GREATER $n GET_PROP 'stones':
        REJECT 'There are not so many.';
    END_IF
    SET_PROP 'stones' MINUS GET_PROP 'stones' $n;
    IF EQUAL GET_PROP 'stones' 0:
        SET_PROP 'winner' $PLAYER_NAME;
        SET_PROP 'game_over' TRUE;
    END_IF
    NEXT_PLAYER;
    ACCEPT;
END_RECEIVE
`,
}
