//! For an editor: the meanings of names, completions, the parts of a text.

use super::ast::{Expr, ExprKind, File, GamePart, ItemKind, Stmt, StmtKind, TilePartKind, VarDecl};
use super::lex::{self, Tok};
use super::{parse, words};
use diag::{Problems, Span};
use front::common::Written;
use front::{Candidate, Known, NameKind, Section};
use std::collections::{BTreeMap, BTreeSet};

/// A name that is declared: a variable or a tile.
struct Declared {
    name: String,
    kind: NameKind,
    text: String,
    at: Span,
}

fn variable(it: &VarDecl) -> Declared {
    let name = it.name.text;
    let text = it.max.map_or(format!("bool {name}"), |max| format!("int {name} {{{}}}", max.value));
    Declared { name: name.to_owned(), kind: NameKind::Variable, text, at: it.name.span }
}

/// Everything a text declares, in its order.
fn declared(file: &File) -> Vec<Declared> {
    let mut out = Vec::new();
    let locals = |stmt: &Stmt, out: &mut Vec<Declared>| {
        stmt.walk(&mut |it| {
            if let StmtKind::Var(var) = &it.kind {
                out.push(variable(var));
            }
        });
    };
    for item in &file.items {
        match &item.kind {
            ItemKind::Game(_, parts) | ItemKind::Players(_, _, parts) => {
                out.extend(parts.iter().filter_map(|it| match it {
                    GamePart::Var(var) => Some(variable(var)),
                    _ => None,
                }));
            }
            ItemKind::Stmt(it) => locals(it, &mut out),
            ItemKind::Tile(name, parts) => {
                let text = format!("tile {}", name.text);
                out.push(Declared { name: name.text.to_owned(), kind: NameKind::Board, text, at: name.span });
                for part in parts {
                    if let TilePartKind::Field(field) = &part.kind {
                        field.body.iter().for_each(|it| locals(it, &mut out));
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// Offsets of the names of variables and tiles.
fn named(file: &File) -> BTreeMap<u32, NameKind> {
    let mut out = BTreeMap::new();
    let expr = |e: &Expr, out: &mut BTreeMap<u32, NameKind>| {
        e.walk(&mut |it| {
            let at = match &it.kind {
                ExprKind::Name(_) => it.span,
                ExprKind::Of(_, name) => name.span,
                _ => return,
            };
            out.insert(at.start, NameKind::Variable);
        });
    };
    let var = |it: &VarDecl, out: &mut BTreeMap<u32, NameKind>| {
        out.insert(it.name.span.start, NameKind::Variable);
        expr(&it.value, out);
    };
    let stmt = |it: &Stmt, out: &mut BTreeMap<u32, NameKind>| {
        it.walk(&mut |it| match &it.kind {
            StmtKind::Var(it) => var(it, out),
            _ => it.exprs().into_iter().for_each(|it| expr(it, out)),
        });
    };
    for item in &file.items {
        match &item.kind {
            ItemKind::Game(_, parts) | ItemKind::Players(_, _, parts) => parts.iter().for_each(|it| match it {
                GamePart::Var(it) => var(it, &mut out),
                GamePart::EndCondition(it) => expr(it, &mut out),
                GamePart::MaxDice(_)
                | GamePart::About(..)
                | GamePart::Dice(_)
                | GamePart::NumTokens(_)
                | GamePart::Missing => {}
            }),
            ItemKind::Stmt(it) => stmt(it, &mut out),
            ItemKind::Tile(name, parts) => {
                out.insert(name.span.start, NameKind::Board);
                for part in parts {
                    if let TilePartKind::Field(field) = &part.kind {
                        field.body.iter().for_each(|it| stmt(it, &mut out));
                    }
                }
            }
            ItemKind::World(rows) => {
                out.extend(rows.iter().flatten().flatten().map(|it| (it.span.start, NameKind::Board)));
            }
            ItemKind::Use(_) | ItemKind::Seconds(_) | ItemKind::Rule | ItemKind::Missing => {}
        }
    }
    out
}

pub fn known(text: &str) -> Vec<Known> {
    let mut problems = Problems::new();
    let (tokens, _) = lex::tokens(text, &mut problems);
    let file = parse::file(text, &tokens, &mut problems);
    let mut first: BTreeMap<(&str, bool), &Declared> = BTreeMap::new();
    let names = declared(&file);
    for it in &names {
        first.entry((&it.name, it.kind == NameKind::Variable)).or_insert(it);
    }
    let named = named(&file);
    let word = |it: &str| words::named(it).map(|it| (NameKind::Keyword, it.form.to_owned(), it.doc, None));
    let name = |it: &str, kind: NameKind| {
        let found = first.get(&(it, kind == NameKind::Variable))?;
        Some((found.kind, found.text.clone(), "", Some(found.at)))
    };
    let each = tokens.iter().filter(|it| !it.1.is_empty()).filter_map(|(tok, span)| {
        let (kind, text, doc, declared) = match (tok, named.get(&span.start)) {
            (Tok::Word(it), _) => word(it)?,
            (Tok::Name(it) | Tok::Str(it), Some(kind)) => name(it, *kind)?,
            // In unparsed text.
            (Tok::Name(it), None) => word(it).or_else(|| name(it, NameKind::Variable))?,
            _ => return None,
        };
        Some(Known { span: *span, kind, text, doc, example: "", declared })
    });
    each.collect()
}

pub fn complete(text: &str, offset: usize) -> (Span, Vec<Candidate>) {
    let written = Written::at(text, offset, |c| c.is_alphanumeric() || c == '_' || c == '$');
    let Written { offset, span, begun } = written;
    let mut problems = Problems::new();
    let (tokens, comments) = lex::tokens(text, &mut problems);
    if written.in_one_of(&comments) {
        return (Span::new(offset, offset), Vec::new());
    }
    let file = parse::file(text, &tokens, &mut problems);
    let of_player = text[..span.start as usize].ends_with('.');
    let mut out: Vec<Candidate> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for it in declared(&file) {
        if it.name.starts_with(begun) && names.insert(it.name.clone()) {
            out.push(Candidate { name: it.name, kind: it.kind, text: it.text, doc: "", example: "" });
        }
    }
    if !of_player {
        let words = words::WORDS.iter().filter(|it| it.word.starts_with(begun));
        out.extend(words.map(|it| Candidate {
            name: it.word.to_owned(),
            kind: NameKind::Keyword,
            text: it.form.to_owned(),
            doc: it.doc,
            example: "",
        }));
    }
    (span, out)
}

pub fn outline(text: &str) -> Vec<Section> {
    let mut problems = Problems::new();
    let (tokens, _) = lex::tokens(text, &mut problems);
    let file = parse::file(text, &tokens, &mut problems);
    let section = |word, name: String, at: Span, span: Span| Section { word, name, at, span, inner: Vec::new() };
    let each = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Game(..) => Some(section("game", String::new(), item.span, item.span)),
        ItemKind::Players(least, most, _) => {
            let name = most.map_or(least.value.to_string(), |most| format!("{} to {}", least.value, most.value));
            Some(section("players", name, least.span, item.span))
        }
        ItemKind::Seconds(_) => Some(section("seconds", String::new(), item.span, item.span)),
        ItemKind::World(_) => Some(section("world", String::new(), item.span, item.span)),
        ItemKind::Tile(name, parts) => {
            let fields = parts.iter().filter_map(|part| match &part.kind {
                TilePartKind::Field(it) => {
                    let first = it.ids.first()?.0;
                    Some(section("field", first.value.to_string(), first.span, part.span))
                }
                _ => None,
            });
            let inner = fields.collect();
            Some(Section { inner, ..section("tile", name.text.to_owned(), name.span, item.span) })
        }
        _ => None,
    });
    each.collect()
}
