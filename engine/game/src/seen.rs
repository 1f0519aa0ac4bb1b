//! A role's view as text: every show of the layout by its kind, then the other fields of the view.
//!
//! Invariant: lines have at most [`WIDTH`] letters, except for wider boards.

use crate::game::Game;
use crate::words::words;
use ir::{
    Area, Board, BoardId, BoardKind, Cell, ChosenBoard, FacePart, Grouping, Index, LOOKING, Layout, Program, Show,
    ShowKind, Ty,
};
use serde_json::{Map, Value};
use std::fmt::Write;
use vm::Fault;

/// As wide as terminals are.
const WIDTH: usize = 80;

/// Maximum length of an abbreviation.
const PREFIX: usize = 3;

/// More pieces on a cell are counted only.
const PIECES: usize = 3;

/// The table from the eyes of a role: as the rules show it, then the other fields of the view.
pub fn seen(game: &Game, role: &str) -> Result<String, Fault> {
    let mut fields: Map<String, Value> = serde_json::from_str(&game.on_view(role)?).unwrap_or_default();
    let program = game.rules().program();
    for field in &program.view_fields {
        if let Some(value) = fields.get_mut(&field.name) {
            cut_to_sitting(program, value, &field.ty, game.roles().len());
        }
    }
    let me = game.roles().iter().position(|it| it == role).unwrap_or_default();
    let mut all =
        Seen { program, playing: game.roles().len(), me, fields: &fields, drawn: Vec::new(), out: String::new() };
    let forms = program.chosen.iter().filter_map(|it| program.view_fields.get(it.view?.index()));
    all.drawn.extend(forms.map(|it| it.name.clone()));
    match &program.layout[..] {
        [] => (0..program.shows.len()).for_each(|it| all.part(&Layout::Show(it), None, 0)),
        layout => layout.iter().for_each(|it| all.part(it, None, 0)),
    }
    for (name, value) in &fields {
        if !all.drawn.contains(name) {
            let told = words(program, value, all.kind(name, None));
            all.line(1, &format!("{}: {told}", name.replace('_', " ")));
        }
    }
    Ok(all.out)
}

/// Removes the entries of roles without a seat from arrays by role.
fn cut_to_sitting(program: &Program, value: &mut Value, ty: &Ty, sitting: usize) {
    match (ty.inner(), value) {
        (Ty::Record(id), Value::Object(fields)) => {
            for field in &program.records[id.index()].fields {
                if let Some(value) = fields.get_mut(&field.name) {
                    cut_to_sitting(program, value, &field.ty, sitting);
                }
            }
        }
        (ty, Value::Array(items)) => {
            if matches!(ty, Ty::Array(_, Index::Role)) {
                items.truncate(sitting);
            }
            if let Some(of) = ty.element() {
                items.iter_mut().for_each(|it| cut_to_sitting(program, it, of, sitting));
            }
        }
        _ => {}
    }
}

struct Seen<'g> {
    program: &'g Program,
    playing: usize,
    me: usize,
    fields: &'g Map<String, Value>,
    /// The fields that are on the table.
    drawn: Vec<String>,
    out: String,
}

impl<'g> Seen<'g> {
    /// A part of the layout; `seat` is whose it is.
    fn part(&mut self, part: &Layout, seat: Option<usize>, depth: usize) {
        match part {
            Layout::Show(at) => {
                let program = self.program;
                if let Some(show) = program.shows.get(*at) {
                    self.show(show, seat, depth + 1);
                }
            }
            Layout::Group { kind: Grouping::Seats, parts, title, .. } => {
                self.title(title.as_deref(), depth + 1);
                for far in 0..self.playing {
                    let role = (self.me + far) % self.playing;
                    self.line(depth + 1, &format!("{}:", self.program.roles[role]));
                    parts.iter().for_each(|it| self.part(it, Some(role), depth + 1));
                }
            }
            Layout::Group { parts, title, .. } => {
                self.title(title.as_deref(), depth + 1);
                let inner = depth + usize::from(title.is_some());
                parts.iter().for_each(|it| self.part(it, seat, inner));
            }
        }
    }

    fn title(&mut self, title: Option<&str>, depth: usize) {
        if let Some(title) = title {
            self.line(depth, &format!("{title}:"));
        }
    }

    fn show(&mut self, show: &Show, seat: Option<usize>, depth: usize) {
        let field = |id: Option<ir::ViewId>| Some(self.program.view_fields.get(id?.index())?.name.clone());
        let (items, ground) = (field(show.items), field(show.ground));
        let chosen = field(show.chosen);
        self.drawn.extend(items.iter().chain(&ground).chain(&chosen).cloned());
        let board = |id: BoardId| {
            let form = |it: &ChosenBoard| usize::try_from(self.fields.get(&field(it.view)?)?.as_u64()?).ok();
            self.program.board(id, form)
        };
        let Some(name) = items.or(ground) else { return };
        let Some(value) = self.value(&name, seat) else { return };
        let ty = self.kind(&name, seat);
        let title = show.title.clone().unwrap_or_else(|| name.replace('_', " "));
        let told = match &show.what {
            ShowKind::Board(id) => {
                let Some(board) = board(*id) else { return };
                self.title(show.title.as_deref(), depth);
                self.board(board, value, ty, depth);
                return;
            }
            ShowKind::Cards => self.cards(value, ty, show.look.back.is_some()),
            ShowKind::Track { first, board: along, .. } => self.track(value, ty, *first, along.and_then(board)),
            ShowKind::Meter { last, .. } => self.each(value, ty, &|it| format!("{it} of {last}")),
            ShowKind::Counter => self.each(value, ty, &|it| it.to_owned()),
            ShowKind::Table => {
                self.line(depth, &format!("{title}:"));
                let of = ty.inner().element().unwrap_or(&Ty::Any);
                let by = by(ty);
                for (at, row) in value.as_array().into_iter().flatten().enumerate() {
                    let head = by.as_ref().map(|it| format!("{}: ", words(self.program, &at.into(), it)));
                    let told = words(self.program, row, of);
                    self.line(depth + 1, &format!("{}{told}", head.unwrap_or_default()));
                }
                return;
            }
            ShowKind::Tokens => self.tokens(value, ty),
            ShowKind::Areas(areas) => {
                self.areas(value, areas, depth);
                return;
            }
            ShowKind::Dice | ShowKind::Text => words(self.program, value, ty),
        };
        let chosen = chosen.and_then(|it| self.value(&it, seat)).map(|it| self.places(it)).unwrap_or_default();
        self.line(depth, &format!("{title}: {told}{chosen}"));
    }

    /// The chosen ones, counted from 1.
    fn places(&self, value: &Value) -> String {
        let is = |(at, it): (usize, &Value)| match it {
            Value::Bool(is) => is.then_some(at as u64 + 1),
            it => it.as_u64().map(|it| it + 1),
        };
        let told: Vec<String> =
            value.as_array().into_iter().flatten().enumerate().filter_map(is).map(|it| it.to_string()).collect();
        if told.is_empty() { String::new() } else { format!(" (chosen: {})", told.join(", ")) }
    }

    /// The value of a field; in the section of a role, that role's entry.
    fn value(&self, name: &str, seat: Option<usize>) -> Option<&'g Value> {
        let value = self.fields.get(name)?;
        match (seat, value) {
            (Some(role), Value::Array(all)) if self.is_by_role(name) => all.get(role),
            _ => Some(value),
        }
    }

    fn kind(&self, name: &str, seat: Option<usize>) -> &'g Ty {
        let field = self.program.view_fields.iter().find(|it| it.name == name);
        match field.map(|it| &it.ty) {
            Some(ty) if seat.is_some() && self.is_by_role(name) => ty.inner().element().unwrap_or(ty),
            Some(ty) => ty,
            None => &Ty::Any,
        }
    }

    fn is_by_role(&self, name: &str) -> bool {
        let field = self.program.view_fields.iter().find(|it| it.name == name);
        field.is_some_and(|it| matches!(it.ty.inner(), Ty::Array(_, Index::Role)))
    }

    /// One value, or one for each role or member.
    fn each(&self, value: &Value, ty: &Ty, one: &dyn Fn(&str) -> String) -> String {
        let (Some(all), Some(by)) = (value.as_array(), by(ty)) else { return one(&words(self.program, value, ty)) };
        let of = ty.inner().element().unwrap_or(&Ty::Any);
        let told = all
            .iter()
            .enumerate()
            .map(|(at, it)| format!("{} {}", words(self.program, &at.into(), &by), one(&words(self.program, it, of))));
        told.collect::<Vec<_>>().join(", ")
    }

    /// Cards by their names, those that lie face down by their number; without a `back`, none is an empty place.
    fn cards(&self, value: &Value, ty: &Ty, back: bool) -> String {
        let Some(items) = value.as_array() else {
            return format!("{} face down", words(self.program, value, ty));
        };
        let of = ty.inner().element().unwrap_or(&Ty::Any);
        if let Some(by) = by(ty).filter(|_| of.inner().element().is_some()) {
            let row =
                |(at, it)| format!("{}: {}", words(self.program, &Value::from(at), &by), self.cards(it, of, back));
            return items.iter().enumerate().map(row).collect::<Vec<_>>().join("; ");
        }
        let mut told: Vec<String> = Vec::new();
        let mut backs = 0;
        for it in items {
            match it {
                Value::Null => backs += usize::from(back),
                card => told.push(self.card(card, of)),
            }
        }
        if backs > 0 {
            told.push(format!("{backs} face down"));
        }
        if told.is_empty() { "none".to_owned() } else { told.join(", ") }
    }

    /// A card by its name, with its cost and its effect.
    fn card(&self, card: &Value, of: &Ty) -> String {
        let name = words(self.program, card, of);
        let Ty::Record(id) = of.inner() else { return name };
        let face = self.program.faces.iter().find(|it| it.record == *id);
        let fields = &self.program.records[id.index()].fields;
        let part =
            |wanted: FacePart| face.into_iter().flat_map(|it| &it.parts).find(|it| it.0 == wanted).map(|it| &it.1);
        let told = |it: &usize| {
            let field = fields.get(*it)?;
            let told = words(self.program, card.get(&field.name)?, &field.ty);
            (!told.is_empty() && told != "none" && !name.contains(&told)).then_some(told)
        };
        let of_part = |it: FacePart| part(it).into_iter().flatten().filter_map(told).collect::<Vec<_>>();
        let corner = [FacePart::Corner, FacePart::Picture, FacePart::Icons].map(of_part).concat();
        let mut said: Vec<String> = Vec::new();
        corner.into_iter().for_each(|it| {
            if !said.contains(&it) {
                said.push(it)
            }
        });
        let cost = of_part(FacePart::Cost);
        if !cost.is_empty() {
            said.push(format!("for {}", cost.join(", ")));
        }
        said.extend(of_part(FacePart::Text));
        if said.is_empty() { name } else { format!("{name} ({})", said.join(", ")) }
    }

    /// Kinds with their numbers.
    fn tokens(&self, value: &Value, ty: &Ty) -> String {
        let of = ty.inner().element().unwrap_or(&Ty::Any);
        if by(ty).is_some() && of.inner().element().is_some() {
            return self.each(value, ty, &|it| format!("({it})"));
        }
        let list = matches!(ty.inner(), Ty::List(_) | Ty::Array(_, Index::Count(_)));
        let Some(items) = value.as_array().filter(|_| list) else { return words(self.program, value, ty) };
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for name in items.iter().map(|it| words(self.program, it, of)) {
            match kinds.iter_mut().find(|it| it.0 == name) {
                Some(known) => known.1 += 1,
                None => kinds.push((name, 1)),
            }
        }
        let told = kinds.iter().map(|(name, count)| if *count > 1 { format!("{count} {name}") } else { name.clone() });
        let told = told.collect::<Vec<_>>().join(", ");
        if told.is_empty() { "none".to_owned() } else { told }
    }

    /// Positions of tokens.
    fn track(&self, value: &Value, ty: &Ty, first: i64, board: Option<&Board>) -> String {
        let cell = |it: &Value| {
            let at = usize::try_from(it.as_i64()?.checked_sub(first)?).ok()?;
            board?.cells.get(at).map(|it| it.name.clone()).filter(|it| !it.is_empty())
        };
        let one = |it: &Value, of: &Ty| cell(it).unwrap_or_else(|| words(self.program, it, of));
        let Some(all) = value.as_array() else { return one(value, ty) };
        let of = ty.inner().element().unwrap_or(&Ty::Any);
        let names = by(ty).unwrap_or(Ty::Int);
        let told = all.iter().enumerate().map(|(at, it)| {
            let who = if all.len() == self.program.roles.len() { Ty::Role } else { names.clone() };
            format!("{} on {}", words(self.program, &at.into(), &who), one(it, of))
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// Containers with tokens: those of a row side by side, or one below the other.
    fn areas(&mut self, value: &Value, areas: &[Area], depth: usize) {
        let me = &self.program.roles[self.me];
        if areas.is_empty() {
            for (name, held) in value.as_object().into_iter().flatten() {
                self.line(depth, &format!("{name}: {}", tokens_in(held)));
            }
        }
        let mut rows: Vec<u16> = areas.iter().map(|it| it.row).collect();
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            let mut along: Vec<&Area> = areas.iter().filter(|it| it.row == row).collect();
            along.sort_by_key(|it| it.column);
            let told = along.iter().filter_map(|it| {
                let name = it.container.replace(LOOKING, me);
                let held = value.get(&name)?;
                let title = it.title.as_ref().map_or_else(|| name.replace('_', " "), |it| it.replace(LOOKING, me));
                Some(format!("{title}: {}", tokens_in(held)))
            });
            self.line(depth, &told.collect::<Vec<_>>().join("; "));
        }
    }

    /// A board of squares or hexes as rows of marks; another one as a list of its occupied cells.
    fn board(&mut self, board: &Board, value: &Value, ty: &Ty, depth: usize) {
        let empty = Vec::new();
        let items = value.as_array().unwrap_or(&empty);
        let of = ty.inner().element().unwrap_or(&Ty::Any);
        if matches!(board.kind, BoardKind::Graph) {
            for (cell, it) in board.cells.iter().zip(items) {
                let told = words(self.program, it, of);
                if !matches!(it, Value::Null | Value::Bool(false)) && told != "none" {
                    self.line(depth, &format!("{}: {told}", cell.name.replace('_', " ")));
                }
            }
            return;
        }
        let marks: Vec<String> = items.iter().map(|it| self.mark(it, of)).collect();
        let width = marks.iter().map(|it| it.chars().count()).max().unwrap_or(1);
        let part = |name: &str, letters: bool| -> String {
            name.chars().filter(|it| if letters { it.is_ascii_alphabetic() } else { it.is_ascii_digit() }).collect()
        };
        let label = |row: Option<u16>, column: Option<u16>| {
            let is_there = |it: &&Cell| row.is_none_or(|row| it.row == row) && column.is_none_or(|at| it.column == at);
            let cell = board.cells.iter().find(is_there);
            cell.map(|it| part(&it.name, column.is_some())).unwrap_or_default()
        };
        let mut columns: Vec<String> = (0..board.columns).map(|it| label(None, Some(it))).collect();
        let mut rows: Vec<String> = (0..board.rows).map(|it| label(Some(it), None)).collect();
        if columns.iter().any(String::is_empty) {
            columns = (1..=board.columns).map(|it| it.to_string()).collect();
            rows = (1..=board.rows).map(|it| it.to_string()).collect();
        }
        let square = matches!(board.kind, BoardKind::Square { .. });
        let width = if square { columns.iter().map(|it| it.chars().count()).fold(width, usize::max) } else { width };
        let edge = rows.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let indent = "  ".repeat(depth);
        for row in 0..board.rows {
            let mut cells: Vec<(u16, usize)> =
                board.cells.iter().enumerate().filter(|it| it.1.row == row).map(|(at, it)| (it.column, at)).collect();
            cells.sort_unstable();
            let mut line = format!("{indent}{:>edge$} ", rows[usize::from(row)]);
            if !square {
                // Hexes lie half a cell further in each row, or as their places say.
                let far = cells.first().map_or(0.0, |it| board.cells[it.1].x);
                let least = board.cells.iter().map(|it| it.x).fold(f64::INFINITY, f64::min);
                line.push_str(&" ".repeat(((far - least) * (width + 1) as f64).round().max(0.0) as usize));
            }
            for (_, at) in cells {
                let _ = write!(line, " {:>width$}", marks.get(at).map_or("", String::as_str));
            }
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
        if square {
            let told: String = columns.iter().map(|it| format!(" {it:>width$}")).collect();
            let _ = writeln!(self.out, "{indent}{:>edge$} {told}", "");
        }
    }

    /// A value in a few letters: the first of a name that no other begins with, a number, a dot for nothing.
    fn mark(&self, it: &Value, ty: &Ty) -> String {
        let named = |names: &[String]| {
            let name = it.as_u64().and_then(|n| names.get(usize::try_from(n).ok()?));
            name.map_or_else(|| it.to_string(), |name| short(name, names))
        };
        match (it, ty.inner()) {
            (Value::Null | Value::Bool(false), _) => ".".to_owned(),
            (Value::Bool(true), _) => "#".to_owned(),
            (_, Ty::Role) => named(&self.program.roles),
            (_, Ty::Enum(id)) => named(&self.program.enums[id.index()].members),
            (Value::Object(fields), Ty::Record(id)) => {
                let all = &self.program.records[id.index()].fields;
                let held = all.iter().filter_map(|it| Some((fields.get(&it.name)?, &it.ty)));
                let marks: String = held.filter(|it| !it.0.is_null()).map(|(it, ty)| self.mark(it, ty)).collect();
                if marks.is_empty() { ".".to_owned() } else { marks }
            }
            (Value::Array(items), _) if items.is_empty() => ".".to_owned(),
            (Value::Array(items), ty) if items.len() <= PIECES => {
                let of = ty.element().unwrap_or(&Ty::Any);
                items.iter().map(|it| self.mark(it, of)).collect()
            }
            (Value::Array(items), _) => items.len().to_string(),
            (Value::String(text), _) => text.chars().take(2).collect(),
            (other, _) => other.to_string(),
        }
    }

    /// A line at a depth, broken between words where it is too long.
    fn line(&mut self, depth: usize, text: &str) {
        for text in text.lines() {
            let mut line = "  ".repeat(depth);
            let mut length = line.len();
            let start = length;
            for word in text.split(' ') {
                let more = word.chars().count();
                if length > start && length + more + 1 > WIDTH {
                    let _ = writeln!(self.out, "{}", line.trim_end());
                    line = "  ".repeat(depth + 2);
                    length = line.len();
                }
                if !line.ends_with(' ') && !line.is_empty() {
                    line.push(' ');
                    length += 1;
                }
                line.push_str(word);
                length += more;
            }
            let _ = writeln!(self.out, "{}", line.trim_end());
        }
    }
}

fn tokens_in(container: &Value) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut backs = 0;
    for it in container["contents"].as_array().into_iter().flatten() {
        match (it, it["face"].as_str()) {
            (Value::Null, _) => backs += 1,
            (_, Some(face)) => told.push(face.to_owned()),
            (token, None) => told.push(token["props"].to_string()),
        }
    }
    if backs > 0 {
        told.push(format!("{backs} face down"));
    }
    if told.is_empty() { "empty".to_owned() } else { told.join(", ") }
}

/// The index type, as a type.
fn by(ty: &Ty) -> Option<Ty> {
    match ty.inner() {
        Ty::Array(_, Index::Role) => Some(Ty::Role),
        Ty::Array(_, Index::Enum(id)) => Some(Ty::Enum(*id)),
        _ => None,
    }
}

/// The shortest unique prefix of a name; if that is long, its first letter and the distinguishing one.
fn short(name: &str, all: &[String]) -> String {
    let letters: Vec<char> = name.chars().collect();
    let prefix = |count: usize| -> String { letters.iter().take(count).collect() };
    let alone = |it: &usize| all.iter().filter(|other| other.starts_with(&prefix(*it))).count() == 1;
    match (1..letters.len() + 1).find(alone) {
        Some(count) if count > PREFIX => [letters[0], letters[count - 1]].into_iter().collect(),
        Some(count) => prefix(count),
        None => name.to_owned(),
    }
}
