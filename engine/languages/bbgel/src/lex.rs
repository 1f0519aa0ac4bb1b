//! Tokens. Brackets, and `if` with its `end`, are balanced here, and nesting is limited.
//!
//! Invariant: every bracket in the result has its counterpart; `if … end` counts as a bracket; nesting and chains stay
//! within the limits of [`front::nesting`], so that no tree is deep.

use super::words;
use diag::{Problems, Span};
use front::common::{block_comment, leading, quoted};
use front::nesting::{CHAIN_LIMIT, Depth, Excess, NESTING_LIMIT, Nesting};
use front::parsing::Nest;
use front::text::{control_characters, is_passed};

/// Advice for a text that is nested too deep.
const SHALLOWER: &str = "do it in several statements: a variable keeps what the next one goes on with";

/// Longer ones first.
const SIGNS: &[&str] = &[
    "---", "++", "--", "->", "=>", "==", "!=", "<>", "<=", ">=", "||", "&&", "<", ">", "=", "!", "+", "-", "*", "/",
    "%", ".", ",", ":", "?",
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'s> {
    Int(i64),
    Name(&'s str),
    /// A reserved word.
    Word(&'static str),
    /// The text between quotes.
    Str(&'s str),
    Sign(&'static str),
    Open(u8),
    Close(u8),
    Semi,
    Newline,
}

pub type Token<'s> = (Tok<'s>, Span);

/// Role of a token in nesting.
pub fn nest(tok: Tok) -> Nest {
    match tok {
        Tok::Open(_) | Tok::Word("if") => Nest::Opens,
        Tok::Close(_) | Tok::Word("end") => Nest::Closes,
        _ => Nest::Inside,
    }
}

/// Effect of a token on the nesting; `after_operand`: an operator there is no prefix.
fn depth_of(tok: Tok, after_operand: bool) -> Depth {
    match tok {
        Tok::Open(_) | Tok::Word("if") => Depth::Opens,
        Tok::Close(_) | Tok::Word("end") => Depth::Closes,
        Tok::Newline | Tok::Semi | Tok::Word("then" | "else") | Tok::Sign(",") => Depth::Ends,
        Tok::Sign("!" | "?" | "=") | Tok::Word("not") => Depth::Prefix,
        Tok::Sign("-" | "+") if !after_operand => Depth::Prefix,
        Tok::Sign(_) | Tok::Word("and" | "or") => Depth::Infix,
        Tok::Int(_) | Tok::Name(_) | Tok::Word(_) | Tok::Str(_) => Depth::Stays,
    }
}

/// The tokens of a text, and its comments.
pub fn tokens<'s>(text: &'s str, problems: &mut Problems) -> (Vec<Token<'s>>, Vec<Span>) {
    control_characters(text, 0, problems);
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        comments: Vec::new(),
        open: Vec::new(),
        nesting: Nesting::default(),
        full: false,
    };
    lexer.run(problems);
    (lexer.tokens, lexer.comments)
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    comments: Vec<Span>,
    /// `(`, `{`, and `i` for `if`.
    open: Vec<(u8, Span)>,
    nesting: Nesting,
    /// Nested too deep: the rest is not read.
    full: bool,
}

fn closer(open: u8) -> Tok<'static> {
    match open {
        b'(' => Tok::Close(b')'),
        b'i' => Tok::Word("end"),
        _ => Tok::Close(b'}'),
    }
}

impl<'s> Lexer<'s> {
    fn run(&mut self, problems: &mut Problems) {
        while self.at < self.text.len() && !self.full {
            self.token(problems);
        }
        let end = Span::new(self.text.len(), self.text.len());
        if let (Some((open, span)), false) = (self.open.last().copied(), self.full) {
            unclosed(open, span, end, problems);
        }
        while !self.open.is_empty() {
            self.put_in_closer(end);
        }
    }

    /// Inserts the missing closer of the innermost bracket.
    fn put_in_closer(&mut self, at: Span) {
        if let Some((open, _)) = self.open.pop() {
            self.tokens.push((closer(open), at));
            // A closer never lies too deep.
            let _ = self.nesting.take(Depth::Closes);
        }
    }

    fn push(&mut self, tok: Tok<'s>, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        self.at += len;
        let before = self.tokens.last().map(|it| it.0);
        let after_operand = matches!(before, Some(Tok::Int(_) | Tok::Name(_) | Tok::Close(_) | Tok::Word(_)))
            && !matches!(before, Some(Tok::Word("and" | "or" | "not" | "if" | "return" | "result")));
        match self.nesting.take(depth_of(tok, after_operand)) {
            Ok(()) => return self.tokens.push((tok, span)),
            Err(Excess::Brackets) => {
                problems.too_deep(span, NESTING_LIMIT, SHALLOWER);
                // The last opened bracket has no token.
                self.open.pop();
            }
            Err(Excess::Links) => problems.too_long_chain(span, CHAIN_LIMIT, SHALLOWER),
        }
        self.full = true;
    }

    fn enter(&mut self, open: u8, tok: Tok<'s>, len: usize, problems: &mut Problems) {
        self.open.push((open, Span::new(self.at, self.at + len)));
        self.push(tok, len, problems);
    }

    fn token(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            b'\n' => {
                self.end_line(problems);
                self.push(Tok::Newline, 1, problems);
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b';' => {
                self.close_open(|it| it == b'(', problems);
                self.push(Tok::Semi, 1, problems);
            }
            b'/' if rest.starts_with("//") => self.comment(rest.find('\n').unwrap_or(rest.len())),
            b'/' if rest.starts_with("/*") => self.comment(block_comment(rest, self.at, problems)),
            open @ (b'(' | b'{') => self.enter(open, Tok::Open(open), 1, problems),
            close @ (b')' | b'}') => self.close(close, 1, problems),
            b'"' => self.string(problems),
            b'0'..=b'9' => self.number(problems),
            _ => self.word(problems),
        }
    }

    /// No `(` is open beyond the end of a line, and no `if` where another part of a tile or file begins.
    fn end_line(&mut self, problems: &mut Problems) {
        self.close_open(|it| it == b'(', problems);
        let next = self.text[self.at + 1..].trim_start_matches([' ', '\t']);
        let after = next.trim_start_matches(|c: char| c.is_ascii_digit());
        let field = after.len() < next.len() && after.trim_start_matches([' ', '\t']).starts_with([':', '{', '"']);
        let part = ["path ", "border ", "tile ", "world "].iter().any(|it| next.starts_with(it));
        if field || part {
            self.close_open(|it| it == b'i', problems);
        }
    }

    /// Closes the innermost open bracket if it is of a kind, and reports it.
    fn close_open(&mut self, which: impl Fn(u8) -> bool, problems: &mut Problems) {
        let end = Span::new(self.at, self.at);
        if let Some((open, span)) = self.open.last().copied().filter(|it| which(it.0)) {
            unclosed(open, span, end, problems);
        }
        while self.open.last().is_some_and(|it| which(it.0)) {
            self.put_in_closer(end);
        }
    }

    fn comment(&mut self, len: usize) {
        self.comments.push(Span::new(self.at, self.at + len));
        self.at += len;
    }

    fn word(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let dollar = usize::from(rest.starts_with('$'));
        let len = dollar + leading(&rest[dollar..], |c| c.is_alphanumeric() || c == '_');
        let text = &rest[..len];
        if len > 0 && len > dollar {
            if let Some(entry) = words::named(text).filter(|it| it.reserved) {
                let word = entry.word;
                match word {
                    "if" => self.enter(b'i', Tok::Word(word), len, problems),
                    "end" => self.close(b'i', len, problems),
                    _ => self.push(Tok::Word(word), len, problems),
                }
                return;
            }
            if dollar == 0 {
                return self.push(Tok::Name(text), len, problems);
            }
            let known: Vec<&str> = words::WORDS.iter().map(|it| it.word).filter(|it| it.starts_with('$')).collect();
            problems.unknown_built_in(Span::new(self.at, self.at + len), text, &known);
            return self.push(Tok::Name(text), len, problems);
        }
        if let Some(sign) = SIGNS.iter().find(|it| rest.starts_with(**it)) {
            return self.push(Tok::Sign(sign), sign.len(), problems);
        }
        let passed = leading(rest, is_passed);
        if passed > 0 {
            self.at += passed;
            return;
        }
        let known = |c: char| is_passed(c) || c.is_alphanumeric() || c.is_ascii_whitespace() || "(){};\"_".contains(c);
        let starts_sign = |i: usize| SIGNS.iter().any(|it| rest[i..].starts_with(it));
        let len = rest.char_indices().skip(1).find(|(i, c)| known(*c) || starts_sign(*i)).map_or(rest.len(), |it| it.0);
        problems.strange(Span::new(self.at, self.at + len), &rest[..len]);
        self.at += len;
    }

    fn close(&mut self, close: u8, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        let opens = |it: &(u8, Span)| match close {
            b')' => it.0 == b'(',
            b'}' => it.0 == b'{',
            _ => it.0 == b'i',
        };
        let found = self.open.iter().rposition(opens);
        // Only `}` closes brackets left open in a block.
        let fits = found.filter(|at| close == b'}' || self.open[*at + 1..].iter().all(|it| it.0 != b'{'));
        let Some(depth) = fits else {
            if close == b'i' {
                problems.stray_end(span);
            } else {
                problems.unopened(span, close as char);
            }
            self.at += len;
            return;
        };
        if depth + 1 < self.open.len() {
            let (open, opened) = self.open[self.open.len() - 1];
            unclosed(open, opened, span, problems);
            while self.open.len() > depth + 1 {
                self.put_in_closer(Span::new(self.at, self.at));
            }
        }
        if let Some((open, _)) = self.open.pop() {
            self.push(closer(open), len, problems);
        }
    }

    fn string(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let (text, len) = quoted(rest, b'"');
        if len == text.len() + 1 {
            problems.unclosed_string(Span::new(self.at, self.at + len), "\"");
        }
        self.push(Tok::Str(text), len, problems);
    }

    fn number(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let len = leading(rest, |c| c.is_ascii_digit());
        let value = rest[..len].parse().ok().filter(|it| *it <= ir::INT_MAX);
        if value.is_none() {
            problems.number_too_large(Span::new(self.at, self.at + len));
        }
        self.push(Tok::Int(value.unwrap_or(0)), len, problems);
    }
}

fn unclosed(open: u8, span: Span, end: Span, problems: &mut Problems) {
    match open {
        b'(' => problems.unclosed(span, '(', ')', end),
        b'{' => problems.unclosed(span, '{', '}', end),
        _ => problems.if_without_end(span, end),
    }
}
