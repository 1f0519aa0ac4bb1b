//! Text to tokens.
//!
//! Invariant of [`tokens`]: brackets are balanced (a missing one is reported and inserted), nesting stays within the
//! limits of [`front::nesting`], and there is a [`Tok::Newline`] exactly where a line end separates statements: not
//! inside parentheses, and not next to a token that wants more.

use diag::{Problems, Span};
use front::TokenKind;
use front::common::{block_comment, coloured, leading};
use front::nesting::{CHAIN_LIMIT, Depth, Excess, NESTING_LIMIT, Nesting};
use front::parsing::Nest;
use front::text::{control_characters, is_passed};
use std::collections::BTreeMap;

/// Advice for a text that is nested too deep.
const SHALLOWER: &str = "move parts of it into functions or constants";

macro_rules! words {
    ($($variant:ident $text:literal)*) => {
        /// The reserved words. Words that only begin a part of a file are names elsewhere.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Word { $($variant,)* }

        impl Word {
            #[cfg(test)]
            pub const ALL: &'static [Word] = &[$(Word::$variant,)*];
            pub fn named(text: &str) -> Option<Word> {
                match text { $($text => Some(Word::$variant),)* _ => None }
            }
            pub fn text(self) -> &'static str { match self { $(Word::$variant => $text,)* } }
        }
    };
}

words! {
    If "if" Then "then" Else "else" For "for" In "in" While "while" And "and" Or "or" Not "not" Let "let"
    True "true" False "false" None "none" Return "return" Break "break" Continue "continue"
    Call "call" Goto "goto" End "end" Finish "finish" Log "log" Prompt "prompt" Action "action" Button "button"
    Assert "assert"
}

macro_rules! signs {
    ($($variant:ident $text:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Sign { $($variant,)* }

        impl Sign {
            /// Longest first.
            const ALL: &'static [(Sign, &'static str)] = &[$((Sign::$variant, $text),)*];
            pub fn text(self) -> &'static str { match self { $(Sign::$variant => $text,)* } }
            /// The sign a text begins with.
            pub fn first_of(text: &str) -> Option<Sign> {
                Sign::ALL.iter().find(|it| text.starts_with(it.1)).map(|it| it.0)
            }
        }
    };
}

signs! {
    Eq3 "===" Ne3 "!==" Eq2 "==" Ne "!=" Le "<=" Ge ">=" And2 "&&" Or2 "||" Else "??"
    AddTo "+=" SubFrom "-=" MulBy "*=" DivBy "/=" Inc "++" Dec "--" Arrow "=>" DotDot ".."
    Eq "=" Lt "<" Gt ">" Add "+" Sub "-" Mul "*" Div "/" Rem "%" Not "!" Question "?"
    Comma "," Colon ":" Semi ";" Dot "."
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'s> {
    /// A name, or a word that is reserved nowhere.
    Name(&'s str),
    Word(Word),
    Sign(Sign),
    /// `(`, `[`, `{`
    Open(u8),
    /// `)`, `]`, `}`
    Close(u8),
    Int(i64),
    Num(f64),
    /// Between the quotes, escapes as written.
    Str(&'s str),
    /// A template: start, then texts and `${` … `}` around tokens, then its end.
    TemplateStart,
    Text(&'s str),
    HoleStart,
    HoleEnd,
    TemplateEnd,
    Newline,
}

pub type Token<'s> = (Tok<'s>, Span);

/// Role of a token in nesting.
pub fn nest(tok: Tok) -> Nest {
    match tok {
        Tok::Open(_) | Tok::HoleStart | Tok::TemplateStart => Nest::Opens,
        Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd => Nest::Closes,
        _ => Nest::Inside,
    }
}

/// Effect of a token on the nesting. `before` is the previous token; `conditional` is `true` if a `then` precedes in
/// the bracket, so that an `else` belongs to an expression.
///
/// In `if … then … else …` only one word counts: everything in it follows the `if`.
fn depth_of(tok: Tok, before: Option<Tok>, conditional: bool) -> Depth {
    let after_brace = matches!(before, Some(Tok::Close(b'}') | Tok::TemplateEnd));
    match tok {
        Tok::Open(_) | Tok::HoleStart | Tok::TemplateStart => Depth::Opens,
        Tok::Close(b')' | b']') => Depth::ClosesPostfix,
        // The pieces of a template are joined one by one.
        Tok::HoleEnd => Depth::ClosesInfix,
        Tok::Close(_) | Tok::TemplateEnd => Depth::Closes,
        Tok::Newline => Depth::Ends,
        Tok::Word(word) => match word {
            Word::If | Word::Not => Depth::Prefix,
            Word::For | Word::In | Word::And | Word::Or => Depth::Infix,
            Word::Else if after_brace && !conditional => Depth::Alternates,
            Word::Then | Word::Else | Word::True | Word::False | Word::None => Depth::Stays,
            Word::While
            | Word::Let
            | Word::Return
            | Word::Break
            | Word::Continue
            | Word::Call
            | Word::Goto
            | Word::End
            | Word::Finish
            | Word::Log
            | Word::Prompt
            | Word::Action
            | Word::Button
            | Word::Assert => Depth::Stays,
        },
        Tok::Sign(sign) => match sign {
            Sign::Comma | Sign::Semi => Depth::Ends,
            Sign::Colon => Depth::Stays,
            Sign::Dot => Depth::Postfix,
            // As in JavaScript, or an optional type.
            Sign::Question => Depth::Prefix,
            Sign::Sub | Sign::Not if !before.is_some_and(ends_operand) => Depth::Prefix,
            Sign::Not => Depth::Postfix,
            // Its right side nests deeper each time.
            Sign::Else => Depth::Prefix,
            Sign::Eq3
            | Sign::Ne3
            | Sign::Eq2
            | Sign::Ne
            | Sign::Le
            | Sign::Ge
            | Sign::And2
            | Sign::Or2
            | Sign::AddTo
            | Sign::SubFrom
            | Sign::MulBy
            | Sign::DivBy
            | Sign::Inc
            | Sign::Dec
            | Sign::Arrow
            | Sign::DotDot
            | Sign::Eq
            | Sign::Lt
            | Sign::Gt
            | Sign::Add
            | Sign::Sub
            | Sign::Mul
            | Sign::Div
            | Sign::Rem => Depth::Infix,
        },
        Tok::Name("elseif" | "elif") if after_brace => Depth::Alternates,
        // An operator that is a name, and a piece of a template.
        Tok::Name("to") | Tok::Text(_) => Depth::Infix,
        Tok::Name(_) | Tok::Int(_) | Tok::Num(_) | Tok::Str(_) => Depth::Stays,
    }
}

/// `true` if an operand ends with this, so that an operator after it is no prefix.
fn ends_operand(tok: Tok) -> bool {
    match tok {
        Tok::Name(_) | Tok::Int(_) | Tok::Num(_) | Tok::Str(_) | Tok::Close(_) | Tok::TemplateEnd => true,
        Tok::Word(word) => matches!(word, Word::True | Word::False | Word::None),
        Tok::Sign(sign) => matches!(sign, Sign::Not | Sign::Question),
        _ => false,
    }
}

/// `true` if a statement or a part begins with this after a `}` in the same line, and continues nothing.
fn begins_after_brace(tok: Tok) -> bool {
    match tok {
        Tok::Name(name) => !matches!(name, "to" | "where" | "elseif" | "elif"),
        Tok::Word(word) => {
            !matches!(word, Word::And | Word::Or | Word::Not | Word::In | Word::Then | Word::Else | Word::For)
        }
        Tok::Int(_) | Tok::Num(_) | Tok::Str(_) | Tok::TemplateStart => true,
        _ => false,
    }
}

/// The tokens for the parser.
pub fn tokens<'s>(text: &'s str, start: usize, problems: &mut Problems) -> Vec<Token<'s>> {
    control_characters(text, start, problems);
    let raw = mended(text, start, problems);
    let mut tokens: Vec<Token> = Vec::with_capacity(raw.len());
    let mut i = 0;
    while let Some(token) = raw.get(i) {
        i += 1;
        if token.0 == Tok::Newline {
            while raw.get(i).is_some_and(|it| it.0 == Tok::Newline) {
                i += 1;
            }
            let next = raw.get(i).map(|it| it.0);
            if tokens.last().is_none_or(|it| wants_more(it.0)) || next.is_none_or(continues) {
                continue;
            }
        }
        tokens.push(*token);
    }
    tokens
}

/// The tokens, with missing or extra braces corrected where the indentation contradicts the braces: so one missing
/// brace is one mistake, and the rest is read as intended.
fn mended<'s>(text: &'s str, start: usize, problems: &mut Problems) -> Vec<Token<'s>> {
    let mut mends: BTreeMap<usize, Vec<Mend>> = BTreeMap::new();
    for count in 0.. {
        let mut found = Problems::new();
        let mut lexer = Lexer { at: start, mends: mends.clone(), ..Lexer::new(text) };
        let raw = lexer.run_on(&mut found);
        let mend = misplaced(text, &raw, lexer.off).filter(|_| count < MENDS_MAX);
        let new = mend.filter(|(at, mend)| mends.get(at).is_none_or(|it| !it.contains(mend)));
        let Some((at, mend)) = new else {
            problems.take(found);
            return raw;
        };
        mends.entry(at).or_default().push(mend);
    }
    Vec::new()
}

/// Maximum braces repaired.
const MENDS_MAX: usize = 8;

/// Errors in the braces of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Off {
    missing: bool,
    too_many: bool,
}

/// A repair of a brace.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mend {
    /// Closes the bracket opened there.
    Close(Span),
    /// A block begins here, that of the line from there on.
    Open(Span),
    /// This closes nothing.
    Pass,
}

/// The first place where a brace does not match the indentation.
fn misplaced(text: &str, tokens: &[Token], off: Off) -> Option<(usize, Mend)> {
    /// A bracket that is open: itself, whether it is a brace, and how its line is indented.
    struct Open {
        span: Span,
        brace: bool,
        indent: usize,
        line: usize,
    }
    if !off.missing && !off.too_many {
        return None;
    }
    let mut open: Vec<Open> = Vec::new();
    let mut line = (0, 0);
    // The line before, if it may be the head of a block: its indent, where it begins and ends.
    let mut head: Option<(usize, Span)> = None;
    let mut before = Tok::Newline;
    for (tok, span) in tokens.iter().filter(|it| it.0 != Tok::Newline) {
        // Inserted tokens are on no line.
        if span.is_empty() {
            match nest(*tok) {
                Nest::Opens => open.push(Open { span: *span, brace: true, indent: line.1, line: line.0 }),
                Nest::Closes => drop(open.pop()),
                Nest::Inside => {}
            }
            (head, before) = (None, *tok);
            continue;
        }
        let at = span.range().start;
        let start = text[line.0..at].rfind('\n').map_or(line.0, |it| line.0 + it + 1);
        let first = text[start..at].trim_start().is_empty();
        if start != line.0 || first {
            line = (start, leading(&text[start..], |c| c == ' ' || c == '\t'));
        }
        let (start, indent) = line;
        if let Some(it) = open.last().filter(|it| it.brace && first && it.line != start) {
            let closes = *tok == Tok::Close(b'}');
            let outwards = if closes { indent < it.indent } else { indent <= it.indent };
            if off.missing && outwards {
                return Some((at, Mend::Close(it.span)));
            }
            if off.too_many && closes && indent > it.indent {
                return Some((at, Mend::Pass));
            }
        }
        if first && nest(*tok) != Nest::Closes {
            // Deeper than a line that begins a block, and that has no brace.
            if let Some((outer, line)) = head.take()
                && off.too_many
                && indent > outer
                && open.last().is_none_or(|it| it.brace)
                && !wants_more(before)
                && *tok != Tok::Open(b'{')
                && !continues(*tok)
            {
                return Some((line.range().end, Mend::Open(line)));
            }
            if begins_block(*tok) && open.last().is_none_or(|it| it.brace) {
                head = Some((indent, *span));
            }
        } else if let Some((_, line)) = &mut head {
            line.end = span.end;
        }
        if *tok == Tok::Open(b'{') || *tok == Tok::Close(b'}') || *tok == Tok::Sign(Sign::Eq) {
            head = None;
        }
        before = *tok;
        match nest(*tok) {
            Nest::Opens => open.push(Open { span: *span, brace: *tok == Tok::Open(b'{'), indent, line: start }),
            Nest::Closes => drop(open.pop()),
            Nest::Inside => {}
        }
    }
    None
}

/// `true` if a line that begins with a token has a block.
fn begins_block(tok: Tok) -> bool {
    match tok {
        Tok::Word(word) => matches!(word, Word::If | Word::While | Word::For | Word::Prompt),
        Tok::Name(name) => {
            const BLOCKS: &[&str] = &[
                "enum",
                "record",
                "face",
                "global",
                "function",
                "setup",
                "view",
                "query",
                "worth",
                "invariant",
                "state",
                "procedure",
                "plain",
                "script",
                "test",
                "show",
                "local",
                "begin",
                "resume",
                "leave",
                "on",
            ];
            BLOCKS.contains(&name)
        }
        _ => false,
    }
}

/// Input of the formatter.
pub struct Whole<'s> {
    /// Every token, with all line ends.
    pub tokens: Vec<Token<'s>>,
    pub comments: Vec<Span>,
    /// The targets of `set` in scripts: a blank would end one.
    pub targets: Vec<Span>,
}

/// Every token, and the comments.
pub fn whole(text: &str) -> Whole<'_> {
    let mut problems = Problems::new();
    let mut lexer = Lexer::new(text);
    lexer.comments = Some(Vec::new());
    let tokens = lexer.run_on(&mut problems);
    Whole { tokens, comments: lexer.comments.unwrap_or_default(), targets: lexer.targets }
}

/// Identity of a text apart from its layout: its tokens with numbers for places, and the comments, each with the number
/// of tokens before it. Line ends and `;` do not count: they only show in the tree.
pub fn numbered(text: &str) -> (Vec<Token<'_>>, Vec<(usize, &str)>) {
    let Whole { tokens, comments, .. } = whole(text);
    let counts = |tok: &Tok| !matches!(tok, Tok::Newline | Tok::Sign(Sign::Semi));
    let mut beside = Vec::with_capacity(comments.len());
    let mut before = 0;
    let mut rest = tokens.iter().filter(|it| counts(&it.0)).peekable();
    for it in comments {
        while rest.next_if(|token| token.1.start < it.start).is_some() {
            before += 1;
        }
        beside.push((before, text.get(it.range()).unwrap_or("").trim_end()));
    }
    let mut at = 0;
    let mut number = |(tok, _): Token<'_>| {
        let span = Span::new(at, at + usize::from(counts(&tok)));
        at = span.end as usize;
        span
    };
    let tokens = self::tokens(text, 0, &mut Problems::new());
    (tokens.into_iter().map(|it| (it.0, number(it))).collect(), beside)
}

/// `true` if a line that ends with this continues.
pub fn wants_more(tok: Tok) -> bool {
    match tok {
        Tok::Newline | Tok::Open(_) | Tok::HoleStart => true,
        Tok::Sign(sign) => !matches!(sign, Sign::Inc | Sign::Dec | Sign::Question | Sign::Not | Sign::Gt),
        Tok::Word(word) => matches!(
            word,
            Word::Then | Word::Else | Word::In | Word::And | Word::Or | Word::Not | Word::If | Word::While | Word::Let
        ),
        _ => false,
    }
}

/// `true` if a line that begins with this continues the previous one.
pub fn continues(tok: Tok) -> bool {
    match tok {
        Tok::Close(_) | Tok::Open(b'{') => true,
        Tok::Sign(sign) => !matches!(sign, Sign::Sub | Sign::Not | Sign::Inc | Sign::Dec),
        Tok::Word(word) => matches!(word, Word::Then | Word::Else | Word::In | Word::And | Word::Or),
        Tok::Name(name) => name == "where",
        _ => false,
    }
}

/// For colours in an editor: includes comments, without inserted tokens.
pub fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
    let mut problems = Problems::new();
    let mut lexer = Lexer::new(text);
    lexer.comments = Some(Vec::new());
    let raw = lexer.run_on(&mut problems);
    let mut out: Vec<(Span, TokenKind)> = Vec::with_capacity(raw.len());
    for (i, (tok, span)) in raw.iter().enumerate() {
        if span.is_empty() || *tok == Tok::Newline {
            continue;
        }
        let before = raw[..i].last().map(|it| it.0);
        let kind = match tok {
            Tok::Name(name) => kind_of_name(name, before, raw.get(i + 1).map(|it| it.0)),
            Tok::Word(Word::None | Word::True | Word::False) => TokenKind::Number,
            Tok::Word(_) if before == Some(Tok::Sign(Sign::Dot)) => TokenKind::Property,
            Tok::Word(_) => TokenKind::Keyword,
            Tok::Sign(Sign::Comma | Sign::Colon | Sign::Semi | Sign::Dot) | Tok::Open(_) | Tok::Close(_) => {
                TokenKind::Punctuation
            }
            Tok::Sign(_) => TokenKind::Operator,
            Tok::Int(_) | Tok::Num(_) => TokenKind::Number,
            Tok::Str(_) | Tok::TemplateStart | Tok::Text(_) | Tok::TemplateEnd => TokenKind::String,
            Tok::HoleStart | Tok::HoleEnd => TokenKind::Punctuation,
            Tok::Newline => continue,
        };
        out.push((*span, kind));
    }
    coloured(out, lexer.comments.unwrap_or_default())
}

/// The words that commands of a script begin with.
pub const COMMANDS: &[&str] =
    &["set", "incr", "decr", "eval", "log", "call", "goto", "return", "while", "for", "if", "else"];

/// The words that parts of a state begin with.
pub const STATE_PARTS: &[&str] = &["local", "begin", "resume", "leave", "prompt", "on"];

/// Words that begin a part of a file or of a state.
pub const PARTS: &[&str] = &[
    "game",
    "about",
    "draws",
    "roles",
    "scenarios",
    "players",
    "option",
    "const",
    "enum",
    "record",
    "board",
    "show",
    "face",
    "global",
    "function",
    "setup",
    "view",
    "query",
    "worth",
    "invariant",
    "state",
    "procedure",
    "script",
    "test",
    "use",
    "variant",
    "without",
    "data",
];

pub const INNER: &[&str] =
    &["local", "begin", "resume", "leave", "on", "plain", "late", "secret", "inout", "where", "to", "unless"];

fn kind_of_name(name: &str, before: Option<Tok>, after: Option<Tok>) -> TokenKind {
    let starts = before.is_none_or(|it| matches!(it, Tok::Newline | Tok::Open(b'{') | Tok::Close(b'}')));
    match before {
        Some(Tok::Sign(Sign::Dot)) => return TokenKind::Property,
        Some(Tok::Name(
            "state" | "procedure" | "script" | "function" | "record" | "enum" | "const" | "option" | "board" | "show"
            | "on",
        ))
        | Some(Tok::Word(Word::Let | Word::For | Word::Call | Word::Goto | Word::Action | Word::Button)) => {
            if (before, name) == (Some(Tok::Word(Word::Call)), "all") && matches!(after, Some(Tok::Name(_))) {
                return TokenKind::Keyword;
            }
            return if matches!(before, Some(Tok::Word(Word::Call | Word::Goto | Word::Action | Word::Button))) {
                TokenKind::Name
            } else {
                TokenKind::Definition
            };
        }
        _ => {}
    }
    match name {
        "G" | "L" | "R" | "V" => TokenKind::Special,
        "set" | "incr" | "decr" if starts && matches!(after, Some(Tok::Name(_))) => TokenKind::Keyword,
        "eval" if starts && matches!(after, Some(Tok::Name(_) | Tok::Open(b'{'))) => TokenKind::Keyword,
        "turns" if starts && matches!(after, Some(Tok::Name(_))) => TokenKind::Keyword,
        "answer"
            if starts
                && matches!(
                    after,
                    Some(Tok::Name(_) | Tok::Int(_) | Tok::Num(_) | Tok::Str(_) | Tok::TemplateStart)
                        | Some(Tok::Word(Word::None | Word::True | Word::False | Word::Not | Word::If))
                ) =>
        {
            TokenKind::Keyword
        }
        "script" if before == Some(Tok::Sign(Sign::Eq)) => TokenKind::Keyword,
        "int" | "num" | "bool" | "string" | "Role" | "any" | "set" | "map" if after != Some(Tok::Open(b'(')) => {
            TokenKind::Type
        }
        _ if starts && PARTS.contains(&name) => TokenKind::Keyword,
        "procedure" if before == Some(Tok::Name("plain")) => TokenKind::Keyword,
        _ if INNER.contains(&name)
            && !matches!(after, Some(Tok::Sign(Sign::Comma | Sign::Colon | Sign::Eq) | Tok::Close(b')'))) =>
        {
            TokenKind::Keyword
        }
        _ if after == Some(Tok::Sign(Sign::Colon)) => TokenKind::Property,
        _ if name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase) => TokenKind::Type,
        _ => TokenKind::Name,
    }
}

/// `true` if a statement begins after this.
fn begins(tok: Tok) -> bool {
    matches!(tok, Tok::Newline | Tok::Open(b'{') | Tok::Close(b'}') | Tok::Sign(Sign::Semi))
}

/// The enclosing construct at the lexer's place.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Bracket(u8),
    /// `${ … }`
    Hole,
    /// The text of a template.
    Template,
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    /// The open constructs, with their spans.
    open: Vec<(Inside, Span)>,
    nesting: Nesting,
    /// `true` if the chain has a `then`: for each open bracket, after one for the text itself.
    conditional: Vec<bool>,
    /// The last token other than a line end, and whether a line end follows it.
    last: Option<Tok<'s>>,
    line_ended: bool,
    comments: Option<Vec<Span>>,
    /// Inside the body of a script: how many brackets are open where the target of a `set` is read.
    script: Option<Option<usize>>,
    /// Spans of these targets, from the end of the `set`.
    targets: Vec<Span>,
    stopped: bool,
    /// The repairs, by place.
    mends: BTreeMap<usize, Vec<Mend>>,
    /// A brace that is missing or too many, beyond those.
    off: Off,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s str) -> Self {
        Lexer {
            text,
            at: 0,
            tokens: Vec::new(),
            open: Vec::new(),
            nesting: Nesting::default(),
            conditional: vec![false],
            last: None,
            line_ended: false,
            comments: None,
            script: None,
            targets: Vec::new(),
            stopped: false,
            mends: BTreeMap::new(),
            off: Off::default(),
        }
    }

    fn run_on(&mut self, problems: &mut Problems) -> Vec<Token<'s>> {
        while self.at < self.text.len() && !self.stopped {
            let mends = self.mends.remove(&self.at).unwrap_or_default();
            if !mends.is_empty() {
                mends.into_iter().for_each(|it| self.put_right(it, problems));
            } else if self.inside() == Some(Inside::Template) {
                self.template(problems)
            } else {
                self.token(problems)
            }
        }
        // The innermost that is open gets the message; the others would only repeat it.
        let end = Span::new(self.text.len(), self.text.len());
        if let (Some((what, span)), false) = (self.open.last().copied(), self.stopped) {
            match what {
                Inside::Bracket(open) => {
                    self.off.missing = true;
                    problems.unclosed(span, open as char, closing(open) as char, end);
                }
                Inside::Hole => problems.unclosed(span, '{', '}', end),
                Inside::Template => problems.unclosed_string(span, "`"),
            }
        }
        while !self.open.is_empty() {
            self.put_in_closer(end);
        }
        std::mem::take(&mut self.tokens)
    }

    fn put_right(&mut self, mend: Mend, problems: &mut Problems) {
        match mend {
            Mend::Close(opened) => {
                // On a line of its own, under the one that it was opened on.
                let line = |at: usize| self.text[..at].rfind('\n').map_or(0, |it| it + 1);
                let first = line(opened.range().start);
                let blanks = leading(&self.text[first..], |c| c == ' ' || c == '\t');
                let insert = format!("{}}}\n", &self.text[first..first + blanks]);
                problems.missing_brace(opened, Span::new(self.at, self.at + 1), line(self.at), insert);
                self.put_in_closer(Span::new(self.at, self.at));
            }
            Mend::Open(line) => {
                let at = Span::new(self.at, self.at);
                problems.missing_opener(line, at);
                self.open.push((Inside::Bracket(b'{'), at));
                self.tokens.push((Tok::Open(b'{'), at));
                // Its content counts as if nested here.
                let _ = self.count(Tok::Open(b'{'), at, problems);
            }
            Mend::Pass => {
                problems.unopened(Span::new(self.at, self.at + 1), '}');
                self.at += 1;
            }
        }
    }

    /// Counts a token; from one that would lie too deep on, the text is not read.
    fn count(&mut self, tok: Tok<'s>, span: Span, problems: &mut Problems) -> bool {
        if tok == Tok::Newline {
            self.line_ended = true;
            return true;
        }
        // A line end that goes on with nothing ends a chain, and so does a block.
        let alternates = matches!(tok, Tok::Name("elseif" | "elif"));
        let parted = self.line_ended && !continues(tok) && !alternates && self.last.is_some_and(|it| !wants_more(it));
        let after_brace = matches!(self.last, Some(Tok::Close(b'}') | Tok::TemplateEnd)) && begins_after_brace(tok);
        let mut counted = if parted || after_brace { self.nesting.take(Depth::Ends) } else { Ok(()) };
        let conditional = self.conditional.last().copied().unwrap_or_default() && !parted && !after_brace;
        let before = self.last.filter(|_| !parted);
        let depth = depth_of(tok, before, conditional);
        if let Some(it) = self.conditional.last_mut() {
            *it = (conditional || tok == Tok::Word(Word::Then)) && !matches!(depth, Depth::Ends | Depth::Alternates);
        }
        counted = counted.and_then(|()| self.nesting.take(depth));
        match depth {
            Depth::Opens => self.conditional.push(false),
            Depth::Closes | Depth::ClosesPostfix | Depth::ClosesInfix if self.conditional.len() > 1 => {
                self.conditional.truncate(self.conditional.len() - 1)
            }
            _ => {}
        }
        (self.last, self.line_ended) = (Some(tok), false);
        match counted {
            Ok(()) => return true,
            Err(Excess::Brackets) => problems.too_deep(span, NESTING_LIMIT, SHALLOWER),
            Err(Excess::Links) => problems.too_long_chain(span, CHAIN_LIMIT, SHALLOWER),
        }
        self.stopped = true;
        false
    }

    fn inside(&self) -> Option<Inside> {
        self.open.last().map(|it| it.0)
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// False if the token lies too deep: then there is none.
    fn push(&mut self, tok: Tok<'s>, len: usize, problems: &mut Problems) -> bool {
        let span = Span::new(self.at, self.at + len);
        let counted = self.count(tok, span, problems);
        if counted {
            self.tokens.push((tok, span));
            self.at += len;
        }
        counted
    }

    /// Closes the innermost bracket, which has no token of its own.
    fn put_in_closer(&mut self, at: Span) {
        if let Some((what, _)) = self.open.pop() {
            self.tokens.push((what.closer(), at));
            // It is no deeper than the one it closes.
            let _ = self.nesting.take(Depth::Closes);
            self.conditional.pop();
            (self.last, self.line_ended) = (Some(what.closer()), false);
        }
    }

    fn enter(&mut self, inside: Inside, tok: Tok<'s>, len: usize, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + len);
        if self.push(tok, len, problems) {
            self.open.push((inside, span));
        }
    }

    fn token(&mut self, problems: &mut Problems) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let first = bytes[0];
        if let Some(target) = self.script {
            self.script = Some(target).filter(|_| !self.open.is_empty());
            if self.script_comment() {
                return self.comment(rest.find('\n').unwrap_or(rest.len()));
            }
            self.end_target(target, problems);
            if let (Some(_), Some(it)) = (target, self.targets.last_mut()) {
                it.end = self.at as u32;
            }
        }
        match first {
            b'\n' => {
                if matches!(self.inside(), None | Some(Inside::Bracket(b'{'))) {
                    self.push(Tok::Newline, 1, problems);
                } else {
                    self.at += 1;
                }
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'/' if rest.starts_with("//") => self.comment(rest.find('\n').unwrap_or(rest.len())),
            b'/' if rest.starts_with("/*") => self.comment(block_comment(rest, self.at, problems)),
            b'{' if self.open.is_empty() => {
                let script = self.begins_script();
                self.enter(Inside::Bracket(first), Tok::Open(first), 1, problems);
                self.script = script.then_some(None);
            }
            b'(' | b'[' | b'{' => self.enter(Inside::Bracket(first), Tok::Open(first), 1, problems),
            b')' | b']' | b'}' => self.close(first, problems),
            b'"' | b'\'' => self.string(first, problems),
            b'`' => self.enter(Inside::Template, Tok::TemplateStart, 1, problems),
            b'0'..=b'9' => self.number(problems),
            b'$' => {
                self.push(Tok::Name("$"), 1, problems);
            }
            _ => {
                let word = leading(rest, |c| c.is_alphanumeric() || c == '_');
                if word > 0 {
                    let text = &rest[..word];
                    let tok = Word::named(text).map_or(Tok::Name(text), Tok::Word);
                    if self.script.is_some() && text == "set" && self.tokens.last().is_none_or(|it| begins(it.0)) {
                        self.script = Some(Some(self.open.len()));
                        let end = self.at + word;
                        self.targets.push(Span::new(end, end));
                    }
                    self.push(tok, word, problems);
                } else if let Some((sign, text)) = Sign::ALL.iter().find(|(_, text)| rest.starts_with(text)) {
                    self.push(Tok::Sign(*sign), text.len(), problems);
                } else {
                    self.strange(problems);
                }
            }
        }
    }

    /// `true` if the next `{` opens the body of a script: `script name`, `= script`.
    fn begins_script(&self) -> bool {
        // Looks back no further than the line and the last bracket, so each token is visited once.
        let apart = |it: &Token| matches!(it.0, Tok::Newline | Tok::Sign(Sign::Semi) | Tok::Close(b'}'));
        let line = self.tokens.iter().rposition(apart).map_or(0, |it| it + 1);
        matches!(
            &self.tokens[line..],
            [.., (Tok::Sign(Sign::Eq), _), (Tok::Name("script"), _)]
                | [(Tok::Name("script"), _), (Tok::Name(_), _), ..]
        )
    }

    /// `true` if a comment of the framework begins here: `#` or `--` where a word could.
    fn script_comment(&self) -> bool {
        let before = self.text.as_bytes()[..self.at].last().copied().unwrap_or(b'\n');
        let starts = before.is_ascii_whitespace() || before == b'{' || before == b';';
        let rest = self.rest();
        self.inside() == Some(Inside::Bracket(b'{')) && starts && (rest.starts_with('#') || rest.starts_with("--"))
    }

    /// A blank ends the target of `set`: inserts an `=` there, unless one is written.
    fn end_target(&mut self, target: Option<usize>, problems: &mut Problems) {
        let rest = self.rest();
        if rest.starts_with('\n') {
            self.script = Some(None);
        } else if target == Some(self.open.len())
            && rest.starts_with([' ', '\t'])
            && !matches!(self.tokens.last(), Some((Tok::Name("set"), _)))
        {
            let value = rest.trim_start_matches([' ', '\t']);
            if !value.starts_with(['\n', '\r']) && (!value.starts_with('=') || value.starts_with("==")) {
                self.push(Tok::Sign(Sign::Eq), 0, problems);
            }
            self.script = Some(None);
        }
    }

    fn comment(&mut self, len: usize) {
        if let Some(comments) = &mut self.comments {
            comments.push(Span::new(self.at, self.at + len));
        }
        self.at += len;
    }

    /// One message for a run of characters that mean nothing.
    fn strange(&mut self, problems: &mut Problems) {
        let rest = self.rest();
        let passed = leading(rest, is_passed);
        if passed > 0 {
            self.at += passed;
            return;
        }
        let known = |c: char| {
            is_passed(c)
                || c.is_alphanumeric()
                || c.is_ascii_whitespace()
                || (c.is_ascii_graphic() && !"@#\\^~&|".contains(c))
        };
        let len = rest.char_indices().skip(1).find(|(_, c)| known(*c)).map_or(rest.len(), |it| it.0);
        problems.strange(Span::new(self.at, self.at + len), &rest[..len]);
        self.at += len;
    }

    /// The closer of the innermost bracket, as written.
    fn leave(&mut self, len: usize, problems: &mut Problems) {
        if let Some((what, _)) = self.open.last().copied()
            && self.push(what.closer(), len, problems)
        {
            self.open.pop();
        }
    }

    fn close(&mut self, close: u8, problems: &mut Problems) {
        let span = Span::new(self.at, self.at + 1);
        if close == b'}' && self.inside() == Some(Inside::Hole) {
            return self.leave(1, problems);
        }
        // An outer bracket that this one closes: brackets left open inside it are closed here. Brackets in a template's
        // hole do not reach out of it.
        let floor = self.open.iter().rposition(|it| it.0 == Inside::Template).map_or(0, |it| it + 1);
        let fits = |it: &(Inside, Span)| match it.0 {
            Inside::Bracket(open) => closing(open) == close,
            Inside::Hole => close == b'}',
            Inside::Template => false,
        };
        let Some(depth) = self.open[floor..].iter().rposition(fits).map(|it| it + floor) else {
            self.off.too_many |= close == b'}';
            problems.unopened(span, close as char);
            self.at += 1;
            return;
        };
        // `)` and `]` do not close a block.
        let crosses = self.open[depth + 1..].iter().any(|it| it.0 == Inside::Bracket(b'{'));
        if crosses && close != b'}' {
            problems.unopened(span, close as char);
            self.at += 1;
            return;
        }
        if depth + 1 < self.open.len() {
            let (what, opened) = self.open[self.open.len() - 1];
            if let Inside::Bracket(open) = what {
                problems.unclosed(opened, open as char, closing(open) as char, span);
            }
            while self.open.len() > depth + 1 {
                self.put_in_closer(Span::new(self.at, self.at));
            }
        }
        self.leave(1, problems);
    }

    fn string(&mut self, quote: u8, problems: &mut Problems) {
        let rest = self.rest();
        let mut len = 1;
        let bytes = rest.as_bytes();
        while len < bytes.len() && bytes[len] != quote && bytes[len] != b'\n' {
            len += if bytes[len] == b'\\' && len + 1 < bytes.len() && bytes[len + 1] != b'\n' { 2 } else { 1 };
        }
        while !rest.is_char_boundary(len) {
            len += 1;
        }
        let content = &rest[1..len];
        let closed = bytes.get(len) == Some(&quote);
        if !closed {
            problems.unclosed_string(Span::new(self.at, self.at + len), if quote == b'"' { "\"" } else { "'" });
        }
        check_escapes(content, self.at + 1, problems);
        self.push(Tok::Str(content), len + usize::from(closed), problems);
    }

    fn template(&mut self, problems: &mut Problems) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        if bytes[0] == b'`' {
            return self.leave(1, problems);
        }
        if rest.starts_with("${") {
            return self.enter(Inside::Hole, Tok::HoleStart, 2, problems);
        }
        let mut len = 0;
        while len < bytes.len() && bytes[len] != b'`' && !bytes[len..].starts_with(b"${") {
            len += if bytes[len] == b'\\' { 2 } else { 1 };
        }
        len = len.min(bytes.len());
        while !rest.is_char_boundary(len) {
            len += 1;
        }
        check_escapes(&rest[..len], self.at, problems);
        self.push(Tok::Text(&rest[..len]), len, problems);
    }

    fn number(&mut self, problems: &mut Problems) {
        let rest = self.rest();
        let digits = |from: usize| from + leading(&rest[from..], |c| c.is_ascii_digit() || c == '_');
        let mut len = digits(0);
        let whole = len;
        // `1..9` is a range, `1.5` a number.
        if rest[len..].starts_with('.') && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            len = digits(len + 1);
        }
        let exponent = rest[len..].trim_start_matches(['e', 'E']);
        if exponent.len() + 1 == rest.len() - len {
            let sign = usize::from(exponent.starts_with(['+', '-']));
            if exponent[sign..].starts_with(|c: char| c.is_ascii_digit()) {
                len = digits(len + 1 + sign);
            }
        }
        let text = rest[..len].replace('_', "");
        let span = Span::new(self.at, self.at + len);
        if len > whole {
            let value = text.parse().ok().filter(|it: &f64| it.is_finite());
            if value.is_none() {
                problems.fraction_too_large(span);
            }
            self.push(Tok::Num(value.unwrap_or(0.0)), len, problems);
        } else {
            let value = text.parse().ok().filter(|it| *it <= ir::INT_MAX);
            if value.is_none() {
                problems.number_too_large(span);
            }
            self.push(Tok::Int(value.unwrap_or(0)), len, problems);
        }
    }
}

impl Inside {
    fn closer(self) -> Tok<'static> {
        match self {
            Inside::Bracket(open) => Tok::Close(closing(open)),
            Inside::Hole => Tok::HoleEnd,
            Inside::Template => Tok::TemplateEnd,
        }
    }
}

pub fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

fn check_escapes(text: &str, at: usize, problems: &mut Problems) {
    let mut rest = text.char_indices();
    while let Some((i, c)) = rest.next() {
        if c == '\\' {
            match rest.next() {
                Some((_, 'n' | 't' | 'r' | '"' | '\'' | '`' | '\\' | '$')) | None => {}
                Some((j, other)) => problems.unknown_escape(Span::new(at + i, at + j + other.len_utf8()), other),
            }
        }
    }
}

/// The text between quotes, with escapes replaced.
pub fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => {}
            },
            // The end of a line is one, however it is written.
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}
