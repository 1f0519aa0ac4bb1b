//! `show`: how a part of the view is drawn, and what a click on it does; `face`: how a record is drawn as a card.

use super::look::Flags;
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name, ShowPart};
use diag::Span;
use ir::{Const, Face, FacePart, Grouping, Index, Layout, SeatMark, Show, ShowKind, Ty, ViewId};
use std::collections::BTreeSet;

/// Kinds of shows besides boards, with their entries.
const KINDS: &[(&str, &[&str])] = &[
    ("cards", &["items", "owners", "chosen", "click", "title", "as", "back", "turn", "symbols", "colors", "place"]),
    ("dice", &["items", "chosen", "click", "title", "symbols", "colors", "place"]),
    ("tokens", &["items", "chosen", "click", "title", "symbols", "colors", "place"]),
    ("track", &["items", "from", "to", "as", "click", "title", "symbols", "colors", "place"]),
    ("meter", &["items", "from", "to", "click", "title", "colors", "place"]),
    ("table", &["items", "click", "title", "symbols", "colors", "place"]),
    ("counter", &["items", "click", "title", "symbols", "colors", "place"]),
    ("text", &["items", "click", "title", "place"]),
];
const BOARD: &[&str] = &[
    "mark", "ground", "chosen", "click", "title", "symbols", "colors", "pieces", "turn", "pattern", "labels", "sides",
    "picture", "fit", "place",
];

const ITEMS: &[&str] = &["mark", "items", "ground"];

/// Kinds of groups of shows.
const GROUPS: &[&str] = &["row", "column", "grid", "seats"];

/// The names of all kinds of shows, but for boards.
pub fn show_kinds() -> Vec<&'static str> {
    KINDS.iter().map(|it| it.0).chain(GROUPS.iter().copied()).collect()
}

/// The keys of all of them.
pub fn show_keys() -> BTreeSet<&'static str> {
    KINDS.iter().flat_map(|it| it.1).chain(BOARD).copied().chain(["marks"]).collect()
}

/// Enough for any track or meter.
const FIELDS: i64 = 1000;

/// The most columns of a grid.
const COLUMNS: i64 = 12;

impl<'a, 's> Checker<'_, 'a, 's> {
    pub fn show_all(&mut self) {
        let flags = self.flags();
        for show in std::mem::take(&mut self.shows) {
            self.note_show(show);
            let part = self.shown(show, false, &flags);
            self.program.layout.extend(part);
        }
        for (name, entries) in std::mem::take(&mut self.faces) {
            self.face(name, entries);
        }
    }

    /// `seats`: it is drawn once for each role.
    fn shown(&mut self, it: &ast::Show<'s>, seats: bool, flags: &Flags) -> Option<Layout> {
        let name = it.name;
        if self.probed(name.span) {
            self.probe_shows();
            return None;
        }
        let board = match self.names.get(name.text).map(|it| it.def) {
            Some(Def::Board(id)) if it.size.is_none() => Some(id),
            Some(Def::Broken) => return None,
            _ => None,
        };
        if board.is_none() && GROUPS.contains(&name.text) {
            return self.group(it, seats, flags);
        }
        let kind = KINDS.iter().find(|it| it.0 == name.text);
        let Some(may) = board.map(|_| BOARD).or(kind.map(|it| it.1)) else {
            let known = self.shows_known();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            self.problems.unknown_show(name.span, name.text, &known);
            return None;
        };
        if let Some(size) = &it.size {
            self.problems.show_value(size.span, &format!("`{}`", name.text), "no number");
        }
        let what = match (board, name.text) {
            (Some(id), _) => ShowKind::Board(id),
            (_, "track") => ShowKind::Track { first: 0, last: 10, board: None },
            (_, "meter") => ShowKind::Meter { first: 0, last: 10 },
            (_, "table") => ShowKind::Table,
            (_, "counter") => ShowKind::Counter,
            (_, "dice") => ShowKind::Dice,
            (_, "tokens") => ShowKind::Tokens,
            (_, "text") => ShowKind::Text,
            _ => ShowKind::Cards,
        };
        let title = it.title.map(|it| super::super::lex::unescape(it.raw));
        let mut show = Show { title, ..Show::of(what, None) };
        // Items come first: the other entries refer to them.
        let (items, rest): (Vec<_>, Vec<_>) =
            it.parts.iter().partition(|it| matches!(it, ShowPart::Entry(key, _) if ITEMS.contains(&key.text)));
        for part in items.into_iter().chain(rest) {
            match part {
                ShowPart::Entry(key, _) if self.probed(key.span) => self.probe_entries(may, false),
                ShowPart::Entry(key, _) if !may.contains(&key.text) => {
                    self.problems.unknown_field(key.span, key.text, &format!("show {}", name.text), may);
                }
                ShowPart::Entry(key, _) if key.text == "place" && seats => self.problems.show_place_in_seats(key.span),
                ShowPart::Entry(key, value) => self.show_entry(&mut show, key.text, value, seats, flags),
                ShowPart::Show(inner) if self.probed(inner.name.span) => self.probe_entries(may, false),
                ShowPart::Show(inner) => self.problems.show_inside(inner.name.span, inner.name.text, name.text, GROUPS),
            }
        }
        let members = show.items.and_then(|it| self.fields_of(&self.items_type(it, seats)));
        if let (ShowKind::Track { first, last, .. }, Some(count)) = (&mut show.what, members) {
            (*first, *last) = (0, count - 1);
        }
        if let ShowKind::Track { first, last, .. } | ShowKind::Meter { first, last } = show.what
            && !(i64::from(matches!(show.what, ShowKind::Meter { .. }))..FIELDS).contains(&last.saturating_sub(first))
        {
            let what = format!("a {}", name.text);
            self.problems.show_value(name.span, &what, "a `from` below its `to`, at most 1000 fields");
        }
        self.program.shows.push(show);
        Some(Layout::Show(self.program.shows.len() - 1))
    }

    /// The names of all that can be shown.
    fn shows_known(&self) -> Vec<String> {
        let boards = self.program.boards.iter().map(|it| it.name.as_str());
        boards.chain(KINDS.iter().map(|it| it.0)).chain(GROUPS.iter().copied()).map(str::to_owned).collect()
    }

    fn group(&mut self, it: &ast::Show<'s>, seats: bool, flags: &Flags) -> Option<Layout> {
        let name = it.name;
        let columns = it.size.as_ref().map(|size| (size.span, self.constant(size, &Ty::Int)));
        let kind = match (name.text, columns) {
            ("grid", Some((_, Some(Const::Int(n))))) if (1..=COLUMNS).contains(&n) => Grouping::Grid(n as u8),
            ("grid", Some((_, None))) => Grouping::Row,
            ("grid", at) => {
                let want = "how many columns it has, from 1 to 12: `grid(3) { … }`";
                self.problems.show_value(at.map_or(name.span, |it| it.0), "a grid", want);
                Grouping::Row
            }
            (_, Some((span, _))) => {
                self.problems.show_value(span, &format!("`{}`", name.text), "no number");
                Grouping::Row
            }
            ("row", None) => Grouping::Row,
            ("seats", None) => Grouping::Seats,
            _ => Grouping::Column,
        };
        if kind == Grouping::Seats && seats {
            self.problems.show_inside(name.span, "seats", "seats", &["row", "column", "grid"]);
            return None;
        }
        let mut title = it.title.map(|it| super::super::lex::unescape(it.raw));
        let mut parts = Vec::new();
        let mut marks = Vec::new();
        let mut place = None;
        let may: &[&str] = if kind == Grouping::Seats { &["title", "place", "marks"] } else { &["title", "place"] };
        for part in &it.parts {
            match part {
                ShowPart::Show(inner) if self.probed(inner.name.span) => self.probe_entries(may, true),
                ShowPart::Show(inner) => parts.extend(self.shown(inner, seats || kind == Grouping::Seats, flags)),
                ShowPart::Entry(key, _) if self.probed(key.span) => self.probe_entries(may, true),
                ShowPart::Entry(key, value) if self.probes(key.text, value) => {}
                ShowPart::Entry(key, value) if key.text == "title" => title = self.title(value).or(title),
                ShowPart::Entry(key, _) if key.text == "place" && seats => self.problems.show_place_in_seats(key.span),
                ShowPart::Entry(key, value) if key.text == "place" => place = self.zone(value),
                ShowPart::Entry(key, value) if key.text == "marks" && may.contains(&"marks") => {
                    marks = self.seat_marks(value);
                }
                ShowPart::Entry(key, _) => {
                    self.problems.unknown_field(key.span, key.text, &format!("show {}", name.text), may);
                }
            }
        }
        Some(Layout::Group { kind, title, place, marks, parts })
    }

    /// `{ dealer: crown, passed: "passed" }`: fields of the view, and the marks in the headings they select.
    fn seat_marks(&mut self, value: &ast::Expr<'s>) -> Vec<SeatMark> {
        let Ast::Object(entries) = &value.kind else {
            let want = "a text or a shape for each field of the view: `{ dealer: crown, passed: \"passed\" }`";
            self.problems.show_value(value.span, "marks", want);
            return Vec::new();
        };
        let mut out = Vec::new();
        for (name, value) in entries {
            let Some((field, ty)) = self.view_field(name.text) else {
                let known: Vec<&str> = self.program.view_fields.iter().map(|it| it.name.as_str()).collect();
                let put = self.view_fix(name.text);
                self.problems.unknown_view_field(name.span, name.text, &known, true, put);
                continue;
            };
            let one = |of: &Ty| of.inner().is_integral() || matches!(of.inner(), Ty::Bool | Ty::Str | Ty::Any);
            let fits = match ty.inner() {
                Ty::List(of) | Ty::Set(of) => *of.inner() == Ty::Role,
                Ty::Array(of, Index::Role) => one(of),
                of => matches!(of, Ty::Role | Ty::Any | Ty::Unit),
            };
            if !fits {
                let want = "a role, several roles, or for each role a bool, a number or a text";
                match ty.inner() {
                    Ty::List(of) if one(of) => {
                        let of = self.show(of);
                        self.problems.show_mark_list(name.span, name.text, &of);
                    }
                    _ => {
                        let shown = self.show(&ty);
                        self.problems.show_value_of(name.span, "a mark", want, &shown);
                    }
                }
            }
            let sign = self.sign(value, "a mark");
            out.extend(sign.map(|sign| SeatMark { field, sign }));
        }
        out
    }

    fn show_entry(&mut self, show: &mut Show, key: &str, value: &ast::Expr<'s>, seats: bool, flags: &Flags) {
        let items = show.items.map(|it| self.items_type(it, seats));
        if self.probes(key, value) {
            return;
        }
        match key {
            "mark" | "items" => show.items = self.shown_field(value, &show.what, seats),
            "chosen" => show.chosen = self.chosen(value, seats),
            "owners" => show.owners = self.owners(value, show.items),
            "turn" => {
                let ground = show.ground.map(|it| self.items_type(it, seats));
                show.look.turn = self.turn(value, items.as_ref(), ground.as_ref());
            }
            "ground" => {
                show.ground = self.shown_field(value, &show.what, seats);
                self.ground_is_drawn(show.ground, value.span);
            }
            "from" | "to" => {
                if let (Some(Const::Int(n)), ShowKind::Track { first, last, .. } | ShowKind::Meter { first, last }) =
                    (self.constant(value, &Ty::Int), &mut show.what)
                {
                    *(if key == "from" { first } else { last }) = n;
                }
            }
            "title" => show.title = self.title(value),
            "place" => show.look.place = self.zone(value),
            "fit" => show.look.used = self.only_used(value, &show.what),
            "as" => show.look.lie = self.lie(value, &show.what, items.as_ref()),
            "click" => {
                let board = matches!(show.what, ShowKind::Board(_));
                show.clicks = self.clicks(value, board, seats, items.as_ref());
            }
            _ => {
                let board = if let ShowKind::Board(id) = show.what { Some(id) } else { None };
                self.look(&mut show.look, key, value, board, flags);
            }
        }
    }

    /// Number of fields of a track: the members of the items' enum.
    fn fields_of(&self, ty: &Ty) -> Option<i64> {
        match ty.inner() {
            Ty::Enum(id) => i64::try_from(self.program.enums.get(id.index())?.members.len()).ok(),
            Ty::Array(of, _) | Ty::List(of) => self.fields_of(of),
            _ => None,
        }
    }

    fn title(&mut self, value: &ast::Expr<'s>) -> Option<String> {
        let Ast::Str(raw) = value.kind else {
            self.problems.show_value(value.span, "title", "a text in quotes");
            return None;
        };
        Some(super::super::lex::unescape(raw))
    }

    /// The type of a field in one show: within `seats` that of one seat, where there is one for each.
    fn items_type(&self, field: ViewId, seats: bool) -> Ty {
        match &self.program.view_fields[field.index()].ty {
            Ty::Array(of, Index::Role) if seats => (**of).clone(),
            ty => ty.clone(),
        }
    }

    /// A field of `V` to be drawn.
    fn shown_field(&mut self, value: &ast::Expr<'s>, what: &ShowKind, seats: bool) -> Option<ViewId> {
        let field = match &value.kind {
            Ast::Field(base, field) if matches!(base.kind, Ast::Name("V")) => field,
            _ => {
                self.problems.show_value(value.span, "what is drawn", "a field of the view, such as `V.board`");
                return None;
            }
        };
        let Some((id, ty)) = self.view_field(field.text) else {
            let known: Vec<&str> = self.program.view_fields.iter().map(|it| it.name.as_str()).collect();
            let put = self.view_fix(field.text);
            self.problems.unknown_view_field(field.span, field.text, &known, true, put);
            return None;
        };
        // A value that was not understood, which is already reported.
        if ty != Ty::Unit {
            let ty = self.items_type(id, seats);
            let nested =
                |of: &Ty| matches!(of, Ty::List(of) | Ty::Array(of, _) if matches!(**of, Ty::List(_) | Ty::Array(..)));
            if seats && nested(&ty) && !matches!(what, ShowKind::Board(_)) {
                let shown = self.show(&ty);
                self.problems.show_seats(value.span, field.text, &shown);
                return Some(id);
            }
            self.check_shown(value.span, field.text, what, &ty);
        }
        Some(id)
    }

    /// The field that says whose the cards are: as many roles.
    fn owners(&mut self, value: &ast::Expr<'s>, items: Option<ViewId>) -> Option<ViewId> {
        let id = self.shown_field(value, &ShowKind::Text, false)?;
        let ty = &self.program.view_fields[id.index()].ty.clone();
        let role = |of: &Ty| matches!(of.inner(), Ty::Role | Ty::Any);
        let fits =
            matches!(ty.inner(), Ty::List(of) | Ty::Array(of, _) if role(of)) || matches!(ty, Ty::Any | Ty::Unit);
        if !fits || items.is_none() {
            let got = self.show(ty);
            self.problems.show_value_of(value.span, "the owners of cards", "a list of roles, one for each card", &got);
        }
        Some(id)
    }

    /// The field with the selected items.
    fn chosen(&mut self, value: &ast::Expr<'s>, seats: bool) -> Option<ViewId> {
        let id = self.shown_field(value, &ShowKind::Text, seats)?;
        let one = |of: &Ty| of.inner().is_integral() || matches!(of.inner(), Ty::Bool | Ty::Any);
        let ty = self.items_type(id, seats);
        let fits = match ty.inner() {
            Ty::List(of) | Ty::Array(of, _) => one(of),
            Ty::Set(of) => of.inner().is_integral(),
            of => matches!(of, Ty::Any | Ty::Unit),
        };
        if !fits {
            let want = "a `bool[]`, one for each, or an `int[]` of places";
            let got = self.show(&ty);
            self.problems.show_value_of(value.span, "what is chosen", want, &got);
        }
        Some(id)
    }

    fn check_shown(&mut self, span: Span, field: &str, what: &ShowKind, ty: &Ty) {
        let number = |ty: &Ty| ty.inner().is_integral() || *ty.inner() == Ty::Any;
        let kind = |ty: &Ty| number(ty) || matches!(ty.inner(), Ty::Enum(_) | Ty::Role | Ty::Str | Ty::Record(_));
        let (fits, name, want) = match what {
            ShowKind::Counter | ShowKind::Text => return,
            ShowKind::Meter { .. } => {
                let of_roles = matches!(ty, Ty::Array(of, Index::Role) | Ty::List(of) if number(of));
                (number(ty) || of_roles, "a meter", "a whole number, or one for each role")
            }
            ShowKind::Track { .. } => {
                let field = |ty: &Ty| number(ty) || matches!(ty.inner(), Ty::Enum(_));
                let of_roles = matches!(ty, Ty::Array(of, Index::Role) | Ty::List(of) if field(of));
                let want = "a whole number or a member of an enum, or one for each role";
                (field(ty) || of_roles, "a track", want)
            }
            ShowKind::Dice => {
                let of_dice = matches!(ty, Ty::List(of) | Ty::Array(of, _) if kind(of));
                (kind(ty) || of_dice, "dice", "a number or a member of an enum, or several")
            }
            ShowKind::Tokens => {
                let each = matches!(ty, Ty::Array(of, Index::Role | Index::Enum(_)) if number(of));
                let of_kinds = matches!(ty, Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) if kind(of));
                (number(ty) || each || of_kinds, "tokens", "a number, one for each member or role, or a list of kinds")
            }
            _ => {
                let list = matches!(ty, Ty::List(_) | Ty::Array(..) | Ty::Any);
                if !(list || *what == ShowKind::Cards && number(ty)) {
                    let shown = self.show(ty);
                    let is_one = *what == ShowKind::Cards && matches!(ty.inner(), Ty::Record(_) | Ty::Enum(_));
                    match is_one {
                        true => self.problems.show_one_card(span, field, &shown),
                        false => self.problems.show_type(span, &shown),
                    }
                }
                return;
            }
        };
        if !fits {
            let shown = self.show(ty);
            self.problems.show_value_of(span, name, want, &shown);
        }
    }

    /// Colours and symbols belong to roles and members: a text has none.
    fn ground_is_drawn(&mut self, field: Option<ViewId>, span: Span) {
        let Some(field) = field.and_then(|it| self.program.view_fields.get(it.index())) else { return };
        if let Ty::List(of) | Ty::Array(of, _) = field.ty.inner()
            && *of.inner() == Ty::Str
        {
            let name = field.name.clone();
            self.problems.show_ground(span, &name);
        }
    }

    /// `face Card { title: name, cost: [price, tax] }`
    fn face(&mut self, name: Name<'s>, entries: &[(Name<'s>, ast::Expr<'s>)]) {
        let Some(Def::Record(record)) = self.names.get(name.text).map(|it| it.def) else {
            if !self.names.get(name.text).is_some_and(|it| matches!(it.def, Def::Broken)) {
                let known: Vec<&str> = self.program.records.iter().map(|it| it.name.as_str()).collect();
                self.problems.unknown_face(name.span, name.text, &known);
            }
            return;
        };
        if self.program.faces.iter().any(|it| it.record == record) {
            self.problems.face_value(name.span, "one for each record");
            return;
        }
        self.note_face(name, entries, record);
        self.probe_face(entries, record);
        let mut parts: Vec<(FacePart, Vec<usize>)> = Vec::new();
        for (key, value) in entries {
            let Some(part) = FacePart::named(key.text).filter(|part| !parts.iter().any(|it| it.0 == *part)) else {
                let known: Vec<&str> = FacePart::ALL.iter().map(|it| it.name()).collect();
                self.problems.unknown_field(key.span, key.text, &format!("face {}", name.text), &known);
                continue;
            };
            let values = match &value.kind {
                Ast::List(values) if !part.has_one() => values.iter().collect(),
                _ => vec![value],
            };
            let fields = values.into_iter().filter_map(|it| self.face_field(it, record)).collect();
            parts.push((part, fields));
        }
        self.program.faces.push(Face { record, parts });
    }

    fn face_field(&mut self, value: &ast::Expr<'s>, record: ir::RecordId) -> Option<usize> {
        let Ast::Name(text) = value.kind else {
            self.problems.face_value(value.span, "fields of the record: `title: name, corner: [points, suit]`");
            return None;
        };
        let of = &self.program.records[record.index()];
        let found = of.fields.iter().position(|it| it.name == text);
        if found.is_none() {
            let known: Vec<&str> = of.fields.iter().map(|it| it.name.as_str()).collect();
            self.problems.unknown_field(value.span, text, &of.name, &known);
        }
        found
    }
}
