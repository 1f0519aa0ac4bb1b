//! What every front-end has: names with their places, and what a chumsky parser says when it cannot go on.

use diag::Span;

/// A name, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name<'s> {
    pub text: &'s str,
    pub span: Span,
}

/// Makes `Expect`, what could have stood somewhere, and `Unexpected`, the error of a parser: cheap, since most are never shown.
///
/// `expect_of` says which of them a token is. A `Note` is a mistake that the grammar reads itself.
macro_rules! unexpected {
    ($note:ty; $($variant:ident $text:literal)*) => {
        /// What could have stood there.
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
            pub fn here(at: Pos) -> Self {
                Unexpected { at, expected: 0, note: None, text: std::marker::PhantomData }
            }

            fn of(at: Pos, expected: u64) -> Self {
                Unexpected { expected, ..Unexpected::here(at) }
            }

            fn span(&self) -> diag::Span {
                diag::Span::new(self.at.start, self.at.end)
            }

            /// Says what stands there, and what could have.
            fn tell(&self, expected: u64, text: &str, problems: &mut diag::Problems) {
                let all = TEXTS.iter().enumerate().filter(|(i, _)| expected >> i & 1 == 1).map(|it| *it.1);
                let found = text.get(self.span().range()).unwrap_or("");
                problems.unexpected(self.span(), found, &all.collect::<Vec<_>>());
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

pub(crate) use unexpected;
