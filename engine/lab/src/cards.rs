//! Arguments that denote cards: by a place among the cards shown, or by a number of their own.

use codegen::CardClick;
use game::{Game, Object, Offers, Rules, Value, words};
use ir::{Grouping, Index, Layout, Program, Sends, ShowKind, Ty, ViewId};
use serde_json::Value as Json;
use std::rc::Rc;

/// The places where cards are clicked.
pub struct Cards(Vec<Rc<Clicked>>);

/// A click on a card that an action takes as one of its arguments.
struct Clicked {
    action: usize,
    argument: usize,
    items: ViewId,
    /// The field that has the number; else it is the place in the row.
    number: Option<String>,
    /// `true` if each role has a row, drawn in its seat.
    seats: bool,
    /// The argument that says in whose seat.
    seat: Option<usize>,
    /// Type of a card.
    of: Ty,
}

impl Cards {
    pub fn of(program: &Program) -> Cards {
        let mut seated = Vec::new();
        program.layout.iter().for_each(|it| in_seats(it, false, &mut seated));
        let mut out = Vec::new();
        for (at, show) in program.shows.iter().enumerate().filter(|it| it.1.what == ShowKind::Cards) {
            let Some(items) = show.items else { continue };
            let mut of = program.view_fields[items.index()].ty.inner();
            let mut seats = false;
            if let (Ty::Array(row, Index::Role), true) = (of, seated.contains(&at)) {
                (of, seats) = (row.inner(), true);
            }
            // A row of rows is drawn as one.
            while let Some(it) = of.element() {
                of = it.inner();
            }
            for click in &show.clicks {
                let seat = click.sends.iter().position(|it| *it == Sends::Seat);
                for (argument, sends) in click.sends.iter().enumerate() {
                    let number = match sends {
                        Sends::Cell => show.look.number.clone(),
                        Sends::Field(name) if is_number(program, of, name) => Some(name.clone()),
                        _ => continue,
                    };
                    let (action, of) = (click.action.index(), of.clone());
                    out.push(Rc::new(Clicked { action, argument, items, number, seats, seat, of }));
                }
            }
        }
        Cards(out)
    }

    /// The view field with the cards that an argument of an action denotes, if there is exactly one.
    pub fn shown(&self, action: usize, argument: usize) -> Option<ViewId> {
        let mut fields = self.0.iter().filter(|it| (it.action, it.argument) == (action, argument)).map(|it| it.items);
        let first = fields.next()?;
        fields.all(|it| it == first).then_some(first)
    }

    /// Type of the cards that an argument of an action denotes.
    pub fn kind(&self, action: usize, argument: usize) -> Option<&Ty> {
        self.0.iter().find(|it| (it.action, it.argument) == (action, argument)).map(|it| &it.of)
    }

    /// The visible cards by place, as a role sees them, if any is offered.
    pub fn faces(&self, game: &Game, role: usize, offers: &Offers) -> Faces {
        self.seen(game, role, |action| offers.actions.iter().any(|(id, _)| id.index() == action))
    }

    /// The visible cards by place, as a role sees them, for the wanted actions.
    pub fn seen(&self, game: &Game, role: usize, wanted: impl Fn(usize) -> bool) -> Faces {
        if !self.0.iter().any(|it| wanted(it.action)) {
            return Faces::default();
        }
        // Faults in views are reported where views are checked closely.
        let Ok(view) = game.rules().machine().on_view_counted(game.state(), role as i64) else {
            return Faces::default();
        };
        self.in_view(game.rules(), role, &view, wanted)
    }

    /// As above, from a given view of that role.
    pub fn in_view(&self, rules: &Rules, role: usize, view: &Object, wanted: impl Fn(usize) -> bool) -> Faces {
        let names = &rules.program().view_fields;
        let lies = |it: &Rc<Clicked>| Some((it.clone(), view.get(&names[it.items.index()].name)?.clone()));
        let seen = self.0.iter().filter(|it| wanted(it.action)).filter_map(lies).collect();
        Faces { game: Some(rules.clone()), role, seen }
    }

    /// Click areas in the form compiled rules need.
    pub fn clicks(&self) -> Vec<CardClick> {
        let click = |it: &Rc<Clicked>| CardClick {
            action: it.action,
            argument: it.argument,
            field: it.items.index(),
            number: it.number.clone(),
            seats: it.seats,
            seat: it.seat,
        };
        self.0.iter().map(click).collect()
    }

    /// Name of the card that an argument denotes, as JSON.
    pub fn called(&self, program: &Program, (action, argument): (usize, usize), card: &Value) -> String {
        self.kind(action, argument).map_or_else(|| game::text(card), |of| name(program, card, of))
    }
}

fn in_seats(part: &Layout, inside: bool, out: &mut Vec<usize>) {
    match part {
        Layout::Show(at) if inside => out.push(*at),
        Layout::Show(_) => {}
        Layout::Group { kind, parts, .. } => {
            parts.iter().for_each(|it| in_seats(it, inside || *kind == Grouping::Seats, out));
        }
    }
}

fn is_number(program: &Program, of: &Ty, name: &str) -> bool {
    let Ty::Record(id) = of else { return false };
    let field = program.records[id.index()].fields.iter().find(|it| it.name == name);
    field.is_some_and(|it| matches!(it.ty.inner(), Ty::Int | Ty::Range(..)))
}

/// The visible cards where cards are clicked.
#[derive(Default)]
pub struct Faces {
    game: Option<Rules>,
    role: usize,
    seen: Vec<(Rc<Clicked>, Value)>,
}

impl Faces {
    /// Name, as JSON, of the card that an argument of an action denotes; `None` if no card is visible there or several
    /// are possible.
    pub fn card(&self, action: usize, arguments: &[Value], at: usize) -> Option<String> {
        let program = self.game.as_ref()?.program();
        let mut found: Option<String> = None;
        for (clicked, field) in self.seen.iter().filter(|it| (it.0.action, it.0.argument) == (action, at)) {
            for card in clicked.named(field, self.role, arguments) {
                let name = name(program, card, &clicked.of);
                if found.as_ref().is_some_and(|it| *it != name) {
                    return None;
                }
                found = Some(name);
            }
        }
        found
    }
}

/// Cards with a face by their names, others by their values.
fn name(program: &Program, card: &Value, of: &Ty) -> String {
    let text = game::text(card);
    match of {
        Ty::Record(id) if program.faces.iter().any(|it| it.record == *id) => {
            let card = serde_json::from_str(&text).unwrap_or(Json::Null);
            Json::String(words(program, &card, of)).to_string()
        }
        _ => text,
    }
}

impl Clicked {
    /// The cards that an argument may denote.
    fn named<'v>(&self, field: &'v Value, role: usize, arguments: &[Value]) -> Vec<&'v Value> {
        let rows: Vec<&Value> = match (self.seats, self.seat, &self.number) {
            (false, ..) => vec![field],
            (true, Some(seat), _) => {
                arguments.get(seat).and_then(number).and_then(|it| item(field, it)).into_iter().collect()
            }
            // A place is an index into the role's own row.
            (true, None, None) => item(field, role).into_iter().collect(),
            (true, None, Some(_)) => items(field).iter().collect(),
        };
        let Some(wanted) = arguments.get(self.argument).and_then(number) else { return Vec::new() };
        let named = |row: &'v Value| -> Vec<&'v Value> {
            let cards = flat(row);
            match &self.number {
                None => cards.get(wanted).copied().into_iter().collect(),
                Some(name) => {
                    let own = |it: &Value| match it {
                        Value::Obj(it) => it.get(name).and_then(number),
                        _ => None,
                    };
                    cards.into_iter().filter(|it| own(it) == Some(wanted)).collect()
                }
            }
        };
        rows.into_iter().flat_map(named).filter(|it| !it.is_none()).collect()
    }
}

fn number(it: &Value) -> Option<usize> {
    match it {
        Value::Int(it) => usize::try_from(*it).ok(),
        _ => None,
    }
}

fn items(it: &Value) -> &[Value] {
    if let Value::List(items) = it { items } else { &[] }
}

fn item(of: &Value, at: usize) -> Option<&Value> {
    items(of).get(at)
}

/// A row of rows as one.
fn flat(row: &Value) -> Vec<&Value> {
    let all = items(row);
    if !all.iter().any(|it| matches!(it, Value::List(_))) {
        return all.iter().collect();
    }
    all.iter().flat_map(|it| if let Value::List(inner) = it { inner.iter().collect() } else { vec![it] }).collect()
}
