//! Mistakes in boards: their forms, their links, their functions.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    pub fn board_shape(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "this is no board".into())
            .label("not understood")
            .help("write `square(8, 8)`, `hex(5, 7)`, `hex([3, 4, 5, 4, 3])`, a picture `square { \"..\", \".#\" }`, or `graph { A - B }`");
    }

    pub fn board_side(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a board has from 1 to 100 rows and columns".into())
            .label("not one of them");
    }

    pub fn board_word(&mut self, span: Span, word: &str, known: &[&str]) {
        let message = format!("`{word}` says nothing about this board");
        let draft = self.error(Code::BoardShape, span, message).label("not understood");
        if known.is_empty() {
            return;
        }
        let all: Vec<String> = known.iter().map(|it| format!("`{it}`")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let draft = draft.help(format!("what can stand here is {}", list(&all)));
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
        self.error(Code::BoardShape, span, "cells are connected in one way".into())
            .label("in several")
            .help("write one of `sides`, `diagonals` and `both`");
    }

    pub fn board_lengths(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "these rows do not fit together".into())
            .label("not in steps of one")
            .help("each row is one cell longer or shorter than the one before; draw any other board as a picture");
    }

    pub fn board_row(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a picture is made of rows in quotes".into())
            .label("no row")
            .help("a `.` is a cell, a `#` or a blank is none: `\"..#.\"`");
    }

    pub fn graph_row(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "a graph is made of cells and links".into())
            .label("neither")
            .help("write names and links: `London - Paris 3`, `Paris -> Rome`");
    }

    pub fn board_empty(&mut self, span: Span) {
        self.error(Code::BoardShape, span, "this board has no cells".into()).label("nothing on it");
    }

    pub fn board_cells(&mut self, span: Span, most: usize) {
        self.error(Code::BoardShape, span, format!("all boards together have at most {most} cells")).label("too many");
    }

    pub fn no_cell(&mut self, span: Span, name: &str, board: &str, known: &[&str]) {
        self.error(Code::NoSuchField, span, format!("`{board}` has no cell and no part `{name}`"))
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
        self.error(Code::WrongBoard, span, format!("`{board}` is a {kind} and has no `{part}`"))
            .label(format!("not in a {kind}"));
    }

    pub fn cell_name(&mut self, span: Span, name: &str) {
        self.error(Code::CellName, span, format!("no cell can be called `{name}`: boards have a part of that name"))
            .label("taken")
            .help("choose another name");
    }

    pub fn link_to_itself(&mut self, span: Span, name: &str) {
        self.error(Code::GraphLink, span, format!("`{name}` is linked with itself")).label("the same cell");
    }

    pub fn link_twice(&mut self, span: Span, from: &str, to: &str) {
        self.error(Code::GraphLink, span, format!("`{from}` and `{to}` are linked already"))
            .label("a second link")
            .help("each place is linked with the one before it: `A - B - C` links A with B and B with C");
    }

    pub fn link_weight(&mut self, span: Span, most: i64) {
        self.error(Code::GraphLink, span, format!("the weight of a link is from 1 to {most}")).label("out of range");
    }

    pub fn placed_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::GraphLink, span, format!("`{name}` has a place already"))
            .label("a second place")
            .also(first, "first named here");
    }

    /// `parts(x in grid.cells: e)`: a function of a board, called without one. `cells`: the spans of the name and of
    /// the iterated value, and the board, if the value is the cells of one.
    pub fn asked_of_board(&mut self, span: Span, name: &str, board: &str, cells: Option<(Span, Span)>) {
        let draft = self
            .error(Code::UnknownFunction, span, format!("`{name}` is asked of a board"))
            .label("of which board")
            .help(format!("`{board}.{name}(x: …)`, with a name for each cell"));
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
        self.error(Code::EachCell, span, format!("`{signature}` takes nothing for each cell"))
            .label("not taken")
            .help("`path`, `connected`, `reach`, `parts` and `costs` do: `grid.reach(c, x: G.board[x] == none)`");
    }
}
