//! How what is in the view is drawn, and what clicks send. The machine has no use for it: it is for the page.

use crate::{ActionId, BoardId, ViewId};

/// How something in the view is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    pub what: ShowKind,
    /// The field of `V` that is drawn.
    pub items: Option<ViewId>,
    /// The field of `V` that holds what the cells of a board are made of.
    pub ground: Option<ViewId>,
    /// Each with another action.
    pub clicks: Vec<Click>,
    pub title: Option<String>,
    pub look: Look,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShowKind {
    /// The items are the marks on the cells of this board.
    Board(BoardId),
    /// The items are a row of cards.
    Cards,
    /// The items are where tokens stand, one for each role, on fields from the first to the last. With a board they
    /// lie as its cells do, in their order.
    Track { first: i64, last: i64, board: Option<BoardId> },
    /// The items are rows, one below the other.
    Table,
    /// The items are one value, or one for each role.
    Counter,
    /// The items are containers with tokens in them, of type `Any`: an object of `{ props: {…}, contents: [token or null, …] }` by the
    /// name of the container. Null is a token that lies face down for who looks on; another is
    /// `{ props: {…}, face: text, color: name, shape: "card" or "disc" }`, of which all but `props` may be missing.
    /// Each container is drawn as one of these areas; without any, all are, one after the other.
    Areas(Vec<Area>),
}

/// What stands in [`Area::container`] and [`AreaArg::Text`] for the role that looks on.
pub const LOOKING: &str = "$PLAYER_NAME";

/// Where a container is drawn on a grid, and what clicks there send.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// Its name; [`LOOKING`] in it stands for the role that looks on.
    pub container: String,
    pub title: Option<String>,
    /// From 1.
    pub row: u16,
    pub column: u16,
    /// How many rows and columns it takes.
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
    /// A text; [`LOOKING`] in it stands for the role that looks on.
    Text(String),
    /// Where in its container the token lies, from 0.
    Index,
    /// A prop of the token, by its name.
    Prop(String),
}

/// An action that clicks make, and what they send: one after the other, each as one argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    pub action: ActionId,
    pub sends: Vec<Sends>,
}

/// What a click sends as an argument of the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// The number of the cell, card, field or row.
    Cell,
    Row,
    Column,
    /// The numbers of one cell after the other: a list.
    Cells,
    /// No click: chosen from what is offered.
    Choice,
}

impl Sends {
    /// Every kind with its name in the rules; cards and fields are cells by another name.
    pub const NAMES: &'static [(&'static str, Sends)] = &[
        ("cell", Sends::Cell),
        ("card", Sends::Cell),
        ("row", Sends::Row),
        ("column", Sends::Column),
        ("cells", Sends::Cells),
        ("choice", Sends::Choice),
    ];

    pub fn name(self) -> &'static str {
        Sends::NAMES.iter().find(|(_, it)| *it == self).map_or("", |it| it.0)
    }
}

/// What pieces, cards and cells look like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    pub symbols: Vec<Sign>,
    /// Roles and members of enums, by name.
    pub colors: Vec<(String, Color)>,
    pub pieces: Option<Pieces>,
    /// Cells are light and dark in turn.
    pub checkered: bool,
    /// Names of rows and columns stand at the edges.
    pub labels: bool,
    /// Of cards that are records: the field, an int, by which a click names one, instead of its place in the row. It is not
    /// drawn.
    pub number: Option<String>,
}

/// The symbol of a role, of a member of an enum, or of a field that is true.
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
    /// What pieces are drawn as.
    Pieces {
        Discs "discs"
        /// Large symbols without anything around them.
        Figures "figures"
        /// Square, with symbols and numbers.
        Counters "counters"
    }
}
