//! Blanks between the pieces of a line.

use super::super::lex::{Sign, Tok, Word};
use super::layout::{Piece, What};

/// Role of a piece that its token alone does not determine.
#[derive(Clone, Copy, PartialEq)]
pub enum Part {
    /// Something a value ends with.
    Operand,
    /// `-` before a value.
    Prefix,
    /// `?` and `!` after one.
    Postfix,
    /// `<` and `>` around types.
    TypeOpen,
    TypeClose,
    /// Anything else.
    Plain,
}

/// Maximum tokens searched for the end of a type after `set<`.
const TYPE_TOKENS: usize = 64;

/// The role of each piece.
pub fn parts(pieces: &[Piece]) -> Vec<Part> {
    let mut parts = vec![Part::Plain; pieces.len()];
    let mut last: Option<usize> = None;
    for (i, it) in pieces.iter().enumerate() {
        let Some(tok) = it.tok() else { continue };
        let before = last.map(|at| (pieces[at].what, parts[at]));
        let operand = !it.apart
            && before.is_some_and(|(_, part)| matches!(part, Part::Operand | Part::Postfix | Part::TypeClose));
        let field = before.is_some_and(|(what, _)| what == What::Tok(Tok::Sign(Sign::Dot)));
        if parts[i] == Part::Plain {
            parts[i] = match tok {
                Tok::Name("to" | "where" | "at") if operand => Part::Plain,
                Tok::Name(_) | Tok::Int(_) | Tok::Num(_) | Tok::Str(_) | Tok::TemplateEnd => Part::Operand,
                Tok::Close(_) | Tok::Word(Word::None | Word::True | Word::False) => Part::Operand,
                Tok::Word(_) if field => Part::Operand,
                Tok::Sign(Sign::Sub) if !operand => Part::Prefix,
                Tok::Sign(Sign::Question) => Part::Postfix,
                Tok::Sign(Sign::Not) if operand => Part::Postfix,
                _ => Part::Plain,
            };
        }
        if tok == Tok::Sign(Sign::Lt)
            && before.is_some_and(|it| matches!(it.0, What::Tok(Tok::Name("set" | "map"))))
            && let Some(close) = type_end(pieces, i)
        {
            parts[i] = Part::TypeOpen;
            parts[close] = Part::TypeClose;
        }
        last = Some(i);
    }
    parts
}

/// The `>` that closes a `<`, if the text between looks like types.
fn type_end(pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, it) in pieces.iter().enumerate().skip(open).take(TYPE_TOKENS) {
        match it.tok()? {
            Tok::Sign(Sign::Lt) => depth += 1,
            Tok::Sign(Sign::Gt) if depth == 1 => return Some(i),
            Tok::Sign(Sign::Gt) => depth -= 1,
            Tok::Name(_) | Tok::Int(_) | Tok::Open(b'[' | b'(') | Tok::Close(b']' | b')') => {}
            Tok::Sign(Sign::Comma | Sign::Question | Sign::Sub | Sign::DotDot) => {}
            _ => return None,
        }
    }
    None
}

/// `true` if a blank goes between two pieces of one line.
pub fn between(a: (&Piece, Part), b: (&Piece, Part)) -> bool {
    if b.0.apart || b.0.tight {
        return b.0.apart;
    }
    let (Some(left), Some(right)) = (a.0.tok(), b.0.tok()) else {
        let opens = matches!(a.0.tok(), Some(Tok::Open(b'(' | b'[') | Tok::HoleStart));
        let closes =
            matches!(b.0.tok(), Some(Tok::Close(b')' | b']') | Tok::HoleEnd | Tok::Sign(Sign::Comma | Sign::Semi)));
        return !opens && !closes;
    };
    apart(left, a.1, right, b.1) || merges(left, right)
}

fn apart(left: Tok, a: Part, right: Tok, b: Part) -> bool {
    match (left, right) {
        (Tok::TemplateStart | Tok::Text(_) | Tok::HoleStart | Tok::HoleEnd, _) => false,
        (_, Tok::TemplateEnd | Tok::Text(_) | Tok::HoleStart | Tok::HoleEnd) => false,
        (Tok::Open(b'(' | b'['), _) | (_, Tok::Close(b')' | b']')) => false,
        // `->` of a graph.
        (Tok::Sign(Sign::Sub), Tok::Sign(Sign::Gt)) => false,
        (Tok::Open(_), Tok::Close(_)) => false,
        (Tok::Open(_), _) | (_, Tok::Close(_)) => true,
        (_, Tok::Sign(Sign::Comma | Sign::Semi | Sign::Colon | Sign::Dot)) => false,
        (Tok::Sign(Sign::Dot | Sign::DotDot), _) | (_, Tok::Sign(Sign::DotDot)) => false,
        _ if matches!(a, Part::Prefix | Part::TypeOpen) => false,
        _ if matches!(b, Part::Postfix | Part::TypeOpen | Part::TypeClose) => false,
        (Tok::Close(b'}'), _) => true,
        (Tok::Int(_) | Tok::Num(_) | Tok::Word(Word::None | Word::True | Word::False), Tok::Open(_)) => true,
        (_, Tok::Open(b'(' | b'[')) => !matches!(a, Part::Operand | Part::Postfix | Part::TypeClose),
        _ => true,
    }
}

/// `true` if two adjacent signs would be read as another one.
fn merges(left: Tok, right: Tok) -> bool {
    let (Tok::Sign(left), Tok::Sign(right)) = (left, right) else { return false };
    let both = format!("{}{}", left.text(), right.text());
    Sign::first_of(&both).is_some_and(|it| it != left)
}
