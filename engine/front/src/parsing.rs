//! Shared by the parsers of all languages: types, recovery, and messages for unexpected tokens.
//!
//! Invariant: a parser's type is shallow. Compile time grows with the whole type at every step, so each rule and each
//! widely used part is boxed.

use chumsky::error::Error;
use chumsky::input::{Input as _, MappedInput};
use chumsky::prelude::*;
use diag::{Problems, Span};

/// A place as chumsky has it; [`span`] makes a [`Span`] of it.
pub type Pos = SimpleSpan<usize>;

/// Tokens with their places.
pub type Input<'t, T> = MappedInput<'t, T, Pos, &'t [(T, Pos)]>;

/// The errors `E` and the context of a parser.
pub type Extra<E> = extra::Full<E, (), Within>;

/// The context of all parsers. It has no default, so no rule can begin a text by itself. Otherwise every box would hold a
/// copy of the code for that.
#[derive(Clone, Copy)]
pub struct Within;

/// A parser from tokens `T` to `O`, with errors `E`.
pub type Rule<'t, T, O, E> = Boxed<'t, 't, Input<'t, T>, O, Extra<E>>;

/// The message when a parser cannot continue; made by [`unexpected`].
pub trait Trouble {
    /// Nothing is expected.
    fn here(at: Pos) -> Self;
    /// Says it of the text that was read.
    fn report(self, text: &str, problems: &mut Problems);
}

/// The tokens as a parser reads them.
pub fn placed<T: Copy>(tokens: &[(T, Span)]) -> Vec<(T, Pos)> {
    tokens.iter().map(|(tok, it)| (*tok, Pos::from(it.range()))).collect()
}

/// Applies a rule to the tokens of a whole text, and reports errors.
pub fn parsed<'t, T, O, E>(rule: &Rule<'t, T, O, E>, tokens: &'t [(T, Pos)], text: &str, problems: &mut Problems) -> O
where
    T: 't,
    O: Default,
    E: Error<'t, Input<'t, T>> + Trouble + 't,
{
    let end = Pos::from(text.len()..text.len());
    let whole = Parser::<_, _, extra::Err<E>>::parse(&rule.clone().with_ctx(Within), tokens.split_token_span(end));
    let (out, errors) = whole.into_output_errors();
    for it in errors {
        it.report(text, problems);
    }
    out.unwrap_or_default()
}

/// Of nothing at the end of the text, chumsky says that it ends where the last token does; it ends where it begins.
pub fn span(pos: Pos) -> Span {
    Span::new(pos.start, pos.end)
}

/// Role of a token in nesting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Nest {
    Opens,
    Closes,
    Inside,
}

/// A token, or a bracket with its content: the unit of recovery. Never a closing bracket.
pub fn tree<'t, T, E>(nest: fn(T) -> Nest) -> Rule<'t, T, (), E>
where
    T: Copy + 't,
    E: Error<'t, Input<'t, T>> + Trouble + 't,
{
    custom(move |input| {
        let start = input.cursor();
        let mut depth = 0;
        loop {
            match input.peek().map(nest) {
                Some(Nest::Opens) => depth += 1,
                Some(Nest::Closes) if depth > 0 => depth -= 1,
                Some(Nest::Closes) | None => return Err(E::here(input.span_since(&start))),
                Some(Nest::Inside) => {}
            }
            input.skip();
            if depth == 0 {
                return Ok(());
            }
        }
    })
    .boxed()
}

/// A rule that may contain itself up to a limit; beyond it, an error.
pub fn nested<'t, T, O, E>(
    rule: impl Parser<'t, Input<'t, T>, O, Extra<E>> + Clone + 't,
    limit: usize,
    too_deep: fn(Pos) -> E,
) -> Rule<'t, T, O, E>
where
    T: Copy + 't,
    O: 't,
    E: Error<'t, Input<'t, T>> + 't,
{
    let depth = std::rc::Rc::new(std::cell::Cell::new(0));
    custom(move |input| {
        if depth.get() == limit {
            let start = input.cursor();
            input.skip();
            return Err(too_deep(input.span_since(&start)));
        }
        depth.set(depth.get() + 1);
        let read = input.parse(&rule);
        depth.set(depth.get() - 1);
        read
    })
    .boxed()
}

/// Makes `Expect`, the things that were possible, and `Unexpected`, the error of a parser: cheap, since most are never
/// shown.
///
/// `expect_of` gives the expectation for a token. A `Note` is a mistake that the grammar itself recognises. `say`
/// reports the error, usually by `tell`.
#[macro_export]
macro_rules! unexpected {
    ($note:ty; $($variant:ident $text:literal)*) => {
        /// A thing that was possible.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(u8)]
        pub enum Expect { $($variant,)* }

        const TEXTS: &[&str] = &[$($text,)*];

        #[derive(Clone, Copy, Debug)]
        pub struct Unexpected<'s> {
            at: Pos,
            /// One bit for each of [`Expect`].
            expected: u64,
            /// Said by the grammar itself.
            note: Option<$note>,
            text: std::marker::PhantomData<&'s str>,
        }

        impl<'s> Unexpected<'s> {
            fn of(at: Pos, expected: u64) -> Self {
                Unexpected { at, expected, note: None, text: std::marker::PhantomData }
            }

            fn span(&self) -> diag::Span {
                $crate::parsing::span(self.at)
            }

            /// Reports the found token, and the possible ones.
            fn tell(&self, expected: u64, text: &str, problems: &mut diag::Problems) {
                let all = TEXTS.iter().enumerate().filter(|(i, _)| expected >> i & 1 == 1).map(|it| *it.1);
                let found = text.get(self.span().range()).unwrap_or("");
                problems.unexpected(self.span(), found, &all.collect::<Vec<_>>());
            }
        }

        impl $crate::parsing::Trouble for Unexpected<'_> {
            fn here(at: Pos) -> Self {
                Unexpected::of(at, 0)
            }

            fn report(self, text: &str, problems: &mut diag::Problems) {
                self.say(text, problems);
            }
        }

        impl<'a, 's, I> chumsky::error::Error<'a, I> for Unexpected<'s>
        where
            I: chumsky::input::Input<'a, Token = Tok<'s>, Span = Pos>,
        {
            fn merge(mut self, other: Self) -> Self {
                self.expected |= other.expected;
                self.note = self.note.or(other.note);
                self
            }
        }

        impl<'a, 's, I> chumsky::error::LabelError<'a, I, chumsky::DefaultExpected<'a, Tok<'s>>> for Unexpected<'s>
        where
            I: chumsky::input::Input<'a, Token = Tok<'s>, Span = Pos>,
        {
            fn expected_found<E: IntoIterator<Item = chumsky::DefaultExpected<'a, Tok<'s>>>>(
                expected: E,
                _: Option<chumsky::util::MaybeRef<'a, Tok<'s>>>,
                at: Pos,
            ) -> Self {
                let mut bits = 0;
                for it in expected {
                    if let chumsky::DefaultExpected::Token(tok) = it
                        && let Some(it) = expect_of(*tok)
                    {
                        bits |= 1 << it as u8;
                    }
                }
                Unexpected::of(at, bits)
            }
        }

        impl<'a, 's, I> chumsky::error::LabelError<'a, I, Expect> for Unexpected<'s>
        where
            I: chumsky::input::Input<'a, Token = Tok<'s>, Span = Pos>,
        {
            fn expected_found<E: IntoIterator<Item = Expect>>(
                expected: E,
                _: Option<chumsky::util::MaybeRef<'a, Tok<'s>>>,
                at: Pos,
            ) -> Self {
                Unexpected::of(at, expected.into_iter().fold(0, |bits, it| bits | 1 << it as u8))
            }

            fn label_with(&mut self, label: Expect) {
                self.expected = 1 << label as u8;
            }
        }
    };
}

/// As chumsky's `choice`, for parsers of more than a few tokens. Each is boxed, since compile time grows with a
/// parser's whole type at every step.
#[macro_export]
macro_rules! choice {
    ($($parser:expr),+ $(,)?) => {
        chumsky::Parser::boxed(chumsky::primitive::choice([$(chumsky::Parser::boxed($parser)),+]))
    };
}
