//! The recording of an entry in an interpreter with tracing ([`Machine::tracing`]): its statements, or its conditions.
//!
//! Invariant: recording does not change the behaviour of the entry, except for forced conditions.

use crate::op::Told;
use crate::state::State;
use crate::value::Value;
use diag::Span;
use ir::{ActionId, FnId, LocalId, Ty};
use std::collections::BTreeMap;
use std::ops::Range;

/// The statements that an entry ran.
#[derive(Debug, Default)]
pub struct Trace {
    pub total: usize,
    /// The statements, each once, in the order in which they were first reached.
    pub reached: Vec<Span>,
    /// Their order, up to a requested number.
    pub path: Vec<u32>,
    /// Those of the steps that were asked for.
    pub steps: Vec<Moment>,
}

/// Before a statement.
#[derive(Clone, Debug)]
pub struct Moment {
    pub state: State,
    /// The calls in progress, the innermost last.
    pub calls: Vec<Called>,
}

/// A function that is under way.
#[derive(Clone, Debug)]
pub struct Called {
    pub function: FnId,
    /// The statement it is at.
    pub span: Span,
    /// The values of its locals, as far as they are known there.
    pub locals: Vec<(LocalId, Value)>,
}

/// A condition of a program: its function, and its number there.
pub type Site = (FnId, u32);

/// A request for observations of conditions.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// Conditions with a forced outcome, and the executions to force.
    pub forced: Vec<(Site, bool, Range<u64>)>,
    /// `true` to count outcomes of conditions.
    pub counts: bool,
    /// The execution of a condition to describe.
    pub asked: Option<(Site, u64)>,
    /// Or the best matching execution: with these outcomes of conditions, and these values of locals.
    pub sought: Vec<Sought>,
}

/// A condition that blocks the way with this outcome.
#[derive(Clone, Debug)]
pub struct Sought {
    pub site: Site,
    pub outcome: bool,
    pub locals: Vec<(LocalId, Value)>,
    /// Its depth on the way.
    pub depth: usize,
}

/// Observations of conditions.
#[derive(Debug, Default)]
pub struct Findings {
    /// Number of false and of true outcomes of each.
    pub outcomes: BTreeMap<Site, [u64; 2]>,
    /// The round that was asked for.
    pub decided: Option<Decided>,
    /// The rounds that fit best: how many locals do, how far on the way, which.
    pub best: Option<(usize, usize, Site, u64)>,
}

/// A round of a condition.
#[derive(Clone, Debug)]
pub struct Decided {
    pub site: Site,
    pub span: Span,
    pub outcome: bool,
    /// The parts that could be evaluated, with their values.
    pub parts: Vec<(Span, Ty, Value)>,
    pub calls: Vec<Called>,
}

/// A statement that offers an action, with the conditions on the path to it and their required outcomes.
#[derive(Clone, Debug)]
pub struct Way {
    pub function: FnId,
    pub span: Span,
    pub arguments: Vec<Option<LocalId>>,
    pub guards: Vec<(Site, bool)>,
    /// `true` for arguments that are known at each guard.
    pub known: Vec<Vec<bool>>,
}

/// The record of an entry.
#[derive(Debug)]
pub(crate) enum Recorder {
    Steps {
        trace: Trace,
        window: Range<usize>,
        most: usize,
        seen: BTreeMap<(FnId, u32), u32>,
        calls: Vec<Called>,
    },
    Conditions {
        inquiry: Inquiry,
        rounds: BTreeMap<Site, u64>,
        findings: Findings,
        calls: Vec<Called>,
        busy: bool,
    },
    /// The first states between statements that changed `G`.
    States {
        found: Vec<State>,
        most: usize,
    },
}

impl Recorder {
    pub fn steps(window: Range<usize>, most: usize) -> Recorder {
        let (trace, seen, calls) = Default::default();
        Recorder::Steps { trace, window, most, seen, calls }
    }

    pub fn conditions(inquiry: Inquiry) -> Recorder {
        let (rounds, findings, calls) = Default::default();
        Recorder::Conditions { inquiry, rounds, findings, calls, busy: false }
    }

    pub fn states(most: usize) -> Recorder {
        Recorder::States { found: Vec::new(), most }
    }

    pub fn step(&mut self, (id, told): (FnId, &Told), at: u32, depth: usize, regs: &[Value], state: &State) {
        let (span, scope) = told.statements[at as usize];
        let called = || Called { function: id, span, locals: locals(told, scope, regs) };
        match self {
            Recorder::Conditions { inquiry, calls, busy, .. } => {
                // The caller is recorded with the condition.
                if inquiry.asked.is_some() && !*busy {
                    calls.truncate(depth);
                    calls.push(called());
                }
            }
            Recorder::Steps { trace, window, most, seen, calls } => {
                let number = *seen.entry((id, at)).or_insert_with(|| {
                    trace.reached.push(span);
                    trace.reached.len() as u32 - 1
                });
                if trace.path.len() < *most {
                    trace.path.push(number);
                }
                if trace.total < window.end && window.start < window.end {
                    calls.truncate(depth);
                    calls.push(called());
                    if trace.total >= window.start {
                        trace.steps.push(Moment { state: state.clone(), calls: calls.clone() });
                    }
                }
                trace.total += 1;
            }
            Recorder::States { found, most } => {
                let other = |it: &State| it.globals().iter().zip(state.globals()).any(|(a, b)| !a.is_same(b));
                let changed = found.last().is_none_or(other);
                if changed && found.len() < *most {
                    found.push(state.clone());
                }
            }
        }
    }

    /// The outcome of a condition, and `true` if its parts are requested.
    pub fn decide(
        &mut self,
        (id, told): (FnId, &Told),
        at: u32,
        depth: usize,
        regs: &[Value],
        outcome: bool,
    ) -> (bool, bool) {
        let Recorder::Conditions { inquiry, rounds, findings, calls, busy } = self else { return (outcome, false) };
        if *busy {
            return (outcome, false);
        }
        let site = (id, at);
        let round = rounds.entry(site).or_default();
        let number = *round;
        *round += 1;
        if inquiry.counts {
            findings.outcomes.entry(site).or_default()[usize::from(outcome)] += 1;
        }
        for it in inquiry.sought.iter().filter(|it| it.site == site && it.outcome == outcome) {
            let fits = it.locals.iter().all(|(local, value)| {
                let has = regs.get(local.0 as usize);
                has.is_some_and(|has| crate::value::equal(has, value, &mut 10_000))
            });
            let better =
                |(locals, depth, ..): &(usize, usize, Site, u64)| (it.locals.len(), it.depth) > (*locals, *depth);
            if fits && findings.best.as_ref().is_none_or(better) {
                findings.best = Some((it.locals.len(), it.depth, site, number));
            }
        }
        let asked = inquiry.asked == Some((site, number));
        if asked {
            let condition = &told.conditions[at as usize];
            calls.truncate(depth);
            calls.push(Called { function: id, span: condition.span, locals: locals(told, condition.scope, regs) });
            let calls = calls.clone();
            *busy = !condition.parts.is_empty();
            findings.decided = Some(Decided { site, span: condition.span, outcome, parts: Vec::new(), calls });
        }
        let forced = inquiry.forced.iter().find(|it| it.0 == site && it.2.contains(&number));
        (forced.map_or(outcome, |it| it.1), asked)
    }

    pub fn part(&mut self, told: &Told, at: u32, part: u8, value: &Value) {
        let Recorder::Conditions { findings, busy, .. } = self else { return };
        let parts = &told.conditions[at as usize].parts;
        let (Some(decided), Some((span, ty))) = (&mut findings.decided, parts.get(usize::from(part))) else { return };
        decided.parts.push((*span, ty.clone(), value.clone()));
        *busy = usize::from(part) + 1 < parts.len();
    }
}

fn locals(told: &Told, scope: u32, regs: &[Value]) -> Vec<(LocalId, Value)> {
    let value = |id: LocalId| Some((id, regs.get(id.0 as usize)?.clone()));
    told.locals(scope).into_iter().filter_map(value).collect()
}

/// The statements of a function that offer an action.
pub(crate) fn ways(function: FnId, told: &Told, action: ActionId) -> impl Iterator<Item = Way> {
    let offers = told.offers.iter().filter(move |it| it.action == action);
    offers.map(move |it| {
        let known = |(at, _): &(u32, bool)| {
            let locals = told.locals(told.conditions[*at as usize].scope);
            it.arguments.iter().map(|it| it.is_some_and(|it| locals.contains(&it))).collect()
        };
        Way {
            function,
            span: it.span,
            arguments: it.arguments.clone(),
            guards: it.guards.iter().map(|(at, wanted)| ((function, *at), *wanted)).collect(),
            known: it.guards.iter().map(known).collect(),
        }
    })
}
