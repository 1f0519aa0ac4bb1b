// The user's own games, which stand beside the shipped ones: begun from a template or from files, and kept as drafts of others are.

import { games, type Language, type ShippedGame } from "house-rules"
import { heads } from "./store/keeper"
import { OWN } from "./store/kept"
import { shippedText, type Text } from "./text"

const GROUP = "Your games"

/** A game as it can be chosen. */
export type Known = Pick<ShippedGame, "id" | "title" | "group" | "language">

/** All games there are. */
export function known(): Known[] {
  return [...games, ...heads.value.map(head => ({ ...head, group: GROUP }))]
}

export function isOwn(id: string): boolean {
  return id.startsWith(OWN)
}

/** A game as it began: shipped, or with the text that the user began it with. */
export function beginning({ id, title, language }: Known, began: Text | undefined): ShippedGame {
  const shipped = games.find(game => game.id === id)
  return shipped ?? { id, title, summary: "Yours: kept in this browser.", group: GROUP, ...(began ?? shippedText({ language, source: "" })) }
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
