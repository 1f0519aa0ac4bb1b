//! Why something is not offered.
//!
//! Invariant: the answer describes the position and the rules as they are. Conditions are forced only on copies, to
//! find the blocking ones.

use crate::game::Game;
use crate::legal;
use crate::place::Place;
use crate::rules::Rules;
use crate::steps::{Call, Variable, call};
use crate::written;
use diag::Code;
use ir::ActionId;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use vm::{Decided, Fault, Inquiry, Machine, Offer, Offers, Site, Sought, Value, Way, equal};

/// Maximum conditions in an answer.
const TOLD: usize = 4;

/// Maximum steps of the search: as many as a move may take.
const PATIENCE: u64 = 10_000_000;

/// Why a move is offered or not.
#[derive(Debug, Serialize)]
pub struct Why {
    pub offered: bool,
    /// A sentence: the problem, or the reason that the rules give.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The conditions that prevent the offer. With another outcome of one, the action would be offered, or be closer to
    /// it.
    pub conditions: Vec<Condition>,
    /// The statements that offer this action, with other arguments or not at all.
    pub offers: Vec<Place>,
}

/// A condition that came out so.
#[derive(Debug, Serialize)]
pub struct Condition {
    pub place: Place,
    pub outcome: bool,
    /// Its text in the source.
    pub text: String,
    /// The values it reads, by their text in the source, with types.
    pub parts: Vec<Variable>,
    /// The calls around it, the innermost function first, with known values.
    pub calls: Vec<Call>,
    /// `true` if another outcome is enough.
    pub enough: bool,
}

impl Game {
    /// Why an action is not offered to a role with these arguments: all, the first ones, or none for any.
    ///
    /// # Errors
    ///
    /// For a role that there is not, and where the prompt fails.
    pub fn why(&self, role: &str, action: &str, argument: Option<&serde_json::Value>) -> Result<Why, Fault> {
        let machine = self.rules().machine();
        let seat = match legal::seat(machine, self.state(), role, action) {
            Ok(seat) => seat,
            Err(fault) if matches!(fault.code, Code::UnknownRole | Code::NotSeated) => return Err(fault),
            Err(fault) => return Ok(Why::because(fault.message)),
        };
        let id = machine.program().actions.iter().position(|it| it == action).map(|i| ActionId(i as u16));
        let Some(id) = id.filter(|id| machine.handler(self.state(), *id).is_some()) else {
            return Ok(Why::because(match self.frame() {
                Some(frame) => format!("nobody is asked for `{action}` in `{frame}`"),
                None => format!("nobody is asked for `{action}` now"),
            }));
        };
        if machine.is_open(self.state(), id) {
            // A move that the rules accept as open counts as offered.
            return match self.accepted(role, action, argument) {
                Ok(_) => Ok(Why { offered: true, reason: None, conditions: Vec::new(), offers: Vec::new() }),
                Err(fault) if fault.refused() => Ok(Why::because(fault.message)),
                Err(fault) => Err(fault),
            };
        }
        let wanted = Wanted { id, arguments: wanted(argument)? };
        machine.take_tried();
        let offers = machine.offers(self.state(), seat)?;
        let tried = machine.take_tried();
        let ways = self.rules().tracing().machine().ways(id);
        let places = ways.iter().filter(|it| !it.span.is_empty());
        let places = places.map(|it| Place::new(self.rules().source(), it.span)).collect();
        if wanted.is_offered(&offers) {
            return Ok(Why { offered: true, reason: None, conditions: Vec::new(), offers: places });
        }
        let reason = wanted.reason(&offers).map(|it| self.with_place(it, &tried));
        let search = Search { game: self, rules: self.rules().tracing(), seat, wanted };
        Ok(Why { offered: false, reason, conditions: search.conditions(&ways), offers: places })
    }
}

impl Game {
    /// A reason, with the line if the reason is a fault of the rules and all faults of that kind have one place.
    fn with_place(&self, reason: &str, tried: &[Fault]) -> String {
        let mut alike = tried.iter().filter(|it| reason.ends_with(it.code.title())).filter_map(|it| it.span);
        match (alike.next(), alike.next()) {
            (Some(span), None) => format!("{reason} (line {})", Place::new(self.rules().source(), span).line),
            _ => reason.to_owned(),
        }
    }
}

impl Why {
    fn because(reason: String) -> Why {
        Why { offered: false, reason: Some(reason), conditions: Vec::new(), offers: Vec::new() }
    }
}

/// A move, possibly incomplete.
struct Wanted {
    id: ActionId,
    arguments: Vec<Value>,
}

fn wanted(argument: Option<&serde_json::Value>) -> Result<Vec<Value>, Fault> {
    let value = |it: &serde_json::Value| {
        vm::json::from_json(it).map_err(|_| Fault::new(Code::BadArgument, "this argument is too large"))
    };
    match argument {
        None | Some(serde_json::Value::Null) => Ok(Vec::new()),
        Some(serde_json::Value::Array(items)) => items.iter().map(value).collect(),
        Some(one) => Ok(vec![value(one)?]),
    }
}

impl Wanted {
    fn begins(&self, argument: &Value) -> bool {
        match (&self.arguments[..], argument) {
            ([], _) => true,
            (wanted, Value::List(items)) => {
                wanted.len() <= items.len() && wanted.iter().zip(items.iter()).all(|(a, b)| alike(a, b))
            }
            ([one], other) => alike(one, other),
            _ => false,
        }
    }

    fn is_offered(&self, offers: &Offers) -> bool {
        match offers.get(self.id) {
            Some(Offer::Button(on)) => *on,
            Some(Offer::Arguments(items)) => items.iter().any(|it| self.begins(it)),
            None => false,
        }
    }

    /// Why the rules say that it is not offered, if they do.
    fn reason<'o>(&self, offers: &'o Offers) -> Option<&'o str> {
        let (_, why) = offers.why.iter().find(|it| it.0 == self.id)?;
        match why {
            vm::Texts::Plain(text) => Some(text.text()),
            vm::Texts::Arguments(_) if self.arguments.is_empty() => None,
            vm::Texts::Arguments(items) => items.iter().find(|it| self.begins(&it.0)).map(|it| it.1.text()),
        }
    }
}

fn alike(a: &Value, b: &Value) -> bool {
    equal(a, b, &mut 100_000)
}

/// Looks for the conditions in the way.
struct Search<'g> {
    game: &'g Game,
    /// Rules with tracing.
    rules: &'g Rules,
    seat: usize,
    wanted: Wanted,
}

impl Search<'_> {
    fn machine(&self) -> &Machine {
        self.rules.machine()
    }

    fn run(&self, inquiry: Inquiry) -> (Result<Offers, Fault>, vm::Findings) {
        self.machine().inquire(inquiry, || self.machine().offers(self.game.state(), self.seat))
    }

    /// `true` if the action would be offered with forced conditions.
    fn would(&self, forced: (Site, bool, Range<u64>)) -> bool {
        let (offers, _) = self.run(Inquiry { forced: vec![forced], ..Inquiry::default() });
        offers.is_ok_and(|it| self.wanted.is_offered(&it))
    }

    fn conditions(&self, ways: &[Way]) -> Vec<Condition> {
        let began = self.machine().steps_spent();
        let sought: Vec<Sought> = ways.iter().flat_map(|it| self.sought(it)).collect();
        let (_, findings) = self.run(Inquiry { sought, counts: true, ..Inquiry::default() });
        let mut out: Vec<(Site, u64, bool)> = Vec::new();
        if let Some((_, _, site, round)) = findings.best {
            out.push((site, round, false));
        }
        for (site, outcomes) in self.nearest(&findings.outcomes, ways) {
            for (outcome, rounds) in [(false, outcomes[0]), (true, outcomes[1])] {
                if out.len() >= TOLD || self.machine().steps_spent() - began > PATIENCE {
                    break;
                }
                let all = outcomes[0] + outcomes[1];
                if rounds > 0 && self.would((site, !outcome, 0..all)) {
                    let round = self.first_round((site, !outcome), all);
                    let enough = self.would((site, !outcome, round..round + 1));
                    match out.iter_mut().find(|it| it.0 == site && it.1 == round) {
                        Some(it) => it.2 = enough,
                        None => out.push((site, round, enough)),
                    }
                }
            }
        }
        // Conditions that are not enough are only listed if none is enough.
        if out.iter().any(|it| it.2) {
            out.retain(|it| it.2);
        }
        out.into_iter().filter_map(|(site, round, enough)| self.told(site, round, enough)).collect()
    }

    /// The conditions on the way to a statement that offers, with the arguments that are known there.
    fn sought(&self, way: &Way) -> Vec<Sought> {
        let guards = way.guards.iter().zip(&way.known).enumerate();
        let sought = guards.map(|(depth, ((site, wanted), known))| {
            let locals = way.arguments.iter().zip(&self.wanted.arguments).zip(known);
            let locals =
                locals.filter(|(_, known)| **known).filter_map(|((local, value), _)| Some(((*local)?, value.clone())));
            Sought { site: *site, outcome: !wanted, locals: locals.collect(), depth }
        });
        sought.collect()
    }

    /// All evaluated conditions: those on the path to an offer first, in reverse order, then the others.
    fn nearest(&self, outcomes: &BTreeMap<Site, [u64; 2]>, ways: &[Way]) -> Vec<(Site, [u64; 2])> {
        let mut sites: Vec<Site> = ways.iter().flat_map(|it| it.guards.iter().rev().map(|it| it.0)).collect();
        sites.extend(outcomes.keys());
        let mut met = BTreeSet::new();
        sites.retain(|it| met.insert(*it));
        sites.into_iter().filter_map(|it| Some((it, *outcomes.get(&it)?))).collect()
    }

    /// The number of executions of a condition that must be forced.
    fn first_round(&self, (site, outcome): (Site, bool), all: u64) -> u64 {
        let (mut enough, mut short) = (all, 0);
        while enough - short > 1 {
            let middle = short + (enough - short) / 2;
            if self.would((site, outcome, 0..middle)) {
                enough = middle;
            } else {
                short = middle;
            }
        }
        enough - 1
    }

    fn told(&self, site: Site, round: u64, enough: bool) -> Option<Condition> {
        let (_, findings) = self.run(Inquiry { asked: Some((site, round)), ..Inquiry::default() });
        let Decided { span, outcome, parts, calls, .. } = findings.decided?;
        let (program, source) = (self.rules.program(), self.rules.source());
        let part = |(span, ty, value): &(diag::Span, ir::Ty, Value)| Variable {
            name: source.slice(*span).to_owned(),
            ty: ir::type_name(program, ty),
            text: written::value(program, ty, value),
        };
        Some(Condition {
            place: Place::new(source, span),
            outcome,
            text: source.slice(span).to_owned(),
            parts: parts.iter().map(part).collect(),
            calls: calls.iter().rev().map(|it| call(self.rules, it)).collect(),
            enough,
        })
    }
}
