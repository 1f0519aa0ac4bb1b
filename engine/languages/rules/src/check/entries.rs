//! The words of shows, faces and boards, as an editor explains and offers them.

/// A word, a line of its use, and a sentence about it.
pub type FormWord = (&'static str, &'static str, &'static str);

/// Kinds of shows besides boards, and groups of shows.
pub const SHOW_KINDS: &[FormWord] = &[
    ("cards", "show cards { items: V.hand, as: fan }", "Cards, one by one, or how many lie there face down."),
    ("dice", "show dice { items: V.dice }", "Dice as they lie; none for one that is not rolled."),
    ("tokens", "show tokens { items: V.gems }", "Tokens: a number, a number of each kind, or a list of kinds."),
    (
        "track",
        "show track { items: V.points, from: 0, to: 30 }",
        "Fields in a row or ring, with a token for each role.",
    ),
    ("meter", "show meter { items: V.heat, to: 10 }", "A bar that fills up."),
    ("table", "show table { items: V.scores }", "Rows, one below the other."),
    ("counter", "show counter { items: V.round }", "One value, or one for each role."),
    ("text", "show text { items: V.task }", "A text."),
    ("row", "show row { cards { … } dice { … } }", "Several shows side by side."),
    ("column", "show column { cards { … } dice { … } }", "Several shows, one below the other."),
    ("grid", "show grid(3) { cards { … } … }", "Several shows, at most so many in a row, from 1 to 12."),
    ("seats", "show seats { cards { items: V.hands } }", "The shows once for each role; whoever looks comes first."),
];

/// Keys of shows.
pub const ENTRIES: &[FormWord] = &[
    ("mark", "mark: V.board", "What stands on each cell of the board."),
    ("items", "items: V.hand", "What is drawn."),
    ("ground", "ground: V.land", "What the cells are made of: members of enums, or roles."),
    ("owners", "owners: V.players", "Whose each card is: a list of roles."),
    ("chosen", "chosen: V.kept", "Which of them are kept, set apart or chosen: `bool[]`, or their places."),
    ("click", "click: move(cell, cell)", "The action that clicks make, and what they send."),
    ("title", "title: \"Hand\"", "What stands above it."),
    ("as", "as: fan", "How cards lie: `row`, `fan`, `pile` or `columns(field)`; of a track, `row` or `ring`."),
    ("back", "back: tower", "What is on the backs of cards."),
    ("turn", "turn: facing", "The field that says how far each is turned."),
    ("symbols", "symbols: { king: \"♚\", ruby: gem }", "A text, a shape or a picture for roles, members and fields."),
    ("colors", "colors: { White: white, hill: green }", "Colours of roles and members."),
    ("pieces", "pieces: figures", "What pieces are drawn as: `discs`, `figures`, `counters` or `tokens`."),
    ("pattern", "pattern: checkered", "What the cells look like: `checkered` or `points`."),
    ("labels", "labels: coordinates", "Shows letters and numbers at the edges of the board."),
    ("sides", "sides: fixed", "The board is not turned for whoever looks."),
    ("picture", "picture: \"map.svg\"", "A picture beside the rules that lies under the board."),
    ("fit", "fit: used", "Only the part of the board that is in use is drawn."),
    ("place", "place: mine", "Where it lies at the table: `mine`, `others` or `middle`."),
    ("from", "from: 0", "The first field of a track; where a meter is empty."),
    ("to", "to: 30", "The last field of a track; where a meter is full."),
    ("marks", "marks: { dealer: crown }", "What stands in the headings of seats, by fields of the view."),
];

/// The words that the value of an entry may be, by entry.
pub const ENTRY_WORDS: &[(&str, &[FormWord])] = &[
    (
        "as",
        &[
            ("row", "as: row", "Side by side; of a track, its fields in a row."),
            ("fan", "as: fan", "One partly over the other, as in a hand."),
            ("pile", "as: pile", "On top of one another; the last one is seen."),
            ("columns", "as: columns(suit)", "In columns, by a field of the cards."),
            ("ring", "as: ring", "The fields of a track in a circle."),
        ],
    ),
    (
        "pieces",
        &[
            ("discs", "pieces: discs", "Round pieces."),
            ("figures", "pieces: figures", "Large symbols without anything around them."),
            ("counters", "pieces: counters", "Square pieces with symbols and numbers."),
            ("tokens", "pieces: tokens", "Each by itself and small; a number is so many of them."),
        ],
    ),
    (
        "pattern",
        &[
            ("checkered", "pattern: checkered", "Light and dark cells in turn."),
            ("points", "pattern: points", "Two rows of long triangles, as in Backgammon."),
        ],
    ),
    ("labels", &[("coordinates", "labels: coordinates", "Letters and numbers at the edges of the board.")]),
    ("sides", &[("fixed", "sides: fixed", "The board is not turned for whoever looks.")]),
    ("fit", &[("used", "fit: used", "Only the part of the board that is in use.")]),
    (
        "place",
        &[
            ("mine", "place: mine", "At the lower edge, with what belongs to whoever looks."),
            ("others", "place: others", "With what the other players have."),
            ("middle", "place: middle", "In the middle of the table."),
        ],
    ),
    (
        "click",
        &[
            ("cell", "click: place(cell)", "The number of the cell that is clicked."),
            (
                "card",
                "click: play(card)",
                "The place of the card that is clicked, from 0; `card.name` is a field of it.",
            ),
            ("die", "click: keep(die)", "The place of the die that is clicked, from 0."),
            ("token", "click: take(token)", "The place of the token that is clicked, from 0."),
            ("row", "click: choose(row)", "The row of the cell that is clicked."),
            ("column", "click: drop(column)", "The column of the cell that is clicked."),
            ("cells", "click: move(cells)", "The cells that are clicked one after another, as a list."),
            ("choice", "click: build(cell, choice)", "Not clicked here: chosen from what is offered."),
            ("item", "click: buy(item)", "What lies there; `item.name` is a field of it."),
            ("seat", "click: give(seat)", "The role in whose seat the click is."),
        ],
    ),
];

/// The parts of a face.
pub const FACE_PARTS: &[FormWord] = &[
    ("corner", "corner: [points, suit]", "At the upper left of the card."),
    ("title", "title: name", "The name of the card."),
    ("text", "text: [rule]", "Below, in small letters."),
    ("picture", "picture: kind", "In the middle, large: the symbol of a member."),
    ("pieces", "pieces: [workers]", "What stands on the card: roles or members, or amounts of them."),
    ("cost", "cost: [price]", "At the lower left: amounts."),
    ("icons", "icons: [gives]", "At the lower right: amounts."),
    ("color", "color: suit", "The card has the colour of this member."),
];

pub fn named(words: &'static [FormWord], name: &str) -> Option<&'static FormWord> {
    words.iter().find(|it| it.0 == name)
}

/// The words of an entry's value.
pub fn entry_words(entry: &str) -> &'static [FormWord] {
    ENTRY_WORDS.iter().find(|it| it.0 == entry).map_or(&[], |it| it.1)
}
