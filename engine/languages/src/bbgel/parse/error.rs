//! What the parser says when it cannot go on.

use super::super::lex::Tok;
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
    Stmt "a statement" Expr "an expression" Part "a line of a tile" Setting "a setting or a variable" Name "a name"
    Variable "a variable" Number "a whole number" Side "a side" Player "`cp`, `np` or `pp`"
    Open "`(`" Close "`)`" Curly "`{`" CloseCurly "`}`" Comma "`,`" Colon "`:`" Eq "`=`" Then "`then`" Else "`else`"
    End "`end`" Goto "`goto`" To "`to`" Arrow "`->`" Line "the end of the line"
}

#[derive(Clone, Copy, Debug)]
pub struct Unexpected {
    at: Pos,
    /// One bit for each of [`Expect`].
    expected: u32,
}

impl Unexpected {
    pub fn here(at: Pos) -> Self {
        Unexpected { at, expected: 0 }
    }

    pub fn report(self, text: &str, problems: &mut Problems) {
        let span = Span::new(self.at.start, self.at.end);
        let all = TEXTS.iter().enumerate().filter(|(i, _)| self.expected >> i & 1 == 1);
        problems.unexpected(span, text.get(span.range()).unwrap_or(""), &all.map(|it| *it.1).collect::<Vec<_>>());
    }
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Open(b'(') => Expect::Open,
        Tok::Close(b')') => Expect::Close,
        Tok::Open(_) => Expect::Curly,
        Tok::Close(_) => Expect::CloseCurly,
        Tok::Sign(",") => Expect::Comma,
        Tok::Sign(":") => Expect::Colon,
        Tok::Sign("=") => Expect::Eq,
        Tok::Sign("->") => Expect::Arrow,
        Tok::Word("then") => Expect::Then,
        Tok::Word("else") => Expect::Else,
        Tok::Word("end") => Expect::End,
        Tok::Word("goto") => Expect::Goto,
        Tok::Name("to") => Expect::To,
        Tok::Newline | Tok::Semi => Expect::Line,
        _ => return None,
    })
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> Error<'a, I> for Unexpected {
    fn merge(mut self, other: Self) -> Self {
        self.expected |= other.expected;
        self
    }
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> LabelError<'a, I, DefaultExpected<'a, Tok<'s>>> for Unexpected {
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
        Unexpected { at, expected: bits }
    }
}

impl<'a, 's, I: Input<'a, Token = Tok<'s>, Span = Pos>> LabelError<'a, I, Expect> for Unexpected {
    fn expected_found<E: IntoIterator<Item = Expect>>(expected: E, _: Option<MaybeRef<'a, Tok<'s>>>, at: Pos) -> Self {
        Unexpected { at, expected: expected.into_iter().fold(0, |bits, it| bits | 1 << it as u8) }
    }

    fn label_with(&mut self, label: Expect) {
        self.expected = 1 << label as u8;
    }
}
