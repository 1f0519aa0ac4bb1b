//! The parser's errors.

use super::super::lex::{BLOCK, Tok};
use diag::{Problems, Span};
use front::nesting::TYPE_NESTING_LIMIT;
use front::parsing::{Pos, Trouble as _};
use front::unexpected;

unexpected! {
    Note<'s>;
    Item "a declaration" Member "an attribute or an action" Part "a part of an action" BoardPart "a part of a board"
    GroupPart "a row or another part of a group" Stmt "a statement" Expr "an expression" Type "a type" Name "a name"
    Text "a text in quotes" Number "a whole number" Event "an event" Cell "a cell" Shape "a kind of group" Orientation "`row` or `col`"
    Comma "`,`" Colon "`:`" Eq "`=`" Dot "`.`" Arrow "`->` or `<->`" OpenRound "`(`" CloseRound "`)`" OpenSquare "`[`"
    CloseSquare "`]`" OpenCurly "`{`" CloseCurly "`}`" HoleEnd "`}`" Semi "`;`" To "`to`" On "`on`" From "`from`"
    As "`as`" With "`with`" Is "`is`" Turn "`turn`"
}

/// Continuations of an expression.
const GOES_ON: u64 = 1 << Expect::Dot as u8
    | 1 << Expect::OpenRound as u8
    | 1 << Expect::OpenSquare as u8
    | 1 << Expect::As as u8
    | 1 << Expect::Is as u8
    | 1 << Expect::Eq as u8
    | 1 << Expect::With as u8;

/// Ends and continuations of unnamed constructs.
const ENDS: u64 = 1 << Expect::Semi as u8 | 1 << Expect::Comma as u8;

/// Expectations where something begins.
const BEGINS: u64 = 1 << Expect::Item as u8
    | 1 << Expect::Member as u8
    | 1 << Expect::Part as u8
    | 1 << Expect::BoardPart as u8
    | 1 << Expect::GroupPart as u8
    | 1 << Expect::Stmt as u8
    | 1 << Expect::Expr as u8;

/// Mistakes that the grammar reads and reports.
#[derive(Clone, Copy, Debug)]
pub enum Note<'s> {
    /// A statement without its `;`.
    Semicolon,
    /// A word that begins no part of something.
    UnknownPart(&'s str, Whole),
    /// Too many `[]` behind a type.
    TypeTooDeep,
    /// `=` where two values are compared.
    Equals,
    /// A statement outside of effects.
    Loose,
}

/// Constructs with parts that begin with words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    Game,
    Action,
}

impl Whole {
    fn name(self) -> &'static str {
        match self {
            Whole::Game => "game",
            Whole::Action => "turn or action",
        }
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Whole::Game => &[
                "game",
                "about",
                "players",
                "player",
                "state",
                "local",
                "group",
                "global",
                "sealed",
                "boardcell",
                "interactable",
                "stack",
                "board",
                "turn",
                "action",
                "goal",
                "movement",
                "verb",
                "function",
                "setup",
                "import",
            ],
            Whole::Action => &["input", "require", "trigger", "effect", "phase", "default", "return", "information"],
        }
    }
}

impl<'s> Unexpected<'s> {
    pub fn note(at: Pos, note: Note<'s>) -> Self {
        Unexpected { note: Some(note), ..Unexpected::here(at) }
    }

    pub fn expected(at: Pos, expected: Expect) -> Self {
        Unexpected::of(at, 1 << expected as u8)
    }

    /// The insertion that repairs it, if that is certain: a word before it, or a `;`.
    fn mended(&self, expected: u64, text: &str) -> Option<Option<&'static str>> {
        let is = |it: Expect| expected == 1 << it as u8;
        let found = text.get(self.span().range())?;
        let operand = found.starts_with(|c: char| c.is_alphanumeric());
        match () {
            () if is(Expect::Semi) && begins_statement(found) => Some(None),
            () if is(Expect::To) && operand => Some(Some("to")),
            () if is(Expect::From) && operand => Some(Some("from")),
            () if expected == (1 << Expect::To as u8 | 1 << Expect::On as u8) && operand => Some(Some("on")),
            () => None,
        }
    }

    fn say(self, text: &str, problems: &mut Problems) {
        let span = self.span();
        match self.note {
            None => {
                // An expression may nearly always go on: said only where nothing else is.
                let rest = self.expected & !GOES_ON;
                let expected = match if rest == 0 { self.expected } else { rest } {
                    // The previous construct may continue or end; mentioned only if nothing can begin here.
                    it if it & BEGINS != 0 => it & BEGINS,
                    it if it & ENDS & 1 << Expect::Semi as u8 != 0 => it & ENDS,
                    it => it,
                };
                match self.mended(expected, text) {
                    Some(None) => {
                        let end = text[..span.range().start].trim_end().len();
                        problems.missing_semicolon(Span::new(end, end));
                    }
                    Some(Some(word)) => problems.missing_word(span, text.get(span.range()).unwrap_or(""), word),
                    None => self.tell(expected, text, problems),
                }
            }
            Some(Note::Semicolon) => problems.missing_semicolon(span),
            Some(Note::UnknownPart(name, whole)) => problems.unknown_part(span, name, whole.words(), whole.name()),
            Some(Note::Equals) => problems.assigned_for_compared(span),
            Some(Note::Loose) => problems.loose_statement(span),
            Some(Note::TypeTooDeep) => problems.type_too_deep(span, TYPE_NESTING_LIMIT),
        }
    }
}

/// `true` if a word begins a statement, and continues none.
fn begins_statement(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "for"
            | "return"
            | "break"
            | "continue"
            | "pass"
            | "fail"
            | "cancel"
            | "winner"
            | "call"
            | "transfer"
            | "attach"
            | "place"
            | "move"
    )
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Open(b'(') => Expect::OpenRound,
        Tok::Open(b'[') => Expect::OpenSquare,
        Tok::Open(BLOCK) => Expect::OpenCurly,
        Tok::Close(b')') => Expect::CloseRound,
        Tok::Close(b']') => Expect::CloseSquare,
        Tok::Close(_) => Expect::CloseCurly,
        Tok::HoleEnd => Expect::HoleEnd,
        Tok::Semi => Expect::Semi,
        Tok::Sign(",") => Expect::Comma,
        Tok::Sign(":") => Expect::Colon,
        Tok::Sign("=") => Expect::Eq,
        Tok::Sign(".") => Expect::Dot,
        Tok::Sign("->" | "<->") => Expect::Arrow,
        Tok::Word("as") => Expect::As,
        Tok::Word("is") => Expect::Is,
        Tok::Name("turn") => Expect::Turn,
        Tok::Name("to") => Expect::To,
        Tok::Name("on") => Expect::On,
        Tok::Name("from") => Expect::From,
        Tok::Name("with") => Expect::With,
        _ => return None,
    })
}
