//! The tokens and comments of a text, and where its lines break.

use super::super::lex::{self, Sign, Tok, Word};
use diag::Span;

/// A token or a comment of the text.
#[derive(Clone, Copy)]
pub struct Piece<'s> {
    pub what: What<'s>,
    pub span: Span,
    /// Number of line ends before it.
    pub lines: usize,
    /// Index of the innermost open bracket around it.
    pub around: Option<usize>,
    /// For a bracket: where the other one is.
    pub partner: usize,
    /// The value of a script's `set`: a blank before it says where it begins.
    pub apart: bool,
    /// Inside the target of a script's `set`: a blank before it would end the target.
    pub tight: bool,
    /// A `;` that no line end can replace.
    pub needed: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub enum What<'s> {
    Tok(Tok<'s>),
    /// `// …`, and in scripts `# …`, `-- …`.
    Line,
    /// `/* … */`
    Block,
}

/// Space between a piece and the previous one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// On the same line.
    Same,
    Line,
    /// A blank line.
    Blank,
}

/// Tokens and comments in the order of the text, without the `;` that the end of a line makes needless.
pub fn pieces<'s>(text: &str, whole: &lex::Whole<'s>) -> Vec<Piece<'s>> {
    let lex::Whole { tokens, comments, targets } = whole;
    let mut out: Vec<Piece<'s>> = Vec::with_capacity(tokens.len() + comments.len());
    let mut comments = comments.iter().copied().peekable();
    let mut targets = targets.iter().copied().peekable();
    let mut end = 0;
    // Line ends before a dropped `;`, and whether one of them replaces it.
    let (mut dropped, mut stands) = (0, false);
    let mut open: Vec<usize> = Vec::new();
    let mut apart = false;
    // Open brackets around the target of a `set`, from its second piece on.
    let mut target: Option<usize> = None;
    let mut put = |what: What<'s>, span: Span, semi: Semi, line: bool, apart: bool| {
        let between = text.get(end..span.start as usize).unwrap_or("");
        let lines = between.bytes().filter(|it| *it == b'\n').count();
        end = span.end as usize;
        if semi == Semi::Needless {
            dropped = dropped.max(lines);
            stands |= line;
            return;
        }
        let closes = matches!(what, What::Tok(Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd));
        let partner = if closes { open.pop() } else { None };
        let at = out.len();
        if let Some(partner) = partner {
            out[partner].partner = at;
        }
        // A comment after a `;` stays on its line.
        let stood = std::mem::take(&mut stands) && what != What::Line;
        let lines = lines.max(std::mem::take(&mut dropped)).max(usize::from(stood));
        while targets.next_if(|it| it.end <= span.start).is_some() {
            target = None;
        }
        let inside = targets.peek().is_some_and(|it| it.start <= span.start);
        let tight = inside && target == Some(open.len()) && what != What::Tok(Tok::Sign(Sign::Eq));
        if inside && target.is_none() && !matches!(what, What::Line | What::Block) {
            target = Some(open.len());
        }
        if what == What::Tok(Tok::Sign(Sign::Eq)) {
            target = target.filter(|it| *it != open.len()).or(Some(usize::MAX).filter(|_| inside));
        }
        out.push(Piece {
            what,
            span,
            lines,
            around: open.last().copied(),
            partner: partner.unwrap_or(at),
            apart,
            tight,
            needed: semi == Semi::Needed,
        });
        if matches!(what, What::Tok(Tok::Open(_) | Tok::HoleStart | Tok::TemplateStart)) {
            open.push(at);
        }
    };
    let around = around(tokens);
    let mut depth = 0_usize;
    for (i, (tok, span)) in tokens.iter().enumerate() {
        while let Some(comment) = comments.next_if(|it| it.start < span.start) {
            put(comment_kind(text, comment), comment, Semi::None, false, false);
        }
        match tok {
            Tok::Open(_) | Tok::HoleStart | Tok::TemplateStart => depth += 1,
            Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
        let semi = if *tok == Tok::Sign(Sign::Semi) { Semi::of(tokens, i, around[i], depth) } else { Semi::None };
        if *tok != Tok::Newline && !span.is_empty() {
            put(What::Tok(*tok), *span, semi, depth == 0, apart);
        }
        apart = *tok == Tok::Sign(Sign::Eq) && span.is_empty();
    }
    for comment in comments {
        put(comment_kind(text, comment), comment, Semi::None, false, false);
    }
    out
}

/// Purpose of a `;`.
#[derive(Clone, Copy, PartialEq)]
enum Semi {
    /// Not a `;`.
    None,
    /// The end of a line does as well, or nothing is there to separate.
    Needless,
    /// Separates statements on one line; a line end would do as well.
    Between,
    /// The line would go on without it.
    Needed,
}

/// Neighbours of a token.
#[derive(Clone, Copy)]
struct Around<'s> {
    /// The last before it that ends no line.
    last: Option<Tok<'s>>,
    /// The next after it that separates nothing, and the next that is no `;`.
    next: Option<Tok<'s>>,
    end: Option<Tok<'s>>,
}

/// The neighbours of each token.
fn around<'s>(tokens: &[lex::Token<'s>]) -> Vec<Around<'s>> {
    let (mut next, mut end) = (None, None);
    let mut out = vec![Around { last: None, next, end }; tokens.len()];
    for (it, (tok, _)) in out.iter_mut().zip(tokens).rev() {
        (it.next, it.end) = (next, end);
        let semi = *tok == Tok::Sign(Sign::Semi);
        end = if semi { end } else { Some(*tok) };
        next = if semi || *tok == Tok::Newline { next } else { Some(*tok) };
    }
    let mut last = None;
    for (it, (tok, _)) in out.iter_mut().zip(tokens) {
        it.last = last;
        last = if *tok == Tok::Newline { last } else { Some(*tok) };
    }
    out
}

impl Semi {
    pub fn of(tokens: &[lex::Token], at: usize, around: Around, depth: usize) -> Semi {
        let Around { last, next, end } = around;
        // Without it, the line must still end there.
        let nothing = matches!(last, None | Some(Tok::Open(_) | Tok::Sign(Sign::Semi)));
        let ended = !last.is_some_and(lex::wants_more)
            && next.is_none_or(|it| matches!(it, Tok::Close(_)) || !lex::continues(it));
        if !nothing && !ended {
            return Semi::Needed;
        }
        let starts = nothing || at > 0 && tokens[at - 1].0 == Tok::Newline;
        let ends = matches!(end, None | Some(Tok::Newline | Tok::Close(_)));
        if starts || ends || depth == 0 { Semi::Needless } else { Semi::Between }
    }
}

fn comment_kind<'s>(text: &str, span: Span) -> What<'s> {
    let block = text.get(span.range()).is_some_and(|it| it.starts_with("/*"));
    if block { What::Block } else { What::Line }
}

impl<'s> Piece<'s> {
    pub fn tok(&self) -> Option<Tok<'s>> {
        match self.what {
            What::Tok(tok) => Some(tok),
            What::Line | What::Block => None,
        }
    }

    pub fn is(&self, tok: Tok<'s>) -> bool {
        self.what == What::Tok(tok)
    }

    /// `true` if a statement or a part of a file may begin with it, and no expression continues with it.
    pub fn begins(&self) -> bool {
        match self.what {
            What::Tok(Tok::Name(name)) => !matches!(name, "where" | "to"),
            What::Tok(Tok::Word(word)) => !matches!(
                word,
                Word::Then
                    | Word::Else
                    | Word::In
                    | Word::And
                    | Word::Or
                    | Word::Not
                    | Word::None
                    | Word::True
                    | Word::False
            ),
            _ => false,
        }
    }
}

/// The line breaks.
pub struct Layout<'s> {
    pub pieces: Vec<Piece<'s>>,
    pub gaps: Vec<Gap>,
    /// For each opening brace: `true` if it ends its line, and its content is on lines of its own.
    open: Vec<bool>,
    /// The last token before each piece, and the first from it on.
    tokens: Vec<(Option<usize>, Option<usize>)>,
}

impl<'s> Layout<'s> {
    /// Decides about line breaks that do not depend on the length of lines.
    pub fn of(pieces: Vec<Piece<'s>>) -> Self {
        let ends: Vec<usize> = pieces
            .iter()
            .scan(0, |count, it| {
                *count += it.lines;
                Some(*count)
            })
            .collect();
        let open =
            |(i, it): (usize, &Piece)| it.is(Tok::Open(b'{')) && it.partner > i + 1 && ends[it.partner] > ends[i];
        let open = pieces.iter().enumerate().map(open).collect();
        let mut tokens = vec![(None, None); pieces.len()];
        let (mut before, mut next) = (None, None);
        for i in 0..pieces.len() {
            tokens[i].0 = before;
            before = if pieces[i].tok().is_some() { Some(i) } else { before };
        }
        for i in (0..pieces.len()).rev() {
            next = if pieces[i].tok().is_some() { Some(i) } else { next };
            tokens[i].1 = next;
        }
        let mut layout = Layout { pieces, gaps: Vec::new(), open, tokens };
        layout.gaps = (0..layout.pieces.len()).map(|at| layout.gap(at)).collect();
        layout
    }

    fn gap(&self, at: usize) -> Gap {
        let Some(before) = at.checked_sub(1).map(|it| self.pieces[it]) else { return Gap::Same };
        let it = self.pieces[at];
        let wanted = match it.lines {
            0 => Gap::Same,
            1 => Gap::Line,
            _ => Gap::Blank,
        };
        if it.what == What::Line && it.lines == 0 {
            return Gap::Same;
        }
        let least = if before.what == What::Line { Gap::Line } else { Gap::Same };
        let gap = match (before.tok(), it.tok()) {
            (Some(Tok::Open(b'{')), _) => self.brace(at - 1),
            (_, Some(Tok::Close(b'}'))) => self.brace(it.partner),
            (Some(Tok::Open(_)), Some(Tok::Close(_))) => Gap::Same,
            (Some(Tok::Open(_)), _) | (_, Some(Tok::Close(_))) => wanted.min(Gap::Line),
            (Some(Tok::HoleStart | Tok::HoleEnd | Tok::TemplateStart | Tok::Text(_)), _) => Gap::Same,
            (_, Some(Tok::HoleStart | Tok::HoleEnd | Tok::TemplateEnd | Tok::Text(_))) => Gap::Same,
            _ if it.around.is_some_and(|it| self.pieces[it].is(Tok::HoleStart)) => Gap::Same,
            (Some(_), Some(Tok::Open(b'{'))) if self.in_block(at) => Gap::Same,
            (Some(Tok::Close(b'}')), Some(Tok::Word(Word::Else))) if self.in_block(at) => Gap::Same,
            (Some(Tok::Close(b'}')), Some(_)) if self.in_lines(at) && it.begins() => wanted.max(Gap::Line),
            _ => wanted,
        };
        gap.max(least)
    }

    fn brace(&self, open: usize) -> Gap {
        if self.open[open] { Gap::Line } else { Gap::Same }
    }

    /// `true` if line ends separate things here: not in parentheses and the like.
    pub fn in_block(&self, at: usize) -> bool {
        self.pieces[at].around.is_none_or(|it| self.pieces[it].is(Tok::Open(b'{')))
    }

    /// `true` if the bracket around a piece spans several lines.
    pub fn in_lines(&self, at: usize) -> bool {
        self.pieces[at].around.is_none_or(|it| self.open[it])
    }

    /// Breaks the outermost blocks of a line, from one piece up to another. Gives whether there was one.
    pub fn break_blocks(&mut self, from: usize, end: usize) -> bool {
        let mut broke = false;
        let mut at = from;
        while at < end {
            let it = self.pieces[at];
            let whole = it.is(Tok::Open(b'{')) && it.partner < end && it.partner > at + 1;
            if !whole || self.open[at] {
                at += 1;
                continue;
            }
            // The content of parentheses is on one line, nested blocks included.
            if !self.in_block(at) {
                at = it.partner + 1;
                continue;
            }
            broke = true;
            self.open[at] = true;
            self.gaps[at + 1] = Gap::Line;
            self.gaps[it.partner] = Gap::Line;
            let entries = self.has_entries(at);
            for i in at + 2..=(it.partner + 1).min(self.pieces.len() - 1) {
                let inside = self.pieces[i].around == Some(at) || i == it.partner + 1;
                let before = self.pieces[i - 1];
                let separated = before.is(Tok::Sign(Sign::Semi)) || entries && before.is(Tok::Sign(Sign::Comma));
                let follows = before.is(Tok::Close(b'}')) && self.pieces[i].begins();
                let stays = self.pieces[i].what == What::Line;
                if inside && !stays && (separated && i < it.partner || follows && self.in_lines(i)) {
                    self.gaps[i] = self.gaps[i].max(Gap::Line);
                }
            }
            at = it.partner + 1;
        }
        broke
    }

    /// `true` if a brace encloses fields or members, where a comma may end a line, rather than statements.
    pub fn has_entries(&self, open: usize) -> bool {
        let tok = |at: Option<usize>| at.and_then(|at| self.pieces.get(at)).and_then(Piece::tok);
        let word = |at: Option<usize>| match tok(at) {
            Some(Tok::Name(name)) => name,
            _ => "",
        };
        matches!(word(open.checked_sub(1)), "global" | "local")
            || matches!(word(open.checked_sub(2)), "enum" | "record" | "show")
            || tok(Some(open + 2)) == Some(Tok::Sign(Sign::Colon))
    }

    /// `true` if a line that begins with a piece continues the statement of the previous line.
    pub fn goes_on(&self, at: usize) -> bool {
        let (Some(before), Some(next)) = self.tokens[at] else { return false };
        let (Some(tok), Some(next)) = (self.pieces[before].tok(), self.pieces[next].tok()) else { return false };
        let ends = match tok {
            Tok::Open(_) | Tok::Sign(Sign::Semi) => true,
            Tok::Sign(Sign::Comma) => self.pieces[before].around.is_some_and(|it| self.has_entries(it)),
            _ => false,
        };
        let begins = matches!(next, Tok::Close(_) | Tok::Open(b'{') | Tok::Word(Word::Else));
        let after_block = tok == Tok::Close(b'}') && begins;
        !ends && !matches!(next, Tok::Close(_)) && !after_block && (lex::wants_more(tok) || lex::continues(next))
    }
}
