//! Tokens. Blocks (`DEF … END_DEF` and the others) are balanced here, and nesting is limited.
//!
//! Invariant: every opener in the result has its closer and every closer its opener; `DEF` and `RECEIVE` are in no
//! other block; `ELSE` is in an `IF`; the text between `STATE:` and `END_STATE` (and the others of JSON) is one token.

use super::words;
use diag::{Problems, Span};
use front::common::{leading, quoted};
use front::nesting::{Depth, NESTING_LIMIT, Nesting};
use front::parsing::Nest;
use front::text::{control_characters, is_passed};

/// Advice for a text that is nested too deep.
pub const SHALLOWER: &str = "take parts of it out into a DEF, or into a variable with ASSIGN";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'s> {
    Num(f64),
    /// The text between quotes.
    Str(&'s str),
    /// `$name`, without the `$`.
    Var(&'s str),
    /// A name or the name of a primitive.
    Word(&'s str),
    /// A word of the structure: `DEF`, `END_IF`, ….
    Key(&'static str),
    Semi,
    Colon,
    /// The text of a block of JSON.
    Json(&'s str),
}

pub type Token<'s> = (Tok<'s>, Span);

/// Role of a token in nesting.
pub fn nest(tok: Tok) -> Nest {
    let Tok::Key(word) = tok else { return Nest::Inside };
    match words::named(word).map(|it| it.kind) {
        Some(words::Kind::Opens(_) | words::Kind::Json(_)) => Nest::Opens,
        Some(words::Kind::Closes(_)) => Nest::Closes,
        _ => Nest::Inside,
    }
}

/// A block that is open.
#[derive(Clone, Copy)]
struct Open {
    word: &'static str,
    span: Span,
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    comments: Vec<Span>,
    open: Vec<Open>,
    nesting: Nesting,
    /// Nested too deep: the rest is not read.
    full: bool,
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
    while lexer.at < text.len() && !lexer.full {
        lexer.token(problems);
    }
    let end = Span::new(text.len(), text.len());
    let told = !lexer.full;
    lexer.close_down_to(0, end, told, problems);
    (lexer.tokens, lexer.comments)
}

fn belongs(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'s> Lexer<'s> {
    fn push(&mut self, tok: Tok<'s>, len: usize) {
        self.tokens.push((tok, Span::new(self.at, self.at + len)));
        self.at += len;
    }

    fn token(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
            b'#' => {
                let len = rest.find('\n').unwrap_or(rest.len());
                self.comments.push(Span::new(self.at, self.at + len));
                self.at += len;
            }
            b';' => self.push(Tok::Semi, 1),
            b':' => self.push(Tok::Colon, 1),
            quote @ (b'"' | b'\'') => self.string(quote, problems),
            b'$' => self.variable(problems),
            b'0'..=b'9' => self.number(problems),
            b'-' if leading(&rest[1..], |c| c.is_ascii_digit()) > 0 => self.number(problems),
            _ if rest.starts_with(belongs) => self.word(problems),
            _ => {
                let passed = leading(rest, is_passed);
                if passed > 0 {
                    self.at += passed;
                    return;
                }
                let known = |c: char| is_passed(c) || belongs(c) || c.is_ascii_whitespace() || "#;:\"'$".contains(c);
                let len = rest.char_indices().skip(1).find(|(_, c)| known(*c)).map_or(rest.len(), |it| it.0);
                problems.strange(Span::new(self.at, self.at + len), &rest[..len]);
                self.at += len;
            }
        }
    }

    fn string(&mut self, quote: u8, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let (text, len) = quoted(rest, quote);
        if len == text.len() + 1 {
            problems.unclosed_quote(Span::new(self.at, self.at + len), quote as char);
        }
        self.push(Tok::Str(text), len);
    }

    fn variable(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at + 1..];
        let len = leading(rest, belongs);
        if len == 0 {
            problems.strange(Span::new(self.at, self.at + 1), "$");
            self.at += 1;
            return;
        }
        self.push(Tok::Var(&rest[..len]), len + 1);
    }

    fn number(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let minus = usize::from(rest.starts_with('-'));
        let digits = |from: usize| from + leading(&rest[from..], |c| c.is_ascii_digit());
        let mut len = digits(minus);
        if rest[len..].starts_with('.') && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            len = digits(len + 1);
        }
        // A name may begin with a digit: `2nd`.
        let word = len + leading(&rest[len..], belongs);
        if word > len && minus == 0 && !rest[..len].contains('.') {
            return self.push(Tok::Word(&rest[..word]), word);
        }
        let value: f64 = rest[..len].parse().unwrap_or(f64::INFINITY);
        if value.abs() > ir::INT_MAX as f64 {
            problems.number_too_large(Span::new(self.at, self.at + len));
        }
        self.push(Tok::Num(if value.is_finite() { value } else { 0.0 }), len);
    }

    fn word(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let len = leading(rest, belongs);
        let Some(entry) = words::named(&rest[..len]) else { return self.push(Tok::Word(&rest[..len]), len) };
        let span = Span::new(self.at, self.at + len);
        match entry.kind {
            words::Kind::Plain => self.push(Tok::Key(entry.word), len),
            words::Kind::Else => {
                self.stands_alone(entry.word, span, problems);
                match self.open.last() {
                    Some(it) if it.word == "IF" => {
                        self.push(Tok::Key(entry.word), len);
                        self.colon(span, entry.word, problems);
                    }
                    _ => {
                        problems.stray_closer(span, entry.word, "IF");
                        self.at += len;
                        self.at += self.to_colon().map_or(0, |it| it + 1);
                    }
                }
            }
            words::Kind::Opens(_) => self.enter(entry.word, len, problems),
            words::Kind::Json(closer) => self.json(entry.word, closer, len, problems),
            words::Kind::Closes(opener) => {
                self.stands_alone(entry.word, span, problems);
                self.close(entry.word, opener, len, problems);
            }
        }
    }

    /// Distance to a `:` that comes next in the line.
    fn to_colon(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest[blanks..].starts_with(':').then_some(blanks)
    }

    /// The `:` after a word.
    fn colon(&mut self, span: Span, word: &str, problems: &mut Problems) {
        match self.to_colon() {
            Some(blanks) => {
                self.at += blanks;
                self.push(Tok::Colon, 1);
            }
            None => {
                let at = Span::new(self.at, self.at);
                problems.missing_colon(span, word, at);
                self.tokens.push((Tok::Colon, at));
            }
        }
    }

    fn enter(&mut self, word: &'static str, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        if matches!(word, "DEF" | "RECEIVE")
            && let Some(outer) = self.open.first().copied()
        {
            problems.nested_definition(span, word, outer.span, outer.word, words::closer(outer.word));
            self.close_down_to(0, Span::new(self.at, self.at), false, problems);
        }
        if self.nesting.take(Depth::Opens).is_err() {
            problems.too_deep(span, NESTING_LIMIT, SHALLOWER);
            self.full = true;
            return;
        }
        self.open.push(Open { word, span });
        self.push(Tok::Key(word), len);
    }

    fn close(&mut self, word: &'static str, opener: &'static str, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        let Some(depth) = self.open.iter().rposition(|it| it.word == opener) else {
            problems.stray_closer(span, word, opener);
            self.at += len;
            return;
        };
        self.close_down_to(depth + 1, Span::new(self.at, self.at), true, problems);
        self.open.pop();
        let _ = self.nesting.take(Depth::Closes);
        self.push(Tok::Key(word), len);
    }

    /// Closes open blocks beyond a depth, and reports the innermost.
    fn close_down_to(&mut self, depth: usize, at: Span, tell: bool, problems: &mut Problems) {
        if tell && let Some(it) = self.open.last().copied().filter(|_| self.open.len() > depth) {
            problems.unclosed_block(it.span, it.word, words::closer(it.word), at);
        }
        while self.open.len() > depth {
            if let Some(it) = self.open.pop() {
                self.tokens.push((Tok::Key(words::closer(it.word)), at));
                // A closer never lies too deep.
                let _ = self.nesting.take(Depth::Closes);
            }
        }
    }

    /// Reports other text in the line of a closer.
    fn stands_alone(&self, word: &'static str, span: Span, problems: &mut Problems) {
        // Stops at the next token, so that no line is read again for each of its words.
        let blank = [' ', '\t', '\r'];
        let (before, after) = (&self.text[..span.range().start], &self.text[span.range().end..]);
        let before = before.trim_end_matches(blank);
        let after = after.trim_start_matches(blank);
        let after = if word == "ELSE" { after.trim_start_matches(':').trim_start_matches(blank) } else { after };
        let other_before = !before.is_empty() && !before.ends_with('\n');
        let other_after = !after.is_empty() && !after.starts_with(['\n', '#']);
        if other_before || other_after {
            problems.closer_not_alone(span, word, other_before, other_after);
        }
    }

    /// `STATE:`, then text up to the line with its closer.
    fn json(&mut self, word: &'static str, closer: &'static str, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        if let Some(outer) = self.open.first().copied() {
            problems.nested_definition(span, word, outer.span, outer.word, words::closer(outer.word));
            self.close_down_to(0, Span::new(self.at, self.at), false, problems);
        }
        self.push(Tok::Key(word), len);
        self.colon(span, word, problems);
        let mut end = self.at;
        let found = self.text[self.at..].split_inclusive('\n').find_map(|line| {
            let here = end;
            end += line.len();
            let name = line.trim_start();
            let fits = name.strip_prefix(closer).is_some_and(|rest| !rest.starts_with(belongs));
            fits.then_some(here + line.len() - name.len())
        });
        let end = found.unwrap_or(self.text.len());
        self.push(Tok::Json(&self.text[self.at..end]), end - self.at);
        match found {
            Some(_) => {
                let span = Span::new(self.at, self.at + closer.len());
                self.stands_alone(closer, span, problems);
                self.push(Tok::Key(closer), closer.len());
            }
            None => {
                let at = Span::new(end, end);
                problems.unclosed_block(span, word, closer, at);
                self.tokens.push((Tok::Key(closer), at));
            }
        }
    }
}
