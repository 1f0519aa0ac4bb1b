//! HR09: worlds of fields that cannot be played.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    pub fn unknown_built_in(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no `{name}`")).label("unknown").nearest(name, known);
    }

    pub fn stray_end(&mut self, span: Span) {
        self.error(Code::Unopened, span, "this `end` has no `if`".into()).label("nothing to end").fix(
            "Remove `end`",
            span,
            "",
        );
    }

    pub fn if_without_end(&mut self, span: Span, end: Span) {
        self.error(Code::Unclosed, span, "this `if` has no `end`".into())
            .label("starts here")
            .also(end, "missing `end` before here")
            .fix("Add `end`", Span { start: end.start, end: end.start }, " end ");
    }

    pub fn second_block(&mut self, span: Span, what: &str) {
        self.error(Code::Twice, span, format!("there are two `{what}` blocks")).label("the second one");
    }

    pub fn variable_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("`{name}` is declared twice"))
            .label("again here")
            .also(first, "first here");
    }

    pub fn tile_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("there are two tiles `{name}`"))
            .label("again here")
            .also(first, "first here");
    }

    pub fn field_twice(&mut self, span: Span, id: i64, first: Span) {
        self.error(Code::Twice, span, format!("the tile has two fields {id}"))
            .label("again here")
            .also(first, "first here");
    }

    pub fn field_number(&mut self, span: Span, id: i64, most: i64) {
        self.error(Code::NumberTooLarge, span, format!("{id} is too large for a field in a world of several tiles"))
            .label("too large")
            .help(format!("with this many tiles, the largest is {most}"));
    }

    pub fn setting_elsewhere(&mut self, span: Span, setting: &str, block: &str) {
        self.error(Code::MisplacedCommand, span, format!("`{setting}` belongs in the `{block}` block"))
            .label("wrong place");
    }

    pub fn player_count(&mut self, span: Span, most: i64) {
        self.error(Code::TooMany, span, format!("a game must have 1 to {most} players")).label("out of range");
    }

    /// `least to most players`
    pub fn player_range(&mut self, span: Span, least: i64, most: i64) {
        self.error(Code::Players, span, format!("`{least} to {most}` players are not possible"))
            .label("impossible")
            .help("write the largest number last: `2 to 4 players`");
    }

    pub fn dice_count(&mut self, span: Span, most: i64) {
        self.error(Code::TooMany, span, format!("a game must have 1 to {most} dice")).label("out of range");
    }

    /// `count`: how many players there are.
    pub fn no_such_player(&mut self, span: Span, number: i64, count: i64) {
        self.error(Code::UnknownName, span, format!("there is no player {number}"))
            .label("unknown")
            .help(format!("there are {count}, starting with `p1`"));
    }

    pub fn one_token(&mut self, span: Span) {
        self.error(Code::MisplacedCommand, span, "each player can have only one token".into()).label("too many");
    }

    pub fn not_on_a_field(&mut self, span: Span, what: &str) {
        self.error(Code::MisplacedCommand, span, format!("{what} belongs on a field"))
            .label("not a field")
            .help("move it to a field of a tile");
    }

    pub fn control_inside(&mut self, span: Span) {
        self.error(Code::MisplacedCommand, span, "`control` cannot be inside `if`".into())
            .label("no effect")
            .help("write `control if … then goto … else goto … end`");
    }

    pub fn force_first(&mut self, span: Span) {
        self.error(Code::ForceFirst, span, "`force` must be the first command of its field".into()).label("not first");
    }

    pub fn second_control(&mut self, span: Span) {
        self.error(Code::SecondControl, span, "the field has two `control` commands".into()).label("the second one");
    }

    pub fn second_jump(&mut self, span: Span) {
        self.error(Code::SecondControl, span, "the field has two jumps".into()).label("the second one");
    }

    pub fn leads_elsewhere(&mut self, span: Span, id: i64, other: i64, first: Span) {
        self.error(Code::SecondControl, span, format!("field {id} already leads to {other}"))
            .label("leads elsewhere")
            .also(first, "first here")
            .help("a field leads to one field; for two, write `control if … then goto … else goto … end`");
    }

    pub fn leads_nowhere(&mut self, span: Span, id: i64) {
        self.error(Code::LeadsNowhere, span, format!("field {id} leads nowhere"))
            .label("no `control` or path")
            .help("add a `control` or a path, or end the game here: `force; game_end()`");
    }

    pub fn leads_to_itself(&mut self, span: Span) {
        self.error(Code::LeadsToItself, span, "the field leads to itself".into()).label("this field");
    }

    pub fn end_unforced(&mut self, span: Span) {
        self.error(Code::EndUnforced, span, "`game_end` needs a field with `force`".into())
            .label("no effect")
            .help("make `force` the first command of the field");
    }

    pub fn no_tile(&mut self) {
        self.error(Code::NoStart, Span::default(), "there is no tile".into())
            .help("write `tile board { path 1 to 10 … }`");
    }

    pub fn no_start(&mut self, span: Span) {
        self.error(Code::NoStart, span, "there is no start".into())
            .label("no start")
            .help("add `game_start()` to the field where tokens enter");
    }

    pub fn second_start(&mut self, span: Span, first: Span) {
        self.error(Code::SecondStart, span, "the game has two starts".into())
            .label("the second start")
            .also(first, "the first");
    }

    pub fn no_end(&mut self, span: Span) {
        self.error(Code::NoEnd, span, "the game has no end".into())
            .label("no end")
            .help("add `force; game_end()` to the last field");
    }

    /// `line`: that of the world as a text.
    pub fn world_text(&mut self, span: Span, line: &str, message: &str) {
        self.error(Code::WorldFile, span, format!("the world contains text that cannot be read: {message}"))
            .label(format!("in `{line}`"))
            .help("to fix it, turn the world into text with `houserules import`");
    }

    pub fn unreached_field(&mut self, span: Span, id: i64) {
        self.warning(Code::UnreachedField, span, format!("nothing leads to field {id}"))
            .label("never reached")
            .help("put it on a path, or lead to it with `control`, `goto` or `=>`");
    }

    pub fn unused_variable(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("`{name}` is never used")).label("unused");
    }

    pub fn no_such_place(&mut self, span: Span, id: i64, tile: &str, border: bool) {
        let draft = self.error(Code::NoSuchPlace, span, format!("the tile `{tile}` has no field {id}"));
        if border {
            draft.label("a border point").help("to cross a border, use `control`");
        } else {
            draft.label("not found");
        }
    }

    pub fn path_too_long(&mut self, span: Span, most: usize) {
        self.error(Code::TooMany, span, format!("a tile can have at most {most} fields")).label("one too many");
    }

    pub fn nothing_beyond(&mut self, span: Span, border: Span, why: &str) {
        self.error(Code::NothingBeyond, span, format!("this border leads nowhere: {why}"))
            .label("crosses the border")
            .also(border, "the border point");
    }

    pub fn endless_borders(&mut self, span: Span, most: usize) {
        self.error(Code::NothingBeyond, span, format!("more than {most} border points in a row"))
            .label("reaches no field");
    }

    pub fn no_grid(&mut self, span: Span) {
        self.error(Code::TileSpot, span, "the layout of the tiles is missing".into())
            .label("the second tile")
            .help("write `world { a b }`, with one line for each row and `.` for a gap");
    }

    pub fn unknown_tile(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no tile `{name}`")).label("unknown").nearest(name, known);
    }

    pub fn tile_laid_twice(&mut self, span: Span, name: &str) {
        self.error(Code::TileSpot, span, format!("the tile `{name}` is in the world twice"))
            .label("second here")
            .help("for another one, add a copy with another name");
    }

    pub fn tile_not_laid(&mut self, span: Span, name: &str) {
        self.error(Code::TileSpot, span, format!("the tile `{name}` is not in the world"))
            .label("not placed")
            .help("add it to `world { … }`");
    }

    pub fn two_types(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::TwoTypes, span, format!("`{name}` is both an int and a bool"))
            .label("one type here")
            .also(first, "the other here")
            .help("use one type everywhere, or two names");
    }

    pub fn undeclared(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no variable `{name}`"))
            .label("never declared")
            .nearest(name, known);
    }

    pub fn wants(&mut self, span: Span, wanted: &str, found: &str) {
        self.error(Code::TypeMismatch, span, format!("expected {wanted}, but this is {found}"))
            .label(format!("is {found}"));
    }

    pub fn differing(&mut self, span: Span, a: &str, b: &str) {
        self.error(Code::TypeMismatch, span, format!("{a} and {b} cannot be combined")).label("different types");
    }

    pub fn no_variable(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "only a variable can be set".into()).label("not a variable");
    }

    pub fn never_returned(&mut self, span: Span) {
        self.error(Code::UnknownName, span, "nothing returns a value".into())
            .label("never set")
            .help("set it with `return e`");
    }

    pub fn no_world(&mut self, span: Span, key: &str) {
        self.error(Code::WorldFile, span, format!("this is not a saved world: `{key}` is missing"))
            .label("not a world")
            .help("choose a `.world` file, as the editor exports it");
    }

    pub fn chance_here(&mut self, span: Span) {
        self.error(Code::MisplacedCommand, span, "an end condition cannot change anything or use chance".into())
            .label("not here");
    }
}
