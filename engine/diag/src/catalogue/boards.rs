//! Mistakes in boards: their forms, their links, their functions.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    pub fn board_shape(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "this is not a board".into())
            .label("not understood")
            .help("write `square(8, 8)`, `hex(5, 7)`, `hex([3, 4, 5, 4, 3])`, a picture `square { \"..\", \".#\" }`, or `graph { A - B }`");
    }

    pub fn board_side(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a board must have 1 to 100 rows and columns".into()).label("out of range");
    }

    /// A size or a condition of a board that cannot be evaluated. `option`: an option that is named alone in it.
    pub fn board_unknown(&mut self, span: Span, option: Option<(Span, &str)>) {
        let draft = self
            .error(Code::BoardShape, span, "what a board depends on must be known when a game begins".into())
            .label("not known then");
        match option {
            Some((at, name)) => {
                let put = format!("options.{name}");
                draft.help(format!("an option is written `{put}`")).fix(format!("Change to `{put}`"), at, put);
            }
            None => {
                draft.help("use numbers, constants, options and `scenario`: `square(options.size, 5)`, `if options.map == \"small\" then square(5, 5) else square(8, 8)`");
            }
        }
    }

    /// A board that depends on options, and has one form.
    pub fn board_always(&mut self, span: Span, name: &str) {
        self.warning(Code::AlwaysSo, span, format!("`{name}` is the same board for all options"))
            .label("never another")
            .help("compare with values that the options can have");
    }

    /// An option with too many values.
    pub fn board_option(&mut self, span: Span, name: &str) {
        self.error(Code::BoardShape, span, format!("a board cannot depend on `{name}`, which may be any number"))
            .label("without limits")
            .help(format!("give the option limits: `option {name}: 5 to 9 = 9`"));
    }

    pub fn board_ways(&mut self, span: Span, most: usize, what: &str) {
        self.error(Code::BoardShape, span, format!("the options allow more than {most} {what} this board"))
            .label("too many")
            .help("give the options fewer values, or let it depend on fewer of them");
    }

    pub fn board_kinds(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "all forms of a board must be of one kind".into())
            .label("of several kinds")
            .help("make all of them squares, hexes or graphs; or make a board for each kind");
    }

    /// A field of a record with a value for each cell of a board whose size the options choose.
    pub fn board_sized_field(&mut self, span: Span) {
        self.error(
            Code::BoardShape,
            span,
            "the size of this board is chosen at setup, so this field needs a value".into(),
        )
        .label("of unknown length")
        .help("write a list with a default, `T[] = []`, and fill it in `setup`");
    }

    pub fn board_word(&mut self, span: Span, word: &str, known: &[&str]) {
        let message = format!("`{word}` is not a property of this board");
        let draft = self.error(Code::BoardShape, span, message).label("not understood");
        if known.is_empty() {
            return;
        }
        let all: Vec<String> = known.iter().map(|it| format!("`{it}`")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let draft = draft.help(format!("use {}", list(&all)));
        let ours = match word {
            "orthogonal" | "orthogonals" | "straight" => "sides",
            "diagonal" => "diagonals",
            "all" | "everywhere" => "both",
            "torus" | "wrapped" | "round" => "wrap",
            _ => {
                draft.nearest(word, known);
                return;
            }
        };
        if known.contains(&ours) {
            draft.fix(format!("Change to `{ours}`"), span, ours);
        }
    }

    pub fn board_connections(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a board has one way of connecting cells".into())
            .label("a second one")
            .help("write one of `sides`, `diagonals` and `both`");
    }

    pub fn board_lengths(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "these rows do not form a board".into())
            .label("not one longer or shorter")
            .help("make each row one cell longer or shorter than the last, or draw the board as a picture");
    }

    pub fn board_row(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a picture consists of rows in quotes".into())
            .label("not a row")
            .help("write `.` for a cell and `#` or a space for a gap: `\"..#.\"`");
    }

    pub fn graph_row(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a graph consists of cells and links".into())
            .label("neither")
            .help("write names and links: `London - Paris 3`, `Paris -> Rome`");
    }

    pub fn board_empty(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "this board has no cells".into()).label("empty");
    }

    pub fn board_cells(&mut self, span: Span, most: usize) {
        self.error(Code::BoardShape, span, format!("all boards together can have at most {most} cells"))
            .label("too many");
    }

    pub fn no_cell(&mut self, span: Span, name: &str, board: &str, known: &[&str]) {
        self.error(Code::NoSuchField, span, format!("`{board}` has no cell or property `{name}`"))
            .label("unknown")
            .nearest(name, known);
    }

    pub fn unknown_direction(&mut self, span: Span, name: &str, board: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("`{board}` has no direction `{name}`"))
            .label("unknown")
            .help(format!("its directions are {}", known.join(", ")));
    }

    /// A part that boards of this kind do not have.
    pub fn wrong_board(&mut self, span: Span, part: &str, board: &str, kind: &str) {
        self.error(Code::WrongBoard, span, format!("`{board}` is a {kind}, which has no `{part}`"))
            .label(format!("not in a {kind}"));
    }

    pub fn cell_name(&mut self, span: Span, name: &str) {
        self.error(
            Code::CellName,
            span,
            format!("a cell cannot be called `{name}`, because every board has a property of that name"),
        )
        .label("taken")
        .help("choose another name");
    }

    pub fn link_to_itself(&mut self, span: Span, name: &str) {
        self.error(Code::GraphLink, span, format!("`{name}` is linked to itself")).label("the same cell");
    }

    pub fn link_twice(&mut self, span: Span, from: &str, to: &str) {
        self.error(Code::GraphLink, span, format!("`{from}` and `{to}` are already linked"))
            .label("a second link")
            .help("a chain links each cell to the one before: `A - B - C` links A to B and B to C");
    }

    pub fn link_weight(&mut self, span: Span, most: i64) {
        self.error(Code::GraphLink, span, format!("the weight of a link must be 1 to {most}")).label("out of range");
    }

    pub fn placed_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::GraphLink, span, format!("`{name}` already has a position"))
            .label("a second position")
            .also(first, "first here");
    }

    /// `parts(x in grid.cells: e)`: a function of a board, called without one. `cells`: the spans of the name and of
    /// the iterated value, and the board, if the value is the cells of one.
    pub fn asked_of_board(&mut self, span: Span, name: &str, board: &str, cells: Option<(Span, Span)>) {
        let draft = self
            .error(Code::UnknownFunction, span, format!("`{name}` belongs to a board"))
            .label("which board?")
            .help(format!("write `{board}.{name}(x: …)`, with a name for each cell"));
        if let Some((var, over)) = cells {
            let rest = Span { start: var.end, end: over.end };
            draft.fix_all(
                format!("Change to `{board}.{name}(…)`"),
                vec![(span, format!("{board}.{name}")), (rest, String::new())],
            );
        }
    }

    /// `x: e` where nothing is asked for each cell.
    pub fn each_cell(&mut self, span: Span, signature: &str) {
        self.error(Code::EachCell, span, format!("`{signature}` takes no condition for each cell"))
            .label("not allowed")
            .help("`path`, `connected`, `reach`, `parts` and `costs` take one: `grid.reach(c, x: G.board[x] == none)`");
    }
}
