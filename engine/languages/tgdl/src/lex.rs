//! Tokens. Brackets are balanced here, and nesting is limited.
//!
//! Invariant: every bracket in the result has its counterpart; only a [`Tok::Open`] marked as a list may be parsed as
//! one; nesting and chains stay within the limits of [`front::nesting`], so that no tree is deep. For that, a statement
//! may only end where [`Level`] ends its chain: at a `;`, a `}`, or a line that begins with an operand.

use super::words;
use diag::{Problems, Span};
use front::common::leading;
use front::nesting::{CHAIN_LIMIT, Depth, Excess, NESTING_LIMIT, Nesting};
use front::parsing::Nest;
use front::text::{control_characters, is_passed};

/// Advice for a text that is nested too deep.
const SHALLOWER: &str = "do it in several statements, or take parts of it out into a verb";

/// Longer ones first.
const SIGNS: &[&str] = &[
    "<->", "->", "+=", "-=", "*=", "/=", "%=", "^=", "++", "--", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "=",
    "!", "+", "-", "*", "/", "%", "^", ".", ",", ":",
];

/// A block: of statements, attributes, rows, ….
pub const BLOCK: u8 = b'{';
/// The braces of a list.
pub const LIST: u8 = b'l';
/// The braces after `new …`.
pub const NEW: u8 = b'n';
/// A text with values.
const TEMPLATE: u8 = b't';
/// A value in a text.
const HOLE: u8 = b'h';

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'s> {
    /// A number as written.
    Num(&'s str),
    Name(&'s str),
    /// A reserved word.
    Word(&'static str),
    /// The text between quotes, as written.
    Str(&'s str),
    /// `$"`
    TemplateStart,
    Text(&'s str),
    HoleStart,
    /// The format after the `:` of a hole.
    Format(&'s str),
    HoleEnd,
    TemplateEnd,
    Sign(&'static str),
    /// `(`, `[`, [`BLOCK`], [`LIST`] or [`NEW`].
    Open(u8),
    Close(u8),
    Semi,
}

pub type Token<'s> = (Tok<'s>, Span);

/// Role of a token in nesting.
pub fn nest(tok: Tok) -> Nest {
    match tok {
        Tok::Open(_) | Tok::TemplateStart | Tok::HoleStart => Nest::Opens,
        Tok::Close(_) | Tok::TemplateEnd | Tok::HoleEnd => Nest::Closes,
        _ => Nest::Inside,
    }
}

/// `true` if a place is the first non-blank of its line.
pub fn begins_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("").trim_end_matches(|c| matches!(c, ' ' | '\t' | '\r') || is_passed(c));
    before.is_empty() || before.ends_with('\n')
}

/// `true` if an operand may end with it.
fn ends_operand(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Num(_)
            | Tok::Name(_)
            | Tok::Str(_)
            | Tok::Close(_)
            | Tok::TemplateEnd
            | Tok::Word("true" | "false" | "none" | "null" | "this")
    )
}

/// `true` if an operand may begin with it, and no expression continues with it.
fn begins_operand(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Num(_)
            | Tok::Name(_)
            | Tok::Str(_)
            | Tok::TemplateStart
            | Tok::Open(b'(')
            | Tok::Word("true" | "false" | "none" | "null" | "this" | "new")
    )
}

/// The tokens of a text, and its comments.
pub fn tokens<'s>(text: &'s str, problems: &mut Problems) -> (Vec<Token<'s>>, Vec<Span>) {
    control_characters(text, 0, problems);
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        comments: Vec::new(),
        levels: vec![Level::default()],
        closed: Head::None,
        nesting: Nesting::default(),
        line_began: true,
        no_comment_end: false,
        full: false,
        quote_open: false,
        crooked: None,
    };
    lexer.run(problems);
    (lexer.tokens, lexer.comments)
}

/// A bracket that is open, or the text itself.
#[derive(Clone, Copy, Default)]
struct Level {
    /// 0 for the text itself.
    open: u8,
    span: Span,
    /// It follows an operand: a call or an index.
    follows: bool,
    /// The parentheses of a `for`, in which there are semicolons, or those after `new x`.
    head: Head,
    /// The chain ends with the next token, unless that is `else`.
    ends: bool,
    /// There is an `if`, `else`, `while` or `for` in the chain: a statement may continue in the next line.
    prefixed: bool,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Head {
    #[default]
    None,
    For,
    New,
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    comments: Vec<Span>,
    /// Never empty.
    levels: Vec<Level>,
    /// The head of the bracket that was closed last.
    closed: Head,
    nesting: Nesting,
    /// Only blanks since the line began.
    line_began: bool,
    /// There is no `*/` in the rest of the text.
    no_comment_end: bool,
    /// Nested too deep: the rest is not read.
    full: bool,
    /// A text has no end: brackets may lie in it.
    quote_open: bool,
    /// The first block closed farther to the left than its line begins, and its closer: probably the block with a
    /// missing closer.
    crooked: Option<(Span, Span)>,
}

fn closer(open: u8) -> Tok<'static> {
    match open {
        TEMPLATE => Tok::TemplateEnd,
        HOLE => Tok::HoleEnd,
        b'(' => Tok::Close(b')'),
        b'[' => Tok::Close(b']'),
        _ => Tok::Close(b'}'),
    }
}

/// `true` if it is closed by `}`.
fn is_curly(open: u8) -> bool {
    matches!(open, BLOCK | LIST | NEW | HOLE)
}

fn unclosed(level: Level, end: Span, problems: &mut Problems) {
    match level.open {
        b'(' => problems.unclosed(level.span, '(', ')', end),
        b'[' => problems.unclosed(level.span, '[', ']', end),
        TEMPLATE => problems.unclosed_quote(level.span, '"'),
        _ => problems.unclosed(level.span, '{', '}', end),
    }
}

impl<'s> Lexer<'s> {
    fn run(&mut self, problems: &mut Problems) {
        while self.at < self.text.len() && !self.full {
            self.token(problems);
        }
        let end = Span::new(self.text.len(), self.text.len());
        let told = match self.crooked {
            Some((open, close)) if is_curly(self.level().open) && !self.full && !self.quote_open => {
                problems.unclosed(open, '{', '}', close);
                true
            }
            _ => self.full || self.quote_open && is_curly(self.level().open),
        };
        self.close_down_to(1, end, !told, problems);
    }

    fn level(&self) -> Level {
        self.levels.last().copied().unwrap_or_default()
    }

    fn last(&self) -> Option<Tok<'s>> {
        self.tokens.last().map(|it| it.0)
    }

    /// Effect of a token on the nesting.
    fn depth_of(&self, tok: Tok, closed: Level, prefixed: bool, after_operand: bool) -> Depth {
        match tok {
            Tok::Open(_) | Tok::TemplateStart | Tok::HoleStart => Depth::Opens,
            Tok::Close(_) if closed.follows => Depth::ClosesPostfix,
            Tok::Close(_) | Tok::TemplateEnd => Depth::Closes,
            // The pieces of a text are joined one by one.
            Tok::HoleEnd => Depth::ClosesInfix,
            Tok::Text(_) => Depth::Infix,
            Tok::Word("if" | "else" | "while" | "for" | "not") => Depth::Prefix,
            Tok::Word("and" | "or" | "xor" | "nand" | "mod" | "is" | "as" | "adj" | "connect") => Depth::HeavyInfix,
            Tok::Sign("-" | "+") if !after_operand => Depth::Prefix,
            // The right side of `^` nests deeper each time.
            Tok::Sign("!" | "^") => Depth::Prefix,
            Tok::Sign(".") => Depth::Postfix,
            Tok::Sign(",") if !prefixed => Depth::Ends,
            Tok::Sign("," | ":" | "=" | "->" | "<->" | "++" | "--") => Depth::Stays,
            Tok::Sign("+=" | "-=" | "*=" | "/=" | "%=" | "^=") => Depth::Stays,
            Tok::Sign(_) => Depth::HeavyInfix,
            Tok::Word(_) | Tok::Num(_) | Tok::Name(_) | Tok::Str(_) | Tok::Format(_) | Tok::Semi => Depth::Stays,
        }
    }

    fn push(&mut self, tok: Tok<'s>, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        let after_operand = self.last().is_some_and(ends_operand);
        let line_began = std::mem::take(&mut self.line_began);
        let mut counted = Ok(());
        if let Some(level) = self.levels.last_mut() {
            let beside = line_began && after_operand && begins_operand(tok) && !level.prefixed;
            if (level.ends && tok != Tok::Word("else")) || beside {
                level.prefixed = false;
                counted = self.nesting.take(Depth::Ends);
            }
            level.ends = tok == Tok::Semi;
            level.prefixed |= matches!(tok, Tok::Word("if" | "else" | "while" | "for"));
        }
        let level = self.level();
        let depth = self.depth_of(tok, level, level.prefixed, after_operand);
        counted = counted.and_then(|()| self.nesting.take(depth));
        self.at += len;
        match counted {
            Ok(()) => {}
            Err(Excess::Brackets) => problems.too_deep(span, NESTING_LIMIT, SHALLOWER),
            Err(Excess::Links) => problems.too_long_chain(span, CHAIN_LIMIT, SHALLOWER),
        }
        if counted.is_err() {
            self.full = true;
            // A closer closes all the same, or its bracket would be closed twice.
            if nest(tok) != Nest::Closes {
                return;
            }
        }
        match nest(tok) {
            Nest::Opens => {
                let open = match tok {
                    Tok::TemplateStart => TEMPLATE,
                    Tok::HoleStart => HOLE,
                    Tok::Open(open) => open,
                    _ => 0,
                };
                let follows = matches!(open, b'(' | b'[') && after_operand && !(line_began && open == b'(');
                self.levels.push(Level { open, span, follows, head: self.head(open), ..Level::default() });
            }
            Nest::Closes => self.left(level.open),
            Nest::Inside => {}
        }
        self.tokens.push((tok, span));
    }

    /// Goes on after a bracket that was closed.
    fn left(&mut self, open: u8) {
        if self.levels.len() > 1 {
            self.closed = self.levels.pop().map_or(Head::None, |it| it.head);
        }
        if let Some(outer) = self.levels.last_mut().filter(|_| open == BLOCK) {
            outer.ends = true;
        }
    }

    /// The head of a bracket that opens here.
    fn head(&self, open: u8) -> Head {
        let before = |n: usize| self.tokens.len().checked_sub(n).and_then(|it| self.tokens.get(it)).map(|it| it.0);
        match before(1) {
            Some(Tok::Word("for")) if open == b'(' => Head::For,
            Some(Tok::Name(_)) if open == b'(' && before(2) == Some(Tok::Word("new")) => Head::New,
            Some(Tok::Close(b']')) if open == b'(' && self.is_new_type() => Head::New,
            _ => Head::None,
        }
    }

    /// `true` if the tokens end with `new x[]`.
    fn is_new_type(&self) -> bool {
        let brackets = |it: &&Token| matches!(it.0, Tok::Open(b'[') | Tok::Close(b']'));
        // The maximum for a type, and one more.
        let mut rest = self.tokens.iter().rev().take(2 * front::nesting::TYPE_NESTING_LIMIT + 4).skip_while(brackets);
        matches!(rest.next(), Some((Tok::Name(_), _))) && matches!(rest.next(), Some((Tok::Word("new"), _)))
    }

    /// The kind of braces that open here.
    fn curly(&self) -> u8 {
        let after_new = || match self.last() {
            Some(Tok::Name(_)) => matches!(self.tokens[..].iter().rev().nth(1), Some((Tok::Word("new"), _))),
            Some(Tok::Close(b']')) => self.is_new_type(),
            Some(Tok::Close(b')')) => self.closed == Head::New,
            _ => false,
        };
        match self.last() {
            Some(Tok::Sign(sign)) if !matches!(sign, "++" | "--") => LIST,
            Some(Tok::Open(b'(' | b'[' | LIST)) => LIST,
            Some(Tok::HoleStart) => LIST,
            Some(Tok::Word(word)) if matches!(word, "return" | "new" | "not") || words::is_infix(word) => LIST,
            _ if after_new() => NEW,
            _ => BLOCK,
        }
    }

    /// Closes open levels beyond a number, and reports the innermost.
    fn close_down_to(&mut self, count: usize, at: Span, tell: bool, problems: &mut Problems) {
        if tell && self.levels.len() > count {
            unclosed(self.level(), at, problems);
        }
        while self.levels.len() > count {
            let open = self.level().open;
            self.tokens.push((closer(open), at));
            // A closer never lies too deep.
            let _ = self.nesting.take(Depth::Closes);
            self.left(open);
        }
    }

    /// Closes the innermost open levels of a kind, and reports the last.
    fn close_open(&mut self, which: impl Fn(&Level) -> bool, problems: &mut Problems) {
        let count = self.levels.iter().rposition(|it| it.open == 0 || !which(it)).map_or(1, |it| it + 1);
        self.close_down_to(count, Span::new(self.at, self.at), true, problems);
    }

    fn token(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            b'\n' => {
                // No text goes on in the next line.
                if let Some(outermost) = self.levels.iter().position(|it| it.open == TEMPLATE) {
                    problems.unclosed_quote(self.levels[outermost].span, '"');
                    self.close_down_to(outermost, Span::new(self.at, self.at), false, problems);
                }
                self.at += 1;
                self.line_began = true;
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b';' => {
                self.close_open(|it| matches!(it.open, b'(' | b'[' | LIST) && it.head != Head::For, problems);
                self.push(Tok::Semi, 1, problems);
            }
            b'/' if rest.starts_with("//") => self.comment(),
            b'/' if rest.starts_with("/*") => self.block_comment(problems),
            b'\\' if rest.starts_with("\\\\") => {
                problems.backslash_comment(Span::new(self.at, self.at + 2));
                self.comment();
            }
            open @ (b'(' | b'[') => self.push(Tok::Open(open), 1, problems),
            b'{' => self.open_curly(problems),
            close @ (b')' | b']' | b'}') => self.close(close, problems),
            b':' if self.level().open == HOLE => self.format(problems),
            b'"' => self.string(problems),
            b'\'' if rest[1..].lines().next().is_some_and(|it| it.contains('\'')) => {
                let len = leading(&rest[1..], |c| c != '\'');
                problems.single_quotes(Span::new(self.at, self.at + len + 2));
                self.push(Tok::Str(&rest[1..=len]), len + 2, problems);
            }
            b'$' if rest[1..].starts_with('"') => {
                self.push(Tok::TemplateStart, 2, problems);
                self.piece(problems);
            }
            b'0'..=b'9' => self.number(problems),
            _ => self.word(problems),
        }
    }

    /// Number of blanks at the start of a place's line.
    fn indent(&self, at: usize) -> usize {
        let line = self.text[..at].rfind('\n').map_or(0, |it| it + 1);
        leading(&self.text[line..], |c| matches!(c, ' ' | '\t'))
    }

    fn comment(&mut self) {
        let rest = &self.text[self.at..];
        let len = rest.find('\n').unwrap_or(rest.len());
        self.comments.push(Span::new(self.at, self.at + len));
        self.at += len;
    }

    /// `/* … */`, which is no comment here: reported and skipped.
    fn block_comment(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        problems.foreign_comment(Span::new(self.at, self.at + 2));
        let end = if self.no_comment_end { None } else { rest[2..].find("*/") };
        self.no_comment_end = end.is_none();
        match end {
            Some(end) => {
                self.comments.push(Span::new(self.at, self.at + end + 4));
                self.at += end + 4;
            }
            None => self.comment(),
        }
        self.line_began = false;
    }

    fn open_curly(&mut self, problems: &mut Problems) {
        let kind = self.curly();
        if kind == BLOCK {
            self.close_open(|it| matches!(it.open, b'(' | b'[' | LIST), problems);
        }
        self.push(Tok::Open(kind), 1, problems);
    }

    fn close(&mut self, close: u8, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + 1);
        let opens = |it: &Level| match close {
            b'}' => is_curly(it.open),
            b')' => it.open == b'(',
            _ => it.open == b'[',
        };
        let found = self.levels.iter().rposition(opens);
        // Only `}` closes brackets left open in a block, and nothing in a text closes a bracket around it.
        let fits = found.filter(|at| {
            let inner = &self.levels[at + 1..];
            inner.iter().all(|it| it.open != TEMPLATE && (close == b'}' || !matches!(it.open, BLOCK | NEW | HOLE)))
        });
        let Some(depth) = fits else {
            problems.unopened(span, close as char);
            self.at += 1;
            self.line_began = false;
            return;
        };
        self.close_down_to(depth + 1, Span::new(self.at, self.at), true, problems);
        let open = self.level().open;
        if open == BLOCK && self.line_began && self.crooked.is_none() {
            let opened = self.level().span;
            if self.indent(opened.range().start) > self.indent(self.at) {
                self.crooked = Some((opened, span));
            }
        }
        self.push(closer(open), 1, problems);
        if open == HOLE && !self.full {
            self.piece(problems);
        }
    }

    fn string(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let len = plain(&rest[1..], |_| false);
        let closed = rest[1 + len..].starts_with('"');
        let whole = 1 + len + usize::from(closed);
        if !closed {
            self.quote_open = true;
            problems.unclosed_quote(Span::new(self.at, self.at + whole), '"');
        }
        self.push(Tok::Str(&rest[1..=len]), whole, problems);
    }

    /// Goes on with a text: up to its end or the next value in it.
    fn piece(&mut self, problems: &mut Problems) {
        if self.full {
            return;
        }
        let rest = &self.text[self.at..];
        let len = plain(rest, |c| c == '{');
        if len > 0 {
            self.push(Tok::Text(&rest[..len]), len, problems);
        }
        if self.full {
            return;
        }
        match rest.as_bytes().get(len) {
            Some(b'{') => self.push(Tok::HoleStart, 1, problems),
            Some(b'"') => self.push(Tok::TemplateEnd, 1, problems),
            _ => {
                problems.unclosed_quote(self.level().span, '"');
                let count = self.levels.len() - 1;
                self.close_down_to(count, Span::new(self.at, self.at), false, problems);
            }
        }
    }

    fn format(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at + 1..];
        let len = leading(rest, |c| !matches!(c, '}' | '"' | '\n'));
        self.push(Tok::Format(&rest[..len]), len + 1, problems);
    }

    fn number(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let digits = |from: usize| from + leading(&rest[from..], |c| c.is_ascii_digit());
        let mut len = digits(0);
        let whole = rest[..len].parse().ok().filter(|it: &i64| *it <= ir::INT_MAX);
        if rest[len..].starts_with('.') && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            len = digits(len + 1);
        }
        if whole.is_none() {
            problems.number_too_large(Span::new(self.at, self.at + len));
        }
        self.push(Tok::Num(&rest[..len]), len, problems);
    }

    fn word(&mut self, problems: &mut Problems) {
        let rest = &self.text[self.at..];
        let len = leading(rest, |c| c.is_alphanumeric() || c == '_');
        if len > 0 {
            let text = &rest[..len];
            let loops = || rest[len..].trim_start_matches([' ', '\t']).starts_with('(');
            return match words::reserved(text) {
                // The same word introduces the owner of a part.
                Some("for") if !loops() => self.push(Tok::Name(text), len, problems),
                // Of something: any word is a name there.
                Some(_) if self.last() == Some(Tok::Sign(".")) => self.push(Tok::Name(text), len, problems),
                Some(word) => self.push(Tok::Word(word), len, problems),
                None => self.push(Tok::Name(text), len, problems),
            };
        }
        if let Some(sign) = SIGNS.iter().find(|it| rest.starts_with(**it)) {
            return self.push(Tok::Sign(sign), sign.len(), problems);
        }
        let passed = leading(rest, is_passed);
        if passed > 0 {
            self.at += passed;
            return;
        }
        let known = |c: char| {
            is_passed(c) || c.is_alphanumeric() || c.is_ascii_whitespace() || "(){}[];\"$_".contains(c) || c == '\\'
        };
        let starts_sign = |i: usize| SIGNS.iter().any(|it| rest[i..].starts_with(it));
        let len = rest.char_indices().skip(1).find(|(i, c)| known(*c) || starts_sign(*i)).map_or(rest.len(), |it| it.0);
        problems.strange(Span::new(self.at, self.at + len), &rest[..len]);
        self.at += len;
        self.line_began = false;
    }
}

/// Length of a prefix up to a quote, the end of the line or another end that is not escaped.
fn plain(text: &str, ends: impl Fn(char) -> bool) -> usize {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let here = *c == '\n' || !escaped && (*c == '"' || ends(*c));
        escaped = !escaped && *c == '\\';
        here
    });
    end.map_or(text.len(), |it| it.0)
}
