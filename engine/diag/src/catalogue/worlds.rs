//! HR09: worlds of fields that cannot be played.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    pub fn unknown_built_in(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no `{name}`")).label("unknown").nearest(name, known);
    }

    pub fn stray_end(&mut self, span: Span) {
        self.error(Code::Unopened, span, "this `end` ends nothing".into()).label("no `if` is open").fix(
            "Remove `end`",
            span,
            "",
        );
    }

    pub fn if_without_end(&mut self, span: Span, end: Span) {
        self.error(Code::Unclosed, span, "this `if` has no `end`".into())
            .label("begins here")
            .also(end, "an `end` is missing before here")
            .fix("Add `end`", Span { start: end.start, end: end.start }, " end ");
    }

    pub fn second_block(&mut self, span: Span, what: &str) {
        self.error(Code::Twice, span, format!("there is a `{what}` block already")).label("the second one");
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
        self.error(Code::NumberTooLarge, span, format!("{id} is too large for a field of a world of several tiles"))
            .label("too large")
            .help(format!("with so many tiles, fields go up to {most}"));
    }

    pub fn setting_elsewhere(&mut self, span: Span, setting: &str, block: &str) {
        self.error(Code::MisplacedCommand, span, format!("`{setting}` stands in the `{block}` block"))
            .label("not here");
    }

    pub fn player_count(&mut self, span: Span, most: i64) {
        self.error(Code::TooMany, span, format!("a game has 1 to {most} players")).label("this many cannot play");
    }

    /// `least to most players`
    pub fn player_range(&mut self, span: Span, least: i64, most: i64) {
        self.error(Code::Players, span, format!("{least} to {most} cannot play"))
            .label("nobody could")
            .help("the most last: `2 to 4 players`");
    }

    pub fn dice_count(&mut self, span: Span, most: i64) {
        self.error(Code::TooMany, span, format!("1 to {most} dice are thrown at once")).label("this many are not");
    }

    /// `count`: how many players there are.
    pub fn no_such_player(&mut self, span: Span, number: i64, count: i64) {
        self.error(Code::UnknownName, span, format!("there is no player {number}"))
            .label("unknown")
            .help(format!("there are {count}, from `p1` on"));
    }

    pub fn one_token(&mut self, span: Span) {
        self.error(Code::MisplacedCommand, span, "each player has one token".into()).label("more are not possible");
    }

    pub fn not_on_a_field(&mut self, span: Span, what: &str) {
        self.error(Code::MisplacedCommand, span, format!("{what} stands on a field"))
            .label("this is no field")
            .help("put it into a field of a tile");
    }

    pub fn control_inside(&mut self, span: Span) {
        self.error(Code::MisplacedCommand, span, "`control` does not stand inside `if`".into())
            .label("decides nothing here")
            .help("write `control if … then goto … else goto … end`");
    }

    pub fn force_first(&mut self, span: Span) {
        self.error(Code::ForceFirst, span, "`force` is the first command of its field".into())
            .label("others stand before it");
    }

    pub fn second_control(&mut self, span: Span) {
        self.error(Code::SecondControl, span, "the field has a `control` already".into()).label("the second one");
    }

    pub fn second_jump(&mut self, span: Span) {
        self.error(Code::SecondControl, span, "the field has a jump already".into()).label("the second one");
    }

    pub fn leads_elsewhere(&mut self, span: Span, id: i64, other: i64, first: Span) {
        self.error(Code::SecondControl, span, format!("field {id} leads to {other} already"))
            .label("leads elsewhere")
            .also(first, "as it stands here")
            .help("a field leads to one other; `control if … then goto … else goto … end` lets it lead to two");
    }

    pub fn leads_nowhere(&mut self, span: Span, id: i64) {
        self.error(Code::LeadsNowhere, span, format!("field {id} leads nowhere"))
            .label("no `control` and no path onwards")
            .help("only a field that ends the game (`force; game_end()`) needs no way on");
    }

    pub fn leads_to_itself(&mut self, span: Span) {
        self.error(Code::LeadsToItself, span, "the field leads to itself".into()).label("this very field");
    }

    pub fn end_unforced(&mut self, span: Span) {
        self.error(Code::EndUnforced, span, "`game_end` stands on a field that is not forced".into())
            .label("would not end the game")
            .help("make `force` the first command of the field");
    }

    pub fn no_tile(&mut self) {
        self.error(Code::NoStart, Span::default(), "there is no tile to play on".into())
            .help("write `tile board { path 1 to 10 … }`");
    }

    pub fn no_start(&mut self, span: Span) {
        self.error(Code::NoStart, span, "no field is the start".into())
            .label("nothing starts here")
            .help("write `game_start()` on the field where tokens come in");
    }

    pub fn second_start(&mut self, span: Span, first: Span) {
        self.error(Code::SecondStart, span, "the game starts on another field already".into())
            .label("the second start")
            .also(first, "the first");
    }

    pub fn no_end(&mut self, span: Span) {
        self.error(Code::NoEnd, span, "no field ends the game".into())
            .label("nothing ends here")
            .help("write `force; game_end()` on the last field");
    }

    /// `line`: that of the world as a text.
    pub fn world_text(&mut self, span: Span, line: &str, message: &str) {
        self.error(Code::WorldFile, span, format!("this world has a text that cannot be read: {message}"))
            .label(format!("in `{line}`"))
            .help("`houserules import` writes the world as a text, in which it can be mended");
    }

    pub fn unreached_field(&mut self, span: Span, id: i64) {
        self.warning(Code::UnreachedField, span, format!("nothing leads to field {id}"))
            .label("no token comes here")
            .help("put it on a path, or lead to it by `control`, `goto` or `=>`");
    }

    pub fn unused_variable(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("`{name}` is never used")).label("nothing mentions it");
    }

    pub fn no_such_place(&mut self, span: Span, id: i64, tile: &str, border: bool) {
        let draft = self.error(Code::NoSuchPlace, span, format!("the tile `{tile}` has no field {id}"));
        if border {
            draft.label("a border point").help("only `control` leads over a border");
        } else {
            draft.label("not there");
        }
    }

    pub fn path_too_long(&mut self, span: Span, most: usize) {
        self.error(Code::TooMany, span, format!("a tile has at most {most} fields")).label("goes beyond that");
    }

    pub fn nothing_beyond(&mut self, span: Span, border: Span, why: &str) {
        self.error(Code::NothingBeyond, span, format!("nothing lies beyond this border: {why}"))
            .label("goes over the border")
            .also(border, "the border point");
    }

    pub fn endless_borders(&mut self, span: Span, most: usize) {
        self.error(Code::NothingBeyond, span, format!("more than {most} border points follow each other"))
            .label("never comes to a field");
    }

    pub fn no_grid(&mut self, span: Span) {
        self.error(Code::TileSpot, span, "it is not said how the tiles lie".into())
            .label("the second tile")
            .help("write `world { a b }`, a row a line, `.` for a gap");
    }

    pub fn unknown_tile(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no tile `{name}`")).label("unknown").nearest(name, known);
    }

    pub fn tile_laid_twice(&mut self, span: Span, name: &str) {
        self.error(Code::TileSpot, span, format!("the tile `{name}` lies in the world twice"))
            .label("the second time")
            .help("a copy under another name may lie beside it");
    }

    pub fn tile_not_laid(&mut self, span: Span, name: &str) {
        self.error(Code::TileSpot, span, format!("the tile `{name}` is not in the world"))
            .label("lies nowhere")
            .help("name it in `world { … }`");
    }

    pub fn two_types(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::TwoTypes, span, format!("`{name}` is an int in one place and a bool in another"))
            .label("one type here")
            .also(first, "the other here")
            .help("a name is looked up while the game runs, so it has one type everywhere");
    }

    pub fn undeclared(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no variable `{name}`"))
            .label("never declared")
            .nearest(name, known);
    }

    pub fn wants(&mut self, span: Span, wanted: &str, found: &str) {
        self.error(Code::TypeMismatch, span, format!("{wanted} is needed, and this is {found}"))
            .label(format!("is {found}"));
    }

    pub fn differing(&mut self, span: Span, a: &str, b: &str) {
        self.error(Code::TypeMismatch, span, format!("{a} and {b} are put together")).label("of two types");
    }

    pub fn no_variable(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "only a variable can be set".into()).label("no variable");
    }

    pub fn never_returned(&mut self, span: Span) {
        self.error(Code::UnknownName, span, "nothing ever returns a value".into())
            .label("never set")
            .help("`return e` sets it");
    }

    pub fn no_world(&mut self, span: Span, key: &str) {
        self.error(Code::WorldFile, span, format!("this is no saved world: `{key}` is missing"))
            .label("no world")
            .help("a file with the ending `.world`, as the editor exports it, is meant");
    }

    pub fn chance_here(&mut self, span: Span) {
        self.error(
            Code::MisplacedCommand,
            span,
            "an end condition changes nothing and leaves nothing to chance".into(),
        )
        .label("not here");
    }
}
