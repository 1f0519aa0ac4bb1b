//! Drawing of the view, and the arguments of clicks. For the page; executors ignore it.

use crate::{ActionId, BoardId, Const, RecordId, ViewId};

/// Drawing instructions for part of the view.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    pub what: ShowKind,
    /// The field of `V` that is drawn.
    pub items: Option<ViewId>,
    /// The field of `V` with the ground of a board's cells.
    pub ground: Option<ViewId>,
    /// Of cards: the field of `V` that says whose each of them is.
    pub owners: Option<ViewId>,
    /// Of cards, dice, tokens and the cells of a board: the field of `V` that says which of them are set apart, kept or chosen: whether
    /// each is, or their places.
    pub chosen: Option<ViewId>,
    /// Each with another action.
    pub clicks: Vec<Click>,
    pub title: Option<String>,
    pub look: Look,
}

impl Show {
    /// Of this kind, with this to be drawn, and nothing else said.
    pub fn of(what: ShowKind, items: Option<ViewId>) -> Show {
        Show {
            what,
            items,
            ground: None,
            owners: None,
            chosen: None,
            clicks: Vec::new(),
            title: None,
            look: Look::default(),
        }
    }
}

/// The layout of shows: one, by its index in [`crate::Program::shows`], or a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Layout {
    Show(usize),
    Group { kind: Grouping, title: Option<String>, place: Option<Zone>, marks: Vec<SeatMark>, parts: Vec<Layout> },
}

/// A mark in the headings of seats, from a field of `V`. It is set for the named role or roles, or for each role whose
/// entry is true. A number or a text for each role appears in every heading.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatMark {
    pub field: ViewId,
    /// A symbol, shown with the name of the field, or the full text.
    pub sign: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Side by side, where there is room.
    Row,
    /// One below the other.
    Column,
    /// Side by side, with this many in a row at most.
    Grid(u8),
    /// Once for each role that plays, the one that looks on first. Of a field with an element for each role, its own is drawn.
    Seats,
}

/// Layout of a record as a card: the positions of its fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub record: RecordId,
    /// Each part once, with the indices of its fields.
    pub parts: Vec<(FacePart, Vec<usize>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShowKind {
    /// The items are the marks on the cells of this board.
    Board(BoardId),
    /// The items are cards, or how many cards lie there face down.
    Cards,
    /// The items are the positions of tokens, one for each role, on fields from the first to the last; members of an
    /// enum are fields by their names. With a board, the fields are its cells, in order.
    Track { first: i64, last: i64, board: Option<BoardId> },
    /// The items are rows, one below the other.
    Table,
    /// The items are one value, or one for each role.
    Counter,
    /// The items are the tops of dice: numbers, or members of an enum; none for a die that was not rolled.
    Dice,
    /// The items are a number of tokens, a number of each kind (by role or member), or a list of kinds, a token each.
    Tokens,
    /// The items are how full it is, or how full for each role: from `first`, empty, to `last`, full.
    Meter { first: i64, last: i64 },
    /// The items are a text.
    Text,
    /// The items are containers with tokens in them, of type `Any`: an object of `{ props: {…}, contents: [token or
    /// null, …] }` by the name of the container. Null is a token that is face down for the viewer; another is `{ props:
    /// {…}, face: text, color: name, shape: "card" or "disc" }`, of which all but `props` are optional. Each container
    /// is drawn as one of these areas; without any, all are drawn in order.
    Areas(Vec<Area>),
}

/// Placeholder in [`Area::container`] and [`AreaArg::Text`] for the viewing role.
pub const LOOKING: &str = "$PLAYER_NAME";

/// Position of a container on a grid, and what clicks there send.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// Its name; [`LOOKING`] in it denotes the viewing role.
    pub container: String,
    pub title: Option<String>,
    /// From 1.
    pub row: u16,
    pub column: u16,
    /// Its height and width in rows and columns.
    pub rows: u16,
    pub columns: u16,
    /// All tokens lie side by side; otherwise they are a pile, of which the last lies on top.
    pub spread: bool,
    pub click: Option<AreaClick>,
}

/// An action that clicks in an area make. With [`AreaArg::Index`] or [`AreaArg::Prop`] its tokens are clicked, otherwise all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaClick {
    pub action: ActionId,
    pub args: Vec<AreaArg>,
}

/// An argument that a click in an area sends.
#[derive(Clone, Debug, PartialEq)]
pub enum AreaArg {
    /// A text; [`LOOKING`] in it denotes the viewing role.
    Text(String),
    /// Index of the token in its container, from 0.
    Index,
    /// A prop of the token, by its name.
    Prop(String),
}

/// An action made by clicks, and the values they send, in order, each as one argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    pub action: ActionId,
    pub sends: Vec<Sends>,
}

/// The part of a click that is an argument of the action.
#[derive(Clone, Debug, PartialEq)]
pub enum Sends {
    /// The number of the cell, card, die, token, field or row. By role or member: its number.
    Cell,
    Row,
    Column,
    /// The numbers of several cells: a list.
    Cells,
    /// Not clicked here: chosen from the offers, or by a click on another show.
    Choice,
    /// The content of the cell.
    Item,
    /// The role in whose seat it is drawn.
    Seat,
    /// Always this, wherever the click is.
    Value(Const),
    /// A field of the record that lies there.
    Field(String),
}

impl Sends {
    /// Every kind that has one with its name in the rules; cards, dice and tokens are cells by another name.
    pub const NAMES: &'static [(&'static str, Sends)] = &[
        ("cell", Sends::Cell),
        ("card", Sends::Cell),
        ("die", Sends::Cell),
        ("token", Sends::Cell),
        ("row", Sends::Row),
        ("column", Sends::Column),
        ("cells", Sends::Cells),
        ("choice", Sends::Choice),
        ("item", Sends::Item),
        ("seat", Sends::Seat),
    ];
}

/// Appearance of pieces, cards and cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    pub symbols: Vec<Sign>,
    /// Roles and members of enums, by name.
    pub colors: Vec<(String, Color)>,
    pub pieces: Option<Pieces>,
    /// Of records on a board, or drawn as cards: the field that says how far each is turned, in turns from one side of a cell to the next, or as a member
    /// of an enum, whose members go all the way round.
    pub turn: Option<String>,
    pub pattern: Option<Pattern>,
    /// Names of rows and columns are shown at the edges.
    pub labels: bool,
    /// Top and left are the same for all viewers: the board is not turned to save room.
    pub fixed: bool,
    /// Of a board of squares or hexes, only the part that is in use is drawn.
    pub used: bool,
    /// Its zone at the table, if given.
    pub place: Option<Zone>,
    /// For cards that are records: the int field that clicks send, instead of the index. It is not drawn.
    pub number: Option<String>,
    pub lie: Option<Lie>,
    /// The back of cards. If set, none among the cards is a face-down card; if not, an empty place.
    pub back: Option<String>,
    /// The background of a board: SVG, or a `data:` URL of an image; drawn as a picture, in which nothing runs and
    /// which loads nothing.
    pub picture: Option<String>,
    /// Those of the forms of its board, where they differ.
    pub pictures: Vec<String>,
}

/// Arrangement of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lie {
    Row,
    /// One partly over the other, as in a hand.
    Fan,
    /// In a pile, with only the last one visible.
    Pile,
    /// In columns, by a field of theirs.
    Columns(String),
    /// The fields of a track, in a circle.
    Ring,
}

/// Prefix of a symbol that is SVG or a `data:` URL of an image.
pub const PICTURE: &str = ":svg:";

/// The symbol of a role, of a member of an enum, or of a field that is true: a text, `:name:` for one of [`SHAPES`], or SVG after [`PICTURE`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// Only for pieces of this role.
    pub role: Option<String>,
    pub of: String,
    pub text: String,
}

macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident $text:literal)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$of])* $variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            pub fn name(self) -> &'static str { match self { $($name::$variant => $text,)* } }
            pub fn named(text: &str) -> Option<$name> { $name::ALL.iter().copied().find(|it| it.name() == text) }
        }
    };
}

named! {
    /// The colours there are: each is readable on light and on dark.
    Color {
        Red "red" Blue "blue" Yellow "yellow" Green "green" Violet "violet" Orange "orange"
        White "white" Black "black" Wood "wood" Gray "gray"
    }
}

named! {
    /// A part of the table.
    Zone {
        /// The viewer's own things: at the lower edge.
        Mine "mine"
        /// Other seats' things: at the upper edge, or beside.
        Others "others"
        /// All the rest.
        Middle "middle"
    }
}

named! {
    /// Appearance of pieces.
    Pieces {
        Discs "discs"
        /// Large symbols without anything around them.
        Figures "figures"
        /// Square, with symbols and numbers.
        Counters "counters"
        /// Small and separate; a number is that many of them.
        Tokens "tokens"
    }
}

named! {
    /// Pattern of all cells together.
    Pattern {
        /// Light and dark in turn.
        Checkered "checkered"
        /// Two rows of long triangles, on which pieces are stacked from the edge.
        Points "points"
    }
}

named! {
    /// The parts of a card's face.
    FacePart {
        /// At the upper left.
        Corner "corner"
        Title "title"
        /// Below, small.
        Text "text"
        /// In the middle, large: the symbol of a member.
        Picture "picture"
        /// The pieces on it: roles or members, or amounts of them; none is an empty place.
        Pieces "pieces"
        /// At the lower left: amounts.
        Cost "cost"
        /// At the lower right: amounts.
        Icons "icons"
        /// The card has the colour of the member.
        Color "color"
    }
}

impl FacePart {
    /// `true` if it is made from one field, `false` if from several.
    pub fn has_one(self) -> bool {
        matches!(self, FacePart::Title | FacePart::Picture | FacePart::Color)
    }
}

/// The shapes that are drawn for symbols, by name.
pub const SHAPES: &[&str] = &[
    "anchor",
    "axe",
    "bell",
    "bird",
    "boat",
    "book",
    "castle",
    "car",
    "check",
    "cloud",
    "club",
    "coin",
    "coins",
    "compass",
    "cow",
    "cross",
    "crown",
    "cube",
    "diamond",
    "die",
    "down",
    "drop",
    "eye",
    "factory",
    "fish",
    "flag",
    "flame",
    "flask",
    "flower",
    "gear",
    "gem",
    "ghost",
    "hammer",
    "hand",
    "heart",
    "horse",
    "hourglass",
    "house",
    "key",
    "leaf",
    "left",
    "lightning",
    "lock",
    "mask",
    "moon",
    "mountain",
    "paw",
    "people",
    "person",
    "pin",
    "plane",
    "plus",
    "right",
    "scroll",
    "shield",
    "skull",
    "snowflake",
    "spade",
    "star",
    "sun",
    "sword",
    "tower",
    "train",
    "tree",
    "turn",
    "up",
    "wand",
    "waves",
    "wheat",
    "wind",
    "wrench",
];
