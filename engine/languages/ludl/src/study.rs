//! For an editor: the meanings of words, completions, the parts of a text.

use super::ast::{Define, Expr, ExprKind, File, ItemKind, Stmt, StmtKind};
use super::lex::{self, Tok};
use super::tree::tree;
use super::words::{self, Prim};
use super::{check, parse};
use diag::{Problems, Span};
use front::common::Written;
use front::{Candidate, Known, NameKind, Section};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The head of a function or receiver, as written.
fn form(it: &Define<Expr>) -> String {
    let params = it.params.iter().map(|it| format!(" ${}", it.text)).collect::<String>();
    format!("{} {}{params}", if it.receiver { "RECEIVE" } else { "DEF" }, it.name.text)
}

fn defines<'f, 's>(file: &'f File<'s, Expr<'s>>) -> impl Iterator<Item = &'f Define<'s, Expr<'s>>> {
    file.items.iter().filter_map(|it| match &it.kind {
        ItemKind::Define(it) => Some(it),
        _ => None,
    })
}

/// The variables that are known somewhere, and where each is made: its name, without `$` and quotes.
struct Scope<'s> {
    start: u32,
    end: u32,
    made: Rc<BTreeMap<&'s str, Span>>,
}

/// A place without the character before it, and perhaps the one after.
fn inner(at: Span, closed: bool) -> Span {
    Span { start: at.start + 1, end: at.end.saturating_sub(u32::from(closed)).max(at.start + 1) }
}

/// The parameters of a function.
fn params<'s>(define: &Define<'s, Expr<'s>>) -> BTreeMap<&'s str, Span> {
    define.params.iter().rev().map(|it| (it.text, inner(it.span, false))).collect()
}

/// Visits names of variables in quotes: `ASSIGN 'x'`, `FOR 'x'`.
fn quoted<'s>(define: &Define<'s, Expr<'s>>, visit: &mut impl FnMut(&'s str, Span)) {
    let mut each = |it: &Stmt<'s, Expr<'s>>| {
        if let StmtKind::For(Some(name), ..) = &it.kind {
            visit(name.text, name.span);
        }
        let Some(e) = it.expr() else { return };
        e.walk(&mut |it| {
            if let ExprKind::Prim(Prim::Assign, args) = &it.kind
                && let Some(Expr { kind: ExprKind::Str(name), span }) = args.first()
            {
                visit(name, *span);
            }
        });
    };
    define.body.iter().for_each(|it| it.walk(&mut each));
}

fn word(name: &str) -> Option<(NameKind, String, &'static str)> {
    if let Some(it) = words::named(name) {
        return Some((NameKind::Keyword, it.form.to_owned(), it.doc));
    }
    let it = Prim::named(name)?.entry();
    Some((NameKind::Builtin, it.form(), it.doc))
}

pub fn known(text: &str, told: Option<usize>) -> Vec<Known> {
    let mut problems = Problems::new();
    let file = tree(text, &mut problems);
    let (tokens, _) = lex::tokens(text, &mut Problems::new());
    let mut names: BTreeMap<&str, &Define<Expr>> = BTreeMap::new();
    let mut receivers: BTreeMap<&str, Rc<BTreeMap<&str, Span>>> = BTreeMap::new();
    let mut quotes: BTreeSet<u32> = BTreeSet::new();
    for it in defines(&file) {
        names.entry(it.name.text).or_insert(it);
        if it.receiver {
            receivers.entry(it.name.text).or_insert_with(|| Rc::new(params(it)));
        }
    }
    let mut scopes: Vec<Scope> = Vec::new();
    for item in &file.items {
        match &item.kind {
            ItemKind::Define(it) => {
                let mut made = params(it);
                quoted(it, &mut |name, at| {
                    made.entry(name).or_insert(inner(at, true));
                    quotes.insert(at.start);
                });
                scopes.push(Scope { start: it.name.span.start, end: it.end.end, made: Rc::new(made) });
            }
            // The candidates for an argument may depend on earlier arguments.
            ItemKind::Offer(it) => {
                let made = receivers.get(it.receiver.text).cloned().unwrap_or_default();
                scopes.push(Scope { start: item.span.start, end: item.span.end, made });
            }
            ItemKind::Title(_) | ItemKind::About(_) | ItemKind::Json { .. } | ItemKind::Missing => {}
        }
    }
    let mut scope = 0;
    let mut out = Vec::new();
    for (tok, span) in tokens.iter().filter(|it| !it.1.is_empty()) {
        while scopes.get(scope).is_some_and(|it| it.end <= span.start) {
            scope += 1;
        }
        let made = |name: &str| scopes.get(scope).filter(|it| it.start <= span.start)?.made.get(name).copied();
        let variable = |name: &str| Some((NameKind::Variable, format!("${name}"), "", Some(made(name)?)));
        let found = match tok {
            Tok::Var(name) => match words::SPECIALS.iter().find(|it| it.0 == *name) {
                Some((_, doc)) => Some((NameKind::Constant, format!("${name}"), *doc, None)),
                None => variable(name),
            },
            Tok::Str(name) if quotes.contains(&span.start) => variable(name),
            Tok::Key(name) => word(name).map(|(kind, text, doc)| (kind, text, doc, None)),
            Tok::Word(name) => match names.get(name) {
                Some(it) => {
                    let kind = if it.receiver { NameKind::Action } else { NameKind::Function };
                    let told = told.is_some_and(|at| span.is_around(at));
                    let text = if told { form(it) } else { String::new() };
                    Some((kind, text, "", Some(it.name.span)))
                }
                None => word(name).map(|(kind, text, doc)| (kind, text, doc, None)),
            },
            _ => None,
        };
        if let Some((kind, text, doc, declared)) = found {
            let span = match tok {
                Tok::Var(_) => inner(*span, false),
                Tok::Str(_) => inner(*span, true),
                _ => *span,
            };
            out.push(Known { span, kind, text, doc, declared });
        }
    }
    out
}

/// The calls that are open at an offset, the innermost last: each with its number of arguments.
fn open_calls<'s>(text: &'s str, offset: usize, signatures: &BTreeMap<&'s str, usize>) -> Vec<(&'s str, usize)> {
    let (tokens, _) = lex::tokens(text.get(..offset).unwrap_or(""), &mut Problems::new());
    let ends = |tok: &Tok| matches!(tok, Tok::Semi | Tok::Colon | Tok::Key(_));
    let start = tokens.iter().rposition(|it| ends(&it.0) && !it.1.is_empty()).map_or(0, |it| it + 1);
    let mut open: Vec<(&str, usize)> = Vec::new();
    for (tok, _) in tokens.get(start..).unwrap_or(&[]).iter().filter(|it| !it.1.is_empty()) {
        if let Tok::Word(name) = tok
            && signatures.get(name).is_some_and(|it| *it > 0)
        {
            open.push((name, 0));
            continue;
        }
        while let Some(last) = open.last_mut() {
            last.1 += 1;
            if signatures.get(last.0).is_some_and(|it| last.1 < *it) {
                break;
            }
            open.pop();
        }
    }
    open
}

pub fn complete(text: &str, offset: usize) -> (Span, Vec<Candidate>) {
    let written = Written::at(text, offset, |c| c.is_alphanumeric() || c == '_' || c == '$');
    let Written { offset, span, begun } = written;
    let mut problems = Problems::new();
    let (tokens, comments) = lex::tokens(text, &mut problems);
    let in_text = tokens.iter().any(|(tok, span)| {
        matches!(tok, Tok::Str(_) | Tok::Json(_)) && (span.start as usize) < offset && offset < span.end as usize
    });
    if written.in_one_of(&comments) || in_text {
        return (Span::new(offset, offset), Vec::new());
    }
    let file = parse::read(text, parse::file(text, &tokens, &mut problems), &mut problems);
    let mut out: Vec<Candidate> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut add = |out: &mut Vec<Candidate>, name: String, kind, text: String, doc| {
        if name.starts_with(begun) && names.insert(name.clone()) {
            out.push(Candidate { name, kind, text, doc });
        }
    };
    // The innermost open call comes first: its next argument is being written.
    let mut signatures: BTreeMap<&str, usize> = BTreeMap::new();
    let mut forms: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for it in Prim::ALL.iter().map(|it| it.entry()) {
        signatures.insert(it.name, it.params.len());
        let params = it.params.iter().map(|it| format!("{}: {}", it.name, it.kind.text()));
        forms.insert(it.name, params.collect());
    }
    for it in defines(&file).filter(|it| !it.receiver) {
        signatures.insert(it.name.text, it.params.len());
        forms.insert(it.name.text, it.params.iter().map(|it| format!("${}", it.text)).collect());
    }
    let open = open_calls(text, span.start as usize, &signatures);
    let hint = open.iter().rev().map(|(name, has)| {
        let params = forms.get(name).map_or(&[][..], |it| &it[..]);
        format!("{name} … {}", params.get(*has..).unwrap_or(&[]).join(" "))
    });
    let hint = hint.collect::<Vec<_>>().join(", then ");
    let inside =
        defines(&file).find(|it| it.name.span.start <= span.start && (span.start <= it.end.start || it.end.is_empty()));
    if let Some(it) = inside {
        for name in check::vars(it) {
            let text = if hint.is_empty() { format!("${name}") } else { format!("${name} — {hint}") };
            add(&mut out, format!("${name}"), NameKind::Variable, text, "");
        }
    }
    for (name, doc) in words::SPECIALS {
        add(&mut out, format!("${name}"), NameKind::Constant, format!("${name}"), doc);
    }
    for it in defines(&file).filter(|it| !it.receiver) {
        add(&mut out, it.name.text.to_owned(), NameKind::Function, form(it), "");
    }
    for it in Prim::ALL.iter().map(|it| it.entry()) {
        add(&mut out, it.name.to_owned(), NameKind::Builtin, it.form(), it.doc);
    }
    for it in words::WORDS {
        add(&mut out, it.word.to_owned(), NameKind::Keyword, it.form.to_owned(), it.doc);
    }
    (span, out)
}

pub fn outline(text: &str) -> Vec<Section> {
    let file = tree(text, &mut Problems::new());
    let section =
        |word, name: &str, at: Span, span: Span| Section { word, name: name.into(), at, span, inner: Vec::new() };
    let each = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Define(it) => {
            let word = if it.receiver { "receive" } else { "def" };
            Some(section(word, it.name.text, it.name.span, item.span))
        }
        ItemKind::Offer(it) => Some(section("offer", it.receiver.text, it.receiver.span, item.span)),
        ItemKind::Title(it) => Some(section("title", it.text, it.span, item.span)),
        ItemKind::Json { word, at, .. } => {
            let word = match *word {
                "STATE" => "state",
                "TOKENSETS" => "tokensets",
                _ => "board",
            };
            Some(section(word, "", *at, item.span))
        }
        ItemKind::About(_) | ItemKind::Missing => None,
    });
    each.collect()
}
