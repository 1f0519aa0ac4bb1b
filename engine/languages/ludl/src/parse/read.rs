//! The second pass: the words of expressions, by how many arguments each takes.
//!
//! Invariant: linear time; expressions nest no deeper than a limit; each hole comes with a diagnostic.

use super::super::ast::*;
use super::super::lex::{SHALLOWER, Tok, Token};
use super::super::words::{self, Prim};
use diag::{Problems, Span};
use front::nesting::CHAIN_LIMIT;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Maximum nesting of words: calls take more stack than operators.
const WORDS_LIMIT: usize = CHAIN_LIMIT / 2;

/// Maximum parameters listed in a sentence.
const PARAMS_TOLD: usize = 200;

/// Maximum holes for missing arguments, as many as a word of the language takes: an author's function may take any
/// number.
const MOST_HOLES: usize = 16;

/// The definitions, with the names of their parameters.
struct Signatures<'s> {
    functions: BTreeMap<&'s str, Rc<[String]>>,
    receivers: BTreeMap<&'s str, Rc<[String]>>,
}

/// The file with its expressions.
pub fn read<'s>(text: &'s str, file: File<'s, Run<'s>>, problems: &mut Problems) -> File<'s, Expr<'s>> {
    let mut signatures = Signatures { functions: BTreeMap::new(), receivers: BTreeMap::new() };
    for item in &file.items {
        if let ItemKind::Define(it) = &item.kind {
            let params = it.params.iter().map(|it| format!("${}", it.text)).collect();
            let table = if it.receiver { &mut signatures.receivers } else { &mut signatures.functions };
            table.entry(it.name.text).or_insert(params);
        }
    }
    let mut reader = Reader { text, signatures: &signatures, problems };
    let items = file.items.into_iter().map(|it| reader.item(it)).collect();
    File { items }
}

struct Reader<'r, 's> {
    text: &'s str,
    signatures: &'r Signatures<'s>,
    problems: &'r mut Problems,
}

/// A call whose arguments are being read.
struct Call {
    name: Span,
    /// Names of its parameters.
    params: Rc<[String]>,
    /// Spans of the arguments.
    taken: Vec<Span>,
}

/// The words of one statement.
struct Words<'w, 's> {
    tokens: &'w [Token<'s>],
    next: usize,
    calls: Vec<Call>,
    /// The call that was completed last.
    done: Option<Span>,
    /// Number of words read by then.
    done_at: usize,
    /// Something was said: the rest means nothing.
    broken: bool,
    /// End of the last word.
    end: Span,
}

impl<'s> Reader<'_, 's> {
    fn item(&mut self, item: Item<'s, Run<'s>>) -> Item<'s, Expr<'s>> {
        let kind = match item.kind {
            ItemKind::Define(it) => ItemKind::Define(Define {
                receiver: it.receiver,
                name: it.name,
                params: it.params,
                body: self.stmts(it.body),
                end: it.end,
            }),
            ItemKind::Offer(it) => self.offer(it),
            ItemKind::Title(it) => ItemKind::Title(it),
            ItemKind::About(it) => ItemKind::About(it),
            ItemKind::Json { word, at, text } => ItemKind::Json { word, at, text },
            ItemKind::Missing => ItemKind::Missing,
        };
        Item { kind, span: item.span }
    }

    fn offer(&mut self, it: Offer<'s, Run<'s>>) -> ItemKind<'s, Expr<'s>> {
        let Some(params) = self.signatures.receivers.get(it.receiver.text) else {
            let known: Vec<&str> = self.signatures.receivers.keys().copied().collect();
            self.problems.unknown_receiver(it.receiver.span, it.receiver.text, &known);
            return ItemKind::Missing;
        };
        let params = Rc::clone(params);
        let run = it.values.into_iter().next().unwrap_or_default();
        let mut words = self.words(&run, it.receiver.span);
        words.calls.push(Call { name: it.receiver.span, params, taken: Vec::new() });
        let values = self.arguments(&mut words, 1);
        self.left_over(&mut words, it.receiver.span, (it.receiver.span, ';'));
        ItemKind::Offer(Offer { receiver: it.receiver, values })
    }

    fn stmts(&mut self, body: Vec<Stmt<'s, Run<'s>>>) -> Vec<Stmt<'s, Expr<'s>>> {
        body.into_iter().map(|it| self.stmt(it)).collect()
    }

    fn stmt(&mut self, stmt: Stmt<'s, Run<'s>>) -> Stmt<'s, Expr<'s>> {
        let start = Span { start: stmt.span.start, end: stmt.span.start };
        let key = |len: usize| Span::new(start.start as usize, start.start as usize + len);
        let kind = match stmt.kind {
            StmtKind::Return(run) => StmtKind::Return(self.whole(&run, key(6), "RETURN", ';')),
            StmtKind::Reject(run) => StmtKind::Reject(self.whole(&run, key(6), "REJECT", ';')),
            StmtKind::Accept(run) => {
                let run = run.unwrap_or_default();
                let mut words = self.words(&run, key(6));
                self.left_over(&mut words, key(6), (key(6), ';'));
                self.end(&run, &words, key(6), "ACCEPT", ';');
                StmtKind::Accept(None)
            }
            StmtKind::If(run, yes, no) => {
                let condition = self.whole(&run, key(2), "IF", ':');
                StmtKind::If(condition, self.stmts(yes), no.map(|it| self.stmts(it)))
            }
            StmtKind::While(run, body) => {
                let condition = self.whole(&run, key(5), "WHILE", ':');
                StmtKind::While(condition, self.stmts(body))
            }
            StmtKind::For(_, run, body) => {
                let (name, list) = self.for_(&run, key(3));
                StmtKind::For(name, list, self.stmts(body))
            }
            StmtKind::Call(run) => {
                let e = self.whole(&run, start, "", ';');
                StmtKind::Call(e)
            }
            StmtKind::Missing => StmtKind::Missing,
        };
        Stmt { kind, span: stmt.span }
    }

    fn words<'w>(&self, run: &'w Run<'s>, before: Span) -> Words<'w, 's> {
        let end = run.tokens.last().map_or(before, |it| it.1);
        let end = Span { start: end.end, end: end.end };
        Words { tokens: &run.tokens, next: 0, calls: Vec::new(), done: None, done_at: 0, broken: false, end }
    }

    /// The one expression of a statement, and how it ends.
    fn whole(&mut self, run: &Run<'s>, key: Span, word: &str, end: char) -> Expr<'s> {
        let mut words = self.words(run, key);
        if run.tokens.is_empty() {
            self.problems.missing_value(key, word, words.end);
            return Expr { kind: ExprKind::Missing, span: words.end };
        }
        let e = self.expr(&mut words, 0);
        self.left_over(&mut words, run.tokens.first().map_or(key, |it| it.1), (key, end));
        self.end(run, &words, key, word, end);
        e
    }

    fn for_(&mut self, run: &Run<'s>, key: Span) -> (Option<Name<'s>>, Expr<'s>) {
        let mut words = self.words(run, key);
        let params = Rc::from(["a name in quotes".to_owned(), "list".to_owned()]);
        words.calls.push(Call { name: key, params, taken: Vec::new() });
        let mut values = self.arguments(&mut words, 1).into_iter();
        let name = values.next().and_then(|it| match it.kind {
            ExprKind::Str(text) => Some(Name { text, span: it.span }),
            ExprKind::Missing => None,
            _ => {
                self.problems.name_in_quotes(it.span, self.text.get(it.span.range()).unwrap_or(""), "FOR");
                None
            }
        });
        self.left_over(&mut words, key, (key, ':'));
        self.end(run, &words, key, "FOR", ':');
        (name, values.next().unwrap_or(Expr { kind: ExprKind::Missing, span: words.end }))
    }

    /// Says so if a statement does not end as it should.
    fn end(&mut self, run: &Run<'s>, words: &Words<'_, 's>, key: Span, word: &str, end: char) {
        if !words.broken && run.end != Some(end) {
            match end {
                ':' => self.problems.missing_colon(key, word, words.end),
                _ if run.end == Some(':') => self.problems.colon_for_semicolon(words.end),
                _ => self.problems.missing_semicolon(words.end),
            }
        }
    }

    /// Words that nothing takes. `key`: the word the statement begins with, which ends so.
    fn left_over(&mut self, words: &mut Words<'_, 's>, head: Span, (key, end): (Span, char)) {
        let rest = &words.tokens[words.next..];
        let (Some((_, first)), Some((_, last)), false) = (rest.first(), rest.last(), words.broken) else { return };
        words.broken = true;
        let before = words.next.checked_sub(1).and_then(|it| words.tokens.get(it)).map_or(head, |it| it.1);
        let between = self.text.get(before.end as usize..first.start as usize).unwrap_or("");
        if between.contains('\n') {
            let at = Span { start: before.end, end: before.end };
            let word = self.text.get(key.range()).unwrap_or("");
            return match end {
                ':' => self.problems.missing_colon(key, word, at),
                _ => self.problems.missing_semicolon(at),
            };
        }
        // Of all calls that are whole, the innermost one at the end is most likely to be meant.
        let head = words.done.unwrap_or(head);
        let name = self.text.get(head.range()).unwrap_or("");
        let takes = self.takes(name);
        self.problems.left_over(Span { start: first.start, end: last.end }, head, name, takes.as_deref());
    }

    /// Describes the arguments of a word.
    fn takes(&self, name: &str) -> Option<String> {
        let params = self.signature(name)?.0;
        let names = params[..params.len().min(PARAMS_TOLD)].join(", ");
        Some(match params.len() {
            0 => "takes no argument".into(),
            1 => format!("takes one argument: {names}"),
            n => format!("takes {n} arguments: {names}"),
        })
    }

    /// The parameter names of a word, and its primitive, if it is one.
    fn signature(&self, name: &str) -> Option<(Rc<[String]>, Option<Prim>)> {
        if let Some(prim) = Prim::named(name) {
            let params = prim.entry().params.iter().map(|it| it.name.to_owned());
            return Some((params.collect(), Some(prim)));
        }
        let params = self.signatures.functions.get(name)?;
        Some((Rc::clone(params), None))
    }

    /// The arguments of the innermost call, with holes for missing ones.
    fn arguments(&mut self, words: &mut Words<'_, 's>, depth: usize) -> Vec<Expr<'s>> {
        let count = words.calls.last().map_or(0, |it| it.params.len());
        let mut args = Vec::new();
        for _ in 0..count {
            if words.broken && args.len() >= MOST_HOLES {
                break;
            }
            let arg = self.expr(words, depth);
            if let Some(call) = words.calls.last_mut() {
                call.taken.push(arg.span);
            }
            args.push(arg);
        }
        let done = words.calls.pop();
        // Those around it are whole with it: it is the one that the next words might have been meant for.
        if count > 0 && words.done_at != words.next {
            (words.done, words.done_at) = (done.map(|it| it.name), words.next);
        }
        args
    }

    /// The next expression.
    fn expr(&mut self, words: &mut Words<'_, 's>, depth: usize) -> Expr<'s> {
        let hole = Expr { kind: ExprKind::Missing, span: words.end };
        if words.broken {
            return hole;
        }
        let Some((tok, span)) = words.tokens.get(words.next).copied() else {
            words.broken = true;
            if let Some(call) = words.calls.last() {
                let name = self.text.get(call.name.range()).unwrap_or("");
                let outer = words.calls.len().checked_sub(2).and_then(|it| words.calls.get(it)).map(|it| it.name);
                self.problems.short_of(call.name, name, &call.params, &call.taken, outer, words.end);
            }
            return hole;
        };
        words.next += 1;
        let kind = match tok {
            Tok::Num(n) => ExprKind::Num(n),
            Tok::Str(text) => ExprKind::Str(text),
            Tok::Var(name) => ExprKind::Var(name),
            Tok::Word(name) => match self.signature(name) {
                Some((params, prim)) => {
                    if depth >= WORDS_LIMIT {
                        self.problems.too_long_chain(span, WORDS_LIMIT, SHALLOWER);
                        words.broken = true;
                        return hole;
                    }
                    words.calls.push(Call { name: span, params, taken: Vec::new() });
                    let args = self.arguments(words, depth + 1);
                    match prim {
                        Some(prim) => ExprKind::Prim(prim, args),
                        None => ExprKind::Call(Name { text: name, span }, args),
                    }
                }
                None => {
                    self.unknown(name, span);
                    words.broken = true;
                    ExprKind::Missing
                }
            },
            _ => ExprKind::Missing,
        };
        let end = words.next.checked_sub(1).and_then(|it| words.tokens.get(it)).map_or(span, |it| it.1);
        Expr { kind, span: Span { start: span.start, end: end.end } }
    }

    fn unknown(&mut self, name: &str, span: Span) {
        if self.signatures.receivers.contains_key(name) {
            return self.problems.receiver_called(span, name);
        }
        let prims = Prim::ALL.iter().map(|it| it.entry().name);
        let keys = words::WORDS.iter().map(|it| it.word);
        let known: Vec<&str> = prims.chain(keys).chain(self.signatures.functions.keys().copied()).collect();
        self.problems.unknown_word(span, name, &known);
    }
}
