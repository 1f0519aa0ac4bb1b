//! `symbols`, `colors`, `pieces`, `pattern`, `labels`, `sides`, `fit`, `place`, `as`, `back`: the appearance of pieces,
//! cards and cells.

use super::super::files::is_picture;
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name};
use diag::Span;
use ir::{BoardId, BoardKind, Color, Lie, Look, Pattern, Pieces, SHAPES, ShowKind, Sign, Ty, Zone};
use std::collections::BTreeSet;

/// The most bytes of a picture, as text.
const PICTURE_MAX: usize = 256 << 10;

/// Names that, besides roles and members of enums, can have a symbol.
pub type Flags = BTreeSet<String>;

impl<'s> Checker<'_, '_, 's> {
    /// `board`: what is drawn, if it is one.
    pub fn look(&mut self, look: &mut Look, key: &str, value: &ast::Expr<'s>, board: Option<BoardId>, flags: &Flags) {
        match (key, &value.kind) {
            ("symbols", Ast::Object(entries)) => self.symbols(look, None, entries, flags),
            ("symbols", _) => {
                self.problems.show_value(value.span, "symbols", "a text for each name: `{ king: \"♔\" }`");
            }
            ("colors", Ast::Object(entries)) => self.colors(look, entries, flags),
            ("colors", _) => {
                self.problems.show_value(value.span, "colors", "a colour for each name: `{ White: white }`");
            }
            ("pattern", Ast::Name(text)) if Pattern::named(text).is_some() => look.pattern = Pattern::named(text),
            ("pattern", _) => self.problems.show_value(value.span, "pattern", "`checkered` or `points`"),
            ("picture", Ast::Str(raw)) => {
                look.picture = self.picture_beside(&super::super::lex::unescape(raw), value.span)
            }
            ("picture", Ast::If(..)) => self.pictures_by_form(look, value, board),
            ("picture", _) => {
                self.problems.show_value(value.span, "picture", "the name of a file beside the rules: `\"map.svg\"`");
            }
            ("back", _) => look.back = self.sign(value, "a back"),
            ("labels", Ast::Name("coordinates")) => look.labels = true,
            ("labels", _) => self.problems.show_labels(value.span),
            ("sides", Ast::Name("fixed")) => look.fixed = true,
            ("sides", _) => self.problems.show_value(value.span, "sides", "`fixed`"),
            (_, Ast::Name(text)) if Pieces::named(text).is_some() => look.pieces = Pieces::named(text),
            _ => self.problems.show_value(value.span, "pieces", "`discs`, `figures`, `counters` or `tokens`"),
        }
    }

    /// `{ king: "♚", White: { king: "♔" } }`
    fn symbols(&mut self, look: &mut Look, role: Option<&str>, entries: &[(Name<'s>, ast::Expr<'s>)], flags: &Flags) {
        for (name, value) in entries {
            if !self.is_shown(name.text, flags) {
                self.unknown_sign(*name, flags);
                continue;
            }
            match &value.kind {
                Ast::Object(inner) if role.is_none() && self.program.role_called(name.text).is_some() => {
                    let role = self.shown_name(name.text);
                    self.symbols(look, Some(&role), inner, flags);
                }
                _ => {
                    let text = self.sign(value, "a symbol");
                    let of = self.shown_name(name.text);
                    let sign = |text| Sign { role: role.map(str::to_owned), of, text };
                    look.symbols.extend(text.map(sign));
                }
            }
        }
    }

    /// `if options.long then "long.svg" else "short.svg"`: one for each form of the board.
    fn pictures_by_form(&mut self, look: &mut Look, value: &ast::Expr<'s>, board: Option<BoardId>) {
        let names: Vec<Option<String>> = board.map(|it| self.texts_by_form(it, value)).unwrap_or_default();
        let Some(names) = names.into_iter().collect::<Option<Vec<_>>>().filter(|it| !it.is_empty()) else {
            let want = "the name of a file for each form of a board that options choose: `if options.long then \"long.svg\" else \"short.svg\"`";
            return self.problems.show_value(value.span, "picture", want);
        };
        look.pictures = names.iter().map_while(|it| self.picture_beside(it, value.span)).collect();
        look.picture = look.pictures.first().cloned();
    }

    /// A picture beside the rules; a missing one is reported where files are looked up.
    fn picture_beside(&mut self, name: &str, span: Span) -> Option<String> {
        let text = self.beside.pictures.get(name)?;
        let fits = text.len() <= PICTURE_MAX;
        if fits && is_svg(text) {
            return Some(with_namespace(text));
        }
        if fits && is_image(text) {
            return Some(text.trim().to_owned());
        }
        let want = "SVG that begins with `<svg`, or a PNG, JPEG or WebP as a `data:` URL, of at most 256 KiB";
        self.problems.show_value(span, "picture", want);
        None
    }

    /// A text in quotes, the name of a shape, or that of a file with a picture.
    pub fn sign(&mut self, value: &ast::Expr<'s>, what: &str) -> Option<String> {
        match value.kind {
            Ast::Str(raw) if is_picture(raw) => {
                let svg = self.picture_beside(&super::super::lex::unescape(raw), value.span)?;
                Some(format!("{}{svg}", ir::PICTURE))
            }
            Ast::Str(raw) => Some(super::super::lex::unescape(raw)),
            Ast::Name(text) if SHAPES.contains(&text) => Some(format!(":{text}:")),
            Ast::Name(text) => {
                self.problems.unknown_shape(value.span, text, SHAPES);
                None
            }
            _ => {
                self.problems.show_value(value.span, what, "a text in quotes, or the name of a shape: `star`");
                None
            }
        }
    }

    /// `place: mine`
    pub fn zone(&mut self, value: &ast::Expr<'s>) -> Option<Zone> {
        let place = if let Ast::Name(text) = value.kind { Zone::named(text) } else { None };
        if place.is_none() {
            self.problems.show_value(value.span, "`place`", "`mine`, `others` or `middle`");
        }
        place
    }

    /// `fit: used`; the places of a graph are where the author has put them.
    pub fn only_used(&mut self, value: &ast::Expr<'s>, what: &ShowKind) -> bool {
        let is_graph = matches!(what, ShowKind::Board(id) if self.program.boards[id.index()].kind == BoardKind::Graph);
        if is_graph {
            self.problems.show_fit_of_graph(value.span);
        } else if !matches!(value.kind, Ast::Name("used")) {
            self.problems.show_value(value.span, "`fit`", "`used`");
        } else {
            return true;
        }
        false
    }

    /// `as: fan`, `as: columns(suit)`
    pub fn lie(&mut self, value: &ast::Expr<'s>, what: &ShowKind, items: Option<&Ty>) -> Option<Lie> {
        let track = matches!(what, ShowKind::Track { .. });
        let lie = match &value.kind {
            Ast::Name("row") => Lie::Row,
            Ast::Name("ring") if track => Lie::Ring,
            _ if track => {
                self.problems.show_value(value.span, "`as` of a track", "`row` or `ring`");
                return None;
            }
            Ast::Name("fan") => Lie::Fan,
            Ast::Name("pile") => Lie::Pile,
            Ast::Call(callee, args) if matches!(callee.kind, Ast::Name("columns")) => {
                let [ast::Expr { kind: Ast::Name(field), span }] = args[..] else {
                    self.problems.show_value(value.span, "`columns`", "a field of the cards: `columns(suit)`");
                    return None;
                };
                if !self.is_field(items, Name { text: field, span }) {
                    return None;
                }
                Lie::Columns(field.to_owned())
            }
            _ => {
                self.problems.show_value(value.span, "`as`", "`row`, `fan`, `pile` or `columns(field)`");
                return None;
            }
        };
        Some(lie)
    }

    /// `turn: facing`, a field of the records on a board or of its cells.
    pub fn turn(&mut self, value: &ast::Expr<'s>, items: Option<&Ty>, ground: Option<&Ty>) -> Option<String> {
        let records: Vec<&ir::Record> =
            [items, ground].into_iter().flatten().filter_map(|it| self.record_of(it)).collect();
        let turns = |ty: &Ty| ty.inner().is_integral() || matches!(ty.inner(), Ty::Enum(_));
        if let Ast::Name(text) = value.kind
            && records.iter().any(|it| it.fields.iter().any(|it| it.name == text && turns(&it.ty)))
        {
            return Some(text.to_owned());
        }
        let want = "a field of the records that are drawn, a whole number or a member of an enum";
        self.problems.show_value(value.span, "`turn`", want);
        None
    }

    /// The record that a list of them, or one, is made of.
    pub fn record_of(&self, items: &Ty) -> Option<&ir::Record> {
        match items.inner() {
            Ty::List(of) | Ty::Array(of, _) | Ty::Set(of) => self.record_of(of),
            Ty::Record(id) => self.program.records.get(id.index()),
            _ => None,
        }
    }

    fn colors(&mut self, look: &mut Look, entries: &[(Name<'s>, ast::Expr<'s>)], flags: &Flags) {
        for (name, value) in entries {
            if !self.is_shown(name.text, flags) {
                self.unknown_sign(*name, flags);
                continue;
            }
            match value.kind {
                Ast::Name(text) if Color::named(text).is_some() => {
                    let shown = self.shown_name(name.text);
                    look.colors.extend(Color::named(text).map(|it| (shown, it)));
                }
                _ => {
                    let all: Vec<String> = Color::ALL.iter().map(|it| format!("`{}`", it.name())).collect();
                    self.problems.show_value(value.span, "a colour", &format!("one of {}", all.join(", ")));
                }
            }
        }
    }

    /// The displayed name of a role; any other word unchanged.
    fn shown_name(&self, word: &str) -> String {
        match self.names.get(word).map(|it| it.def) {
            Some(Def::Role(at)) => self.program.roles[usize::from(at)].clone(),
            _ => word.to_owned(),
        }
    }

    fn is_shown(&self, name: &str, flags: &Flags) -> bool {
        let named = self.names.get(name).is_some_and(|it| matches!(it.def, Def::Role(_) | Def::Member(..)));
        named || self.ambiguous.contains_key(name) || flags.contains(name)
    }

    fn unknown_sign(&mut self, name: Name<'s>, flags: &Flags) {
        let members = self.program.enums.iter().flat_map(|it| &it.members);
        let all = self.program.role_words().into_iter().chain(members.chain(flags).map(String::as_str));
        let known: Vec<&str> = if self.problems.are_many() { Vec::new() } else { all.collect() };
        // A member whose name is taken is reported at its declaration.
        if !known.contains(&name.text) {
            self.problems.unknown_sign(name.span, name.text, &known);
        }
    }

    /// The fields of records that are true or false, and those of the view that are numbers, as of tokens.
    pub fn flags(&self) -> Flags {
        let fields = self.program.records.iter().flat_map(|it| &it.fields);
        let flags = fields.filter(|it| it.ty == Ty::Bool).map(|it| it.name.clone());
        let number = |of: &Ty| matches!(of.inner(), Ty::Int | Ty::Range(..));
        let numbers = self.program.view_fields.iter().filter(|it| match it.ty.inner() {
            Ty::Array(of, ir::Index::Role) => number(of),
            of => number(of),
        });
        flags.chain(numbers.map(|it| it.name.clone())).collect()
    }
}

/// SVG that says that it is, without which it is drawn as nothing.
fn with_namespace(text: &str) -> String {
    let Some(at) = text.find("<svg").map(|it| it + "<svg".len()) else { return text.to_owned() };
    let (before, after) = text.split_at(at);
    let tag = after.split_once('>').map_or(after, |it| it.0);
    if tag.contains("xmlns=") {
        text.to_owned()
    } else {
        format!("{before} xmlns=\"http://www.w3.org/2000/svg\"{after}")
    }
}

/// `true` for a raster image in the form that hosts pass in: a `data:` URL in base64, and nothing else.
fn is_image(text: &str) -> bool {
    let kinds = ["png", "jpeg", "webp"];
    let data =
        kinds.iter().find_map(|it| text.trim().strip_prefix("data:image/")?.strip_prefix(it)?.strip_prefix(";base64,"));
    let digit = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'=');
    data.is_some_and(|it| !it.is_empty() && it.bytes().all(digit))
}

/// `true` if a text begins like SVG, whatever else it contains: it is drawn as an image, which runs no code and loads
/// nothing.
fn is_svg(text: &str) -> bool {
    let mut rest = text.trim_start();
    for (begin, end) in [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">"), ("<!--", "-->")] {
        if let Some((_, after)) = rest.strip_prefix(begin).and_then(|it| it.split_once(end)) {
            rest = after.trim_start();
        }
    }
    rest.starts_with("<svg") && rest.trim_end().ends_with("</svg>")
}
