//! What the parser says when it cannot go on: cheap to make, since most are never shown.

use super::super::lex::{Sign, Tok};
use super::Pos;
use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::input::Input;
use chumsky::util::MaybeRef;
use diag::{Problems, Span};

macro_rules! expects {
    ($($variant:ident $text:literal)*) => {
        /// What could have stood there.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(u8)]
        pub enum Expect { $($variant,)* }

        const TEXTS: &[&str] = &[$($text,)*];
    };
}

expects! {
    Part "a part of a file" StatePart "a part of a state" TestStep "a step of a test" Stmt "a statement" Command "a command" Expr "an expression" Type "a type"
    Name "a name" Text "a text in quotes" Number "a whole number"
    Comma "`,`" Colon "`:`" Eq "`=`" Dot "`.`"
    OpenRound "`(`" CloseRound "`)`" OpenSquare "`[`" CloseSquare "`]`" OpenCurly "`{`" CloseCurly "`}`"
    Greater "`>`" Less "`<`" Then "`then`" Else "`else`" In "`in`" HoleEnd "`}`" Line "the end of the line"
}

/// What goes on with an expression.
const GOES_ON: u64 = 1 << Expect::Dot as u8
    | 1 << Expect::OpenRound as u8
    | 1 << Expect::OpenSquare as u8
    | 1 << Expect::Less as u8
    | 1 << Expect::Greater as u8
    | 1 << Expect::In as u8;

#[derive(Clone, Copy, Debug)]
pub struct Unexpected<'s> {
    at: Pos,
    /// One bit for each of [`Expect`].
    expected: u64,
    /// Said by the grammar itself.
    note: Option<Note<'s>>,
}

/// Mistakes that the grammar reads and reports.
#[derive(Clone, Copy, Debug)]
pub enum Note<'s> {
    UnknownPart(&'s str),
    UnknownStatePart(&'s str),
    UnknownCommand(&'s str),
    /// The operator as in JavaScript, and ours.
    Foreign(&'static str, &'static str),
    Increment(&'static str),
    VarDeclaration(&'s str),
    Elseif,
}

impl<'s> Unexpected<'s> {
    pub fn here(at: Pos) -> Self {
        Unexpected { at, expected: 0, note: None }
    }

    pub fn note(at: Pos, note: Note<'s>) -> Self {
        Unexpected { at, expected: 0, note: Some(note) }
    }

    pub fn report(self, text: &str, problems: &mut Problems) {
        let span = Span::new(self.at.start, self.at.end);
        match self.note {
            None => {
                // An expression may nearly always go on: said only where nothing else is.
                let rest = self.expected & !GOES_ON;
                let expected = if rest == 0 { self.expected } else { rest };
                let expected: Vec<&str> =
                    TEXTS.iter().enumerate().filter(|(i, _)| expected >> i & 1 == 1).map(|it| *it.1).collect();
                problems.unexpected(span, text.get(span.range()).unwrap_or(""), &expected);
            }
            Some(Note::UnknownPart(name)) => problems.unknown_part(span, name, super::super::lex::PARTS, "file"),
            Some(Note::UnknownStatePart(name)) => {
                problems.unknown_part(span, name, &["local", "begin", "resume", "leave", "prompt", "on"], "state");
            }
            Some(Note::UnknownCommand(name)) => problems.unknown_command(span, name, super::script::COMMANDS),
            Some(Note::Foreign(theirs, ours)) => problems.foreign_operator(span, theirs, ours),
            Some(Note::Increment(ours)) => problems.increment(span, ours),
            Some(Note::VarDeclaration(word)) => problems.foreign_declaration(span, word),
            Some(Note::Elseif) => problems.elseif(span),
        }
    }
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Open(b'(') => Expect::OpenRound,
        Tok::Open(b'[') => Expect::OpenSquare,
        Tok::Open(_) => Expect::OpenCurly,
        Tok::Close(b')') => Expect::CloseRound,
        Tok::Close(b']') => Expect::CloseSquare,
        Tok::Close(_) => Expect::CloseCurly,
        Tok::Sign(Sign::Comma) => Expect::Comma,
        Tok::Sign(Sign::Colon) => Expect::Colon,
        Tok::Sign(Sign::Eq) => Expect::Eq,
        Tok::Sign(Sign::Dot) => Expect::Dot,
        Tok::Sign(Sign::Gt) => Expect::Greater,
        Tok::Sign(Sign::Lt) => Expect::Less,
        Tok::Word(super::Word::Then) => Expect::Then,
        Tok::Word(super::Word::Else) => Expect::Else,
        Tok::Word(super::Word::In) => Expect::In,
        Tok::HoleEnd => Expect::HoleEnd,
        Tok::Newline => Expect::Line,
        _ => return None,
    })
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> Error<'a, I> for Unexpected<'s> {
    fn merge(mut self, other: Self) -> Self {
        self.expected |= other.expected;
        self.note = self.note.or(other.note);
        self
    }
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> LabelError<'a, I, DefaultExpected<'a, Tok<'s>>>
    for Unexpected<'s>
{
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'a, Tok<'s>>>>(
        expected: E,
        _: Option<MaybeRef<'a, Tok<'s>>>,
        at: Pos,
    ) -> Self {
        let mut bits = 0;
        for it in expected {
            if let DefaultExpected::Token(tok) = it
                && let Some(it) = expect_of(*tok)
            {
                bits |= 1 << it as u8;
            }
        }
        Unexpected { at, expected: bits, note: None }
    }
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> LabelError<'a, I, Expect> for Unexpected<'s> {
    fn expected_found<E: IntoIterator<Item = Expect>>(expected: E, _: Option<MaybeRef<'a, Tok<'s>>>, at: Pos) -> Self {
        Unexpected { at, expected: expected.into_iter().fold(0, |bits, it| bits | 1 << it as u8), note: None }
    }

    fn label_with(&mut self, label: Expect) {
        self.expected = 1 << label as u8;
    }
}
