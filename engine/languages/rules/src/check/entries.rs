//! The entries of shows, as an editor offers them.

/// Name, form and description of each entry.
pub const ENTRIES: &[(&str, &str, &str)] = &[
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
    ("labels", "labels: coordinates", "The letters and numbers of cells are written."),
    ("sides", "sides: fixed", "What is above and at the left stays so."),
    ("picture", "picture: \"map.svg\"", "A picture beside the rules that lies under the board."),
    ("fit", "fit: used", "Only the part of the board that is in use is drawn."),
    ("place", "place: mine", "Where it lies at the table: `mine`, `others` or `middle`."),
    ("from", "from: 0", "The first field of a track; where a meter is empty."),
    ("to", "to: 30", "The last field of a track; where a meter is full."),
    ("marks", "marks: { dealer: crown }", "What stands in the headings of seats, by fields of the view."),
];

/// The words that the value of an entry may be.
pub const ENTRY_WORDS: &[(&str, &[&str])] = &[
    ("as", &["row", "fan", "pile", "columns", "ring"]),
    ("pieces", &["discs", "figures", "counters", "tokens"]),
    ("pattern", &["checkered", "points"]),
    ("labels", &["coordinates"]),
    ("sides", &["fixed"]),
    ("fit", &["used"]),
    ("place", &["mine", "others", "middle"]),
];
